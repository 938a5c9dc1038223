// How to decide.
using System;
using System.Threading;

namespace Wald
{
    /// <summary>
    /// How to decide; what is not set is the library's default. Values are checked by the call that uses them. One
    /// object may serve many calls, and several threads as long as none changes it.
    /// </summary>
    public sealed class Options
    {
        /// <summary>What the probabilities of a vector or of a row are: of independent labels (the default), or of
        /// exclusive ones (<see cref="Kind.Categorical"/>), which sum to at most 1.</summary>
        public Kind Given { get; set; } = Kind.Independent;

        /// <summary>The least number of positives in each answer.</summary>
        public long? AtLeast { get; set; }

        /// <summary>The greatest number of positives in each answer.</summary>
        public long? AtMost { get; set; }

        /// <summary>The number of positives in each answer: <see cref="AtLeast"/> and <see cref="AtMost"/> in
        /// one.</summary>
        public long? Exactly { get; set; }

        /// <summary>The algorithm by name. Default <c>auto</c>, the best exact one.</summary>
        public string Algorithm { get; set; }

        /// <summary>Over what a table is decided. Default <see cref="Wald.Average.Instance"/>.</summary>
        public Average? Average { get; set; }

        /// <summary>Leaves an instance undecided where its expected loss is above this cost. Default: never.</summary>
        public double? Abstain { get; set; }

        /// <summary>Threads for the rows or columns of a table; 0 means all of the machine's. Default 1. The result is
        /// the same, to the bit, for any number.</summary>
        public int? Threads { get; set; }

        /// <summary>The seed where a distribution must be simulated. Default 0.</summary>
        public ulong? Seed { get; set; }

        /// <summary>The number of draws, at least 2, where a distribution must be simulated. Default 10000.</summary>
        public long? Draws { get; set; }

        /// <summary>Told the fraction done, in [0, 1], at the start, at the end, and now and then in between, on the
        /// thread that made the call. What it throws ends the call, and comes out of it.</summary>
        public IProgress<double> Progress { get; set; }

        /// <summary>Ends a long call, which then throws <see cref="WaldCanceledException"/>.</summary>
        public CancellationToken CancellationToken { get; set; }

        // As an object of the library, for one call.
        internal wald_options Open()
        {
            if (Exactly.HasValue && (AtLeast.HasValue || AtMost.HasValue))
                throw new WaldArgumentException("Exactly cannot be combined with AtLeast or AtMost");
            var callback = Callbacks.Of(Progress, CancellationToken);
            Native.wald_options_create(out var handle);
            try
            {
                if (Exactly.HasValue || AtLeast.HasValue || AtMost.HasValue)
                    Native.wald_options_set_k(handle, Exactly ?? AtLeast ?? -1, Exactly ?? AtMost ?? -1);
                if (Algorithm != null)
                    Native.wald_options_set_algorithm(handle, Text.Bytes(Algorithm, nameof(Algorithm)));
                if (Average.HasValue) Native.wald_options_set_average(handle, (int)Average.Value);
                if (Abstain.HasValue) Native.wald_options_set_abstain(handle, Abstain.Value);
                if (Threads.HasValue) Native.wald_options_set_threads(handle, Threads.Value);
                if (Seed.HasValue || Draws.HasValue) Native.wald_options_set_draws(handle, Seed ?? 0, Draws ?? 10000);
                handle.Callback = callback;
                if (callback != null) Native.wald_options_set_progress(handle, callback, IntPtr.Zero);
                return handle;
            }
            catch
            {
                handle.Dispose();
                throw;
            }
        }

        internal static wald_options Open(Options options) => options == null ? wald_options.Defaults : options.Open();
    }
}
