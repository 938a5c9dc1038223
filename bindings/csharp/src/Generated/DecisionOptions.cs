// Written by bindings/generate from the rows of the core: do not edit.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>How to decide; what is not set is the library's default. Values are checked by the call that uses them.
    /// One object may serve many calls, and several threads as long as none changes it: <see cref="MakeReadOnly"/> sees
    /// to that.</summary>
    public sealed partial class DecisionOptions : CommonOptions
    {
        /// <summary>The least number of positives in each answer. Not set: the <see cref="AtLeast"/> of the learner, if
        /// a learner decides, otherwise 0. At least 0. Read by decide, curve, regret, worth, report and
        /// masks.</summary>
        public long? AtLeast { get => atLeast; set => atLeast = Changed(value); }
        private long? atLeast;

        /// <summary>The greatest number of positives in each answer. Not set: no limit. At least 0. Read by decide,
        /// curve, regret, worth, report and masks.</summary>
        public long? AtMost { get => atMost; set => atMost = Changed(value); }
        private long? atMost;

        /// <summary>The algorithm; auto picks the best exact one. One of <c>auto</c>, <c>enumeration</c>, <c>chai</c>,
        /// <c>jansche</c>, <c>jansche-approx</c>, <c>ye</c>, <c>lewis</c>, <c>n16</c>, <c>n16-first-rise</c>,
        /// <c>window</c>, <c>categorical</c>, <c>gfm</c>, <c>mode</c>, <c>marginal-modes</c>, <c>ascent</c>,
        /// <c>bisection</c>, <c>separable</c>, <c>block-coordinate</c>, <c>partial</c>, <c>rule</c>,
        /// <c>fixed-point</c>. Default <c>auto</c>. Read by decide, curve, regret, worth, report and masks.</summary>
        public string Algorithm { get => algorithm; set => algorithm = Changed(value); }
        private string algorithm;

        /// <summary>Which of equally good answers is taken, for metrics that are a sum over the labels (hamming, cost)
        /// and for subset_accuracy. Other metrics take the fewest labels. One of <c>fewest</c>, <c>most</c>. Default
        /// <c>fewest</c>. Read by decide and masks.</summary>
        public string Ties { get => ties; set => ties = Changed(value); }
        private string ties;

        /// <summary>What is one problem in a table of probabilities. Of masks: instance, each image, or micro, all
        /// images together. Default <see cref="Wald.Average.Instance"/>. Read by decide, expected, regret, evaluate,
        /// compare, worth, report and masks.</summary>
        public Average? Average { get => average; set => average = Changed(value); }
        private Average? average;

        /// <summary>How many labels each row gets, with average macro: one number for exactly that many, two for from
        /// and to. Not set: each label is decided on its own. Of masks with exclusive classes: 1, the default, or 0 to
        /// 1, where a pixel may have none. Each at least 0. Read by decide, expected, worth, report and masks, with
        /// tables or exclusive.</summary>
        public IReadOnlyList<int> PerRow { get => perRow; set => perRow = Changed(value); }
        private IReadOnlyList<int> perRow;

        /// <summary>Whether an answer with <see cref="PerRow"/>, or with exclusive classes, gets a bound of its own,
        /// which takes most of the time. Off: the bound follows from the metric's range. Default true. Read by decide
        /// and masks, with per_row or exclusive.</summary>
        public bool? Proof { get => proof; set => proof = Changed(value); }
        private bool? proof;

        /// <summary>The share of each label where decisions are made: one number for all, or one per label or class.
        /// Deciding and worth move probabilities to it from <see cref="TrainingPrior"/>; evaluations and comparisons
        /// weight each label's rows to it. Not set: all are taken as they are. Each in (0, 1). Read by decide, worth,
        /// evaluate and compare.</summary>
        public IReadOnlyList<double> Prevalence { get => prevalence; set => prevalence = Changed(value); }
        private IReadOnlyList<double> prevalence;

        /// <summary>The share of each label where the probabilities hold, as in training: one number for all, or one
        /// per label or class. prevalence needs it. Each in (0, 1). Not set by default. Read by decide and worth, with
        /// prevalence.</summary>
        public IReadOnlyList<double> TrainingPrior { get => trainingPrior; set => trainingPrior = Changed(value); }
        private IReadOnlyList<double> trainingPrior;

        /// <summary>The weight of each label in a macro average, such as its propensity. Not set: all equal. Each
        /// finite and at least 0. Read by decide, expected, evaluate, compare, worth, report and masks.</summary>
        public IReadOnlyList<double> LabelWeights { get => labelWeights; set => labelWeights = Changed(value); }
        private IReadOnlyList<double> labelWeights;

        /// <summary>The cost of abstaining: an instance whose expected loss is above it is left undecided. Not set:
        /// never. Finite. Read by decide.</summary>
        public double? Abstain { get => abstain; set => abstain = Changed(value); }
        private double? abstain;

        /// <summary>The cost of leaving a single label undecided, in the unit of the utility: each undecided label
        /// costs <see cref="AbstainLabel"/> / n. Average instance only. Not set: every label is decided. Finite and at
        /// least 0. Read by decide and evaluate.</summary>
        public double? AbstainLabel { get => abstainLabel; set => abstainLabel = Changed(value); }
        private double? abstainLabel;

        /// <summary>How many samples are drawn if a distribution is simulated: label vectors, or swaps when two systems
        /// are compared. In [2, 1e8]. Default 10000. Read by distribution, compare, worth and report.</summary>
        public long? Samples { get => samples; set => samples = Changed(value); }
        private long? samples;

        /// <summary>The confidence level of all intervals. In (0, 1). Default 0.95. Read by compare and
        /// report.</summary>
        public double? Level { get => level; set => level = Changed(value); }
        private double? level;

        /// <summary>The seed of all random draws. Default 0. Read by draw, distribution, learners, compare, worth and
        /// report.</summary>
        public ulong? Seed { get => seed; set => seed = Changed(value); }
        private ulong? seed;

        /// <summary>Temperature for simulating labels: log-odds are divided by it. Above 1 if the model is
        /// overconfident, below 1 if underconfident. Decisions still use the given probabilities. Finite and above 0.
        /// Default 1. Read by worth.</summary>
        public double? Temperature { get => temperature; set => temperature = Changed(value); }
        private double? temperature;

        /// <summary>Whether every row is known to have a true label: labels are then simulated conditional on at least
        /// one. Average instance only. Default false. Read by worth.</summary>
        public bool? Nonempty { get => nonempty; set => nonempty = Changed(value); }
        private bool? nonempty;

        /// <summary>The gain that counts, in the unit of the metric. Finite. Default 0. Read by worth.</summary>
        public double? LeastGain { get => leastGain; set => leastGain = Changed(value); }
        private double? leastGain;

        /// <summary>The variance of the number of true labels in a row, over that of independent labels. Above 1 if
        /// cells of a row depend on each other, as pixels of an image do: a row then counts as n /
        /// <see cref="DesignEffect"/> independent cells, at least one. Average instance only. In [1, 1e12]. Default 1.
        /// Read by worth.</summary>
        public double? DesignEffect { get => designEffect; set => designEffect = Changed(value); }
        private double? designEffect;

        /// <summary>Makes these options read-only, so that threads may share them and a call does not read them
        /// anew.</summary>
        /// <returns>These options.</returns>
        public DecisionOptions MakeReadOnly()
        {
            if (!IsReadOnly)
            {
                PerRow = PerRow?.ToArray();
                Prevalence = Prevalence?.ToArray();
                TrainingPrior = TrainingPrior?.ToArray();
                LabelWeights = LabelWeights?.ToArray();
                Freeze();
            }
            return this;
        }

        /// <summary>Options of the same values for one call that can be cancelled, which may be changed.</summary>
        /// <param name="token">What ends the call.</param>
        /// <returns>The options.</returns>
        public DecisionOptions WithCancellationToken(CancellationToken token)
        {
            var made = (DecisionOptions)Copied();
            made.CancellationToken = token;
            return made;
        }

        internal override string Family => "decisions";

        internal override void Set(in OptionSet set)
        {
            set.Integer("at_least", AtLeast);
            set.Integer("at_most", AtMost);
            set.Text("algorithm", Algorithm);
            set.Text("ties", Ties);
            set.Text("average", Average.HasValue ? Words.Of(Average.Value) : null);
            set.Integers("per_row", PerRow);
            set.Switch("proof", Proof);
            set.Numbers("prevalence", Prevalence);
            set.Numbers("training_prior", TrainingPrior);
            set.Numbers("label_weights", LabelWeights);
            set.Number("abstain", Abstain);
            set.Number("abstain_label", AbstainLabel);
            set.Integer("samples", Samples);
            set.Number("level", Level);
            set.Seed("seed", Seed);
            set.Number("temperature", Temperature);
            set.Switch("nonempty", Nonempty);
            set.Number("least_gain", LeastGain);
            set.Number("design_effect", DesignEffect);
        }
    }
}
