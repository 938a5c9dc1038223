// How a learner is fitted.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>
    /// How a learner is fitted; what is not set is the library's default. A learner reads what concerns it. Values are
    /// checked by the call that uses them. One object may serve many calls, and several threads as long as none changes
    /// it.
    /// </summary>
    public sealed class LearnerOptions
    {
        // ---- Every learner -----------------------------------------------------------------------------------------

        /// <summary>Folds of cross-validation, at least 2. Default 5.</summary>
        public long? Folds { get; set; }

        /// <summary>How many labels predictions hold at least, where <see cref="Options.AtLeast"/> does not say.
        /// Default 1 where no training row is empty, else 0.</summary>
        public long? AtLeast { get; set; }

        /// <summary>How features are scaled: <c>automatic</c> (the default), <c>none</c>, <c>minmax</c>,
        /// <c>standard</c>, <c>unit</c>, <c>standard-root</c>.</summary>
        public string Scaling { get; set; }

        /// <summary>Names of the features, one each, which are saved with the learner.</summary>
        public IReadOnlyList<string> FeatureNames { get; set; }

        /// <summary>Names of the labels or classes, one each, which are saved with the learner.</summary>
        public IReadOnlyList<string> LabelNames { get; set; }

        /// <summary>Of folds, chains, forests and landmarks. Default 0.</summary>
        public ulong? Seed { get; set; }

        // ---- Logistic regressions: br, lfp, efp, pcc, card ---------------------------------------------------------

        /// <summary>The inverse strengths C of the penalty |w|²/(2C) that are tried, ascending, each in [1e-12, 1e12];
        /// one: no cross-validation. Default 1e-4, 3e-4, 1e-3, ..., 1e3.</summary>
        public IReadOnlyList<double> Penalties { get; set; }

        /// <summary>After how many penalties in a row that are worse than the best no more are tried; at least 1.
        /// Default 2.</summary>
        public long? WorseSteps { get; set; }

        /// <summary>How the margins of a label become probabilities: <c>automatic</c> (the default), <c>none</c>,
        /// <c>platt</c>, <c>isotonic</c>, <c>beta</c>.</summary>
        public string Calibration { get; set; }

        // ---- Chains: pcc -------------------------------------------------------------------------------------------

        /// <summary>How many chains, each in an order of its own; at least 1. Default 1.</summary>
        public long? Chains { get; set; }

        /// <summary>The orders of the labels in the first chains, each label once in each; of the others the first is
        /// the labels' own, the rest random.</summary>
        public IReadOnlyList<IReadOnlyList<int>> ChainOrders { get; set; }

        /// <summary>How many label vectors are drawn for a row; at least 1. Default 1000.</summary>
        public long? Draws { get; set; }

        /// <summary>How many nodes the search for the likeliest vector opens; at least 1. Default 100000.</summary>
        public long? MostNodes { get; set; }

        // ---- Neighbours --------------------------------------------------------------------------------------------

        /// <summary>How many neighbours; 0 (the default): chosen by leave-one-out.</summary>
        public long? Neighbours { get; set; }

        /// <summary>The distance: <c>automatic</c> (the default), <c>euclidean</c>, <c>cosine</c>.</summary>
        public string NeighbourMetric { get; set; }

        /// <summary>How much each neighbour counts: <c>automatic</c> (the default), <c>uniform</c>,
        /// <c>dudani</c>.</summary>
        public string NeighbourWeights { get; set; }

        /// <summary>The metric, by its name, whose mean over left-out rows decides what is left open. Default
        /// <c>f1</c>.</summary>
        public string NeighbourUtility { get; set; }

        // ---- Forests and trees -------------------------------------------------------------------------------------

        /// <summary>How many trees; 0: the kind's default.</summary>
        public long? Trees { get; set; }

        /// <summary>How many features are tried at a node; 0 (the default): by the number of features.</summary>
        public long? MaxFeatures { get; set; }

        /// <summary>How many rows a leaf has at least; 0: the kind's default.</summary>
        public long? MinLeaf { get; set; }

        /// <summary>How deep a tree may grow; 0 (the default): no limit.</summary>
        public long? MaxDepth { get; set; }

        /// <summary><c>extra-trees</c> (the default) or <c>random-forest</c>.</summary>
        public string ForestKind { get; set; }

        /// <summary>What cuts are judged by: <c>gini</c> (the default) or <c>f</c>.</summary>
        public string ForestCriterion { get; set; }

        // ---- Kernel features, mixtures -----------------------------------------------------------------------------

        /// <summary>Of kernel features exp(-Gamma |x - z|²); 0 (the default): chosen.</summary>
        public double? Gamma { get; set; }

        /// <summary>How many landmarks kernel features have; 0 (the default): every row where there are at most
        /// <see cref="ExactRows"/>, else as many as that.</summary>
        public long? Landmarks { get; set; }

        /// <summary>See <see cref="Landmarks"/>; at least 0. Default 3000.</summary>
        public long? ExactRows { get; set; }

        /// <summary>How much each part of a mixture counts, finite and above 0. Default: all the same.</summary>
        public IReadOnlyList<double> MixtureWeights { get; set; }

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
        private wald_learner_options Open()
        {
            var callback = Callbacks.Of(Progress, CancellationToken);
            Native.wald_learner_options_create(out var handle);
            try
            {
                foreach (var one in new (int Setting, double? Value)[]
                         {
                             (Native.WALD_LEARNER_SETTING_FOLDS, Folds),
                             (Native.WALD_LEARNER_SETTING_THREADS, Threads),
                             (Native.WALD_LEARNER_SETTING_AT_LEAST, AtLeast),
                             (Native.WALD_LEARNER_SETTING_WORSE_STEPS, WorseSteps),
                             (Native.WALD_LEARNER_SETTING_CHAINS, Chains),
                             (Native.WALD_LEARNER_SETTING_DRAWS, Draws),
                             (Native.WALD_LEARNER_SETTING_MOST_NODES, MostNodes),
                             (Native.WALD_LEARNER_SETTING_NEIGHBOURS, Neighbours),
                             (Native.WALD_LEARNER_SETTING_TREES, Trees),
                             (Native.WALD_LEARNER_SETTING_MAX_FEATURES, MaxFeatures),
                             (Native.WALD_LEARNER_SETTING_MIN_LEAF, MinLeaf),
                             (Native.WALD_LEARNER_SETTING_MAX_DEPTH, MaxDepth),
                             (Native.WALD_LEARNER_SETTING_GAMMA, Gamma),
                             (Native.WALD_LEARNER_SETTING_LANDMARKS, Landmarks),
                             (Native.WALD_LEARNER_SETTING_EXACT_ROWS, ExactRows)
                         })
                    if (one.Value.HasValue) Native.wald_learner_options_set(handle, one.Setting, one.Value.Value);
                foreach (var one in new (int Method, string Property, string Value)[]
                         {
                             (Native.WALD_LEARNER_METHOD_SCALING, nameof(Scaling), Scaling),
                             (Native.WALD_LEARNER_METHOD_CALIBRATION, nameof(Calibration), Calibration),
                             (Native.WALD_LEARNER_METHOD_NEIGHBOUR_METRIC, nameof(NeighbourMetric), NeighbourMetric),
                             (Native.WALD_LEARNER_METHOD_NEIGHBOUR_WEIGHTS, nameof(NeighbourWeights),
                              NeighbourWeights),
                             (Native.WALD_LEARNER_METHOD_NEIGHBOUR_UTILITY, nameof(NeighbourUtility),
                              NeighbourUtility),
                             (Native.WALD_LEARNER_METHOD_FOREST_KIND, nameof(ForestKind), ForestKind),
                             (Native.WALD_LEARNER_METHOD_FOREST_CRITERION, nameof(ForestCriterion), ForestCriterion)
                         })
                    if (one.Value != null)
                        Native.wald_learner_options_set_method(handle, one.Method,
                                                               Text.Bytes(one.Value, one.Property));
                if (Penalties != null) SetPenalties(handle, Penalties);
                if (MixtureWeights != null) SetMixtureWeights(handle, MixtureWeights);
                if (ChainOrders != null) SetChainOrders(handle, ChainOrders);
                if (FeatureNames != null) SetFeatureNames(handle, FeatureNames);
                if (LabelNames != null) SetLabelNames(handle, LabelNames);
                if (Seed.HasValue) Native.wald_learner_options_set_seed(handle, Seed.Value);
                handle.Callback = callback;
                if (callback != null) Native.wald_learner_options_set_progress(handle, callback, IntPtr.Zero);
                return handle;
            }
            catch
            {
                handle.Dispose();
                throw;
            }
        }

        internal static wald_learner_options Open(LearnerOptions options) =>
            options == null ? wald_learner_options.Defaults : options.Open();

        // An empty list would be taken for none by the library.
        private static T[] Given<T>(IEnumerable<T> list, string name, string wanted)
        {
            var found = list.ToArray();
            if (found.Length == 0) throw new WaldArgumentException($"{name} is empty: must have {wanted}");
            return found;
        }

        private static unsafe void SetPenalties(wald_learner_options handle, IReadOnlyList<double> penalties)
        {
            var numbers = Given(penalties, nameof(Penalties), "at least one number");
            fixed (double* p = numbers) Native.wald_learner_options_set_penalties(handle, p, numbers.Length);
        }

        private static unsafe void SetMixtureWeights(wald_learner_options handle, IReadOnlyList<double> weights)
        {
            var numbers = Given(weights, nameof(MixtureWeights), "one number a part");
            fixed (double* p = numbers) Native.wald_learner_options_set_mixture_weights(handle, p, numbers.Length);
        }

        private static unsafe void SetChainOrders(wald_learner_options handle, IReadOnlyList<IReadOnlyList<int>> orders)
        {
            var lists = Given(orders, nameof(ChainOrders), "at least one order");
            for (var c = 0; c < lists.Length; ++c)
            {
                if (lists[c] == null) throw new ArgumentNullException($"{nameof(ChainOrders)}[{c}]");
                if (lists[c].Count != lists[0].Count)
                    throw new WaldArgumentException($"{nameof(ChainOrders)}[{c}] has {lists[c].Count} labels: " +
                                                    $"{nameof(ChainOrders)}[0] has {lists[0].Count}");
            }
            var labels = Given(lists.SelectMany(order => order).Select(label => (long)label),
                               nameof(ChainOrders) + "[0]", "each label once");
            fixed (long* p = labels)
                Native.wald_learner_options_set_chain_orders(handle, p, lists.Length, lists[0].Count);
        }

        private static unsafe void SetFeatureNames(wald_learner_options handle, IReadOnlyList<string> names) =>
            Text.Give(Given(names, nameof(FeatureNames), "one a feature"), nameof(FeatureNames),
                      (p, n) => Native.wald_learner_options_set_feature_names(handle, p, n));

        private static unsafe void SetLabelNames(wald_learner_options handle, IReadOnlyList<string> names) =>
            Text.Give(Given(names, nameof(LabelNames), "one a label"), nameof(LabelNames),
                      (p, n) => Native.wald_learner_options_set_label_names(handle, p, n));
    }
}
