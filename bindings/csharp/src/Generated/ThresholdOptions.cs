// Written by bindings/generate from the rows of the core: do not edit.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>The objective of thresholds, how they are found, and what is reported of them; what is not set is the
    /// library's default. Values are checked by the call that uses them. One object may serve many calls, and several
    /// threads as long as none changes it: <see cref="MakeReadOnly"/> sees to that.</summary>
    public sealed partial class ThresholdOptions : CommonOptions
    {
        /// <summary>What is maximised or minimised, within all limits that are set. Default
        /// <see cref="Wald.Goal.Auto"/>. Read by choose, threshold_pass, frontier, labels and segments.</summary>
        public Goal? Goal { get => goal; set => goal = Changed(value); }
        private Goal? goal;

        /// <summary>The metric to maximise: a named one that rises with TP and falls with FP. Not set: F1. Read by
        /// choose, threshold_pass, frontier, labels, segments and classes.</summary>
        public Metric Metric { get => metric; set => metric = Changed(value); }
        private Metric metric;

        /// <summary>How many false positives one more true positive is worth; the goal is then the greatest TP -
        /// FP/<see cref="CostRatio"/>. Finite and above 0. Not set by default. Read by choose, threshold_pass,
        /// frontier, labels and segments, with net_benefit.</summary>
        public double? CostRatio { get => costRatio; set => costRatio = Changed(value); }
        private double? costRatio;

        /// <summary>The probability q from which an alert pays; the same as <see cref="CostRatio"/> = (1-q)/q. In (0,
        /// 1). Not set by default. Read by choose, threshold_pass, frontier, labels and segments, with
        /// net_benefit.</summary>
        public double? MarginalPrecision { get => marginalPrecision; set => marginalPrecision = Changed(value); }
        private double? marginalPrecision;

        /// <summary>Precision is at least this. In [0, 1]. Not set by default. Read by choose, threshold_pass,
        /// frontier, labels and segments.</summary>
        public double? MinPrecision { get => minPrecision; set => minPrecision = Changed(value); }
        private double? minPrecision;

        /// <summary>The level at which the lower Clopper-Pearson limit of precision meets <see cref="MinPrecision"/>; 0
        /// takes the point estimate. Not set: 0.9 for one classifier, 0.975 for several classifiers or labels. In [0,
        /// 1). Read by choose, threshold_pass, frontier, labels and segments.</summary>
        public double? PrecisionLevel { get => precisionLevel; set => precisionLevel = Changed(value); }
        private double? precisionLevel;

        /// <summary>Recall is at least this. In [0, 1]. Not set by default. Read by choose, threshold_pass, frontier,
        /// labels and segments.</summary>
        public double? MinRecall { get => minRecall; set => minRecall = Changed(value); }
        private double? minRecall;

        /// <summary>The mean over rows of the metric of each row's label set is at least this. In [0, 1]. Not set by
        /// default. Read by labels, with instance.</summary>
        public double? MinValue { get => minValue; set => minValue = Changed(value); }
        private double? minValue;

        /// <summary>The weight of false positives is at most this. At least 0. Not set by default. Read by choose,
        /// threshold_pass, frontier, labels and segments.</summary>
        public double? MaxFp { get => maxFp; set => maxFp = Changed(value); }
        private double? maxFp;

        /// <summary>The weight of all flagged rows, TP + FP, is at most this. At least 0. Not set by default. Read by
        /// choose, threshold_pass, frontier, labels and segments.</summary>
        public double? MaxAlerts { get => maxAlerts; set => maxAlerts = Changed(value); }
        private double? maxAlerts;

        /// <summary>False positives are at most this share of all negatives, by weight. In [0, 1]. Not set by default.
        /// Read by choose, threshold_pass, frontier, labels and segments.</summary>
        public double? MaxFpr { get => maxFpr; set => maxFpr = Changed(value); }
        private double? maxFpr;

        /// <summary>All flagged rows, TP + FP, are at most this share of all rows, those not rated included, by weight.
        /// In [0, 1]. Not set by default. Read by choose, threshold_pass, frontier, labels and segments.</summary>
        public double? MaxAlertRate { get => maxAlertRate; set => maxAlertRate = Changed(value); }
        private double? maxAlertRate;

        /// <summary>The probability that <see cref="MinPrecision"/>, <see cref="MinRecall"/>, <see cref="MaxFpr"/> and
        /// <see cref="MaxAlertRate"/> hold for all future rows, not only in this sample; if that cannot be certified,
        /// nothing is flagged. Not set: no certificate; with average instance <see cref="MinRecall"/> then holds in
        /// expectation. In (0, 1). Read by choose, frontier, labels and segments.</summary>
        public double? Certify { get => certify; set => certify = Changed(value); }
        private double? certify;

        /// <summary>The weight of all positives, known from elsewhere: recall and F need it where some rows were not
        /// rated. Not set: counted. Finite and at least 0. Read by choose, threshold_pass, frontier and
        /// labels.</summary>
        public double? Positives { get => positives; set => positives = Changed(value); }
        private double? positives;

        /// <summary>How the thresholds are found. One of <c>direct</c>, <c>path</c>, <c>path-equal</c>,
        /// <c>analytic</c>, <c>stacked</c>, <c>best-single</c>. Default <c>direct</c>. Read by choose and
        /// frontier.</summary>
        public string Method { get => method; set => method = Changed(value); }
        private string method;

        /// <summary>The rule that chose the rows to label. If it was or and the sample's rule is and, only one
        /// threshold has to be at or above its cut in rated_from; the method must then be direct or best-single. One of
        /// <c>or</c>, <c>and</c>, <c>same</c>. Default <c>same</c>. Read by choose and frontier.</summary>
        public string RatedRule { get => ratedRule; set => ratedRule = Changed(value); }
        private string ratedRule;

        /// <summary>Whether each label or class is a problem of its own, the counts of all are added, or each row's
        /// label set counts. Default <see cref="Wald.Average.Macro"/>. Read by labels and classes.</summary>
        public Average? Average { get => average; set => average = Changed(value); }
        private Average? average;

        /// <summary>A label with fewer positive rows whose own threshold would flag more than ten rows per positive
        /// shares a threshold with all labels of so few positives, if the average is macro and the goal a metric
        /// without limits; 0: none does. At least 0. Default 10. Read by labels, with macro.</summary>
        public long? MinPositives { get => minPositives; set => minPositives = Changed(value); }
        private long? minPositives;

        /// <summary>The rate that may differ between segments by no more than the tolerance. One of <c>none</c>,
        /// <c>tpr</c>, <c>fpr</c>, <c>selection_rate</c>, <c>precision</c>. Default <c>none</c>. Read by
        /// segments.</summary>
        public string Parity { get => parity; set => parity = Changed(value); }
        private string parity;

        /// <summary>The greatest difference of the rate of parity between segments; each of several has an answer. Not
        /// set: 0. Each in [0, 1]. Read by segments, with parity.</summary>
        public IReadOnlyList<double> Tolerance { get => tolerance; set => tolerance = Changed(value); }
        private IReadOnlyList<double> tolerance;

        /// <summary>Against overfitting: the median of the thresholds of many rounds. Of one score, or of a label,
        /// bagged averages the flagged weights, so that the scale of the scores does not matter, and takes the nearest
        /// threshold within all limits. Default <see cref="Wald.Smoothing.None"/>. Read by choose and labels, with
        /// direct, path or path-equal.</summary>
        public Smoothing? Smoothing { get => smoothing; set => smoothing = Changed(value); }
        private Smoothing? smoothing;

        /// <summary>The number of rounds of smoothing. At least 1. Default 25. Read by choose and labels, with
        /// smoothing.</summary>
        public long? SmoothingRounds { get => smoothingRounds; set => smoothingRounds = Changed(value); }
        private long? smoothingRounds;

        /// <summary>The share of a lattice's edges that a round leaves out. In [0, 1). Default 0.2. Read by choose,
        /// with smoothing.</summary>
        public double? Dropout { get => dropout; set => dropout = Changed(value); }
        private double? dropout;

        /// <summary>The number of levels of each classifier. At least 2. Default 100. Read by choose and frontier, with
        /// path-equal or analytic.</summary>
        public long? Grid { get => grid; set => grid = Changed(value); }
        private long? grid;

        /// <summary>Whether the answers of best-single and stacked are computed in addition to the requested one.
        /// Default true. Read by choose.</summary>
        public bool? Baselines { get => baselines; set => baselines = Changed(value); }
        private bool? baselines;

        /// <summary>The number of bootstrap samples in each of which thresholds are chosen, for their intervals, or
        /// which give the limits of a decision curve, of an evaluation or of an estimated prevalence; 0 draws none. At
        /// least 0. Default 0. Read by choose, decision_curve, evaluation and prevalence.</summary>
        public long? Bootstrap { get => bootstrap; set => bootstrap = Changed(value); }
        private long? bootstrap;

        /// <summary>The number of cells on which bootstrap samples are drawn, for intervals and for several scores. At
        /// least 4. Default 10000. Read by choose, with bootstrap or smoothing.</summary>
        public long? BootstrapCells { get => bootstrapCells; set => bootstrapCells = Changed(value); }
        private long? bootstrapCells;

        /// <summary>The confidence level of all intervals. In (0, 1). Default 0.95. Read by choose, threshold_pass,
        /// decision_curve, reliability, evaluation and prevalence.</summary>
        public double? Level { get => level; set => level = Changed(value); }
        private double? level;

        /// <summary>The number of folds of the cross-fitted estimate, from 2 to the number of positives; 0 makes none.
        /// At least 0. Default 0. Read by choose.</summary>
        public long? Folds { get => folds; set => folds = Changed(value); }
        private long? folds;

        /// <summary>The seed of bootstrap, folds, smoothing, certificates and the limits of the value. Default 0. Read
        /// by choose, threshold_pass, labels, segments, decision_curve, evaluation and prevalence.</summary>
        public ulong? Seed { get => seed; set => seed = Changed(value); }
        private ulong? seed;

        /// <summary>The share of the rows on which a path of thresholds is found that the others test, where a
        /// certificate needs one. In (0, 1). Default 0.25. Read by choose, labels and segments, with certify.</summary>
        public double? Pilot { get => pilot; set => pilot = Changed(value); }
        private double? pilot;

        /// <summary>Upper bound on the weight of any future row; required to certify rows with weights, unless
        /// <see cref="EqualWeights"/> is set. Finite and above 0. Not set by default. Read by choose, labels and
        /// segments, with certify.</summary>
        public double? MaxWeight { get => maxWeight; set => maxWeight = Changed(value); }
        private double? maxWeight;

        /// <summary>Whether rows with weights weigh the same by design, future rows included, at least those of the
        /// same label; a certificate then stands on counts. Rows without weights always do. Default false. Read by
        /// choose, frontier, labels and segments, with certify.</summary>
        public bool? EqualWeights { get => equalWeights; set => equalWeights = Changed(value); }
        private bool? equalWeights;

        /// <summary>Selects among the rows that are not rated, the batch: the expected share of negatives among those
        /// flagged is at most this. Rows labelled 0 alone must be exchangeable with the batch's negatives, rows of both
        /// labels with the whole batch. In (0, 1). Not set by default. Read by choose and select.</summary>
        public double? MaxFdr { get => maxFdr; set => maxFdr = Changed(value); }
        private double? maxFdr;

        /// <summary>Storey's lambda, as 0.5: p-values above it estimate the share of negatives in the batch, so that
        /// more rows are flagged if many are positive. Not set: no estimate. In (0, 1). Read by choose and select, with
        /// max_fdr.</summary>
        public double? Storey { get => storey; set => storey = Changed(value); }
        private double? storey;

        /// <summary>The cost of a false positive. Finite and at least 0. Default 1. Read by abstention.</summary>
        public double? FalsePositiveCost { get => falsePositiveCost; set => falsePositiveCost = Changed(value); }
        private double? falsePositiveCost;

        /// <summary>The cost of a missed positive. Finite and at least 0. Default 1. Read by abstention.</summary>
        public double? FalseNegativeCost { get => falseNegativeCost; set => falseNegativeCost = Changed(value); }
        private double? falseNegativeCost;

        /// <summary>The cost of a row that is left to a person. Finite and at least 0. Default 1. Read by
        /// abstention.</summary>
        public double? AbstentionCost { get => abstentionCost; set => abstentionCost = Changed(value); }
        private double? abstentionCost;

        /// <summary>The share of positives where decisions are made, if it is not that of the rows, as in a
        /// case-control study: rows are weighted to it. One number; also one per label or segment, whose own rows are
        /// weighted. Not set: that of the rows. Each in (0, 1). Read by choose, frontier, labels, segments, evaluation
        /// and decision_curve.</summary>
        public IReadOnlyList<double> Prevalence { get => prevalence; set => prevalence = Changed(value); }
        private IReadOnlyList<double> prevalence;

        /// <summary>The model that others are compared with, counted from 0. Not set: a decision curve takes flagging
        /// every row, an evaluation compares every pair of models. At least 0. Read by decision_curve and
        /// evaluation.</summary>
        public long? Reference { get => reference; set => reference = Changed(value); }
        private long? reference;

        /// <summary>The metrics of an evaluation, by name; auc is the area under the ROC curve. Not set: auc, recall,
        /// specificity, precision, npv, accuracy, balanced_accuracy, f1 and mcc, or without thresholds auc alone. Read
        /// by evaluation.</summary>
        public IReadOnlyList<string> Metrics { get => metrics; set => metrics = Changed(value); }
        private IReadOnlyList<string> metrics;

        /// <summary>The names of the models of an evaluation, for its tables. Not set: model 0, model 1, ... Read by
        /// evaluation.</summary>
        public IReadOnlyList<string> Names { get => names; set => names = Changed(value); }
        private IReadOnlyList<string> names;

        /// <summary>Whether the jackknife gives the limits of all metrics but auc, also of proportions, F1 and jaccard.
        /// Default false. Read by evaluation.</summary>
        public bool? Jackknife { get => jackknife; set => jackknife = Changed(value); }
        private bool? jackknife;

        /// <summary>The limits of proportions of rows, and of F1, jaccard, balanced_accuracy and informedness, which
        /// follow from them. One of <c>mid_p</c>, <c>exact</c>. Default <c>mid_p</c>. Read by evaluation.</summary>
        public string ProportionLimits { get => proportionLimits; set => proportionLimits = Changed(value); }
        private string proportionLimits;

        /// <summary>The limits of auc; those of differences are DeLong's. One of <c>delong</c>, <c>logit</c>. Default
        /// <c>delong</c>. Read by evaluation.</summary>
        public string AucLimits { get => aucLimits; set => aucLimits = Changed(value); }
        private string aucLimits;

        /// <summary>The number of bins, which hold equal weights of rows. In [1, 1000000]. Default 10. Read by
        /// reliability.</summary>
        public long? Bins { get => bins; set => bins = Changed(value); }
        private long? bins;

        /// <summary>The greatest number of cells of a stored lattice of scores; beyond it, quantiles replace scores. At
        /// least 4. Default 8388608. Read by choose and frontier, with direct, path or path-equal.</summary>
        public long? LatticeCells { get => latticeCells; set => latticeCells = Changed(value); }
        private long? latticeCells;

        /// <summary>The greatest number of pairs of two classifiers' scores; beyond it, quantiles replace scores. At
        /// least 4. Default 2147483648. Read by choose and frontier, with direct.</summary>
        public long? PairCells { get => pairCells; set => pairCells = Changed(value); }
        private long? pairCells;

        /// <summary>The greatest number of scores of each classifier where three or more are improved two by two;
        /// beyond it, quantiles replace scores. At least 3. Default 4096. Read by choose and frontier, with
        /// direct.</summary>
        public long? AscentLevels { get => ascentLevels; set => ascentLevels = Changed(value); }
        private long? ascentLevels;

        /// <summary>Makes these options read-only, so that threads may share them and a call does not read them
        /// anew.</summary>
        /// <returns>These options.</returns>
        public ThresholdOptions MakeReadOnly()
        {
            if (!IsReadOnly)
            {
                Tolerance = Tolerance?.ToArray();
                Prevalence = Prevalence?.ToArray();
                Metrics = Metrics?.ToArray();
                Names = Names?.ToArray();
                Freeze();
            }
            return this;
        }

        /// <summary>Options of the same values for one call that can be cancelled, which may be changed.</summary>
        /// <param name="token">What ends the call.</param>
        /// <returns>The options.</returns>
        public ThresholdOptions WithCancellationToken(CancellationToken token)
        {
            var made = (ThresholdOptions)Copied();
            made.CancellationToken = token;
            return made;
        }

        internal override string Family => "thresholds";

        internal override void Set(in OptionSet set)
        {
            set.Text("goal", Goal.HasValue ? Words.Of(Goal.Value) : null);
            set.Metric("metric", Metric);
            set.Number("cost_ratio", CostRatio);
            set.Number("marginal_precision", MarginalPrecision);
            set.Number("min_precision", MinPrecision);
            set.Number("precision_level", PrecisionLevel);
            set.Number("min_recall", MinRecall);
            set.Number("min_value", MinValue);
            set.Number("max_fp", MaxFp);
            set.Number("max_alerts", MaxAlerts);
            set.Number("max_fpr", MaxFpr);
            set.Number("max_alert_rate", MaxAlertRate);
            set.Number("certify", Certify);
            set.Number("positives", Positives);
            set.Text("method", Method);
            set.Text("rated_rule", RatedRule);
            set.Text("average", Average.HasValue ? Words.Of(Average.Value) : null);
            set.Integer("min_positives", MinPositives);
            set.Text("parity", Parity);
            set.Numbers("tolerance", Tolerance);
            set.Text("smoothing", Smoothing.HasValue ? Words.Of(Smoothing.Value) : null);
            set.Integer("smoothing_rounds", SmoothingRounds);
            set.Number("dropout", Dropout);
            set.Integer("grid", Grid);
            set.Switch("baselines", Baselines);
            set.Integer("bootstrap", Bootstrap);
            set.Integer("bootstrap_cells", BootstrapCells);
            set.Number("level", Level);
            set.Integer("folds", Folds);
            set.Seed("seed", Seed);
            set.Number("pilot", Pilot);
            set.Number("max_weight", MaxWeight);
            set.Switch("equal_weights", EqualWeights);
            set.Number("max_fdr", MaxFdr);
            set.Number("storey", Storey);
            set.Number("false_positive_cost", FalsePositiveCost);
            set.Number("false_negative_cost", FalseNegativeCost);
            set.Number("abstention_cost", AbstentionCost);
            set.Numbers("prevalence", Prevalence);
            set.Integer("reference", Reference);
            set.Texts("metrics", Metrics);
            set.Texts("names", Names);
            set.Switch("jackknife", Jackknife);
            set.Text("proportion_limits", ProportionLimits);
            set.Text("auc_limits", AucLimits);
            set.Integer("bins", Bins);
            set.Integer("lattice_cells", LatticeCells);
            set.Integer("pair_cells", PairCells);
            set.Integer("ascent_levels", AscentLevels);
        }
    }
}
