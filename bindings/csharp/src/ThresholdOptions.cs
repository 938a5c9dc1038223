// What thresholds are to reach, and how they are found.
using System;
using System.Threading;

namespace Wald
{
    /// <summary>
    /// What thresholds are to reach, and how they are found; what is not set is the library's default. Values are
    /// checked by the call that uses them. One object may serve many calls, and several threads as long as none changes
    /// it.
    /// </summary>
    public sealed class ThresholdOptions
    {
        // ---- What is asked -----------------------------------------------------------------------------------------

        /// <summary>What is to be greatest or least. Default <see cref="Wald.Goal.Auto"/>.</summary>
        public Goal? Goal { get; set; }

        /// <summary>The metric to be greatest: one with a name, that rises with TP and falls with FP.</summary>
        public Metric Metric { get; set; }

        /// <summary>How many false positives one more true positive is worth; finite, above 0.</summary>
        public double? CostRatio { get; set; }

        /// <summary>The same as a probability q, for a cost ratio of (1 - q) / q: an alert pays as long as it is right
        /// with probability q.</summary>
        public double? MarginalPrecision { get; set; }

        /// <summary>Precision at least this: its lower Clopper-Pearson limit at the level of
        /// <see cref="Confidence"/>.</summary>
        public double? MinPrecision { get; set; }

        /// <summary>In (0, 1), or 0 for the point estimate. Default 0.9 for one classifier, 0.975 for
        /// several.</summary>
        public double? Confidence { get; set; }

        /// <summary>Recall at least this.</summary>
        public double? MinRecall { get; set; }

        /// <summary>Weight of the false positives at most this.</summary>
        public double? MaxFalsePositives { get; set; }

        /// <summary>Weight of all that is flagged, true and false positives, at most this.</summary>
        public double? MaxAlerts { get; set; }

        /// <summary>The weight of all positives, known from elsewhere: recall and F need it where some rows were not
        /// rated. Default: counted.</summary>
        public double? Positives { get; set; }

        // ---- How it is found ---------------------------------------------------------------------------------------

        /// <summary>The method by name: <c>direct</c> (the default: the best of all thresholds), <c>path</c>,
        /// <c>path-equal</c>, <c>analytic</c>, <c>stacked</c>, <c>best-single</c>.</summary>
        public string Method { get; set; }

        /// <summary>Against overfitting. Default <see cref="Wald.Smoothing.None"/>.</summary>
        public Smoothing? Smoothing { get; set; }

        /// <summary>Rounds of smoothing, at least 1. Default 25.</summary>
        public long? SmoothingRounds { get; set; }

        /// <summary>Share of the edges that a round leaves out, in [0, 1). Default 0.2.</summary>
        public double? Dropout { get; set; }

        /// <summary>Levels of each classifier for <c>path-equal</c> and <c>analytic</c>, at least 2. Default
        /// 100.</summary>
        public long? Grid { get; set; }

        /// <summary>Whether the baselines <c>best-single</c> and <c>stacked</c> are computed beside. Default
        /// true.</summary>
        public bool? Baselines { get; set; }

        /// <summary>Above so many cells of a lattice quantiles stand for all scores of positives, and the answer says
        /// so. Default 2^23.</summary>
        public long? LatticeCells { get; set; }

        /// <summary>The same for pairs of scores of two classifiers. Default 2^31.</summary>
        public long? PairCells { get; set; }

        /// <summary>The same for the scores of each classifier where three and more are improved two by two. Default
        /// 4096.</summary>
        public long? AscentLevels { get; set; }

        // ---- How sure it is ----------------------------------------------------------------------------------------

        /// <summary>Samples drawn anew, for limits of the thresholds themselves. Default 0: none.</summary>
        public long? Bootstrap { get; set; }

        /// <summary>Cells that samples are drawn on. Default 10000.</summary>
        public long? BootstrapCells { get; set; }

        /// <summary>Level of all intervals, in (0, 1). Default 0.95.</summary>
        public double? Level { get; set; }

        /// <summary>Folds of the cross-fitted estimate, at least 2. Default 0: none.</summary>
        public long? Folds { get; set; }

        /// <summary>Of bootstrap, folds and smoothing. Default 0.</summary>
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
        private wald_threshold_options Open()
        {
            if (CostRatio.HasValue && MarginalPrecision.HasValue)
                throw new WaldArgumentException("CostRatio cannot be combined with MarginalPrecision");
            var callback = Callbacks.Of(Progress, CancellationToken);
            Native.wald_threshold_options_create(out var handle);
            try
            {
                if (Goal.HasValue) Native.wald_threshold_options_set_goal(handle, (int)Goal.Value);
                handle.Metric = Metric;
                if (Metric != null) Native.wald_threshold_options_set_metric(handle, Metric.Handle);
                if (Method != null)
                    Native.wald_threshold_options_set_method(handle, Text.Bytes(Method, nameof(Method)));
                if (Smoothing.HasValue) Native.wald_threshold_options_set_smoothing(handle, (int)Smoothing.Value);
                if (Seed.HasValue) Native.wald_threshold_options_set_seed(handle, Seed.Value);
                foreach (var one in new (int Setting, double? Value)[]
                         {
                             (Native.WALD_SETTING_COST_RATIO, CostRatio),
                             (Native.WALD_SETTING_MARGINAL_PRECISION, MarginalPrecision),
                             (Native.WALD_SETTING_MIN_PRECISION, MinPrecision),
                             (Native.WALD_SETTING_CONFIDENCE, Confidence),
                             (Native.WALD_SETTING_MIN_RECALL, MinRecall),
                             (Native.WALD_SETTING_MAX_FP, MaxFalsePositives),
                             (Native.WALD_SETTING_MAX_ALERTS, MaxAlerts),
                             (Native.WALD_SETTING_POSITIVES, Positives),
                             (Native.WALD_SETTING_BOOTSTRAP, Bootstrap),
                             (Native.WALD_SETTING_BOOTSTRAP_CELLS, BootstrapCells),
                             (Native.WALD_SETTING_LEVEL, Level),
                             (Native.WALD_SETTING_FOLDS, Folds),
                             (Native.WALD_SETTING_SMOOTHING_ROUNDS, SmoothingRounds),
                             (Native.WALD_SETTING_DROPOUT, Dropout),
                             (Native.WALD_SETTING_GRID, Grid),
                             (Native.WALD_SETTING_BASELINES, Baselines.HasValue ? Baselines.Value ? 1 : 0 : (int?)null),
                             (Native.WALD_SETTING_LATTICE_CELLS, LatticeCells),
                             (Native.WALD_SETTING_PAIR_CELLS, PairCells),
                             (Native.WALD_SETTING_ASCENT_LEVELS, AscentLevels),
                             (Native.WALD_SETTING_THREADS, Threads)
                         })
                    if (one.Value.HasValue) Native.wald_threshold_options_set(handle, one.Setting, one.Value.Value);
                handle.Callback = callback;
                if (callback != null) Native.wald_threshold_options_set_progress(handle, callback, IntPtr.Zero);
                return handle;
            }
            catch
            {
                handle.Dispose();
                throw;
            }
        }

        internal static wald_threshold_options Open(ThresholdOptions options) =>
            options == null ? wald_threshold_options.Defaults : options.Open();
    }
}
