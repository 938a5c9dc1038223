// Written by bindings/generate from the rows of the core: do not edit.
using System;
using System.Collections.Generic;
using System.Threading;

namespace Wald
{
    /// <summary>How to decide; what is not set is the library's default. Values are checked by the call that uses them.
    /// One object may serve many calls, and several threads as long as none changes it.</summary>
    public sealed partial class Options
    {
        /// <summary>The least number of positives in each answer; -1 leaves it to the learner where one answers, and is
        /// 0 otherwise. At least -1. Default -1.</summary>
        public long? AtLeast { get; set; }

        /// <summary>The greatest number of positives in each answer; -1 sets no limit. At least -1. Default
        /// -1.</summary>
        public long? AtMost { get; set; }

        /// <summary>The algorithm; auto picks the best exact one. One of <c>auto</c>, <c>enumeration</c>, <c>chai</c>,
        /// <c>jansche</c>, <c>jansche-approx</c>, <c>ye</c>, <c>lewis</c>, <c>n16</c>, <c>n16-first-rise</c>,
        /// <c>window</c>, <c>categorical</c>, <c>gfm</c>, <c>mode</c>, <c>marginal-modes</c>, <c>ascent</c>,
        /// <c>bisection</c>, <c>separable</c>. Default <c>auto</c>.</summary>
        public string Algorithm { get; set; }

        /// <summary>What is one problem in a table of probabilities. Default <see cref="Wald.Average.Instance"/>.
        /// Concerns tables.</summary>
        public Average? Average { get; set; }

        /// <summary>The cost of abstaining: an instance whose expected loss is above it is left undecided. Not set:
        /// never. Finite. Concerns tables.</summary>
        public double? Abstain { get; set; }

        /// <summary>How many label vectors are drawn where a distribution has to be simulated. In [2, 100000000].
        /// Default 10000. Concerns distributions.</summary>
        public long? Samples { get; set; }

        /// <summary>The seed of whatever is drawn at random. Default 0. Concerns distributions, draws,
        /// learners.</summary>
        public ulong? Seed { get; set; }

        /// <summary>How many threads work side by side; 0 takes all of the machine's. The answer has the same bits for
        /// any number. In [0, 1024]. Default 1.</summary>
        public long? Threads { get; set; }

        /// <summary>Called during long work with the fraction that is done; it can cancel the work. It is told a
        /// fraction in [0, 1] on the thread that made the call. What it throws ends the call, and comes out of
        /// it.</summary>
        public IProgress<double> Progress { get; set; }

        /// <summary>Ends a long call, which then throws <see cref="WaldCanceledException"/>.</summary>
        public CancellationToken CancellationToken { get; set; }

        // As an object of the library, for one call.
        private wald_options Open()
        {
            var set = new OptionSet("decisions");
            try
            {
                set.Integer("at_least", AtLeast);
                set.Integer("at_most", AtMost);
                set.Text("algorithm", Algorithm);
                set.Text("average", Average.HasValue ? Words.Of(Average.Value) : null);
                set.Number("abstain", Abstain);
                set.Integer("samples", Samples);
                set.Seed("seed", Seed);
                set.Integer("threads", Threads);
                set.Progress("progress", Progress, CancellationToken);
                return set.Handle;
            }
            catch
            {
                set.Handle.Dispose();
                throw;
            }
        }

        internal static wald_options Open(Options options) =>
            options == null ? wald_options.None : options.Open();
    }
}
