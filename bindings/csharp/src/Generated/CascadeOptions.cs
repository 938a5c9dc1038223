// Written by bindings/generate from the rows of the core: do not edit.
using System;
using System.Collections.Generic;
using System.Threading;

namespace Wald
{
    /// <summary>How a cascade is fitted, calibrated and run; what is not set is the library's default. Values are
    /// checked by the call that uses them. One object may serve many calls, and several threads as long as none changes
    /// it.</summary>
    public sealed partial class CascadeOptions : CommonOptions
    {
        /// <summary>The greatest share of the fitted rows whose decision may differ from that of all models. In [0, 1].
        /// Default 0.005. Read by fit.</summary>
        public double? Alpha { get; set; }

        /// <summary>The sum of scores from which a row is positive. Finite. Default 0. Read by fit, with
        /// two-classes.</summary>
        public double? Threshold { get; set; }

        /// <summary>How it is found when to stop. Votes: every score is one of two values, and models cost the same.
        /// One of <c>sums</c>, <c>votes</c>, <c>cheaper</c>. Default <c>sums</c>. Read by fit.</summary>
        public string Algorithm { get; set; }

        /// <summary>The order in which the models are asked. One of <c>joint</c>, <c>natural</c>, <c>random</c>,
        /// <c>mse</c>, <c>greedy</c>. Default <c>joint</c>. Read by fit.</summary>
        public string Order { get; set; }

        /// <summary>An order from elsewhere: every model once, counted from 0. It replaces <see cref="Order"/>. Each in
        /// [0, 1048575]. Not set by default. Read by fit.</summary>
        public IReadOnlyList<int> FixedOrder { get; set; }

        /// <summary>How much of alpha may be used up after position r of T: "power:P" is the share (r/T)^P, "all" is
        /// power:0, "proportional" follows the share of rows that have left. Not set: power:0.25, or all with
        /// calibration rows. Read by fit.</summary>
        public string Spend { get; set; }

        /// <summary>Whether rows leave early only as negatives (filter and score). Default false. Read by fit, with
        /// two-classes.</summary>
        public bool? NegativesOnly { get; set; }

        /// <summary>Whether the model that brings sums closest to the full ones comes next where no model lets a row
        /// leave; else the cheapest does. Default false. Read by fit, with joint.</summary>
        public bool? Closest { get; set; }

        /// <summary>Whether thresholds come from means and deviations in bins (Fan et al. 2002); else from alpha
        /// (QWYC). Default false. Read by fit.</summary>
        public bool? Bins { get; set; }

        /// <summary>The width of a bin's thresholds in deviations. Not set: the smallest within alpha. Finite and at
        /// least 0. Read by fit, with bins.</summary>
        public double? Gamma { get; set; }

        /// <summary>The width of a bin in units of the score. Not set: a twentieth of the standard deviation of the
        /// sum. Finite and above 0. Read by fit, with bins.</summary>
        public double? BinWidth { get; set; }

        /// <summary>Whether the order is chosen on one half of the rows and the thresholds on the other. Default false.
        /// Read by fit.</summary>
        public bool? Halves { get; set; }

        /// <summary>The number of folds of the cross-fitted estimate, at least 2; 0 makes none. In [0, 1000]. Default
        /// 0. Read by fit.</summary>
        public long? Folds { get; set; }

        /// <summary>The disagreement that calibration certifies. In (0, 1). Default 0.01. Read by fit and calibrate,
        /// with calibration.</summary>
        public double? MaxDisagreement { get; set; }

        /// <summary>The probability with which the certificate holds. In (0, 1). Default 0.95. Read by fit and
        /// calibrate, with calibration.</summary>
        public double? Certify { get; set; }

        /// <summary>The cost of each model; inf asks it only where nothing else is left. Not set: 1 each. Each at least
        /// 0. Read by fit.</summary>
        public IReadOnlyList<double> Costs { get; set; }

        /// <summary>The names of the models, which are saved with the cascade. Not set by default. Read by
        /// fit.</summary>
        public IReadOnlyList<string> Names { get; set; }

        /// <summary>The names of the features of the trees, which are saved with the cascade; columns are matched by
        /// them. Not set by default. Read by fit.</summary>
        public IReadOnlyList<string> FeatureNames { get; set; }

        /// <summary>The categories behind the codes of features, saved with the cascade: "feature=category", those of a
        /// feature in the order of their codes 0, 1, 2, ... Needs <see cref="FeatureNames"/>. Not set by default. Read
        /// by fit.</summary>
        public IReadOnlyList<string> Categories { get; set; }

        /// <summary>The seed of random orders, folds and halves. Default 0. Read by fit.</summary>
        public ulong? Seed { get; set; }

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
