// Written by bindings/generate from the rows of the core: do not edit.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>How a learner is fitted; what is not set is the library's default. Values are checked by the call that
    /// uses them. One object may serve many calls, and several threads as long as none changes it:
    /// <see cref="MakeReadOnly"/> sees to that.</summary>
    public sealed partial class LearnerOptions : CommonOptions
    {
        /// <summary>How features are scaled. One of <c>automatic</c>, <c>none</c>, <c>minmax</c>, <c>standard</c>,
        /// <c>unit</c>, <c>standard-root</c>. Default <c>automatic</c>. Read by lfp, br, efp, pcc, cardinality,
        /// neighbours and kernel.</summary>
        public string Scaling { get => scaling; set => scaling = Changed(value); }
        private string scaling;

        /// <summary>The number of folds of cross-validation. At least 2. Default 5. Read by lfp, br, efp, pcc,
        /// cardinality and rule.</summary>
        public long? Folds { get => folds; set => folds = Changed(value); }
        private long? folds;

        /// <summary>The name of the metric that a rule is chosen for. Default <c>f1</c>. Read by rule.</summary>
        public string Metric { get => metric; set => metric = Changed(value); }
        private string metric;

        /// <summary>The value of a rate that is 0/0 in the metric that a rule is chosen for. In [0, 1]. Default 1. Read
        /// by rule.</summary>
        public long? ZeroDivision { get => zeroDivision; set => zeroDivision = Changed(value); }
        private long? zeroDivision;

        /// <summary>What is one problem in the tables that a rule is chosen for. Default
        /// <see cref="Wald.Average.Instance"/>. Read by rule.</summary>
        public Average? Average { get => average; set => average = Changed(value); }
        private Average? average;

        /// <summary>How many labels a rule gives each row, with average macro: one number for exactly that many, two
        /// for from and to. Not set: each label is predicted on its own. Each at least 0. Read by rule.</summary>
        public IReadOnlyList<int> PerRow { get => perRow; set => perRow = Changed(value); }
        private IReadOnlyList<int> perRow;

        /// <summary>The rule by which marginals become predictions. One of <c>auto</c>, <c>half</c>, <c>threshold</c>,
        /// <c>thresholds</c>, <c>bagged-thresholds</c>, <c>shrunk-thresholds</c>, <c>decide</c>,
        /// <c>decide-temperature</c>, <c>decide-temperatures</c>, <c>decide-platt</c>, <c>decide-isotonic</c>,
        /// <c>decide-beta</c>, <c>decide-shrunk</c>, <c>decide-mean</c>, <c>vote</c>, <c>given-cardinality</c>,
        /// <c>given-mixture</c>. Default <c>auto</c>. Read by rule.</summary>
        public string Rule { get => rule; set => rule = Changed(value); }
        private string rule;

        /// <summary>The least number of labels that a prediction holds. Not set: 1 if no training row is empty, else 0.
        /// At least 0.</summary>
        public long? AtLeast { get => atLeast; set => atLeast = Changed(value); }
        private long? atLeast;

        /// <summary>The inverse penalty strengths C of |w|^2/(2C) to choose from, ascending; one value needs no
        /// cross-validation. Not set: 1e-4, 3e-4, 1e-3, ..., 1e3. Each in [1e-12, 1e12]. Read by lfp, br, efp, pcc,
        /// cardinality and kernel.</summary>
        public IReadOnlyList<double> CValues { get => cValues; set => cValues = Changed(value); }
        private IReadOnlyList<double> cValues;

        /// <summary>How many values of C in a row may be worse than the best before the search ends. At least 1.
        /// Default 2. Read by lfp, br, efp, pcc and cardinality.</summary>
        public long? Patience { get => patience; set => patience = Changed(value); }
        private long? patience;

        /// <summary>How scores become probabilities. One of <c>automatic</c>, <c>none</c>, <c>platt</c>,
        /// <c>isotonic</c>, <c>beta</c>, <c>temperature</c>, <c>vector</c>. Default <c>automatic</c>. Read by lfp, br
        /// and given.</summary>
        public string Calibration { get => calibration; set => calibration = Changed(value); }
        private string calibration;

        /// <summary>The number of chains, each in its own order. At least 1. Default 1. Read by pcc.</summary>
        public long? Chains { get => chains; set => chains = Changed(value); }
        private long? chains;

        /// <summary>The orders of the labels in the first chains, one after the other, each label once; the first chain
        /// not given takes the labels' own order, the others random ones. Each at least 0. Not set by default. Read by
        /// pcc.</summary>
        public IReadOnlyList<int> ChainOrders { get => chainOrders; set => chainOrders = Changed(value); }
        private IReadOnlyList<int> chainOrders;

        /// <summary>The number of label vectors drawn for a row. In [1, 16777216]. Default 1000. Read by pcc.</summary>
        public long? Samples { get => samples; set => samples = Changed(value); }
        private long? samples;

        /// <summary>How label vectors are drawn. One of <c>stratified</c>, <c>independent</c>. Default
        /// <c>stratified</c>. Read by pcc.</summary>
        public string Drawing { get => drawing; set => drawing = Changed(value); }
        private string drawing;

        /// <summary>Whether each row's P(label and number of labels) is moved to the nearest table that agrees with its
        /// P(number of labels), so that expected utilities lie in the metric's range. Default false. Read by
        /// efp.</summary>
        public bool? Consistent { get => consistent; set => consistent = Changed(value); }
        private bool? consistent;

        /// <summary>The greatest number of nodes of the search for the likeliest vector. At least 1. Default 100000.
        /// Read by pcc.</summary>
        public long? MaxNodes { get => maxNodes; set => maxNodes = Changed(value); }
        private long? maxNodes;

        /// <summary>The number of neighbours; 0 chooses it by leave-one-out. At least 0. Default 0. Read by
        /// neighbours.</summary>
        public long? Neighbours { get => neighbours; set => neighbours = Changed(value); }
        private long? neighbours;

        /// <summary>The distance between rows. One of <c>automatic</c>, <c>euclidean</c>, <c>cosine</c>. Default
        /// <c>automatic</c>. Read by neighbours.</summary>
        public string NeighbourMetric { get => neighbourMetric; set => neighbourMetric = Changed(value); }
        private string neighbourMetric;

        /// <summary>How neighbours are weighted. One of <c>automatic</c>, <c>uniform</c>, <c>dudani</c>. Default
        /// <c>automatic</c>. Read by neighbours.</summary>
        public string NeighbourWeights { get => neighbourWeights; set => neighbourWeights = Changed(value); }
        private string neighbourWeights;

        /// <summary>The name of the metric whose mean over left-out rows decides what is left open. Default <c>f1</c>.
        /// Read by neighbours.</summary>
        public string NeighbourUtility { get => neighbourUtility; set => neighbourUtility = Changed(value); }
        private string neighbourUtility;

        /// <summary>How trees are randomised. One of <c>extra-trees</c>, <c>random-forest</c>. Default
        /// <c>extra-trees</c>. Read by forest.</summary>
        public string ForestKind { get => forestKind; set => forestKind = Changed(value); }
        private string forestKind;

        /// <summary>The criterion of a split. One of <c>gini</c>, <c>f</c>. Default <c>gini</c>. Read by forest and
        /// tree.</summary>
        public string ForestCriterion { get => forestCriterion; set => forestCriterion = Changed(value); }
        private string forestCriterion;

        /// <summary>The number of trees; 0 takes 500. At least 0. Default 0. Read by forest.</summary>
        public long? Trees { get => trees; set => trees = Changed(value); }
        private long? trees;

        /// <summary>The number of features that are tried at a node; 0 chooses it by the number of features. At least
        /// 0. Default 0. Read by forest and tree.</summary>
        public long? MaxFeatures { get => maxFeatures; set => maxFeatures = Changed(value); }
        private long? maxFeatures;

        /// <summary>The least number of rows of a leaf; 0 takes the kind's default. At least 0. Default 0. Read by
        /// forest and tree.</summary>
        public long? MinLeaf { get => minLeaf; set => minLeaf = Changed(value); }
        private long? minLeaf;

        /// <summary>The greatest depth of a tree; 0 sets no limit. At least 0. Default 0. Read by forest and
        /// tree.</summary>
        public long? MaxDepth { get => maxDepth; set => maxDepth = Changed(value); }
        private long? maxDepth;

        /// <summary>The width of kernel features exp(-gamma |x - z|^2); 0 chooses it by cross-validation. At least 0.
        /// Default 0. Read by kernel.</summary>
        public double? Gamma { get => gamma; set => gamma = Changed(value); }
        private double? gamma;

        /// <summary>The number of landmarks of kernel features; 0 takes every row where there are at most
        /// <see cref="MaxExactRows"/>. At least 0. Default 0. Read by kernel.</summary>
        public long? Landmarks { get => landmarks; set => landmarks = Changed(value); }
        private long? landmarks;

        /// <summary>The greatest number of rows that are all taken as landmarks; beyond it, this number is drawn
        /// (Nystroem). At least 0. Default 3000. Read by kernel.</summary>
        public long? MaxExactRows { get => maxExactRows; set => maxExactRows = Changed(value); }
        private long? maxExactRows;

        /// <summary>The weight of each part of a mixture. Not set: equal. Each finite and above 0. Read by
        /// mixture.</summary>
        public IReadOnlyList<double> MixtureWeights { get => mixtureWeights; set => mixtureWeights = Changed(value); }
        private IReadOnlyList<double> mixtureWeights;

        /// <summary>What replaces a missing value (NaN) of a feature. One of <c>error</c>, <c>mean</c>,
        /// <c>most_frequent</c>. Default <c>error</c>.</summary>
        public string Missing { get => missing; set => missing = Changed(value); }
        private string missing;

        /// <summary>Whether each feature that some training row lacks gets a further one that is 1 if it is missing.
        /// Default false.</summary>
        public bool? MissingIndicators { get => missingIndicators; set => missingIndicators = Changed(value); }
        private bool? missingIndicators;

        /// <summary>The names of the features, which are saved with the learner. Not set by default.</summary>
        public IReadOnlyList<string> FeatureNames { get => featureNames; set => featureNames = Changed(value); }
        private IReadOnlyList<string> featureNames;

        /// <summary>The names of the labels or classes, which are saved with the learner. Not set by default.</summary>
        public IReadOnlyList<string> LabelNames { get => labelNames; set => labelNames = Changed(value); }
        private IReadOnlyList<string> labelNames;

        /// <summary>The seed of folds, chains, forests and landmarks. Default 0.</summary>
        public ulong? Seed { get => seed; set => seed = Changed(value); }
        private ulong? seed;

        /// <summary>Makes these options read-only, so that threads may share them and a call does not read them
        /// anew.</summary>
        /// <returns>These options.</returns>
        public LearnerOptions MakeReadOnly()
        {
            if (!IsReadOnly)
            {
                PerRow = PerRow?.ToArray();
                CValues = CValues?.ToArray();
                ChainOrders = ChainOrders?.ToArray();
                MixtureWeights = MixtureWeights?.ToArray();
                FeatureNames = FeatureNames?.ToArray();
                LabelNames = LabelNames?.ToArray();
                Freeze();
            }
            return this;
        }

        /// <summary>Options of the same values for one call that can be cancelled, which may be changed.</summary>
        /// <param name="token">What ends the call.</param>
        /// <returns>The options.</returns>
        public LearnerOptions WithCancellationToken(CancellationToken token)
        {
            var made = (LearnerOptions)Copied();
            made.CancellationToken = token;
            return made;
        }

        internal override string Family => "learners";

        internal override void Set(in OptionSet set)
        {
            set.Text("scaling", Scaling);
            set.Integer("folds", Folds);
            set.Text("metric", Metric);
            set.Integer("zero_division", ZeroDivision);
            set.Text("average", Average.HasValue ? Words.Of(Average.Value) : null);
            set.Integers("per_row", PerRow);
            set.Text("rule", Rule);
            set.Integer("at_least", AtLeast);
            set.Numbers("c_values", CValues);
            set.Integer("patience", Patience);
            set.Text("calibration", Calibration);
            set.Integer("chains", Chains);
            set.Integers("chain_orders", ChainOrders);
            set.Integer("samples", Samples);
            set.Text("drawing", Drawing);
            set.Switch("consistent", Consistent);
            set.Integer("max_nodes", MaxNodes);
            set.Integer("neighbours", Neighbours);
            set.Text("neighbour_metric", NeighbourMetric);
            set.Text("neighbour_weights", NeighbourWeights);
            set.Text("neighbour_utility", NeighbourUtility);
            set.Text("forest_kind", ForestKind);
            set.Text("forest_criterion", ForestCriterion);
            set.Integer("trees", Trees);
            set.Integer("max_features", MaxFeatures);
            set.Integer("min_leaf", MinLeaf);
            set.Integer("max_depth", MaxDepth);
            set.Number("gamma", Gamma);
            set.Integer("landmarks", Landmarks);
            set.Integer("max_exact_rows", MaxExactRows);
            set.Numbers("mixture_weights", MixtureWeights);
            set.Text("missing", Missing);
            set.Switch("missing_indicators", MissingIndicators);
            set.Texts("feature_names", FeatureNames);
            set.Texts("label_names", LabelNames);
            set.Seed("seed", Seed);
        }
    }
}
