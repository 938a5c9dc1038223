// Written by bindings/generate from the rows of the core: do not edit.
using System;
using System.Collections.Generic;
using System.Threading;

namespace Wald
{
    /// <summary>How a learner is fitted; what is not set is the library's default. Values are checked by the call that
    /// uses them. One object may serve many calls, and several threads as long as none changes it.</summary>
    public sealed partial class LearnerOptions : CommonOptions
    {
        /// <summary>How features are scaled. One of <c>automatic</c>, <c>none</c>, <c>minmax</c>, <c>standard</c>,
        /// <c>unit</c>, <c>standard-root</c>. Default <c>automatic</c>. Read by lfp, br, efp, pcc, cardinality,
        /// neighbours and kernel.</summary>
        public string Scaling { get; set; }

        /// <summary>The number of folds of cross-validation. At least 2. Default 5. Read by lfp, br, efp, pcc and
        /// cardinality.</summary>
        public long? Folds { get; set; }

        /// <summary>The least number of labels that a prediction holds. Not set: 1 where no training row is empty, else
        /// 0. At least 0.</summary>
        public long? AtLeast { get; set; }

        /// <summary>The inverse penalty strengths C of |w|^2/(2C) to choose from, ascending; one value needs no
        /// cross-validation. Not set: 1e-4, 3e-4, 1e-3, ..., 1e3. Each in [1e-12, 1e12]. Read by lfp, br, efp, pcc,
        /// cardinality and kernel.</summary>
        public IReadOnlyList<double> CValues { get; set; }

        /// <summary>How many values of C in a row may be worse than the best before the search ends. At least 1.
        /// Default 2. Read by lfp, br, efp, pcc and cardinality.</summary>
        public long? Patience { get; set; }

        /// <summary>How scores become probabilities. One of <c>automatic</c>, <c>none</c>, <c>platt</c>,
        /// <c>isotonic</c>, <c>beta</c>. Default <c>automatic</c>. Read by lfp, br and given.</summary>
        public string Calibration { get; set; }

        /// <summary>The number of chains, each in an order of its own. At least 1. Default 1. Read by pcc.</summary>
        public long? Chains { get; set; }

        /// <summary>The orders of the labels in the first chains, one after the other, each label once; the first chain
        /// not given takes the labels' own order, the others random ones. Each at least 0. Not set by default. Read by
        /// pcc.</summary>
        public IReadOnlyList<int> ChainOrders { get; set; }

        /// <summary>The number of label vectors drawn for a row. In [1, 16777216]. Default 1000. Read by pcc.</summary>
        public long? Samples { get; set; }

        /// <summary>How label vectors are drawn. One of <c>stratified</c>, <c>independent</c>. Default
        /// <c>stratified</c>. Read by pcc.</summary>
        public string Drawing { get; set; }

        /// <summary>Whether each row's P(label and number of labels) is moved to the nearest table that agrees with its
        /// P(number of labels), so that expected utilities lie in the metric's range. Default false. Read by
        /// efp.</summary>
        public bool? Consistent { get; set; }

        /// <summary>The greatest number of nodes of the search for the likeliest vector. At least 1. Default 100000.
        /// Read by pcc.</summary>
        public long? MaxNodes { get; set; }

        /// <summary>The number of neighbours; 0 chooses it by leave-one-out. At least 0. Default 0. Read by
        /// neighbours.</summary>
        public long? Neighbours { get; set; }

        /// <summary>The distance between rows. One of <c>automatic</c>, <c>euclidean</c>, <c>cosine</c>. Default
        /// <c>automatic</c>. Read by neighbours.</summary>
        public string NeighbourMetric { get; set; }

        /// <summary>How neighbours are weighted. One of <c>automatic</c>, <c>uniform</c>, <c>dudani</c>. Default
        /// <c>automatic</c>. Read by neighbours.</summary>
        public string NeighbourWeights { get; set; }

        /// <summary>The name of the metric whose mean over left-out rows decides what is left open. Default <c>f1</c>.
        /// Read by neighbours.</summary>
        public string NeighbourUtility { get; set; }

        /// <summary>How trees are randomised. One of <c>extra-trees</c>, <c>random-forest</c>. Default
        /// <c>extra-trees</c>. Read by forest.</summary>
        public string ForestKind { get; set; }

        /// <summary>What a split is chosen by. One of <c>gini</c>, <c>f</c>. Default <c>gini</c>. Read by forest and
        /// tree.</summary>
        public string ForestCriterion { get; set; }

        /// <summary>The number of trees; 0 takes 500. At least 0. Default 0. Read by forest.</summary>
        public long? Trees { get; set; }

        /// <summary>The number of features that are tried at a node; 0 chooses it by the number of features. At least
        /// 0. Default 0. Read by forest and tree.</summary>
        public long? MaxFeatures { get; set; }

        /// <summary>The least number of rows of a leaf; 0 takes the kind's default. At least 0. Default 0. Read by
        /// forest and tree.</summary>
        public long? MinLeaf { get; set; }

        /// <summary>The greatest depth of a tree; 0 sets no limit. At least 0. Default 0. Read by forest and
        /// tree.</summary>
        public long? MaxDepth { get; set; }

        /// <summary>The width of kernel features exp(-gamma |x - z|^2); 0 chooses it by cross-validation. At least 0.
        /// Default 0. Read by kernel.</summary>
        public double? Gamma { get; set; }

        /// <summary>The number of landmarks of kernel features; 0 takes every row where there are at most
        /// <see cref="MaxExactRows"/>. At least 0. Default 0. Read by kernel.</summary>
        public long? Landmarks { get; set; }

        /// <summary>The greatest number of rows that are all taken as landmarks; beyond it, this number is drawn
        /// (Nystroem). At least 0. Default 3000. Read by kernel.</summary>
        public long? MaxExactRows { get; set; }

        /// <summary>The weight of each part of a mixture. Not set: equal. Each finite and above 0. Read by
        /// mixture.</summary>
        public IReadOnlyList<double> MixtureWeights { get; set; }

        /// <summary>What replaces a missing value (NaN) of a feature. One of <c>error</c>, <c>mean</c>,
        /// <c>most_frequent</c>. Default <c>error</c>.</summary>
        public string Missing { get; set; }

        /// <summary>Whether each feature that some training row lacks gets a further one that is 1 where it is missing.
        /// Default false.</summary>
        public bool? MissingIndicators { get; set; }

        /// <summary>The names of the features, which are saved with the learner. Not set by default.</summary>
        public IReadOnlyList<string> FeatureNames { get; set; }

        /// <summary>The names of the labels or classes, which are saved with the learner. Not set by default.</summary>
        public IReadOnlyList<string> LabelNames { get; set; }

        /// <summary>The seed of folds, chains, forests and landmarks. Default 0.</summary>
        public ulong? Seed { get; set; }

        internal override string Family => "learners";

        internal override void Set(in OptionSet set)
        {
            set.Text("scaling", Scaling);
            set.Integer("folds", Folds);
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
