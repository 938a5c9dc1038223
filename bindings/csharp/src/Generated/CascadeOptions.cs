// Written by bindings/generate from the rows of the core: do not edit.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>How a cascade is fitted, calibrated and run; what is not set is the library's default. Values are
    /// checked by the call that uses them. One object may serve many calls, and several threads as long as none changes
    /// it: <see cref="MakeReadOnly"/> sees to that.</summary>
    public sealed partial class CascadeOptions : CommonOptions
    {
        /// <summary>The greatest share of the fitted rows whose decision may differ from that of all models. In [0, 1].
        /// Default 0.005. Read by fit.</summary>
        public double? Alpha { get => alpha; set => alpha = Changed(value); }
        private double? alpha;

        /// <summary>The sum of scores from which a row is positive. Finite. Default 0. Read by fit, with
        /// two-classes.</summary>
        public double? Threshold { get => threshold; set => threshold = Changed(value); }
        private double? threshold;

        /// <summary>The stopping rule. Votes: every score is one of two values, and all models cost the same. One of
        /// <c>sums</c>, <c>votes</c>, <c>cheaper</c>. Default <c>sums</c>. Read by fit.</summary>
        public string Algorithm { get => algorithm; set => algorithm = Changed(value); }
        private string algorithm;

        /// <summary>The order in which the models are run. One of <c>joint</c>, <c>natural</c>, <c>random</c>,
        /// <c>mse</c>, <c>greedy</c>. Default <c>joint</c>. Read by fit.</summary>
        public string Order { get => order; set => order = Changed(value); }
        private string order;

        /// <summary>An order from elsewhere: every model once, counted from 0. It replaces <see cref="Order"/>. Each in
        /// [0, 1048575]. Not set by default. Read by fit.</summary>
        public IReadOnlyList<int> FixedOrder { get => fixedOrder; set => fixedOrder = Changed(value); }
        private IReadOnlyList<int> fixedOrder;

        /// <summary>How much of alpha may be used up after position r of T: "power:P" is the share (r/T)^P, "all" is
        /// power:0, "proportional" follows the share of rows that have left. Not set: power:0.25, or all with
        /// calibration rows. Read by fit.</summary>
        public string Spend { get => spend; set => spend = Changed(value); }
        private string spend;

        /// <summary>Whether rows leave early only as negatives (filter and score). Default false. Read by fit, with
        /// two-classes.</summary>
        public bool? NegativesOnly { get => negativesOnly; set => negativesOnly = Changed(value); }
        private bool? negativesOnly;

        /// <summary>Whether, if no model lets a row leave early, the model that brings sums closest to the full ones is
        /// next; else the cheapest is. Default false. Read by fit, with joint.</summary>
        public bool? Closest { get => closest; set => closest = Changed(value); }
        private bool? closest;

        /// <summary>Whether thresholds come from means and deviations in bins (Fan et al. 2002); else from alpha
        /// (QWYC). Default false. Read by fit.</summary>
        public bool? Bins { get => bins; set => bins = Changed(value); }
        private bool? bins;

        /// <summary>The width of a bin's thresholds in deviations. Not set: the smallest within alpha. Finite and at
        /// least 0. Read by fit, with bins.</summary>
        public double? Gamma { get => gamma; set => gamma = Changed(value); }
        private double? gamma;

        /// <summary>The width of a bin in units of the score. Not set: a twentieth of the standard deviation of the
        /// sum. Finite and above 0. Read by fit, with bins.</summary>
        public double? BinWidth { get => binWidth; set => binWidth = Changed(value); }
        private double? binWidth;

        /// <summary>Whether the order is chosen on one half of the rows and the thresholds on the other. Default false.
        /// Read by fit.</summary>
        public bool? Halves { get => halves; set => halves = Changed(value); }
        private bool? halves;

        /// <summary>The number of folds of the cross-fitted estimate, at least 2; 0 makes none. In [0, 1000]. Default
        /// 0. Read by fit.</summary>
        public long? Folds { get => folds; set => folds = Changed(value); }
        private long? folds;

        /// <summary>The disagreement that calibration certifies. In (0, 1). Default 0.01. Read by fit and calibrate,
        /// with calibration.</summary>
        public double? MaxDisagreement { get => maxDisagreement; set => maxDisagreement = Changed(value); }
        private double? maxDisagreement;

        /// <summary>The probability with which the certificate holds. In (0, 1). Default 0.95. Read by fit and
        /// calibrate, with calibration.</summary>
        public double? Certify { get => certify; set => certify = Changed(value); }
        private double? certify;

        /// <summary>The cost of each model; inf runs it last. Not set: 1 each. Each at least 0. Read by fit.</summary>
        public IReadOnlyList<double> Costs { get => costs; set => costs = Changed(value); }
        private IReadOnlyList<double> costs;

        /// <summary>The names of the models, which are saved with the cascade. Not set by default. Read by
        /// fit.</summary>
        public IReadOnlyList<string> Names { get => names; set => names = Changed(value); }
        private IReadOnlyList<string> names;

        /// <summary>The names of the features of the trees, which are saved with the cascade; columns are matched by
        /// them. Not set by default. Read by fit.</summary>
        public IReadOnlyList<string> FeatureNames { get => featureNames; set => featureNames = Changed(value); }
        private IReadOnlyList<string> featureNames;

        /// <summary>The categories behind the codes of features, saved with the cascade: "feature=category", those of a
        /// feature in the order of their codes 0, 1, 2, ... Needs <see cref="FeatureNames"/>. Not set by default. Read
        /// by fit.</summary>
        public IReadOnlyList<string> Categories { get => categories; set => categories = Changed(value); }
        private IReadOnlyList<string> categories;

        /// <summary>The seed of random orders, folds and halves. Default 0. Read by fit.</summary>
        public ulong? Seed { get => seed; set => seed = Changed(value); }
        private ulong? seed;

        /// <summary>Makes these options read-only, so that threads may share them and a call does not read them
        /// anew.</summary>
        /// <returns>These options.</returns>
        public CascadeOptions MakeReadOnly()
        {
            if (!IsReadOnly)
            {
                FixedOrder = FixedOrder?.ToArray();
                Costs = Costs?.ToArray();
                Names = Names?.ToArray();
                FeatureNames = FeatureNames?.ToArray();
                Categories = Categories?.ToArray();
                Freeze();
            }
            return this;
        }

        /// <summary>Options of the same values for one call that can be cancelled, which may be changed.</summary>
        /// <param name="token">What ends the call.</param>
        /// <returns>The options.</returns>
        public CascadeOptions WithCancellationToken(CancellationToken token)
        {
            var made = (CascadeOptions)Copied();
            made.CancellationToken = token;
            return made;
        }

        internal override string Family => "cascades";

        internal override void Set(in OptionSet set)
        {
            set.Number("alpha", Alpha);
            set.Number("threshold", Threshold);
            set.Text("algorithm", Algorithm);
            set.Text("order", Order);
            set.Integers("fixed_order", FixedOrder);
            set.Text("spend", Spend);
            set.Switch("negatives_only", NegativesOnly);
            set.Switch("closest", Closest);
            set.Switch("bins", Bins);
            set.Number("gamma", Gamma);
            set.Number("bin_width", BinWidth);
            set.Switch("halves", Halves);
            set.Integer("folds", Folds);
            set.Number("max_disagreement", MaxDisagreement);
            set.Number("certify", Certify);
            set.Numbers("costs", Costs);
            set.Texts("names", Names);
            set.Texts("feature_names", FeatureNames);
            set.Texts("categories", Categories);
            set.Seed("seed", Seed);
        }
    }
}
