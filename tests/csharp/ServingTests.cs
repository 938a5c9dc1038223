// What a service needs: replacing under load, options that are shared, memory of its own, streams, values that compare.
using System;
using System.IO;
using System.Linq;
using System.Threading;
using Wald;

[Tests]
public static class ServingTests
{
    private static readonly double[] P = { 0.9, 0.45, 0.4, 0.1 };

    // What a service of several objects replaces as one.
    private sealed class Model : IDisposable
    {
        internal static int Open;

        internal readonly Cascade Cascade;
        internal readonly Metric Metric;
        internal readonly Thresholds Thresholds;
        internal readonly int Answer;

        internal Model(byte[] cascade, Sample sample, int number)
        {
            Cascade = Cascade.Load(cascade);
            Metric = new Metric(number % 2 == 0 ? "f1" : "fbeta:0.25");
            Thresholds = sample.Choose();
            Answer = number % 2 == 0 ? 3 : 1;
            Interlocked.Increment(ref Open);
        }

        public void Dispose()
        {
            Cascade.Dispose();
            Metric.Dispose();
            Thresholds.Dispose();
            Interlocked.Decrement(ref Open);
        }
    }

    public static void SwapsUnderLoad()
    {
        const int threads = 8, swaps = 1000;
        var scores = new[,] { { 1.0, 2.0 }, { -1, -2 }, { 0.5, -0.25 } };
        byte[] saved;
        using (var rows = CascadeScores.Of(scores))
        using (var fitted = Cascade.Fit(rows)) saved = fitted.SaveBytes();
        using (var sample = Sample.Of(new byte[] { 0, 1, 0, 1 }, new[] { 0.1, 0.9, 0.3, 0.8 }))
        {
            var current = new Swap<Model>(new Model(saved, sample, 0));
            Exception failure = null;
            var goesOn = true;
            long requests = 0;
            var all = Enumerable.Range(0, threads).Select(i => new Thread(() =>
            {
                try
                {
                    var mask = new byte[4];
                    do
                    {
                        using (var lease = current.Lease())
                        {
                            var model = lease.Value;
                            model.Metric.DecideInto(P, mask);
                            Check.Equal(mask.Sum(x => x), model.Answer);
                            Check.Equal(model.Cascade.Apply(scores).Decisions[0], 1);
                            Check.Equal(model.Thresholds.Apply(new[] { 0.95 })[0], (byte)1);
                        }
                        Interlocked.Increment(ref requests);
                    } while (Volatile.Read(ref goesOn));
                }
                catch (Exception exception)
                {
                    failure = exception;
                }
            })).ToArray();
            foreach (var one in all) one.Start();
            for (var i = 1; i <= swaps; ++i)
            {
                current.Set(new Model(saved, sample, i));
                if (i % 50 == 0) Thread.Sleep(1);
            }
            Volatile.Write(ref goesOn, false);
            foreach (var one in all) one.Join();
            if (failure != null) throw new CheckFailed(failure.ToString());
            Check.That(requests >= threads);
            Check.Equal(Model.Open, 1); // the last, and no other
            current.Dispose();
            Check.Equal(Model.Open, 0);
        }
    }

    public static void TheLastLeaseDisposes()
    {
        Metric first = new Metric("f1"), second = new Metric("jaccard");
        var current = new Swap<Metric>(first);
        var early = current.Lease();
        using (current.Lease()) current.Set(second);
        Check.That(ReferenceEquals(early.Value, first));
        Check.Equal(early.Value.Name, "f1");
        using (var late = current.Lease()) Check.That(ReferenceEquals(late.Value, second));
        early.Dispose();
        Check.Throws<ObjectDisposedException>(() => first.Name.ToString());
        Check.Throws<WaldArgumentException>(() => current.Set(second));
        Check.Throws<ArgumentNullException>(() => current.Set(null));
        using (var late = current.Lease())
        {
            current.Dispose();
            current.Dispose();
            Check.Equal(late.Value.Name, "jaccard");
        }
        Check.Throws<ObjectDisposedException>(() => second.Name.ToString());
        Check.Throws<ObjectDisposedException>(() => current.Lease());
        using (var third = new Metric("f1"))
        {
            Check.Throws<ObjectDisposedException>(() => current.Set(third));
            Check.Equal(third.Name, "f1");
        }
        Check.Throws<ArgumentNullException>(() => new Swap<Metric>(null));
    }

    public static void OptionsThatAreReadOnly()
    {
        var perRow = new[] { 2 };
        var options = new DecisionOptions { Average = Average.Macro, PerRow = perRow };
        Check.That(!options.IsReadOnly);
        options.AtLeast = 1;
        options.AtLeast = null;
        Check.That(ReferenceEquals(options.MakeReadOnly(), options) && options.IsReadOnly);
        options.MakeReadOnly();
        perRow[0] = 3;
        Check.Equal(options.PerRow[0], 2);
        foreach (var change in new Action[]
                 {
                     () => options.AtLeast = 1, () => options.Kind = Kind.Categorical, () => options.Exactly = 1,
                     () => options.Threads = 2, () => options.Progress = null, () => options.PerRow = null,
                     () => options.CancellationToken = CancellationToken.None, () => options.Average = null
                 })
            Check.Throws<InvalidOperationException>(change, "options are read-only: they cannot be changed");
        var photos = new[,] { { 0.9, 0.6, 0.05, 0.3 }, { 0.2, 0.45, 0.4, 0.1 } };
        using (var f1 = new Metric("f1"))
        {
            for (var i = 0; i < 3; ++i)
                using (var decisions = f1.Decide(photos, options))
                    Check.Equal(decisions.ToMask().Cast<byte>().Sum(x => x), 4);
            using (var source = new CancellationTokenSource())
            {
                var mine = options.WithCancellationToken(source.Token);
                Check.That(!mine.IsReadOnly && mine.PerRow[0] == 2 && mine.CancellationToken == source.Token);
                mine.AtLeast = 1;
                Check.Equal(options.AtLeast, null);
                mine.AtLeast = null;
                using (f1.Decide(photos, mine)) { }
                mine.MakeReadOnly();
                using (f1.Decide(photos, mine)) { }
                source.Cancel();
                Check.Throws<WaldCanceledException>(() => f1.Decide(photos, mine));
                using (f1.Decide(photos, options)) { }
            }
        }
        Check.Throws<WaldArgumentException>(() => new DecisionOptions { AtLeast = -1 }.MakeReadOnly());
        var reported = 0;
        var told = new ThresholdOptions { Folds = 2, Progress = new Counter(() => ++reported) }.MakeReadOnly();
        using (var sample = Sample.Of(Enumerable.Range(0, 2000).Select(i => (byte)(i % 3 == 0 ? 1 : 0)).ToArray(),
                                      Enumerable.Range(0, 2000).Select(i => i * 7919 % 2000 / 2000.0).ToArray()))
            for (var i = 0; i < 2; ++i) sample.Choose(told).Dispose();
        var route = new RouteOptions { MinQuality = 0.9 }.MakeReadOnly();
        var learner = new LearnerOptions { CValues = new[] { 1.0 } }.MakeReadOnly();
        Check.That(route.IsReadOnly && learner.IsReadOnly);
        using (var rows = new Dataset(new Columns().Add("x", 1, 2, 3, 4))) // which adds its names to the options
        {
            rows.SetLabels(new byte[,] { { 0 }, { 1 }, { 0 }, { 1 } });
            using (var fitted = Learner.Fit("lfp", rows, learner)) Check.Same(fitted.FeatureNames, "x");
        }
    }

    private sealed class Counter : IProgress<double>
    {
        private readonly Action count;

        internal Counter(Action count)
        {
            this.count = count;
        }

        public void Report(double fraction) => count();
    }

    public static void VectorsIntoMemory()
    {
        var mask = new byte[4];
        using (var f1 = new Metric("f1"))
        using (var known = Estimator.Independent(P))
        {
            var wanted = f1.Decide(P);
            Check.Equal(f1.DecideInto(P, mask), wanted.Expected);
            Check.Same(mask, wanted.ToMask());
            Array.Clear(mask, 0, 4);
            Check.Equal(f1.DecideInto(known, mask), wanted.Expected);
            Check.Same(mask, wanted.ToMask());
            f1.DecideInto(new[] { 0.9f, 0.1f }, mask.AsSpan(1, 2));
            Check.Same(mask, (byte)1, (byte)1, (byte)0, (byte)0);
            f1.DecideInto(P, mask, new DecisionOptions { Abstain = 0 });
            Check.Same(mask, (byte)2, (byte)2, (byte)2, (byte)2);
            Check.Throws<WaldArgumentException>(() => f1.DecideInto(P, new byte[3]));
            Check.Throws<WaldArgumentException>(() => f1.DecideInto(known, new byte[5]));
            Check.Throws<WaldArgumentException>(() => f1.DecideInto(new[] { 1.5 }, new byte[1]));
        }
        using (var mine = Metric.Custom((tp, k, s, n) => throw new InvalidTimeZoneException("mine")))
            Check.Throws<InvalidTimeZoneException>(() => mine.DecideInto(P, mask), "mine");
    }

    public static void VectorsIntoMemoryAllocateNothing()
    {
        var mask = new byte[4];
        var options = new DecisionOptions { AtLeast = 1 }.MakeReadOnly();
        using (var f1 = new Metric("f1"))
        using (var current = new Swap<Metric>(new Metric("f1")))
        {
            Action<int> calls = count =>
            {
                for (var i = 0; i < count; ++i)
                    using (var lease = current.Lease()) lease.Value.DecideInto(P, mask, options);
            };
            calls(100);
            var counter = typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread");
            var allocated = counter == null ? null : (Func<long>)counter.CreateDelegate(typeof(Func<long>));
            var before = allocated?.Invoke() ?? 0;
            var kept = new byte[100_000];
            if (allocated != null && allocated() - before >= kept.Length) // else this runtime does not count
            {
                before = allocated();
                calls(2000);
                Check.That(allocated() - before < 2000, $"{allocated() - before} bytes in 2000 calls");
                return;
            }
            // One object a call would be 24 bytes, of which the youngest generation holds four million.
            GC.Collect();
            var collections = GC.CollectionCount(0);
            calls(200_000);
            Check.Equal(GC.CollectionCount(0) - collections, 0);
        }
    }

    public static void DecisionsCompare()
    {
        using (var f1 = new Metric("f1"))
        {
            Decision one = f1.Decide(P), same = f1.Decide(P), other = f1.Decide(new[] { 0.9, 0.45, 0.4, 0.2 });
            Check.That(one == same && !(one != same) && one.Equals(same) && one.Equals((object)same));
            Check.Equal(one.GetHashCode(), same.GetHashCode());
            Check.That(one != other && !one.Equals(other) && !one.Equals(null) && one != null && null != one);
            Check.That(!one.Equals("a text"));
            Decision none = null;
            Check.That(none == null);
            Check.That(one != f1.Decide(P, new DecisionOptions { Algorithm = "enumeration" }));
            using (var all = f1.Decide(new[,] { { 0.9, 0.45, 0.4, 0.1 } })) Check.Same(all[0].ToMask(), one.ToMask());
        }
    }

    public static void LongListsAreNotToldWhole()
    {
        using (var f1 = new Metric("f1"))
        {
            var text = f1.Decide(Enumerable.Repeat(0.9, 1000).ToArray()).ToString();
            Check.That(text.StartsWith("Decision: labels {0, 1, 2, 3, ") && text.Contains("19, ... 980 more}, expected"), text);
            text = f1.Decide(Enumerable.Repeat(0.9, 20).ToArray()).ToString();
            Check.That(text.Contains("18, 19}, expected"), text);
        }
    }

    public static void StreamsAreLoaded()
    {
        using (var known = Estimator.Independent(P))
        using (var stream = new MemoryStream(known.SaveBytes()))
        using (var again = Estimator.Load(stream))
        {
            Check.Equal(again.Save(), known.Save());
            Check.Equal(stream.ReadByte(), -1); // open, at its end
            using (var text = new MemoryStream(System.Text.Encoding.UTF8.GetBytes(known.Save())))
            using (var same = Estimator.Load(text)) Check.Equal(same.Save(), known.Save());
        }
        using (var f1 = new Metric("f1"))
        using (var pass = new TablePass(f1, new DecisionOptions { Average = Average.Micro }))
        using (var again = TablePass.FromBytes(new MemoryStream(pass.ToBytes()))) Check.Same(again.ToBytes(), pass.ToBytes());
        Check.Throws<ArgumentNullException>(() => Cascade.Load((Stream)null));
        Check.Throws<WaldFormatException>(() => Learner.Load(new MemoryStream(new byte[] { 1, 2 })));
        var loaded = typeof(Metric).Assembly.GetTypes().Where(t => t.IsPublic && t.GetMethod("LoadFile") != null).ToArray();
        Check.That(loaded.Length >= 9);
        foreach (var type in loaded) Check.That(type.GetMethod("Load", new[] { typeof(Stream) }) != null, type.Name);
    }
}
