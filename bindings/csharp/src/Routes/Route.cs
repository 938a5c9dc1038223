// Which stage of a model cascade answers a row.
using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Wald
{
    /// <summary>
    /// Which stage of a model cascade answers a row: the first one that is called and is confident enough, or with a router the
    /// one that a score sends the row to. Chosen on <see cref="Stages"/>, or loaded.
    /// </summary>
    /// <remarks>Immutable; may be used by many threads.</remarks>
    /// <example>
    /// <code>
    /// using (var route = Route.LoadFile("route.json"))
    /// {
    ///     var stage = route.Next();
    ///     for (int next; (next = route.Next(stage, Ask(stage))) >= 0; ) stage = next;
    /// }
    /// </code>
    /// </example>
    public sealed partial class Route
    {
        private readonly FactTable facts;

        private unsafe Route(wald_route handle)
        {
            this.handle = handle;
            facts = new FactTable(read, (fact, value) => Native.wald_number(handle, fact, 0, value),
                                  (fact, values, capacity, needed) =>
                                      Native.wald_numbers(handle, fact, 0, values, capacity, needed));
            var flat = Numbers(Native.WALD_ROUTE_THRESHOLDS);
            Thresholds = new double[GroupCount, StageCount];
            for (var i = 0; i < flat.Count; ++i) Thresholds[i / StageCount, i % StageCount] = flat[i];
            Theorem = Lists.Names("theorem")[(int)this[RouteFact.Theorem]].Name;
        }

        // ---- Making ------------------------------------------------------------------------------------------------

        // ---- Facts -------------------------------------------------------------------------------------------------

        /// <summary>Any of the facts.</summary>
        /// <param name="fact">Which.</param>
        public double this[RouteFact fact] => facts.Asked((int)fact);

        /// <summary>The name that a fact has in every language, such as <c>full_cost</c>.</summary>
        /// <param name="fact">Which.</param>
        /// <returns>The name; empty for an unknown one.</returns>
        public static string NameOf(RouteFact fact) => Enum.IsDefined(typeof(RouteFact), fact) ? Words.Of(fact) : "";

        /// <summary>From where on each stage answers, by groups and in them by stages: where its confidence, or a
        /// router's score, is at least this. NaN: the stage is not called; negative infinity: it answers all
        /// rows.</summary>
        public double[,] Thresholds { get; }

        /// <summary>The name of the theorem that a certificate stands on; "none" without
        /// <see cref="RouteOptions.Certify"/>.</summary>
        public string Theorem { get; }

        /// <summary>The quality of this route, to be watched in use: its <see cref="Measure"/> with a bound as a
        /// <see cref="Wald.Promise"/>. Feed it for accuracy with ones and whether each answer is right; for precision and
        /// recall with which answers and which rows are of the positive class.</summary>
        /// <param name="bound">The least quality that is promised, such as the <see cref="RouteOptions.MinQuality"/> that
        /// the route was chosen with: a route does not keep it.</param>
        /// <param name="options">How it is watched; null takes the defaults.</param>
        /// <returns>A promise without rows, to be disposed of.</returns>
        public Promise Promise(double bound, PromiseOptions options = null) =>
            new Promise(Wald.Promise.Claimed(Words.Of(Measure), bound), options);

        /// <summary>What the route does on other rows.</summary>
        /// <param name="stages">The rows.</param>
        /// <param name="options">Measure, beta and positive; null takes the defaults. Without a measure it
        /// is the route's.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>Cost, quality and shares.</returns>
        public unsafe RouteEvaluation Evaluate(Stages stages, RouteOptions options = null,
                                               CancellationToken cancellationToken = default(CancellationToken))
        {
            if (stages == null) throw new ArgumentNullException(nameof(stages));
            wald_route_evaluation made = null;
            try
            {
                using (stages.Usage.Read())
                using (var opened = RouteOptions.Open(RouteOptions.Measured(options, Measure), cancellationToken))
                    Native.wald_route_evaluate(Handle, stages.Handle, opened, out made);
                Callbacks.Rethrow();
                Func<int, double> number = fact => Facts.Number(fact, (which, value) => Native.wald_number(made, which, 0, value));
                return new RouteEvaluation(
                    number(Native.WALD_ROUTE_EVALUATION_COST), number(Native.WALD_ROUTE_EVALUATION_QUALITY),
                    Array.AsReadOnly(Facts.Numbers(Native.WALD_ROUTE_EVALUATION_SHARES, (one, values, capacity, needed) =>
                        Native.wald_numbers(made, one, 0, values, capacity, needed))));
            }
            finally
            {
                made?.Dispose();
            }
        }

        // ---- Running -----------------------------------------------------------------------------------------------

        /// <summary>The stage to call next. There is no state: many rows may be on their way at once.</summary>
        /// <param name="stage">The one asked last; -1 if none was yet.</param>
        /// <param name="confidence">That stage's; with a router and stage -1 the row's score.</param>
        /// <param name="group">The row's segment; by class what the first stage answered. One that the route does not
        /// know asks the last stage.</param>
        /// <returns>The stage to call; -1 if the answer of <paramref name="stage"/> is taken.</returns>
        public unsafe int Next(int stage = -1, double confidence = double.NaN, long group = 0)
        {
            long next;
            Native.wald_route_next(Handle, group, stage, confidence, &next);
            return (int)next;
        }

        /// <summary>Which stage answers each row. Confidences of stages that are not asked are not looked at.</summary>
        /// <param name="confidences">Rows by stages; with a router its scores, one per row.</param>
        /// <param name="groups">Of each row its segment, by class what the first stage answered; empty if the route
        /// has one group.</param>
        /// <returns>As many as there are rows.</returns>
        // also: confidences as Values
        public unsafe int[] Apply(Table confidences, ReadOnlySpan<int> groups = default(ReadOnlySpan<int>))
        {
            if (groups.Length > 0) Length.Check("groups", groups.Length, confidences.Rows);
            var answering = new int[confidences.Rows];
            fixed (double* doubles = &confidences.Doubles)
            fixed (float* floats = &confidences.Floats)
            fixed (int* own = &First.Of(groups))
            fixed (int* stages = &First.Of(answering))
            {
                wald_array sure = confidences.View(doubles, floats), of = new wald_array(own, groups.Length);
                var grouped = groups.Length > 0 || confidences.Rows == 0; // as those of no rows are
                Native.wald_route_apply(Handle, &sure, grouped ? &of : null, stages);
            }
            return answering;
        }

        /// <summary>Asks stages about one row as they are needed. What a stage throws comes out of this call.</summary>
        /// <typeparam name="TRow">The type of a row.</typeparam>
        /// <typeparam name="TAnswer">What they answer; by class a whole number.</typeparam>
        /// <param name="stages">One per stage, from the cheap one to the expensive one: gives its answer and how sure
        /// it is.</param>
        /// <param name="row">The row to answer.</param>
        /// <param name="group">The row's segment; by class it is what the first stage answers.</param>
        /// <param name="score">A router's.</param>
        /// <returns>The answer that is taken, and whom it took.</returns>
        public RouteAnswer<TAnswer> Run<TRow, TAnswer>(
            IReadOnlyList<Func<TRow, StageAnswer<TAnswer>>> stages, TRow row, long group = 0, double score = double.NaN)
        {
            var way = new Way(this, stages?.Count, group, score);
            while (true)
            {
                var said = stages[way.Stage](row);
                if (!way.GoesOn(said)) return way.EndsWith(said);
            }
        }

        /// <summary>Asks stages about one row as they are needed, without a thread that waits for them. What a stage throws
        /// comes out of the task.</summary>
        /// <typeparam name="TRow">The type of a row.</typeparam>
        /// <typeparam name="TAnswer">What they answer; by class a whole number.</typeparam>
        /// <param name="stages">One per stage, from the cheap one to the expensive one: gives its answer and how sure
        /// it is.</param>
        /// <param name="row">The row to answer.</param>
        /// <param name="group">The row's segment; by class it is what the first stage answers.</param>
        /// <param name="score">A router's.</param>
        /// <returns>The answer that is taken, and whom it took.</returns>
        public Task<RouteAnswer<TAnswer>> RunAsync<TRow, TAnswer>(
            IReadOnlyList<Func<TRow, Task<StageAnswer<TAnswer>>>> stages, TRow row, long group = 0,
            double score = double.NaN) =>
            Run(new Way(this, stages?.Count, group, score), stages, row);

        private static async Task<RouteAnswer<TAnswer>> Run<TRow, TAnswer>(
            Way way, IReadOnlyList<Func<TRow, Task<StageAnswer<TAnswer>>>> stages, TRow row)
        {
            while (true)
            {
                var said = await stages[way.Stage](row).ConfigureAwait(false);
                if (!way.GoesOn(said)) return way.EndsWith(said);
            }
        }

        // One row on its way.
        private sealed class Way
        {
            private readonly Route route;
            private readonly List<int> asked = new List<int>();
            private long group;

            internal int Stage { get; private set; }

            internal Way(Route route, int? stages, long group, double score)
            {
                if (stages == null) throw new ArgumentNullException(nameof(stages));
                Length.Check("stages", stages.Value, route.StageCount, "stages");
                this.route = route;
                this.group = group;
                Stage = route.Next(-1, score, group);
            }

            // Whether another stage is to be asked after this one's answer.
            internal bool GoesOn<T>(in StageAnswer<T> said)
            {
                asked.Add(Stage);
                if (route.By == RouteBy.Class && asked.Count == 1) group = Whole(said.Answer);
                var next = route.IsRouter ? -1 : route.Next(Stage, said.Confidence, group);
                if (next >= 0) Stage = next;
                return next >= 0;
            }

            internal RouteAnswer<T> EndsWith<T>(in StageAnswer<T> said) =>
                new RouteAnswer<T>(said.Answer, Stage, asked.AsReadOnly());
        }

        // A class, as a stage said it.
        private static long Whole(object answer)
        {
            if (answer is int || answer is long || answer is short || answer is byte || answer is uint
                || answer is ushort || answer is sbyte || answer is Enum)
                return Convert.ToInt64(answer);
            throw new WaldArgumentException($"answer is {answer}: must be a whole number, as the route goes by class");
        }

        /// <summary>The number of stages, cost and quality.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            FormattableString.Invariant($"Route: {StageCount} stages, cost {Cost:G6}, {Words.Of(Measure)} {Quality:G6}")
            + (Certified ? FormattableString.Invariant($", certified with {Certify:G6}") : "");
    }
}
