// Written by bindings/generate from the rows of the core: do not edit.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>What all calls that may take long can be told. The options of each family have it.</summary>
    public abstract partial class CommonOptions
    {
        /// <summary>Maximum number of threads; 0 takes all of the machine's. Short calls use one. The answer has the
        /// same bits for any number. In [0, 1024]. Default 1.</summary>
        public long? Threads { get => threads; set => threads = Changed(value); }
        private long? threads;

        /// <summary>Called during long work with the fraction done; it can cancel the work. It is told a fraction in
        /// [0, 1] on the thread that made the call. What it throws ends the call, and comes out of it.</summary>
        public IProgress<double> Progress { get => progress; set => progress = Changed(value); }
        private IProgress<double> progress;

        /// <summary>Ends a long call, which then throws <see cref="WaldCanceledException"/>.</summary>
        public CancellationToken CancellationToken { get => cancellationToken; set => cancellationToken = Changed(value); }
        private CancellationToken cancellationToken;

        private void SetCommon(in OptionSet set)
        {
            set.Integer("threads", Threads);
            set.Progress("progress", Progress, CancellationToken);
        }
    }
}
