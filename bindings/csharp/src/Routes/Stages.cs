// Rows with the answers of every stage of a model cascade.
using System;

namespace Wald
{
    /// <summary>
    /// Rows with the answer, confidence and cost of every stage of a model cascade, and the truth of some of them:
    /// a <see cref="Route"/> is chosen on them. Stages go from the cheap one to the expensive one, counted from 0. Rows come in
    /// pieces, and those of several machines are merged; the pieces do not show.
    /// </summary>
    /// <remarks>Threads may read one object together. What changes it must be alone with it; it is refused with
    /// <see cref="InvalidOperationException"/> where another call is found to be using it.</remarks>
    /// <example>
    /// <code>
    /// using (var stages = new Stages(2))
    /// {
    ///     stages.Feed(confidences, answers, truth, stageCosts: new double[] { 1, 20 });
    ///     using (var route = Route.Choose(stages, new RouteOptions { MinQuality = 0.97 }))
    ///         Console.WriteLine(route);
    /// }
    /// </code>
    /// </example>
    public sealed partial class Stages
    {
        // ---- Feeding -----------------------------------------------------------------------------------------------

        /// <summary>Adds rows. A call that fails adds none. Answers or <paramref name="right"/> must be given; each of
        /// answers, segments and scores with every feed or with none.</summary>
        /// <param name="confidences">Rows by stages: how sure each is; NaN: it never answers that row, unless no stage
        /// follows.</param>
        /// <param name="answers">Rows by stages: the class, counted from 0; -1 for an answer of the last stage that is
        /// not known.</param>
        /// <param name="truth">The class of each row, -1 if it is not labelled; by default no row is.</param>
        /// <param name="right">Rows by stages, in [0, 1], instead of answers: how right each is, as the share of a
        /// label set that is; a row of NaN is not labelled.</param>
        /// <param name="costs">Rows by stages, in [0, 1e100]; by default 1 each.</param>
        /// <param name="weights">Of the rows, in [0, 1e100]; by default 1 each. A row of weight 0 counts for
        /// nothing.</param>
        /// <param name="labelProbabilities">With which probability each row was drawn to be labelled, of those that were
        /// not drawn too; NaN: it was not considered. By default the labelled rows are a random sample.</param>
        /// <param name="segments">Of each row, from 0.</param>
        /// <param name="scores">A router's, finite.</param>
        /// <param name="stageCosts">Instead of costs: one per stage, the same for all rows.</param>
        public unsafe void Feed(Table confidences, ClassTable answers = default(ClassTable),
                                ReadOnlySpan<int> truth = default(ReadOnlySpan<int>), Table right = default(Table),
                                Table costs = default(Table), Values weights = default(Values),
                                Values labelProbabilities = default(Values),
                                ReadOnlySpan<int> segments = default(ReadOnlySpan<int>),
                                Values scores = default(Values), Values stageCosts = default(Values))
        {
            long rows = confidences.Rows, stages = confidences.Columns;
            if (truth.Length > 0) Length.Check("truth", truth.Length, rows);
            if (segments.Length > 0) Length.Check("segments", segments.Length, rows);
            weights.CheckWeights(rows);
            labelProbabilities.CheckRows("label_probabilities", rows);
            scores.CheckRows("scores", rows);
            stageCosts.CheckRows("stageCosts", stages, "stages");
            if (stageCosts.Given && costs.Given)
                throw new WaldArgumentException("stageCosts are given, and costs too: must be one of them");
            using (Usage.Write())
            fixed (double* doubles = &confidences.Doubles, rightDoubles = &right.Doubles, costDoubles = &costs.Doubles,
                           weightDoubles = &weights.Doubles, drawnDoubles = &labelProbabilities.Doubles,
                           scoreDoubles = &scores.Doubles, stageDoubles = &stageCosts.Doubles)
            fixed (float* floats = &confidences.Floats, rightFloats = &right.Floats, costFloats = &costs.Floats,
                          weightFloats = &weights.Floats, drawnFloats = &labelProbabilities.Floats,
                          scoreFloats = &scores.Floats, stageFloats = &stageCosts.Floats)
            fixed (int* said = &answers.Numbers)
            fixed (int* known = &First.Of(truth))
            fixed (int* of = &First.Of(segments))
            {
                wald_array sure = confidences.View(doubles, floats), answered = answers.View(said),
                           labelled = new wald_array(known, truth.Length),
                           rights = right.View(rightDoubles, rightFloats),
                           paid = stageCosts.Given ? stageCosts.View(stageDoubles, stageFloats, rows)
                                                   : costs.View(costDoubles, costFloats),
                           weighted = weights.View(weightDoubles, weightFloats),
                           drawn = labelProbabilities.View(drawnDoubles, drawnFloats),
                           parts = new wald_array(of, segments.Length),
                           scored = scores.View(scoreDoubles, scoreFloats);
                var fed = new wald_stage_rows
                {
                    size = sizeof(wald_stage_rows), confidences = &sure, answers = answers.Given ? &answered : null,
                    truth = truth.Length > 0 ? &labelled : null, right = right.Given ? &rights : null,
                    costs = costs.Given || stageCosts.Given ? &paid : null, weights = weights.Given ? &weighted : null,
                    label_probabilities = labelProbabilities.Given ? &drawn : null,
                    segments = segments.Length > 0 ? &parts : null, scores = scores.Given ? &scored : null
                };
                Native.wald_stages_feed(Handle, &fed);
                handle.Press(sure.Bytes + paid.Bytes);
            }
        }

        /// <summary>Adds the rows of another one, which has as many stages and the same columns.</summary>
        /// <param name="other">What is added; it stays as it is.</param>
        public void Merge(Stages other)
        {
            if (other == null) throw new ArgumentNullException(nameof(other));
            if (other == this)
            {
                using (Usage.Write()) Native.wald_merge(Handle, Handle);
                return;
            }
            using (other.Usage.Read())
            using (Usage.Write()) Native.wald_merge(Handle, other.Handle);
        }

        /// <summary>An object of its own that holds the same.</summary>
        /// <returns>The copy.</returns>
        public Stages Copy() => Load(SaveBytes());

        // ---- Labels ------------------------------------------------------------------------------------------------

        /// <summary>The rows to label next, about as many as <see cref="RouteOptions.BatchSize"/> says. They are drawn with
        /// probabilities that these rows keep. The first ones are the pilot of every certificate to come.</summary>
        /// <param name="options">Those that a certificate is to be asked for with; null takes the defaults.</param>
        /// <returns>Rows counted from 0, ascending; none if all were considered.</returns>
        public unsafe long[] Ask(RouteOptions options = null)
        {
            long[] found;
            long needed;
            using (Usage.Write())
            using (var opened = RouteOptions.Open(options))
            {
                Native.wald_stages_ask(Handle, opened, null, 0, &needed);
                found = new long[Math.Max(needed, 1)]; // without room nothing is drawn, or refused
                fixed (long* rows = &First.Of(found)) Native.wald_stages_ask(Handle, opened, rows, needed, &needed);
            }
            Callbacks.Rethrow();
            Array.Resize(ref found, (int)needed);
            return found;
        }

        /// <summary>Takes the labels of rows that were asked for. All must have theirs before a route is chosen.</summary>
        /// <param name="rows">Some of those that <see cref="Ask"/> gave.</param>
        /// <param name="truth">The class of each.</param>
        // also: rows as long[], truth as int[]
        public unsafe void Label(ReadOnlySpan<long> rows, ReadOnlySpan<int> truth)
        {
            Length.Check("truth", truth.Length, rows.Length);
            using (Usage.Write())
            fixed (long* which = &First.Of(rows))
            fixed (int* known = &First.Of(truth))
            {
                wald_array asked = new wald_array(which, rows.Length), labels = new wald_array(known, truth.Length);
                Native.wald_stages_label(Handle, &asked, &labels, null);
            }
        }

        /// <summary>Takes the labels of rows that were asked for, where rows say what is right and have no
        /// answers.</summary>
        /// <param name="rows">Some of those that <see cref="Ask"/> gave.</param>
        /// <param name="right">How right each stage is: these rows by stages.</param>
        // also: rows as long[]
        public unsafe void Label(ReadOnlySpan<long> rows, Table right)
        {
            using (Usage.Write())
            fixed (long* which = &First.Of(rows))
            fixed (double* doubles = &right.Doubles)
            fixed (float* floats = &right.Floats)
            {
                wald_array asked = new wald_array(which, rows.Length), rights = right.View(doubles, floats);
                Native.wald_stages_label(Handle, &asked, null, &rights);
            }
        }

        /// <summary>The size.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            handle.IsClosed ? "Stages (disposed)"
                            : $"Stages: {RowCount} rows of {StageCount} stages, {LabelledCount} labelled";
    }
}
