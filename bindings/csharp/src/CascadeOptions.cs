// How a cascade is fitted.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>
    /// How a cascade is fitted, or calibrated; what is not set is the library's default. Values are checked by the call
    /// that uses them. One object may serve many calls, and several threads as long as none changes it.
    /// </summary>
    public sealed class CascadeOptions
    {
        // ---- The decision ------------------------------------------------------------------------------------------

        /// <summary>The decision is 1 where the sum of all scores is at or above this. Default 0. With K classes it is
        /// not used.</summary>
        public double? Threshold { get; set; }

        /// <summary>The disagreement that is allowed on the rows fitted to. Default 0.005.</summary>
        public double? Alpha { get; set; }

        /// <summary>Whether nobody leaves early for 1 (filter and score). Default false.</summary>
        public bool? NegativesOnly { get; set; }

        // ---- The order ---------------------------------------------------------------------------------------------

        /// <summary>The order of the models by name: <c>joint</c> (the default: chosen together with the thresholds),
        /// <c>natural</c> (as they stand), <c>random</c>, <c>mse</c>, <c>greedy</c>.</summary>
        public string Order { get; set; }

        /// <summary>An order from elsewhere, in place of <see cref="Order"/>: each model once.</summary>
        public IReadOnlyList<int> GivenOrder { get; set; }

        /// <summary>What each model costs, at least 0; infinity: it is asked only where nothing else is left. Default 1
        /// each.</summary>
        public IReadOnlyList<double> Costs { get; set; }

        /// <summary>Names of the models, which are saved with the cascade.</summary>
        public IReadOnlyList<string> Names { get; set; }

        /// <summary>Whether, where no model lets anybody go, that one comes next which brings sums closest to the full
        /// ones. Default false: the cheapest.</summary>
        public bool? Closest { get; set; }

        // ---- The thresholds ----------------------------------------------------------------------------------------

        /// <summary>How much of <see cref="Alpha"/> may have been used up after each position: <c>power:P</c>,
        /// <c>all</c>, <c>proportional</c>. Default <c>power:0.25</c>, or with calibration rows <c>all</c>.</summary>
        public string Spend { get; set; }

        /// <summary>Whether thresholds come from means and deviations in bins (Fan et al.). Default false: from the
        /// budget <see cref="Alpha"/>.</summary>
        public bool? Bins { get; set; }

        /// <summary>How many deviations away from the decision a row of a bin must be to leave; at least 0. Default:
        /// the fewest within <see cref="Alpha"/>.</summary>
        public double? Gamma { get; set; }

        /// <summary>Width of the bins in units of the score, above 0. Default: a 20th of the sum's deviation.</summary>
        public double? BinWidth { get; set; }

        /// <summary>Whether the order is chosen on one half of the rows, and thresholds on the other. Default
        /// false.</summary>
        public bool? Halves { get; set; }

        // ---- How sure it is ----------------------------------------------------------------------------------------

        /// <summary>Folds of the cross-fitted estimate, at least 2. Default 0: none.</summary>
        public long? Folds { get; set; }

        /// <summary>The disagreement that calibration certifies, in (0, 1). Default 0.01.</summary>
        public double? Target { get; set; }

        /// <summary>With this confidence, in (0, 1). Default 0.95.</summary>
        public double? Confidence { get; set; }

        /// <summary>Of random orders, folds and halves. Default 0.</summary>
        public ulong? Seed { get; set; }

        // ---- Long calls --------------------------------------------------------------------------------------------

        /// <summary>Threads; 0 means all of the machine's. Default 1. The result is the same, to the bit, for any
        /// number.</summary>
        public int? Threads { get; set; }

        /// <summary>Told the fraction done, in [0, 1], on the thread that made the call. What it throws ends the call,
        /// and comes out of it.</summary>
        public IProgress<double> Progress { get; set; }

        /// <summary>Ends a long call, which then throws <see cref="WaldCanceledException"/>.</summary>
        public CancellationToken CancellationToken { get; set; }

        // As an object of the library, for one call.
        private wald_cascade_options Open()
        {
            if (Order != null && GivenOrder != null)
                throw new WaldArgumentException("Order cannot be combined with GivenOrder");
            var callback = Callbacks.Of(Progress, CancellationToken);
            Native.wald_cascade_options_create(out var handle);
            try
            {
                foreach (var one in new (int Setting, double? Value)[]
                         {
                             (Native.WALD_CASCADE_SETTING_ALPHA, Alpha),
                             (Native.WALD_CASCADE_SETTING_THRESHOLD, Threshold),
                             (Native.WALD_CASCADE_SETTING_NEGATIVES_ONLY, Number(NegativesOnly)),
                             (Native.WALD_CASCADE_SETTING_CLOSEST, Number(Closest)),
                             (Native.WALD_CASCADE_SETTING_BINS, Number(Bins)),
                             (Native.WALD_CASCADE_SETTING_GAMMA, Gamma),
                             (Native.WALD_CASCADE_SETTING_BIN_WIDTH, BinWidth),
                             (Native.WALD_CASCADE_SETTING_FOLDS, Folds),
                             (Native.WALD_CASCADE_SETTING_HALVES, Number(Halves)),
                             (Native.WALD_CASCADE_SETTING_TARGET, Target),
                             (Native.WALD_CASCADE_SETTING_CONFIDENCE, Confidence),
                             (Native.WALD_CASCADE_SETTING_THREADS, Threads)
                         })
                    if (one.Value.HasValue) Native.wald_cascade_options_set(handle, one.Setting, one.Value.Value);
                if (Order != null) Native.wald_cascade_options_set_order(handle, Text.Bytes(Order, nameof(Order)));
                if (GivenOrder != null) SetGivenOrder(handle, GivenOrder);
                if (Spend != null) Native.wald_cascade_options_set_spend(handle, Text.Bytes(Spend, nameof(Spend)));
                if (Costs != null) SetCosts(handle, Costs);
                if (Names != null) SetNames(handle, Names);
                if (Seed.HasValue) Native.wald_cascade_options_set_seed(handle, Seed.Value);
                handle.Callback = callback;
                if (callback != null) Native.wald_cascade_options_set_progress(handle, callback, IntPtr.Zero);
                return handle;
            }
            catch
            {
                handle.Dispose();
                throw;
            }
        }

        internal static wald_cascade_options Open(CascadeOptions options) =>
            options == null ? wald_cascade_options.Defaults : options.Open();

        private static double? Number(bool? value) => value.HasValue ? value.Value ? 1 : 0 : (double?)null;

        private static unsafe void SetGivenOrder(wald_cascade_options handle, IReadOnlyList<int> order)
        {
            var models = order.Select(model => (long)model).ToArray();
            fixed (long* p = models) Native.wald_cascade_options_set_given_order(handle, p, models.Length);
        }

        private static unsafe void SetCosts(wald_cascade_options handle, IReadOnlyList<double> costs)
        {
            var numbers = costs.ToArray();
            if (numbers.Length == 0) // which the library would take for none
                throw new WaldArgumentException("costs has 0 numbers: must have one a model");
            fixed (double* p = numbers) Native.wald_cascade_options_set_costs(handle, p, numbers.Length);
        }

        private static unsafe void SetNames(wald_cascade_options handle, IReadOnlyList<string> names)
        {
            if (names.Count == 0) // which the library would take for none
                throw new WaldArgumentException("names has 0 texts: must have one a model");
            Text.Give(names, nameof(Names), (p, n) => Native.wald_cascade_options_set_names(handle, p, n));
        }
    }
}
