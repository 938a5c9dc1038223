// Written by bindings/generate from the rows of the core: do not edit.
using System;
using System.Collections.Generic;
using System.Threading;

namespace Wald
{
    /// <summary>How to decide; what is not set is the library's default. Values are checked by the call that uses them.
    /// One object may serve many calls, and several threads as long as none changes it.</summary>
    public sealed partial class DecisionOptions : CommonOptions
    {
        /// <summary>The least number of positives in each answer. Not set: what the learner says where one answers,
        /// otherwise 0. At least 0. Read by decide, curve, regret, worth and report.</summary>
        public long? AtLeast { get; set; }

        /// <summary>The greatest number of positives in each answer. Not set: no limit. At least 0. Read by decide,
        /// curve, regret, worth and report.</summary>
        public long? AtMost { get; set; }

        /// <summary>The algorithm; auto picks the best exact one. One of <c>auto</c>, <c>enumeration</c>, <c>chai</c>,
        /// <c>jansche</c>, <c>jansche-approx</c>, <c>ye</c>, <c>lewis</c>, <c>n16</c>, <c>n16-first-rise</c>,
        /// <c>window</c>, <c>categorical</c>, <c>gfm</c>, <c>mode</c>, <c>marginal-modes</c>, <c>ascent</c>,
        /// <c>bisection</c>, <c>separable</c>, <c>block-coordinate</c>, <c>partial</c>. Default <c>auto</c>. Read by
        /// decide, curve, regret, worth and report.</summary>
        public string Algorithm { get; set; }

        /// <summary>Which of equally good answers is taken, for metrics that are a sum over the labels (hamming, cost)
        /// and for subset_accuracy. Other metrics take the fewest labels. One of <c>fewest</c>, <c>most</c>. Default
        /// <c>fewest</c>. Read by decide.</summary>
        public string Ties { get; set; }

        /// <summary>What is one problem in a table of probabilities. Default <see cref="Wald.Average.Instance"/>. Read
        /// by decide, expected, regret, evaluate, compare, worth and report, with tables.</summary>
        public Average? Average { get; set; }

        /// <summary>How many labels each row gets, with average macro: one number for exactly that many, two for from
        /// and to. Not set: each label is decided on its own. Each at least 0. Read by decide, expected, worth and
        /// report, with tables.</summary>
        public IReadOnlyList<int> PerRow { get; set; }

        /// <summary>The weight of each label in a macro average; propensities, say. Not set: all equal. Each finite and
        /// at least 0. Read by decide, expected, evaluate, compare, worth and report.</summary>
        public IReadOnlyList<double> LabelWeights { get; set; }

        /// <summary>The cost of abstaining: an instance whose expected loss is above it is left undecided. Not set:
        /// never. Finite. Read by decide.</summary>
        public double? Abstain { get; set; }

        /// <summary>The cost of leaving a single label undecided, in the unit of the utility: each undecided label
        /// costs <see cref="AbstainLabel"/> / n. Average instance only. Not set: every label is decided. Finite and at
        /// least 0. Read by decide and evaluate.</summary>
        public double? AbstainLabel { get; set; }

        /// <summary>How many samples are drawn where a distribution has to be simulated: of label vectors, or, where
        /// systems are compared, of swaps. In [2, 1e8]. Default 10000. Read by distribution, compare, worth and
        /// report.</summary>
        public long? Samples { get; set; }

        /// <summary>The confidence level of all intervals. In (0, 1). Default 0.95. Read by compare and
        /// report.</summary>
        public double? Level { get; set; }

        /// <summary>The seed of whatever is drawn at random. Default 0. Read by draw, distribution, learners, compare,
        /// worth and report.</summary>
        public ulong? Seed { get; set; }

        /// <summary>Temperature for simulating labels: log-odds are divided by it. Above 1 if the model is
        /// overconfident, below 1 if underconfident. Decisions still use the given probabilities. Finite and above 0.
        /// Default 1. Read by worth.</summary>
        public double? Temperature { get; set; }

        /// <summary>Whether every row is known to have a true label: labels are then simulated conditional on at least
        /// one. Average instance only. Default false. Read by worth.</summary>
        public bool? Nonempty { get; set; }

        /// <summary>The gain that counts, in the unit of the metric. Finite. Default 0. Read by worth.</summary>
        public double? LeastGain { get; set; }

        internal override string Family => "decisions";

        internal override void Set(in OptionSet set)
        {
            set.Integer("at_least", AtLeast);
            set.Integer("at_most", AtMost);
            set.Text("algorithm", Algorithm);
            set.Text("ties", Ties);
            set.Text("average", Average.HasValue ? Words.Of(Average.Value) : null);
            set.Integers("per_row", PerRow);
            set.Numbers("label_weights", LabelWeights);
            set.Number("abstain", Abstain);
            set.Number("abstain_label", AbstainLabel);
            set.Integer("samples", Samples);
            set.Number("level", Level);
            set.Seed("seed", Seed);
            set.Number("temperature", Temperature);
            set.Switch("nonempty", Nonempty);
            set.Number("least_gain", LeastGain);
        }
    }
}
