// Model cascades: routes against all thresholds, running, forms of input, labels, saving, errors, threads.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Wald;

[Tests]
public static class RouteTests
{
    // Rows of two stages, of which the second is nearly always right.
    private sealed class Data
    {
        internal readonly double[,] Sure;
        internal readonly int[,] Answers;
        internal readonly int[] Truth;

        internal Data(int n, int seed)
        {
            var random = new Random(seed);
            Sure = new double[n, 2];
            Answers = new int[n, 2];
            Truth = new int[n];
            for (var i = 0; i < n; ++i)
            {
                Truth[i] = random.Next(2);
                Sure[i, 0] = random.NextDouble();
                Sure[i, 1] = 1;
                Answers[i, 0] = random.NextDouble() < 0.5 + 0.5 * Sure[i, 0] ? Truth[i] : 1 - Truth[i];
                Answers[i, 1] = random.NextDouble() < 0.98 ? Truth[i] : 1 - Truth[i];
            }
        }

        internal int Count => Truth.Length;

        internal double[] Scores => Enumerable.Range(0, Count).Select(i => Sure[i, 0]).ToArray();

        internal int[] First => Enumerable.Range(0, Count).Select(i => Answers[i, 0]).ToArray();

        internal Stages Stages()
        {
            var made = new Stages(2);
            made.Feed(Sure, Answers, Truth, stageCosts: new double[] { 1, 10 });
            return made;
        }

        // Rows of a part.
        internal void Feed(Stages stages, int from, int to)
        {
            var sure = new double[to - from, 2];
            var answers = new int[to - from, 2];
            for (var i = 0; i < to - from; ++i)
                for (var s = 0; s < 2; ++s)
                {
                    sure[i, s] = Sure[from + i, s];
                    answers[i, s] = Answers[from + i, s];
                }
            stages.Feed(sure, answers, Truth.Skip(from).Take(to - from).ToArray(),
                        stageCosts: new double[] { 1, 10 });
        }

        internal int[] Above(double threshold) => Scores.Select(x => x >= threshold ? 0 : 1).ToArray();

        internal double Quality(int[] stages) =>
            Enumerable.Range(0, Count).Count(i => Answers[i, stages[i]] == Truth[i]) / (double)Count;
    }

    private static readonly Data data = new Data(400, 1);

    private static RouteOptions AtLeast(double quality) => new RouteOptions { MinQuality = quality };

    private static double Cost(int[] stages, double first, double second) =>
        stages.Average(stage => stage == 0 ? first : second);

    public static void TheBestThresholdByTryingAll()
    {
        using (var stages = data.Stages())
        using (var route = Route.Choose(stages, AtLeast(0.9)))
        {
            var best = data.Scores.Concat(new[] { double.PositiveInfinity }).Select(data.Above)
                .Where(taken => data.Quality(taken) >= 0.9).Min(taken => Cost(taken, 1, 11));
            Check.Near(route.Cost, best);
            Check.That(route.IsExact && route.Feasible && !route.Certified && !route.IsRouter);
            var answering = route.Apply(data.Sure);
            Check.Near(route.Quality, data.Quality(answering));
            Check.Near(route.Cost, Cost(answering, 1, 11));
            Check.Same(answering, data.Above(route.Thresholds[0, 0]));
            Check.That(double.IsNegativeInfinity(route.Thresholds[0, 1]));
            Check.Equal(route.FullCost, 10);
            Check.Near(route.FullQuality, data.Quality(Enumerable.Repeat(1, 400).ToArray()));
            Check.That(route.Goal == RouteGoal.Cost && route.Measure == RouteMeasure.Accuracy && route.By == RouteBy.None);
            Check.Equal(route.Theorem, "none");
            Check.Same(new[] { route.StageCount, route.GroupCount }, 2, 1);
            Check.Same(new[] { route.RowCount, route.LabelledCount, route[RouteFact.Cost] }, 400, 400, route.Cost);
            Check.That(double.IsNaN(route.Certify) && double.IsNaN(route.LabelsNeeded));
            Check.Equal(Route.NameOf(RouteFact.FullCost), "full_cost");
            Check.Equal(Route.NameOf((RouteFact)99), "");
            Check.Throws<WaldArgumentException>(() => _ = route[(RouteFact)99], "fact is 99: must be the number of a fact");
            var points = route.EnvelopeCost.Count;
            Check.That(points > 2 && route.EnvelopeQuality.Count == points && route.EnvelopeHull.Count == points);
            for (var i = 1; i < points; ++i)
                Check.That(route.EnvelopeCost[i] > route.EnvelopeCost[i - 1]
                           && route.EnvelopeQuality[i] > route.EnvelopeQuality[i - 1]);
            Check.That(route.EnvelopeHull[0] && route.EnvelopeHull[points - 1]);
            Check.Near(route.Shares.Sum(), 1);
            Check.That(route.ToString().StartsWith("Route: 2 stages, cost ") && route.ToString().Contains("accuracy 0.9"),
                       route.ToString());
        }
    }

    public static void ApplyNextAndRunAgree()
    {
        using (var stages = data.Stages())
        using (var route = Route.Choose(stages, new RouteOptions { MinQuality = 0.9, By = RouteBy.Class }))
        {
            Check.Equal(route.GroupCount, 2);
            var answering = route.Apply(data.Sure, data.First);
            var asked = new List<int>();
            var askable = Enumerable.Range(0, 2).Select(s => new Func<int, StageAnswer<int>>(i =>
            {
                asked.Add(s);
                return new StageAnswer<int>(data.Answers[i, s], data.Sure[i, s]);
            })).ToArray();
            for (var i = 0; i < 50; ++i)
            {
                asked.Clear();
                var said = route.Run(askable, i);
                Check.Equal(said.Stage, answering[i]);
                Check.Equal(said.Answer, data.Answers[i, said.Stage]);
                Check.Same(said.Asked, asked.ToArray());
                Check.Equal(route.Next(0, data.Sure[i, 0], data.Answers[i, 0]), answering[i] == 0 ? -1 : 1);
            }
            Check.Equal(route.Next(), 0);
            var found = route.Evaluate(stages);
            Check.Near(found.Cost, Cost(answering, 1, 11));
            Check.Near(found.Quality, route.Quality);
            Check.Bits(found.Shares, route.Shares);
            Check.That(found.ToString().StartsWith("RouteEvaluation: cost "));
            var recall = route.Evaluate(stages, new RouteOptions { Measure = RouteMeasure.Recall, Positive = 0 });
            var right = Enumerable.Range(0, 400)
                .Count(i => data.Truth[i] == 0 && data.Answers[i, answering[i]] == 0);
            Check.Near(recall.Quality, right / (double)data.Truth.Count(x => x == 0));
            Check.Near(route.Evaluate(stages, new RouteOptions { Threads = 3 }).Quality, route.Quality);
            Check.Throws<DivideByZeroException>(
                () => route.Run(new Func<int, StageAnswer<int>>[] { i => new StageAnswer<int>(1 / i, 1), askable[1] }, 0));
            Refused("stages has 1 elements: there are 2 stages", () => route.Run(askable.Take(1).ToArray(), 0));
            Refused("answer is yes: must be a whole number, as the route goes by class",
                    () => route.Run(new Func<int, StageAnswer<string>>[] { i => new StageAnswer<string>("yes", 1), null }, 0));
            Check.Throws<ArgumentNullException>(() => route.Run<int, int>(null, 0));
        }
    }

    public static void RunAsyncIsRun()
    {
        using (var stages = data.Stages())
        using (var route = Route.Choose(stages, new RouteOptions { MinQuality = 0.9, By = RouteBy.Class }))
        {
            var plain = Enumerable.Range(0, 2).Select(s => new Func<int, StageAnswer<int>>(
                i => new StageAnswer<int>(data.Answers[i, s], data.Sure[i, s]))).ToArray();
            var later = plain.Select(ask => new Func<int, Task<StageAnswer<int>>>(i => Task.Run(() => ask(i)))).ToArray();
            var all = Enumerable.Range(0, 50).Select(i => route.RunAsync(later, i)).ToArray();
            Task.WaitAll(all);
            for (var i = 0; i < all.Length; ++i)
            {
                var said = route.Run(plain, i);
                Check.Equal(all[i].Result.Answer, said.Answer);
                Check.Same(all[i].Result.Asked, said.Asked.ToArray());
            }
            later[0] = i => throw new TimeZoneNotFoundException();
            Check.Throws<TimeZoneNotFoundException>(() => route.RunAsync(later, 0).GetAwaiter().GetResult());
            Check.Throws<ArgumentNullException>(() => route.RunAsync<int, int>(null, 0));
            Refused("stages has 1 elements: there are 2 stages", () => route.RunAsync(later.Take(1).ToArray(), 0));
        }
    }

    public static void EveryGoalAndMeasure()
    {
        using (var stages = data.Stages())
        {
            foreach (RouteMeasure measure in Enum.GetValues(typeof(RouteMeasure)))
                foreach (RouteGoal goal in Enum.GetValues(typeof(RouteGoal)))
                {
                    var options = new RouteOptions
                    {
                        Goal = goal, Measure = measure, MinQuality = goal == RouteGoal.Cost ? 0.9 : (double?)null,
                        Budget = goal == RouteGoal.Quality ? 6 : (double?)null,
                        RightValue = goal == RouteGoal.Value ? 20 : (double?)null
                    };
                    if (goal == RouteGoal.Value && measure > RouteMeasure.Agreement)
                    {
                        Check.Throws<WaldArgumentException>(() => Route.Choose(stages, options));
                        continue;
                    }
                    using (var route = Route.Choose(stages, options))
                    {
                        Check.That(route.Goal == goal && route.Measure == measure);
                        Check.That(goal != RouteGoal.Cost || !route.Feasible || route.Quality >= 0.9);
                        Check.That(goal != RouteGoal.Quality || route.Cost <= 6);
                        Check.Near(route.Evaluate(stages).Quality, route.Quality);
                    }
                }
        }
    }

    public static void RouterAndSegments()
    {
        var segments = Enumerable.Range(0, 400).Select(i => i % 3).ToArray();
        var options = new RouteOptions { Router = true, By = RouteBy.Segment, Goal = RouteGoal.Quality, Budget = 5 };
        using (var stages = new Stages(2))
        {
            stages.Feed(data.Sure, data.Answers, data.Truth, segments: segments, scores: data.Scores,
                        stageCosts: new double[] { 1, 10 });
            Check.Equal(stages.SegmentCount, 3);
            using (var route = Route.Choose(stages, options))
            {
                Check.That(route.Thresholds.GetLength(0) == 3 && route.IsRouter && route.Cost <= 5);
                var answering = route.Apply(data.Scores, segments);
                Check.Near(route.Cost, Cost(answering, 1, 10));
                Check.Same(route.Apply(new Table(data.Scores, 400, 1), segments), answering);
                Check.Same(new[] { route.Next(-1, 2, 1), route.Next(0, 2, 1), route.Next(-1, 2, 7) }, 0, -1, 1);
                var stage = new Func<string, StageAnswer<string>>[] { q => new StageAnswer<string>(q + "!", 0), null };
                var said = route.Run(stage, "what", 1, 2);
                Check.Equal(said.ToString(), "RouteAnswer: what! of stage 0");
                Refused("groups is NULL: the route has thresholds by group", () => route.Apply(data.Scores));
                Refused("groups has 1 elements: there are 400 rows", () => route.Apply(data.Scores, new int[1]));
                Refused("confidences has 2 columns: must have 1", () => route.Apply(data.Sure, segments));
            }
        }
    }

    public static void ThreeStagesOfWhichOneIsLeftOut()
    {
        double[,] sure = new double[60, 3], right = new double[60, 3];
        for (var i = 0; i < 60; ++i)
        {
            sure[i, 0] = i;
            sure[i, 1] = 0.5;
            sure[i, 2] = right[i, 2] = 1;
            right[i, 0] = i >= 30 ? 1 : 0;
        }
        using (var stages = new Stages(3))
        {
            stages.Feed(sure, right: right, stageCosts: new double[] { 1, 5, 10 });
            using (var route = Route.Choose(stages, AtLeast(1)))
            {
                Check.Equal(stages.ClassCount, 0);
                Check.That(double.IsNaN(route.Thresholds[0, 1]));
                Check.Same(new[] { route.Next(0, 29), route.Next(0, 30) }, 2, -1);
                Check.Near(route.Cost, 6);
                Check.Same(route.Shares, 0.5, 0, 0.5);
            }
        }
    }

    public static void FormsOfInput()
    {
        const int n = 400;
        double[] flat = new double[2 * n], columns = new double[2 * n], costs = new double[2 * n];
        int[] answers = new int[2 * n], sideways = new int[2 * n];
        for (var i = 0; i < n; ++i)
            for (var s = 0; s < 2; ++s)
            {
                flat[2 * i + s] = columns[s * n + i] = data.Sure[i, s];
                answers[2 * i + s] = sideways[s * n + i] = data.Answers[i, s];
                costs[2 * i + s] = s == 0 ? 1 : 10;
            }
        var ones = Enumerable.Repeat(1.0, n).ToArray();
        using (var wanted = data.Stages())
        using (Stages one = new Stages(2), other = new Stages(2))
        {
            one.Feed(new Table(flat, n, 2), new ClassTable(answers, n, 2), data.Truth, costs: new Table(costs, n, 2));
            Check.Equal(one.Save(), wanted.Save());
            other.Feed(new Table(columns, n, 2, 1, n), new ClassTable(sideways, n, 2, 1, n), data.Truth,
                       costs: new Table(costs, n, 2));
            Check.Equal(other.Save(), wanted.Save());
        }
        var floats = new float[n, 2];
        double[,] rounded = new double[n, 2], right = new double[n, 2];
        for (var i = 0; i < n; ++i)
            for (var s = 0; s < 2; ++s)
            {
                rounded[i, s] = floats[i, s] = (float)data.Sure[i, s];
                right[i, s] = data.Answers[i, s] == data.Truth[i] ? 1 : 0;
            }
        using (Stages known = new Stages(2), wide = new Stages(2))
        {
            known.Feed(floats, right: right, weights: ones.Select(x => 2 * x).ToArray(),
                       stageCosts: new float[] { 1, 10 });
            wide.Feed(rounded, data.Answers, data.Truth, weights: ones, stageCosts: new double[] { 1, 10 });
            using (Route one = Route.Choose(known, AtLeast(0.9)), other = Route.Choose(wide, AtLeast(0.9)))
                Check.Equal(one.Cost, other.Cost);
            Check.Same(new[] { known.ClassCount, wide.ClassCount }, 0, 2);
            Refused("measure is recall: requires answers, and these rows have only right",
                    () => Route.Choose(known, new RouteOptions { Measure = RouteMeasure.Recall }));
            Check.Equal(wide.ToString(), "Stages: 400 rows of 2 stages, 400 labelled");
        }
    }

    public static void PiecesMergingSaving()
    {
        using (var all = data.Stages())
        using (Stages head = new Stages(2), tail = new Stages(2))
        using (var route = Route.Choose(all, AtLeast(0.9)))
        {
            data.Feed(head, 0, 100);
            data.Feed(tail, 100, 300);
            data.Feed(tail, 300, 400);
            head.Merge(tail);
            Check.Equal(head.Save(), all.Save());
            using (Stages copy = all.Copy(), loaded = Stages.Load(all.SaveBytes()))
            {
                copy.Merge(all);
                Check.Equal(copy.RowCount, 800);
                copy.Merge(copy);
                Check.Equal(copy.RowCount, 1600);
                Check.Equal(all.RowCount, 400);
                Check.Equal(loaded.Save(), all.Save());
            }
            var folder = Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString())).FullName;
            try
            {
                string file = Path.Combine(folder, "route.json"), rows = Path.Combine(folder, "stages.json");
                route.SaveFile(file);
                all.SaveFile(rows);
                using (Route read = Route.LoadFile(file), text = Route.Load(route.Save()),
                             binary = Route.Load(route.SaveBytes()))
                using (var again = Stages.LoadFile(rows))
                {
                    foreach (var one in new[] { read, text, binary })
                    {
                        Check.Equal(one.Save(), route.Save());
                        foreach (RouteFact fact in Enum.GetValues(typeof(RouteFact))) Check.Bits(one[fact], route[fact]);
                        Check.Same(one.Apply(data.Sure), route.Apply(data.Sure));
                        Check.Bits(one.Thresholds.Cast<double>(), route.Thresholds.Cast<double>());
                    }
                    Check.Equal(again.Save(), all.Save());
                }
            }
            finally
            {
                Directory.Delete(folder, true);
            }
            Check.That(Check.Throws<WaldFormatException>(() => Route.Load(route.Save().Replace("\"-inf\"", "0.5")))
                           .Message.Contains("does not end with a stage"));
            Check.Throws<WaldFormatException>(() => Stages.Load(route.Save()));
            Check.Throws<WaldFormatException>(() => Route.Load(all.SaveBytes()));
        }
    }

    public static void CertificatesAndLabels()
    {
        var many = new Data(4000, 2);
        var certified = new RouteOptions { MinQuality = 0.85, Certify = 0.9, BatchSize = 150 };
        using (var stages = new Stages(2))
        {
            stages.Feed(many.Sure, many.Answers, stageCosts: new double[] { 1, 10 });
            Check.That(Check.Throws<WaldArgumentException>(() => Route.Choose(stages, certified))
                           .Message.StartsWith("no row of a weight above 0 is labelled"));
            var batches = 0;
            Route route;
            long[] rows;
            do
            {
                rows = stages.Ask(certified);
                ++batches;
                Check.Equal(stages.WaitingCount, rows.Length);
                Check.Same(rows, rows.OrderBy(x => x).Distinct().ToArray());
                Check.That(Check.Throws<WaldArgumentException>(() => Route.Choose(stages, certified))
                               .Message.Contains("have no label yet"));
                stages.Label(rows, rows.Select(i => many.Truth[i]).ToArray());
                route = Route.Choose(stages, certified);
            } while (!route.Certified && batches < 20);
            using (route)
            {
                Check.That(route.Certified && route.Cost < 10);
                Check.Equal(route.Theorem, "bets");
                Check.Equal(route.Certify, 0.9);
                Check.Equal(route.LabelsNeeded, 0);
                Check.That(stages.LabelledCount < 2000 && stages.ConsideredCount >= stages.LabelledCount);
                Check.Equal(stages.BatchCount, batches);
                Check.That(many.Quality(route.Apply(many.Sure)) > 0.85);
                Check.That(route.ToString().EndsWith(", certified with 0.9"), route.ToString());
            }
            Check.That(Check.Throws<WaldArgumentException>(() => stages.Label(new[] { rows[0] }, new[] { 1 }))
                           .Message.Contains("was not asked for"));
        }
        using (var stages = many.Stages())
        using (var route = Route.Choose(stages, certified))
        {
            Check.That(route.Certified);
            Check.Equal(route.Theorem, "tested-path");
        }
        double[,] sure = new double[300, 2], unknown = new double[300, 2];
        for (var i = 0; i < 300; ++i)
        {
            sure[i, 0] = many.Sure[i, 0];
            sure[i, 1] = 1;
            unknown[i, 0] = unknown[i, 1] = double.NaN;
        }
        using (var stages = new Stages(2))
        {
            stages.Feed(sure, right: unknown, stageCosts: new double[] { 1, 10 });
            var rows = stages.Ask();
            var right = new double[rows.Length, 2];
            for (var i = 0; i < rows.Length; ++i) right[i, 1] = 1;
            stages.Label(rows, right);
            Check.Equal(stages.LabelledCount, rows.Length);
            Check.Equal(stages.WaitingCount, 0);
        }
    }

    public static void KnownLabelProbabilities()
    {
        var many = new Data(2000, 5);
        var random = new Random(6);
        var probabilities = many.Scores.Select(x => x < 0.5 ? 0.8 : 0.3).ToArray();
        var known = many.Truth.Select((x, i) => random.NextDouble() < probabilities[i] ? x : -1).ToArray();
        using (var stages = new Stages(2))
        {
            stages.Feed(many.Sure, many.Answers, known, labelProbabilities: probabilities,
                        stageCosts: new double[] { 1, 10 });
            Check.Equal(stages.ConsideredCount, 2000);
            Check.Equal(stages.LabelledCount, known.Count(x => x >= 0));
            using (var route = Route.Choose(stages, new RouteOptions { MinQuality = 0.85, Certify = 0.9 }))
                Check.Equal(route.Theorem, "bets");
        }
    }

    private sealed class Told : IProgress<double>
    {
        internal readonly List<double> All = new List<double>();
        internal Action Then = () => { };

        public void Report(double value)
        {
            All.Add(value);
            Then();
        }
    }

    public static void ProgressAndCancelling()
    {
        using (var stages = new Data(3000, 3).Stages())
        {
            var told = new Told();
            Route.Choose(stages, new RouteOptions { MinQuality = 0.9, Progress = told }).Dispose();
            Check.That(told.All.Count > 0 && told.All.All(x => x >= 0 && x <= 1));
            told.Then = () => throw new TimeZoneNotFoundException();
            Check.Throws<TimeZoneNotFoundException>(
                () => Route.Choose(stages, new RouteOptions { MinQuality = 0.9, Progress = told }));
            var cancelled = new CancellationToken(true);
            Check.Throws<WaldCanceledException>(
                () => Route.Choose(stages, new RouteOptions { MinQuality = 0.9, CancellationToken = cancelled }));
        }
    }

    private static void Refused(string message, Action call) => Check.Throws<WaldArgumentException>(call, message);

    public static void Errors()
    {
        Refused("n_stages is 1: must lie in [2, 12]", () => new Stages(1));
        double[,] one = { { 0.5, 1 } }, yes = { { 1, 1 } };
        using (Stages stages = new Stages(2), all = data.Stages(), three = new Stages(3))
        {
            Refused("confidences[0][1] is inf: must be finite, or NaN for none",
                    () => stages.Feed(new[,] { { 0.5, double.PositiveInfinity } }, right: yes));
            Refused("right[0][1] is 2: must lie in [0, 1], or be NaN if not labelled",
                    () => stages.Feed(one, right: new double[,] { { 1, 2 } }));
            Refused("right has 2 rows: must have 1", () => stages.Feed(one, right: new double[2, 2]));
            Refused("answers has 2 rows: must have 1", () => stages.Feed(one, new int[2, 2]));
            Refused("truth has 2 elements: there are 1 rows", () => stages.Feed(one, new int[1, 2], new int[2]));
            Refused("segments has 2 elements: there are 1 rows",
                    () => stages.Feed(one, right: yes, segments: new int[2]));
            Refused("stageCosts has 1 elements: there are 2 stages",
                    () => stages.Feed(one, right: yes, stageCosts: new double[1]));
            Refused("stageCosts are given, and costs too: must be one of them",
                    () => stages.Feed(one, right: yes, costs: yes, stageCosts: new double[2]));
            Refused("weights has 2 elements: there are 1 rows",
                    () => stages.Feed(one, right: yes, weights: new double[2]));
            Refused("scores has 2 elements: there are 1 rows",
                    () => stages.Feed(one, right: yes, scores: new double[2]));
            Check.Throws<WaldArgumentException>(() => stages.Feed(one));
            Check.Throws<WaldArgumentException>(() => three.Feed(one, right: yes));
            Check.Throws<WaldArgumentException>(
                () => stages.Feed(one, new int[1, 2], labelProbabilities: new double[] { 0 }));
            Check.Throws<ArgumentNullException>(() => stages.Feed(one, (int[,])null));
            Check.Throws<ArgumentNullException>(() => stages.Merge(null));
            Check.Throws<ArgumentNullException>(() => stages.Label(null, new int[1]));
            Check.Throws<ArgumentNullException>(() => Route.Choose(null));
            Refused("truth has 1 elements: there are 2 rows", () => stages.Label(new long[2], new int[1]));
            Check.Equal(stages.RowCount, 0);
            Refused("other has 3 stages: must have 2", () => { three.Feed(new double[1, 3], right: new double[1, 3]); all.Merge(three); });
            Check.That(Check.Throws<WaldArgumentException>(
                               () => Route.Choose(all, new RouteOptions { Goal = RouteGoal.Quality }))
                           .Message.StartsWith("budget is not set"));
            Check.Throws<WaldArgumentException>(() => Route.Choose(stages));
            Refused("certify is 1: must lie in (0, 1)", () => Route.Choose(all, new RouteOptions { Certify = 1 }));
            Check.Throws<WaldArgumentException>(() => Route.Choose(all, new RouteOptions { Goal = (RouteGoal)9 }));
            using (var route = Route.Choose(all, AtLeast(0.9)))
            {
                Refused("stage is 5: must be -1 (none yet) or lie in [0, 1]", () => route.Next(5, 0.5));
                Check.Throws<ArgumentNullException>(() => route.Evaluate(null));
            }
        }
    }

    public static void DisposedAndInUse()
    {
        var stages = data.Stages();
        var route = Route.Choose(stages);
        var told = new Told
        {
            Then = () =>
            {
                Check.Throws<InvalidOperationException>(() => stages.Ask());
                Route.Choose(stages).Dispose();
            }
        };
        Route.Choose(stages, new RouteOptions { Progress = told }).Dispose();
        Check.That(told.All.Count > 0);
        stages.Dispose();
        stages.Dispose();
        Check.Equal(stages.ToString(), "Stages (disposed)");
        Check.Throws<ObjectDisposedException>(() => Route.Choose(stages));
        Check.Throws<ObjectDisposedException>(() => stages.Feed(data.Sure, data.Answers));
        Check.Throws<ObjectDisposedException>(() => route.Evaluate(stages));
        Check.Equal(route.Apply(data.Sure).Length, 400);
        route.Dispose();
        Check.Throws<ObjectDisposedException>(() => route.Next());
        Check.Equal(route.Thresholds.Length, 2); // what was read stays
    }

    public static void ManyThreadsUseOneRoute()
    {
        using (var stages = data.Stages())
        using (var route = Route.Choose(stages, AtLeast(0.9)))
        {
            var wanted = route.Apply(data.Sure);
            var wrong = 0;
            Parallel.For(0, 40, _ =>
            {
                for (var i = 0; i < 400; ++i)
                    if (route.Next(0, data.Sure[i, 0]) != (wanted[i] == 0 ? -1 : 1)) Interlocked.Increment(ref wrong);
                using (var same = Route.Choose(stages, AtLeast(0.9)))
                    if (!same.Apply(data.Sure).SequenceEqual(wanted)) Interlocked.Increment(ref wrong);
            });
            Check.Equal(wrong, 0);
        }
    }

    public static void NoRows()
    {
        using (var none = new Stages(2))
        using (var all = data.Stages())
        using (var route = Route.Choose(all))
        {
            none.Feed(new double[0, 2], new int[0, 2]);
            Check.Equal(none.RowCount, 0);
            Refused("rows is 0: no row was fed", () => none.Ask());
            none.Merge(all);
            Check.Equal(none.RowCount, 400);
            Check.Equal(route.Apply(new double[0, 2]).Length, 0);
            using (var byClass = Route.Choose(all, new RouteOptions { By = RouteBy.Class }))
                Check.Equal(byClass.Apply(new double[0, 2], new int[0]).Length, 0);
        }
    }
}
