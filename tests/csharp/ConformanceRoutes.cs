// The calls of the conformance cases that concern model cascades and which rows to label, as in
// tests/capi/conformance_routes.cpp.
using System;
using System.Collections.Generic;
using System.Linq;
using Wald;
using Case = System.Collections.Generic.Dictionary<string, object>;
using List = System.Collections.Generic.List<object>;

public static partial class Conformance
{
    // What is fed of a case; columns that it does not have are not given.
    private sealed class FedStages
    {
        internal readonly double[,] Confidences;
        internal readonly int[,] Answers;
        internal readonly double[] Scores;
        internal readonly int Count, Columns;
        private readonly double[,] right, costs;
        private readonly double[] weights, probabilities;
        private readonly int[] truth, segments;
        private readonly int stages;

        internal FedStages(Case given)
        {
            stages = (int)Int(given["n_stages"]);
            Confidences = Cells(given["confidences"], Real, stages);
            Count = Confidences.GetLength(0);
            Columns = Confidences.GetLength(1);
            Answers = given.ContainsKey("answers") ? Cells(given["answers"], x => (int)Int(x), stages) : null;
            right = given.ContainsKey("right") ? Cells(given["right"], Real, stages) : null;
            costs = given.ContainsKey("costs") ? Cells(given["costs"], Real, stages) : null;
            truth = Whole(given.Get("truth"));
            segments = Whole(given.Get("segments"));
            weights = RealsOrNull(given.Get("weights"));
            probabilities = RealsOrNull(given.Get("label_probabilities"));
            Scores = RealsOrNull(given.Get("scores"));
        }

        private static int[] Whole(object list) => ((List)list)?.Select(x => (int)Int(x)).ToArray();

        private Table Part(double[,] all, int from, int count) =>
            all == null ? default(Table)
                        : new Table(all.Cast<double>().Skip(from * Columns).Take(count * Columns).ToArray(), count,
                                    Columns);

        private static Values Part(double[] all, int from, int count) =>
            all == null ? default(Values) : all.AsSpan(from, count);

        private static ReadOnlySpan<int> Part(int[] all, int from, int count) =>
            all == null ? default(ReadOnlySpan<int>) : all.AsSpan(from, count);

        internal void Feed(Stages to, int from, int count)
        {
            if (count == 0) return;
            var answers = default(ClassTable);
            if (Answers != null)
                answers = new ClassTable(Answers.Cast<int>().ToArray(), count, Columns, Columns, 1, from * Columns);
            to.Feed(Part(Confidences, from, count), answers, Part(truth, from, count), Part(right, from, count),
                    Part(costs, from, count), Part(weights, from, count), Part(probabilities, from, count),
                    Part(segments, from, count), Part(Scores, from, count));
        }

        internal void Feed(Stages to) => Feed(to, 0, Count);

        internal Stages Made() => InPieces(0);

        internal Stages InPieces(int head)
        {
            var made = new Stages(stages);
            try
            {
                Feed(made, 0, head);
                Feed(made, head, Count - head);
                return made;
            }
            catch
            {
                made.Dispose();
                throw;
            }
        }

        internal Stages Merged()
        {
            var head = Count / 3;
            var made = new Stages(stages);
            using (var other = new Stages(stages))
            {
                Feed(made, 0, head);
                Feed(other, head, Count - head);
                made.Merge(other);
            }
            return made;
        }

        internal int[] Groups(Route route)
        {
            if (route.By == RouteBy.Segment) return segments;
            if (route.By == RouteBy.None) return null;
            var first = route.Next();
            return Enumerable.Range(0, Count).Select(i => Answers[i, first]).ToArray();
        }
    }

    private static RouteOptions RouteAskedOf(Case c) => OptionsBy<RouteOptions>((Case)c["asked"]);

    // Of an evaluation: what is asked of the measure.
    private static RouteOptions MeasuredOf(Case c) =>
        OptionsBy<RouteOptions>(((Case)c["asked"]).Where(one => one.Key == "measure" || one.Key == "beta"
                                                                || one.Key == "positive")
                                    .ToDictionary(one => one.Key, one => one.Value));

    private static void RouteItself(Case c)
    {
        var fed = new FedStages((Case)c["stages"]);
        using (var made = fed.Made())
        {
            if (c.ContainsKey("more")) new FedStages((Case)c["more"]).Feed(made);
            if (c.ContainsKey("merged"))
                using (var other = new FedStages((Case)c["merged"]).Made()) made.Merge(other);
            var options = RouteAskedOf(c);
            using (var route = Route.Choose(made, options))
            {
                RouteEvaluation evaluated = null;
                if (c.ContainsKey("other"))
                    using (var other = new FedStages((Case)c["other"]).Made())
                        evaluated = route.Evaluate(other, MeasuredOf(c));
                if (!c.ContainsKey("expect")) return;
                var e = (Case)c["expect"];
                CheckRoute(route, fed, e);
                if (e.ContainsKey("evaluated"))
                {
                    var wanted = (Case)e["evaluated"];
                    Check("cost evaluated", evaluated.Cost, Hex(wanted["cost"]));
                    Check("quality evaluated", evaluated.Quality, Hex(wanted["quality"]));
                    CheckList("shares evaluated", evaluated.Shares.ToArray(), wanted["shares"]);
                }
                if (c.ContainsKey("next"))
                    SameList("next",
                             Rows(c["next"]).Select(x => (long)route.Next((int)Int(x[1]), Real(x[2]), Int(x[0]))),
                             ((List)e["next"]).Select(Int));
                var own = route.Evaluate(made, MeasuredOf(c));
                SameBits("evaluated on its own rows", new[] { own.Cost, own.Quality }.Concat(own.Shares),
                         new[] { route.Cost, route.Quality }.Concat(route.Shares));
                foreach (var again in new[] { fed.InPieces(fed.Count / 2), fed.Merged(), made.Copy(),
                                              Stages.Load(made.Save()) })
                    using (again)
                    using (var other = Route.Choose(again, options)) Same("of other rows", other.Save(), route.Save());
            }
        }
    }

    private static void CheckRoute(Route route, FedStages fed, Case e)
    {
        var words = (Case)e["words"];
        Same("by", route.By, Named<RouteBy>(words["by"]));
        Same("goal", route.Goal, Named<RouteGoal>(words["goal"]));
        Same("measure", route.Measure, Named<RouteMeasure>(words["measure"]));
        Same("theorem", route.Theorem, (string)words["theorem"]);
        foreach (var fact in ((Case)e["numbers"]).OrderBy(x => x.Key, StringComparer.Ordinal))
            Check(fact.Key, route[Named<RouteFact>(fact.Key)], Hex(fact.Value));
        var thresholds = Rows(e["thresholds"]);
        Same("groups", route.Thresholds.GetLength(0), thresholds.Count);
        CheckList("thresholds", route.Thresholds.Cast<double>().ToArray(), thresholds.SelectMany(x => x).ToList());
        CheckList("shares", route.Shares.ToArray(), e["shares"]);
        if (e.ContainsKey("envelope_cost"))
        {
            CheckList("envelope_cost", route.EnvelopeCost.ToArray(), e["envelope_cost"]);
            CheckList("envelope_quality", route.EnvelopeQuality.ToArray(), e["envelope_quality"]);
        }
        if (e.ContainsKey("envelope_hull"))
            SameList("envelope_hull", route.EnvelopeHull, ((List)e["envelope_hull"]).Select(x => Int(x) != 0));
        CheckApplied(route, fed, e);
        foreach (var other in new[] { Route.Load(route.Save()), Route.Load(route.SaveBytes()) })
            using (other)
            {
                Same("saved again", other.Save(), route.Save());
                SameBits("of a saved and loaded one", AllNumbers(other), AllNumbers(route));
                CheckApplied(other, fed, e);
            }
    }

    private static IEnumerable<double> AllNumbers(Route route) =>
        Enum.GetValues(typeof(RouteFact)).Cast<RouteFact>().Select(fact => route[fact])
            .Concat(route.Thresholds.Cast<double>()).Concat(route.Shares).Concat(route.EnvelopeCost)
            .Concat(route.EnvelopeQuality).Concat(route.EnvelopeHull.Select(on => on ? 1.0 : 0));

    // Which stage answers, of a table and one row at a time.
    private static void CheckApplied(Route route, FedStages fed, Case e)
    {
        var wanted = ((List)e["stages"]).Select(x => (int)Int(x)).ToArray();
        var groups = fed.Groups(route);
        SameList("stages", route.IsRouter ? route.Apply(fed.Scores, groups) : route.Apply(fed.Confidences, groups),
                 wanted);
        var stages = Enumerable.Range(0, route.StageCount).Select(s => new Func<int, StageAnswer<int>>(
            i => new StageAnswer<int>(fed.Answers == null ? 0 : fed.Answers[i, s], fed.Confidences[i, s]))).ToArray();
        for (var i = 0; i < fed.Count; ++i)
        {
            var said = route.Run(stages, i, groups == null ? 0 : groups[i], route.IsRouter ? fed.Scores[i] : double.NaN);
            Same("stage", said.Stage, wanted[i]);
            Same("answer", said.Answer, fed.Answers == null ? 0 : fed.Answers[i, said.Stage]);
            Same("asked", said.Asked.Last(), said.Stage);
        }
    }

    private static void RouteLabels(Case c)
    {
        var fed = new FedStages((Case)c["stages"]);
        var options = RouteAskedOf(c);
        var made = fed.Made();
        try
        {
            var batches = new List<long[]>();
            for (var round = 0; round < Int(c["rounds"]); ++round)
            {
                var rows = c.ContainsKey("rows") ? Longs(c["rows"]) : made.Ask(options);
                batches.Add(rows);
                if (c.ContainsKey("truth"))
                {
                    var truth = (List)c["truth"];
                    made.Label(rows, rows.Select(i => (int)Int(truth[(int)i])).ToArray());
                }
                else
                {
                    var right = (List)c["right"];
                    made.Label(rows, Cells(rows.Select(i => right[(int)i]).ToList(), Real, made.StageCount));
                }
                var read = made.Copy();
                made.Dispose();
                made = read;
            }
            if (!c.ContainsKey("expect")) return;
            var e = (Case)c["expect"];
            var wanted = Rows(e["batches"]);
            Same("batches", batches.Count, wanted.Count);
            for (var i = 0; i < batches.Count; ++i) SameList("rows", batches[i], wanted[i].Select(Int));
            var facts = new Dictionary<string, double>
            {
                { "n_rows", made.RowCount }, { "n_stages", made.StageCount }, { "n_labelled", made.LabelledCount },
                { "n_considered", made.ConsideredCount }, { "n_waiting", made.WaitingCount },
                { "n_batches", made.BatchCount }, { "n_classes", made.ClassCount },
                { "n_segments", made.SegmentCount }
            };
            foreach (var fact in ((Case)e["numbers"]).OrderBy(x => x.Key, StringComparer.Ordinal))
                Check(fact.Key, facts[fact.Key], Hex(fact.Value));
            using (var route = Route.Choose(made, options)) CheckRoute(route, fed, (Case)e["route"]);
        }
        finally
        {
            made.Dispose();
        }
    }

    // Which rows to label, by an oracle that answers from the case.
    private static void LabellingItself(Case c)
    {
        var events = Bytes(c["events"]);
        using (var made = new Labelling(Reals(c["chances"]), Named<LabelledQuality>(c["quality"]), Real(c["min_quality"]),
                                        Real(c["certify"]), long.Parse((string)c["seed"])))
        {
            var e = (Case)c.Get("expect");
            var turn = 0;
            for (; !made.Certified; ++turn)
            {
                var rows = made.Next(Int(c["most"]));
                SameList("asked again", made.Next(1), rows);
                made.Answer(rows.Select(row => events[row]).ToArray());
                if (e == null) continue;
                var wanted = (Case)((List)e["turns"])[turn];
                SameList("rows", rows, ((List)wanted["rows"]).Select(Int));
                var facts = new Dictionary<string, double>
                {
                    { "certified", made.Certified ? 1 : 0 }, { "n_rows", made.RowCount }, { "n_labelled", made.LabelledCount },
                    { "n_drawn", made.DrawnCount }, { "n_events", made.EventCount }, { "n_allowed", made.AllowedCount },
                    { "max_events", made.MaxEvents }, { "cutoff", made.Cutoff }
                };
                foreach (var fact in ((Case)wanted["numbers"]).OrderBy(x => x.Key, StringComparer.Ordinal))
                    Check(fact.Key, facts[fact.Key], Hex(fact.Value));
            }
            if (e == null) return;
            Same("turns", turn, ((List)e["turns"]).Count);
            SameList("mask", made.Mask(), ((List)e["mask"]).Select(x => Int(x) != 0));
        }
    }
}
