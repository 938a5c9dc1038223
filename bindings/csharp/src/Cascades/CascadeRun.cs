// One example on its way through a cascade.
using System;

namespace Wald
{
    /// <summary>
    /// One example at a time on its way through a <see cref="Cascade"/>: which model to run next, and when it is
    /// decided. Made once and used for one example after the other; nothing is allocated on the way.
    /// </summary>
    /// <remarks>Each thread has a run of its own, while all share the cascade, which may be disposed of first. A run
    /// that two threads use at once is refused with <see cref="InvalidOperationException"/>.</remarks>
    /// <example>
    /// <code>
    /// using (var run = cascade.Run())
    ///     foreach (var example in examples)
    ///     {
    ///         for (var model = run.Start(); model >= 0; model = run.Feed(Score(model, example))) { }
    ///         Serve(example, run.Decision);
    ///     }
    /// </code>
    /// </example>
    public sealed partial class CascadeRun
    {
        private readonly double[] sums;

        internal CascadeRun(wald_cascade_run handle, int classes)
        {
            this.handle = handle;
            sums = new double[classes];
            Start();
        }

        /// <summary>The model to run; -1 if the example is decided.</summary>
        public int Next { get; private set; }

        /// <summary>0 or 1, with K classes the class; -1 as long as the example is undecided.</summary>
        public int Decision { get; private set; }

        /// <summary>Whether the example is decided.</summary>
        public bool IsDecided => Next < 0;

        /// <summary>How many models ran.</summary>
        public int Count { get; private set; }

        /// <summary>The sum of scores of each class once all models ran; NaN if fewer were.</summary>
        public ReadOnlySpan<double> Sums => sums;

        /// <summary>Begins another example.</summary>
        /// <returns>The first model to run.</returns>
        public unsafe int Start()
        {
            long model;
            using (Usage.Write()) Native.wald_cascade_run_feed(Handle, null, 0, &model, null, null, null);
            Decision = -1;
            Count = 0;
            for (var i = 0; i < sums.Length; ++i) sums[i] = double.NaN;
            return Next = (int)model;
        }

        /// <summary>Takes the score of the model <see cref="Next"/>.</summary>
        /// <param name="score">Finite.</param>
        /// <returns>The next model to run; -1 if the example is decided.</returns>
        public unsafe int Feed(double score) => Feed(&score, 1);

        /// <summary>Takes the scores of the model <see cref="Next"/>, one for each class.</summary>
        /// <param name="scores">Finite.</param>
        /// <returns>The next model to run; -1 if the example is decided.</returns>
        // also: scores as double[]
        public unsafe int Feed(ReadOnlySpan<double> scores)
        {
            fixed (double* p = &First.Of(scores)) return Feed(p, scores.Length);
        }

        private unsafe int Feed(double* scores, int length)
        {
            long model, count;
            int decision;
            fixed (double* summed = &First.Of(sums))
            using (Usage.Write())
                Native.wald_cascade_run_feed(Handle, scores, length, &model, &decision, &count, summed);
            Decision = decision;
            Count = (int)count;
            return Next = (int)model;
        }

        /// <summary>How far it is.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            IsDecided ? $"CascadeRun: decided for {Decision} after {Count} models"
                      : $"CascadeRun: {Count} models asked, {Next} is next";
    }
}
