// Written by bindings/generate from the rows of the core: do not edit.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Wald
{
    public sealed partial class Decision
    {
        /// <summary>The number of positives.</summary>
        public long K => (long)facts[Facts.Place(Native.WALD_DECISION_K)];

        /// <summary>The expected utility of the answer, even if the instance is left undecided.</summary>
        public double Expected => facts[Facts.Place(Native.WALD_DECISION_EXPECTED)];

        /// <summary>The expected loss of the answer.</summary>
        public double Loss => facts[Facts.Place(Native.WALD_DECISION_LOSS)];

        /// <summary>A proved upper limit on (optimal expected utility - expected utility of the answer), rounding
        /// included. For an algorithm requested by name that proves nothing, it follows from the metric's range. With
        /// per_row, a limit on how far the weighted mean over the labels is from its optimum: the same number for every
        /// label.</summary>
        public double Bound => facts[Facts.Place(Native.WALD_DECISION_BOUND)];

        /// <summary>The best expected utility at any other k; NaN if it was not computed.</summary>
        public double NextBest => facts[Facts.Place(Native.WALD_DECISION_NEXT_BEST)];

        /// <summary>P(no positive at all), on which undefined cells of rare problems depend.</summary>
        public double PZero => facts[Facts.Place(Native.WALD_DECISION_P_ZERO)];

        /// <summary>Whether the instance was left undecided.</summary>
        public bool Abstained => facts[Facts.Place(Native.WALD_DECISION_ABSTAINED)] != 0;

        /// <summary>The name of the algorithm that ran.</summary>
        public string Algorithm { get; private set; }

        /// <summary>A warning about the answer; empty if there is none. A warning about the whole table is at its first
        /// answer.</summary>
        public string Warning { get; private set; }

        /// <summary>The number of items left undecided one by one (abstain_label); none of an instance that
        /// abstained.</summary>
        public long UndecidedCount => (long)facts[Facts.Place(Native.WALD_DECISION_N_UNDECIDED)];

        /// <summary>The smallest probability of a positive: another program that takes this and greater ones has the
        /// answer, ties apart. Infinite if no item is positive. NaN if no threshold makes the answer: of labels that
        /// are not independent, or with per_row.</summary>
        public double Threshold => facts[Facts.Place(Native.WALD_DECISION_THRESHOLD)];

        private const int FactCount = 16;

        // What is read of an answer.
        private static readonly int[] numbers = { 4002, 4003, 4004, 4005, 4006, 4007, 4008, 4009, 4010, 4011, 4014, 4015 }, texts = { 4012, 4013 };

        private unsafe void Take(IntPtr* found)
        {
            Algorithm = Text.Static(found[0]);
            Warning = Text.Static(found[1]);
        }
    }

    public sealed partial class Decisions
    {
        private readonly double[][] facts = new double[16][];

        /// <summary>Of each answer: the number of positives.</summary>
        public IReadOnlyList<long> K => Array.AsReadOnly(Array.ConvertAll(Fact(Native.WALD_DECISION_K), x => (long)x));

        /// <summary>Of each answer: the expected utility of the answer, even if the instance is left
        /// undecided.</summary>
        public IReadOnlyList<double> Expected => Array.AsReadOnly(Fact(Native.WALD_DECISION_EXPECTED));

        /// <summary>Of each answer: the expected loss of the answer.</summary>
        public IReadOnlyList<double> Loss => Array.AsReadOnly(Fact(Native.WALD_DECISION_LOSS));

        /// <summary>Of each answer: a proved upper limit on (optimal expected utility - expected utility of the
        /// answer), rounding included. For an algorithm requested by name that proves nothing, it follows from the
        /// metric's range. With per_row, a limit on how far the weighted mean over the labels is from its optimum: the
        /// same number for every label.</summary>
        public IReadOnlyList<double> Bound => Array.AsReadOnly(Fact(Native.WALD_DECISION_BOUND));

        /// <summary>Of each answer: the best expected utility at any other k; NaN if it was not computed.</summary>
        public IReadOnlyList<double> NextBest => Array.AsReadOnly(Fact(Native.WALD_DECISION_NEXT_BEST));

        /// <summary>Of each answer: P(no positive at all), on which undefined cells of rare problems depend.</summary>
        public IReadOnlyList<double> PZero => Array.AsReadOnly(Fact(Native.WALD_DECISION_P_ZERO));

        /// <summary>Of each answer: whether the instance was left undecided.</summary>
        public IReadOnlyList<bool> Abstained =>
            Array.AsReadOnly(Array.ConvertAll(Fact(Native.WALD_DECISION_ABSTAINED), x => x != 0));

        /// <summary>Of each answer: the name of the algorithm that ran.</summary>
        public IReadOnlyList<string> Algorithm => Texts(Native.WALD_DECISION_ALGORITHM);

        /// <summary>Of each answer: the number of items left undecided one by one (abstain_label); none of an instance
        /// that abstained.</summary>
        public IReadOnlyList<long> UndecidedCount =>
            Array.AsReadOnly(Array.ConvertAll(Fact(Native.WALD_DECISION_N_UNDECIDED), x => (long)x));

        /// <summary>Of each answer: the smallest probability of a positive: another program that takes this and greater
        /// ones has the answer, ties apart. Infinite if no item is positive. NaN if no threshold makes the answer: of
        /// labels that are not independent, or with per_row.</summary>
        public IReadOnlyList<double> Threshold => Array.AsReadOnly(Fact(Native.WALD_DECISION_THRESHOLD));
    }

    public sealed partial class Estimator
    {
        /// <summary>What is known of the labels: one of the kinds.</summary>
        public Kind Kind => (Kind)Number(Native.WALD_ESTIMATOR_KIND);

        /// <summary>The number of labels.</summary>
        public long LabelCount => (long)Number(Native.WALD_ESTIMATOR_N_LABELS);

        /// <summary>The number of weighted vectors or tables fed; of the other kinds 1, or 0 while empty.</summary>
        public long FedCount => (long)Number(Native.WALD_ESTIMATOR_N_FED);

        /// <summary>The sum of the weights fed to a joint or counts estimator; of the others 1, or 0 while
        /// empty.</summary>
        public double TotalWeight => Number(Native.WALD_ESTIMATOR_TOTAL_WEIGHT);

        /// <summary>The greatest s with a nonzero P[i][s]. Counts only.</summary>
        public long MaxS => (long)Number(Native.WALD_ESTIMATOR_MAX_S);

        /// <summary>P(no label).</summary>
        public double PZero => Number(Native.WALD_ESTIMATOR_P_ZERO);

        /// <summary>P(y_i = 1) for each label.</summary>
        /// <returns>The numbers.</returns>
        public double[] Marginals() => Numbers(Native.WALD_ESTIMATOR_MARGINALS);

        /// <summary>P(s) for s = 0 ... n_labels.</summary>
        /// <returns>The numbers.</returns>
        public double[] SizeDistribution() => Numbers(Native.WALD_ESTIMATOR_SIZE_DISTRIBUTION);

        private unsafe double Number(int fact)
        {
            using (Usage.Read())
                return Facts.Number(fact, (which, value) =>
                    Native.wald_number(Handle, which, 0, value));
        }

        private unsafe double[] Numbers(int fact)
        {
            using (Usage.Read())
                return Facts.Numbers(fact, (which, values, capacity, needed) =>
                    Native.wald_numbers(Handle, which, 0, values, capacity, needed));
        }
    }

    public sealed partial class Distribution
    {
        /// <summary>The mean of the utility.</summary>
        public double Mean => Number(Native.WALD_DISTRIBUTION_MEAN);

        /// <summary>Its standard deviation.</summary>
        public double Sd => Number(Native.WALD_DISTRIBUTION_SD);

        /// <summary>The standard error of the mean; 0 if the distribution is exact.</summary>
        public double StandardError => Number(Native.WALD_DISTRIBUTION_STANDARD_ERROR);

        /// <summary>The number of samples; 0 if the distribution is exact.</summary>
        public long SampleCount => (long)Number(Native.WALD_DISTRIBUTION_N_SAMPLES);

        private unsafe double Number(int fact)
        {
                return Facts.Number(fact, (which, value) =>
                    Native.wald_number(Handle, which, 0, value));
        }

        private unsafe double[] Numbers(int fact)
        {
                return Facts.Numbers(fact, (which, values, capacity, needed) =>
                    Native.wald_numbers(Handle, which, 0, values, capacity, needed));
        }
    }

    public sealed partial class Comparison
    {
        // What is read when the object is made: numbers, lists of numbers, texts.
        private static readonly FactSet read = new FactSet(12,
            new int[] { 28000, 28001, 28002, 28003, 28004, 28005, 28006, 28007, 28008, 28009, 28010, 28011 },
            new int[0],
            new int[0]);

        /// <summary>The metric's value of A.</summary>
        public double ValueA => Number(Native.WALD_COMPARISON_VALUE_A);

        /// <summary>The metric's value of B.</summary>
        public double ValueB => Number(Native.WALD_COMPARISON_VALUE_B);

        /// <summary>B - A: above 0 if B has the higher value.</summary>
        public double Difference => Number(Native.WALD_COMPARISON_DIFFERENCE);

        /// <summary>The lower limit of the difference, at the requested level.</summary>
        public double Low => Number(Native.WALD_COMPARISON_LOW);

        /// <summary>The upper limit of the difference.</summary>
        public double High => Number(Native.WALD_COMPARISON_HIGH);

        /// <summary>The two-sided p-value of the paired permutation test: how often the difference is as large if the
        /// two predictions of each row, or of each group, are swapped at random.</summary>
        public double PValue => Number(Native.WALD_COMPARISON_P_VALUE);

        /// <summary>The standard error of the difference, by the jackknife over rows or groups.</summary>
        public double StandardError => Number(Native.WALD_COMPARISON_STANDARD_ERROR);

        /// <summary>The degrees of freedom of the standard error, from the kurtosis of its terms; at most units -
        /// 1.</summary>
        public double Df => Number(Native.WALD_COMPARISON_DF);

        /// <summary>The number of rows, or of groups, of a weight above 0 that both systems decide.</summary>
        public long UnitCount => (long)Number(Native.WALD_COMPARISON_N_UNITS);

        /// <summary>How many of these the systems predict differently.</summary>
        public long DifferingCount => (long)Number(Native.WALD_COMPARISON_N_DIFFERING);

        /// <summary>The number of rows that a system leaves undecided; they are left out for both.</summary>
        public long UndecidedCount => (long)Number(Native.WALD_COMPARISON_N_UNDECIDED);

        /// <summary>The number of random swaps behind the p-value; 0 if all of them were counted.</summary>
        public long SwapCount => (long)Number(Native.WALD_COMPARISON_N_SWAPS);

        private double Number(int fact) => facts.Number(fact);
    }

    public sealed partial class Worth
    {
        // What is read when the object is made: numbers, lists of numbers, texts.
        private static readonly FactSet read = new FactSet(25,
            new int[] { 29000, 29001, 29002, 29003, 29004, 29005, 29006, 29007, 29008, 29009, 29010, 29011, 29012,
                    29013, 29014, 29015, 29016, 29017, 29018, 29019, 29020, 29021, 29022, 29023 },
            new int[0],
            new int[] { 29024 });

        /// <summary>Whether deciding for the metric pays, as one word.</summary>
        public WorthVerdict Verdict => (WorthVerdict)Number(Native.WALD_WORTH_VERDICT);

        /// <summary>How much more utility the optimal predictions are expected to have than those cut at 1/2.</summary>
        public double Gain => Number(Native.WALD_WORTH_GAIN);

        /// <summary>The standard error of the realised gain on a new sample of as many rows: rows and labels are
        /// random. NaN for a single row.</summary>
        public double StandardError => Number(Native.WALD_WORTH_STANDARD_ERROR);

        /// <summary>The standard error of the realised gain on these rows: only their labels are random.</summary>
        public double TruthError => Number(Native.WALD_WORTH_TRUTH_ERROR);

        /// <summary>The expected utility of the predictions cut at 1/2.</summary>
        public double ExpectedCut => Number(Native.WALD_WORTH_EXPECTED_CUT);

        /// <summary>The expected utility of the optimal predictions.</summary>
        public double ExpectedOptimum => Number(Native.WALD_WORTH_EXPECTED_OPTIMUM);

        /// <summary>About how many rows of this kind would make two standard errors as small as gain - least_gain; NaN
        /// if the gain is not above least_gain.</summary>
        public double RowsNeeded => Number(Native.WALD_WORTH_ROWS_NEEDED);

        /// <summary>The share of the rows, by weight, that are predicted differently.</summary>
        public double ChangedRowShare => Number(Native.WALD_WORTH_CHANGED_ROW_SHARE);

        /// <summary>The share of the cells that are predicted differently.</summary>
        public double ChangedCellShare => Number(Native.WALD_WORTH_CHANGED_CELL_SHARE);

        /// <summary>The number of rows of a weight above 0.</summary>
        public long RowCount => (long)Number(Native.WALD_WORTH_N_ROWS);

        /// <summary>The number of draws behind each variance that was simulated; 0 if all of them are exact.</summary>
        public long SampleCount => (long)Number(Native.WALD_WORTH_N_SAMPLES);

        /// <summary>Whether each row of the table sums to 1, as probabilities of exclusive classes do, although its
        /// labels were taken as independent and that changes the answers.</summary>
        public bool Exclusive => Number(Native.WALD_WORTH_EXCLUSIVE) != 0;

        /// <summary>The utility of the predictions cut at 1/2 on the truth; NaN, as all facts below, without
        /// truth.</summary>
        public double RealisedCut => Number(Native.WALD_WORTH_REALISED_CUT);

        /// <summary>That of the optimal predictions.</summary>
        public double RealisedOptimum => Number(Native.WALD_WORTH_REALISED_OPTIMUM);

        /// <summary>The difference of these two.</summary>
        public double RealisedGain => Number(Native.WALD_WORTH_REALISED_GAIN);

        /// <summary>Its standard error, by the jackknife over rows.</summary>
        public double RealisedGainError => Number(Native.WALD_WORTH_REALISED_GAIN_ERROR);

        /// <summary>The mean over all cells of probability minus truth: above 0 if probabilities are too
        /// high.</summary>
        public double Excess => Number(Native.WALD_WORTH_EXCESS);

        /// <summary>Its standard error; the cells of a row may vary together.</summary>
        public double ExcessError => Number(Native.WALD_WORTH_EXCESS_ERROR);

        /// <summary>The same over the cells that the optimal predictions contain; NaN if there are none.</summary>
        public double PredictedExcess => Number(Native.WALD_WORTH_PREDICTED_EXCESS);

        /// <summary>Its standard error.</summary>
        public double PredictedExcessError => Number(Native.WALD_WORTH_PREDICTED_EXCESS_ERROR);

        /// <summary>The utility on the truth of decisions from probabilities that are calibrated in 5 folds, per label,
        /// by the mean of Platt's, isotonic and beta calibration; NaN for a single row.</summary>
        public double CalibratedOptimum => Number(Native.WALD_WORTH_CALIBRATED_OPTIMUM);

        /// <summary>calibrated_optimum - realised_optimum.</summary>
        public double CalibrationGain => Number(Native.WALD_WORTH_CALIBRATION_GAIN);

        /// <summary>Its standard error, by the jackknife over rows.</summary>
        public double CalibrationGainError => Number(Native.WALD_WORTH_CALIBRATION_GAIN_ERROR);

        /// <summary>The variance of the number of true labels in a row about the sum of its probabilities, over that of
        /// independent labels; NaN for a single row.</summary>
        public double DesignEffect => Number(Native.WALD_WORTH_DESIGN_EFFECT);

        /// <summary>A warning about the table; empty if there is none.</summary>
        public string Warning => TextOf(Native.WALD_WORTH_WARNING);

        private double Number(int fact) => facts.Number(fact);

        private string TextOf(int fact) => facts.Text(fact);
    }

    public sealed partial class TablePass
    {
        /// <summary>The number of this pass, from 1.</summary>
        public long PassNumber => (long)Number(Native.WALD_TABLE_PASS_PASS_NUMBER);

        /// <summary>The number of items that were fed in this pass: rows times labels.</summary>
        public long ItemCount => (long)Number(Native.WALD_TABLE_PASS_N_ITEMS);

        /// <summary>The number of nonempty bins.</summary>
        public long BinCount => (long)Number(Native.WALD_TABLE_PASS_N_BINS);

        /// <summary>The number of ranges of probabilities that this pass divides into bins; the first pass has one
        /// range.</summary>
        public long WindowCount => (long)Number(Native.WALD_TABLE_PASS_N_WINDOWS);

        /// <summary>Whether the passes have found the answer; until then the facts about it are NaN or -1.</summary>
        public bool IsDecided => Number(Native.WALD_TABLE_PASS_DECIDED) != 0;

        /// <summary>The number of positives, over all rows and labels.</summary>
        public long K => (long)Number(Native.WALD_TABLE_PASS_K);

        /// <summary>The least probability of a positive: all items above it are positives; inf if there is
        /// none.</summary>
        public double Threshold => Number(Native.WALD_TABLE_PASS_THRESHOLD);

        /// <summary>The number of items at the threshold, if only some of them are positives; else 0, and all of them
        /// are.</summary>
        public long TieCount => (long)Number(Native.WALD_TABLE_PASS_N_TIES);

        /// <summary>How many of these are positives; any choice of that many is equally good.</summary>
        public long ChosenTieCount => (long)Number(Native.WALD_TABLE_PASS_N_TIES_CHOSEN);

        /// <summary>The expected utility of the answer.</summary>
        public double Expected => Number(Native.WALD_TABLE_PASS_EXPECTED);

        /// <summary>The expected loss of the answer.</summary>
        public double Loss => Number(Native.WALD_TABLE_PASS_LOSS);

        /// <summary>A proved upper limit on (optimal expected utility - expected utility of the answer), rounding
        /// included.</summary>
        public double Bound => Number(Native.WALD_TABLE_PASS_BOUND);

        /// <summary>The least k that values and errors do not exclude from being optimal; -1 if it was not
        /// computed.</summary>
        public long KLowest => (long)Number(Native.WALD_TABLE_PASS_K_LOWEST);

        /// <summary>The greatest such k; -1 if it was not computed.</summary>
        public long KHighest => (long)Number(Native.WALD_TABLE_PASS_K_HIGHEST);

        /// <summary>The best expected utility at any other k; NaN if it was not computed.</summary>
        public double NextBest => Number(Native.WALD_TABLE_PASS_NEXT_BEST);

        /// <summary>P(no positive at all).</summary>
        public double PZero => Number(Native.WALD_TABLE_PASS_P_ZERO);

        private unsafe double Number(int fact)
        {
            using (Usage.Read())
                return Facts.Number(fact, (which, value) =>
                    Native.wald_number(Handle, which, 0, value));
        }
    }

    public sealed partial class Sample
    {
        /// <summary>The number of classifiers.</summary>
        public long ScoreCount => (long)Number(Native.WALD_SAMPLE_N_SCORES);

        /// <summary>How several classifiers flag a row: one of the rules.</summary>
        public Rule Rule => (Rule)Number(Native.WALD_SAMPLE_RULE);

        /// <summary>The number of rows of a weight above 0.</summary>
        public long RowCount => (long)Number(Native.WALD_SAMPLE_N_ROWS);

        /// <summary>The weight of the rows labelled 1.</summary>
        public double Positives => Number(Native.WALD_SAMPLE_POSITIVES);

        /// <summary>The weight of the rows labelled 0.</summary>
        public double Negatives => Number(Native.WALD_SAMPLE_NEGATIVES);

        /// <summary>The weight of the rows that are not rated, or lie below every rated_from.</summary>
        public double Unrated => Number(Native.WALD_SAMPLE_UNRATED);

        /// <summary>The score of each classifier below which nothing was labelled; negative infinity if there is no
        /// cut.</summary>
        /// <returns>The numbers.</returns>
        public double[] RatedFrom() => Numbers(Native.WALD_SAMPLE_RATED_FROM);

        /// <summary>The area under each classifier's own ROC curve: the share of the pairs of a positive and a negative
        /// that it ranks rightly, ties by half. NaN without both labels.</summary>
        /// <returns>The numbers.</returns>
        public double[] RocArea() => Numbers(Native.WALD_SAMPLE_ROC_AREA);

        private unsafe double Number(int fact)
        {
            using (Usage.Read())
                return Facts.Number(fact, (which, value) =>
                    Native.wald_number(Handle, which, 0, value));
        }

        private unsafe double[] Numbers(int fact)
        {
            using (Usage.Read())
                return Facts.Numbers(fact, (which, values, capacity, needed) =>
                    Native.wald_numbers(Handle, which, 0, values, capacity, needed));
        }
    }

    public sealed partial class ThresholdPass
    {
        /// <summary>The number of this pass, from 1.</summary>
        public long PassNumber => (long)Number(Native.WALD_THRESHOLD_PASS_PASS_NUMBER);

        /// <summary>The number of rows of a weight above 0 that were fed in this pass.</summary>
        public long RowCount => (long)Number(Native.WALD_THRESHOLD_PASS_N_ROWS);

        /// <summary>The number of nonempty bins.</summary>
        public long BinCount => (long)Number(Native.WALD_THRESHOLD_PASS_N_BINS);

        /// <summary>The number of ranges of scores that this pass divides into bins; the first pass has one
        /// range.</summary>
        public long WindowCount => (long)Number(Native.WALD_THRESHOLD_PASS_N_WINDOWS);

        private unsafe double Number(int fact)
        {
            using (Usage.Read())
                return Facts.Number(fact, (which, value) =>
                    Native.wald_number(Handle, which, 0, value));
        }
    }

    public partial class ThresholdAnswer
    {
        // What is read when the object is made: numbers, lists of numbers, texts.
        private static readonly FactSet read = new FactSet(33,
            new int[] { 9000, 9001, 9002, 9003, 9004, 9005, 9006, 9007, 9008, 9009, 9010, 9011, 9012, 9013, 9014, 9015,
                    9016, 9017, 9018, 9027, 9028, 9031 },
            new int[] { 9019, 9020, 9021, 9022, 9023, 9032 },
            new int[] { 9024, 9025, 9026, 9029, 9030 });

        /// <summary>Whether every limit is attained: not if a recall is out of reach (the nearest point is the answer),
        /// no alert has the precision (nothing is flagged), or smoothed thresholds break a limit.</summary>
        public bool Feasible => Number(Native.WALD_THRESHOLDS_FEASIBLE) != 0;

        /// <summary>The weight of the positives that are flagged.</summary>
        public double Tp => Number(Native.WALD_THRESHOLDS_TP);

        /// <summary>The weight of the negatives that are flagged.</summary>
        public double Fp => Number(Native.WALD_THRESHOLDS_FP);

        /// <summary>The weight of the flagged rows that are not rated; they count for nothing else.</summary>
        public double Unrated => Number(Native.WALD_THRESHOLDS_UNRATED);

        /// <summary>The weight of all positives.</summary>
        public double Positives => Number(Native.WALD_THRESHOLDS_POSITIVES);

        /// <summary>TP/(TP + FP).</summary>
        public double Precision => Number(Native.WALD_THRESHOLDS_PRECISION);

        /// <summary>TP/positives.</summary>
        public double Recall => Number(Native.WALD_THRESHOLDS_RECALL);

        /// <summary>The value of the goal: the metric, TP - FP/cost_ratio, TP, or FP.</summary>
        public double Value => Number(Native.WALD_THRESHOLDS_VALUE);

        /// <summary>The share of true positives among the alerts gained last, on the concave hull of the
        /// frontier.</summary>
        public double MarginalPrecision => Number(Native.WALD_THRESHOLDS_MARGINAL_PRECISION);

        /// <summary>The share of true positives among the next alerts.</summary>
        public double NextMarginalPrecision => Number(Native.WALD_THRESHOLDS_NEXT_MARGINAL_PRECISION);

        /// <summary>"stacked" flags a row where intercept + sum_d coefficients[d]*score[d] is at least
        /// stacked_threshold; NaN for the other methods.</summary>
        public double Intercept => Number(Native.WALD_THRESHOLDS_INTERCEPT);

        /// <summary>The threshold of "stacked"; NaN for the other methods.</summary>
        public double StackedThreshold => Number(Native.WALD_THRESHOLDS_STACKED_THRESHOLD);

        /// <summary>Warnings, as flags.</summary>
        public ThresholdFlags Flags => (ThresholdFlags)Number(Native.WALD_THRESHOLDS_FLAGS);

        /// <summary>The threshold of each classifier; +inf (rule "or", or nothing flagged) or negative infinity ("and")
        /// switches one off; NaN for "stacked".</summary>
        public IReadOnlyList<double> Thresholds => Numbers(Native.WALD_THRESHOLDS_THRESHOLDS);

        /// <summary>Thresholds above these, up to the chosen ones, flag the same rows.</summary>
        public IReadOnlyList<double> NextLower => Numbers(Native.WALD_THRESHOLDS_NEXT_LOWER);

        /// <summary>The coefficients of "stacked"; empty for the other methods.</summary>
        public IReadOnlyList<double> Coefficients => Numbers(Native.WALD_THRESHOLDS_COEFFICIENTS);

        /// <summary>The name of the method.</summary>
        public string Method => TextOf(Native.WALD_THRESHOLDS_METHOD);

        /// <summary>The request, in words: "most true positives with fp &lt;= 20".</summary>
        public string Objective => TextOf(Native.WALD_THRESHOLDS_OBJECTIVE);

        /// <summary>The limits that are not attained, in a sentence; empty if all are.</summary>
        public string Warning => TextOf(Native.WALD_THRESHOLDS_WARNING);

        /// <summary>Whether the limits hold for all future rows with the probability certify; not without
        /// certify.</summary>
        public bool Certified => Number(Native.WALD_THRESHOLDS_CERTIFIED) != 0;

        /// <summary>Rows more that would certify the limits in about four of five samples, if the frontier stays as it
        /// is: 0 if they are certified, infinite if no number would suffice, NaN without certify.</summary>
        public double RowsNeeded => Number(Native.WALD_THRESHOLDS_ROWS_NEEDED);

        /// <summary>The name of the theorem that a certificate stands on; "none" without certify.</summary>
        public string Theorem => TextOf(Native.WALD_THRESHOLDS_THEOREM);

        /// <summary>What can be promised of the thresholds in use: the first limit that was set of min_precision,
        /// min_recall, max_fpr and max_alert_rate, as "precision&gt;=0.95"; without one the metric alone, else
        /// empty.</summary>
        public string Claim => TextOf(Native.WALD_THRESHOLDS_CLAIM);

        /// <summary>With max_fdr the share of negatives in the batch that is counted on: Storey's estimate, which may
        /// be above 1, or 1; else NaN.</summary>
        public double NullShare => Number(Native.WALD_THRESHOLDS_NULL_SHARE);

        /// <summary>With max_fdr the conformal p-value of each unrated row in the order of feeding, by score once
        /// loaded; else empty.</summary>
        public IReadOnlyList<double> PValues => Numbers(Native.WALD_THRESHOLDS_P_VALUES);

        private double Number(int fact) => facts.Number(fact);

        private IReadOnlyList<double> Numbers(int fact) => facts.Numbers(fact);

        private string TextOf(int fact) => facts.Text(fact);
    }

    public sealed partial class Frontier
    {
        // What is read when the object is made: numbers, lists of numbers, texts.
        private static readonly FactSet read = new FactSet(21,
            new int[] { 11000, 11001, 11002, 11003, 11004, 11005, 11006, 11007, 11008, 11009 },
            new int[] { 11010, 11011, 11012, 11013, 11014, 11015, 11016, 11017, 11018, 11019, 11020 },
            new int[0]);

        /// <summary>Whether the points are proved: no thresholds reach a better one.</summary>
        public bool IsExact => Number(Native.WALD_FRONTIER_EXACT) != 0;

        /// <summary>Whether quantiles replaced the scores of positives.</summary>
        public bool Quantiles => Number(Native.WALD_FRONTIER_QUANTILES) != 0;

        /// <summary>Whether the points are not proved to be the best.</summary>
        public bool LocalOptimum => Number(Native.WALD_FRONTIER_LOCAL_OPTIMUM) != 0;

        /// <summary>The weight of all positives.</summary>
        public double Positives => Number(Native.WALD_FRONTIER_POSITIVES);

        /// <summary>The weight of all negatives; NaN if rows below rated_from were not fed.</summary>
        public double Negatives => Number(Native.WALD_FRONTIER_NEGATIVES);

        /// <summary>The area under TP against FP, up to the FP that thresholds can reach.</summary>
        public double PnArea => Number(Native.WALD_FRONTIER_PN_AREA);

        /// <summary>The same under the concave hull.</summary>
        public double PnHullArea => Number(Native.WALD_FRONTIER_PN_HULL_AREA);

        /// <summary>The area under recall against FP/negatives.</summary>
        public double RocArea => Number(Native.WALD_FRONTIER_ROC_AREA);

        /// <summary>The same under the concave hull.</summary>
        public double RocHullArea => Number(Native.WALD_FRONTIER_ROC_HULL_AREA);

        /// <summary>Precision times the gain in recall, summed over the points; at least the average precision, which
        /// counts all thresholds.</summary>
        public double PrArea => Number(Native.WALD_FRONTIER_PR_AREA);

        /// <summary>The weight of the flagged positives at each point, from (0, 0) up.</summary>
        public IReadOnlyList<double> Tp => Numbers(Native.WALD_FRONTIER_TP);

        /// <summary>The weight of the flagged negatives at each point.</summary>
        public IReadOnlyList<double> Fp => Numbers(Native.WALD_FRONTIER_FP);

        /// <summary>Whether the point is a vertex of the concave hull.</summary>
        public IReadOnlyList<bool> OnHull =>
            Array.AsReadOnly(Numbers(Native.WALD_FRONTIER_ON_HULL).Select(x => x != 0).ToArray());

        /// <summary>The lower limit of the recall at each point, all points together: with certify, else
        /// empty.</summary>
        public IReadOnlyList<double> RecallLow => Numbers(Native.WALD_FRONTIER_RECALL_LOW);

        /// <summary>The upper limit of the recall, likewise.</summary>
        public IReadOnlyList<double> RecallHigh => Numbers(Native.WALD_FRONTIER_RECALL_HIGH);

        /// <summary>The lower limit of the FPR, likewise.</summary>
        public IReadOnlyList<double> FprLow => Numbers(Native.WALD_FRONTIER_FPR_LOW);

        /// <summary>The upper limit of the FPR, likewise.</summary>
        public IReadOnlyList<double> FprHigh => Numbers(Native.WALD_FRONTIER_FPR_HIGH);

        /// <summary>The lower limit of the precision, likewise.</summary>
        public IReadOnlyList<double> PrecisionLow => Numbers(Native.WALD_FRONTIER_PRECISION_LOW);

        /// <summary>The upper limit of the precision, likewise.</summary>
        public IReadOnlyList<double> PrecisionHigh => Numbers(Native.WALD_FRONTIER_PRECISION_HIGH);

        private double Number(int fact) => facts.Number(fact);

        private IReadOnlyList<double> Numbers(int fact) => facts.Numbers(fact);
    }

    public sealed partial class CascadeScores
    {
        /// <summary>The number of rows.</summary>
        public long RowCount => (long)Number(Native.WALD_CASCADE_SCORES_N_ROWS);

        /// <summary>The number of models.</summary>
        public int ModelCount => (int)Number(Native.WALD_CASCADE_SCORES_N_MODELS);

        /// <summary>1 for a sum and a threshold, else the number of classes.</summary>
        public int ClassCount => (int)Number(Native.WALD_CASCADE_SCORES_N_CLASSES);

        private unsafe double Number(int fact)
        {
            using (Usage.Read())
                return Facts.Number(fact, (which, value) =>
                    Native.wald_number(Handle, which, 0, value));
        }
    }

    public sealed partial class Cascade
    {
        // What is read when the object is made: numbers, lists of numbers, texts.
        private static readonly FactSet read = new FactSet(42,
            new int[] { 13000, 13001, 13002, 13003, 13004, 13005, 13006, 13007, 13008, 13009, 13010, 13011, 13012,
                    13013, 13014, 13015, 13016, 13017, 13018, 13019, 13020, 13021, 13022, 13023, 13024, 13025, 13035,
                    13038, 13039, 13040, 13041 },
            new int[] { 13026, 13027, 13028, 13029, 13030, 13031, 13032 },
            new int[] { 13037 });

        /// <summary>The number of models.</summary>
        public int ModelCount => (int)Number(Native.WALD_CASCADE_N_MODELS);

        /// <summary>1 for a sum and a threshold, else the number of classes.</summary>
        public int ClassCount => (int)Number(Native.WALD_CASCADE_N_CLASSES);

        /// <summary>The sum of scores from which a row is positive.</summary>
        public double Threshold => Number(Native.WALD_CASCADE_THRESHOLD);

        /// <summary>Whether rows leave early only as negatives.</summary>
        public bool NegativesOnly => Number(Native.WALD_CASCADE_NEGATIVES_ONLY) != 0;

        /// <summary>The disagreement that was allowed.</summary>
        public double Alpha => Number(Native.WALD_CASCADE_ALPHA);

        /// <summary>The cost of all models.</summary>
        public double FullCost => Number(Native.WALD_CASCADE_FULL_COST);

        /// <summary>The number of fitted rows.</summary>
        public double RowCount => Number(Native.WALD_CASCADE_N_ROWS);

        /// <summary>The share of these rows that the cascade decides differently from all models, recounted; optimistic
        /// for a joint order.</summary>
        public double Disagreement => Number(Native.WALD_CASCADE_DISAGREEMENT);

        /// <summary>The mean number of models run on these rows.</summary>
        public double MeanModels => Number(Native.WALD_CASCADE_MEAN_MODELS);

        /// <summary>The mean cost per row.</summary>
        public double MeanCost => Number(Native.WALD_CASCADE_MEAN_COST);

        /// <summary>full_cost/mean_cost.</summary>
        public double Speedup => Number(Native.WALD_CASCADE_SPEEDUP);

        /// <summary>The number of calibration rows of a weight above 0.</summary>
        public double HeldOutRowCount => Number(Native.WALD_CASCADE_N_HELD_OUT_ROWS);

        /// <summary>The disagreement is at most this with the confidence: the target, or 0 if no row leaves early
        /// because nothing can be certified.</summary>
        public double CertifiedDisagreement => Number(Native.WALD_CASCADE_CERTIFIED_DISAGREEMENT);

        /// <summary>The probability with which the certificate holds.</summary>
        public double Certify => Number(Native.WALD_CASCADE_CERTIFY);

        /// <summary>By how many spreads calibration moved the thresholds apart; inf if no row leaves early.</summary>
        public double Spreads => Number(Native.WALD_CASCADE_SPREADS);

        /// <summary>The width of a bin's thresholds in deviations; NaN without bins.</summary>
        public double Gamma => Number(Native.WALD_CASCADE_GAMMA);

        /// <summary>The width of a bin; NaN without bins.</summary>
        public double BinWidth => Number(Native.WALD_CASCADE_BIN_WIDTH);

        /// <summary>Scores are rounded to multiples of this.</summary>
        public double Unit => Number(Native.WALD_CASCADE_UNIT);

        /// <summary>The number of fitted rows that unrounded sums decide differently.</summary>
        public double RoundedRowCount => Number(Native.WALD_CASCADE_N_ROUNDED_ROWS);

        /// <summary>The number of features of its trees; without trees, of named features.</summary>
        public int FeatureCount => (int)Number(Native.WALD_CASCADE_N_FEATURES);

        /// <summary>The model run at each position, counted from 0.</summary>
        public IReadOnlyList<int> Order =>
            Array.AsReadOnly(Numbers(Native.WALD_CASCADE_ORDER).Select(x => (int)x).ToArray());

        /// <summary>A sum below it decides for 0; negative infinity: none does. NaN with bins or several
        /// classes.</summary>
        public IReadOnlyList<double> Low => Numbers(Native.WALD_CASCADE_LOW);

        /// <summary>A sum at or above it decides for 1; inf: none does. With several classes, how far the largest sum
        /// must be ahead. NaN with bins.</summary>
        public IReadOnlyList<double> High => Numbers(Native.WALD_CASCADE_HIGH);

        /// <summary>The standard deviation of the sum of the scores of later models.</summary>
        public IReadOnlyList<double> Spread => Numbers(Native.WALD_CASCADE_SPREAD);

        /// <summary>The share of the fitted rows decided at each position.</summary>
        public IReadOnlyList<double> Stops => Numbers(Native.WALD_CASCADE_STOPS);

        /// <summary>The number of categories that were named, of all features.</summary>
        public long CategoryCount => (long)Number(Native.WALD_CASCADE_N_CATEGORIES);

        /// <summary>The stopping rule: sums or votes; with cheaper, the one that was chosen.</summary>
        public string Algorithm => TextOf(Native.WALD_CASCADE_ALGORITHM);

        /// <summary>With votes: the price of an error, in models, for which the stopping rule is optimal.</summary>
        public double Price => Number(Native.WALD_CASCADE_PRICE);

        /// <summary>With votes: the expected disagreement on new rows, over all orders of the models.</summary>
        public double ExpectedDisagreement => Number(Native.WALD_CASCADE_EXPECTED_DISAGREEMENT);

        /// <summary>With votes: the expected number of models per new row, over all orders.</summary>
        public double ExpectedMeanModels => Number(Native.WALD_CASCADE_EXPECTED_MEAN_MODELS);

        /// <summary>The mean cost on the calibration rows of the algorithm that was not chosen; NaN except with
        /// cheaper.</summary>
        public double OtherMeanCost => Number(Native.WALD_CASCADE_OTHER_MEAN_COST);

        private double Number(int fact) => facts.Number(fact);

        private IReadOnlyList<double> Numbers(int fact) => facts.Numbers(fact);

        private string TextOf(int fact) => facts.Text(fact);
    }

    public sealed partial class Trees
    {
        /// <summary>The number of trees.</summary>
        public long TreeCount => (long)Number(Native.WALD_TREES_N_TREES);

        /// <summary>The number of models of a cascade: trees/trees_per_model, rounded down.</summary>
        public long ModelCount => (long)Number(Native.WALD_TREES_N_MODELS);

        /// <summary>The number of features.</summary>
        public int FeatureCount => (int)Number(Native.WALD_TREES_N_FEATURES);

        /// <summary>The number of outputs.</summary>
        public int OutputCount => (int)Number(Native.WALD_TREES_N_OUTPUTS);

        /// <summary>The number of values of a leaf.</summary>
        public int LeafWidth => (int)Number(Native.WALD_TREES_LEAF_WIDTH);

        /// <summary>The number of columns whose categories the file names without the columns they belong to.</summary>
        public long UnplacedColumnCount => (long)Number(Native.WALD_TREES_N_UNPLACED_COLUMNS);

        /// <summary>Whether a category that the file does not name is an error (XGBoost), rather than
        /// missing.</summary>
        public bool UnseenIsError => Number(Native.WALD_TREES_UNSEEN_IS_ERROR) != 0;

        private unsafe double Number(int fact)
        {
            using (Usage.Read())
                return Facts.Number(fact, (which, value) =>
                    Native.wald_number(Handle, which, 0, value));
        }

        private unsafe string TextOf(int fact)
        {
            using (Usage.Read())
                return Facts.Text(fact, (int which, out IntPtr text) =>
                    Native.wald_text(Handle, which, 0, out text));
        }
    }

    public sealed partial class Labelling
    {
        /// <summary>Whether the target holds at the given confidence: no more rows need labels.</summary>
        public bool Certified => Number(Native.WALD_LABELLING_CERTIFIED) != 0;

        /// <summary>The number of rows of the table.</summary>
        public int RowCount => (int)Number(Native.WALD_LABELLING_N_ROWS);

        /// <summary>The number of rows whose labels were given.</summary>
        public int LabelledCount => (int)Number(Native.WALD_LABELLING_N_LABELLED);

        /// <summary>The number of these that were drawn.</summary>
        public int DrawnCount => (int)Number(Native.WALD_LABELLING_N_DRAWN);

        /// <summary>The number of events among the labelled rows.</summary>
        public long EventCount => (long)Number(Native.WALD_LABELLING_N_EVENTS);

        /// <summary>The number of events that may remain among the unlabelled rows.</summary>
        public long AllowedCount => (long)Number(Native.WALD_LABELLING_N_ALLOWED);

        /// <summary>An upper bound, at the given confidence, on the events among the unlabelled rows.</summary>
        public long MaxEvents => (long)Number(Native.WALD_LABELLING_MAX_EVENTS);

        /// <summary>All rows of a higher chance are labelled; 1 if none was labelled in order.</summary>
        public double Cutoff => Number(Native.WALD_LABELLING_CUTOFF);

        private unsafe double Number(int fact)
        {
            using (Usage.Read())
                return Facts.Number(fact, (which, value) =>
                    Native.wald_number(Handle, which, 0, value));
        }
    }

    public sealed partial class Stages
    {
        /// <summary>The number of rows.</summary>
        public long RowCount => (long)Number(Native.WALD_STAGES_N_ROWS);

        /// <summary>The number of stages.</summary>
        public int StageCount => (int)Number(Native.WALD_STAGES_N_STAGES);

        /// <summary>The number of rows that are labelled.</summary>
        public long LabelledCount => (long)Number(Native.WALD_STAGES_N_LABELLED);

        /// <summary>The number of rows that could have been drawn to be labelled.</summary>
        public long ConsideredCount => (long)Number(Native.WALD_STAGES_N_CONSIDERED);

        /// <summary>The number of requested rows that have no label yet.</summary>
        public long WaitingCount => (long)Number(Native.WALD_STAGES_N_WAITING);

        /// <summary>How often rows to label were requested.</summary>
        public long BatchCount => (long)Number(Native.WALD_STAGES_N_BATCHES);

        /// <summary>1 more than the largest class answered; 0 if only <c>right</c> was fed.</summary>
        public int ClassCount => (int)Number(Native.WALD_STAGES_N_CLASSES);

        /// <summary>1 more than the largest segment.</summary>
        public int SegmentCount => (int)Number(Native.WALD_STAGES_N_SEGMENTS);

        private unsafe double Number(int fact)
        {
            using (Usage.Read())
                return Facts.Number(fact, (which, value) =>
                    Native.wald_number(Handle, which, 0, value));
        }
    }

    public sealed partial class Route
    {
        // What is read when the object is made: numbers, lists of numbers, texts.
        private static readonly FactSet read = new FactSet(23,
            new int[] { 21000, 21001, 21002, 21003, 21004, 21005, 21006, 21007, 21008, 21009, 21010, 21011, 21012,
                    21013, 21014, 21015, 21016, 21017 },
            new int[] { 21018, 21019, 21020, 21021, 21022 },
            new int[0]);

        /// <summary>The number of stages.</summary>
        public int StageCount => (int)Number(Native.WALD_ROUTE_N_STAGES);

        /// <summary>The number of groups of rows that have thresholds of their own.</summary>
        public int GroupCount => (int)Number(Native.WALD_ROUTE_N_GROUPS);

        /// <summary>Whether a score sends each row to one stage before any answer.</summary>
        public bool IsRouter => Number(Native.WALD_ROUTE_ROUTER) != 0;

        /// <summary>Which rows have thresholds of their own.</summary>
        public RouteBy By => (RouteBy)Number(Native.WALD_ROUTE_BY);

        /// <summary>What was minimised or maximised.</summary>
        public RouteGoal Goal => (RouteGoal)Number(Native.WALD_ROUTE_GOAL);

        /// <summary>The measure of quality.</summary>
        public RouteMeasure Measure => (RouteMeasure)Number(Native.WALD_ROUTE_MEASURE);

        /// <summary>The number of rows of a weight above 0 that the route was chosen on.</summary>
        public double RowCount => Number(Native.WALD_ROUTE_N_ROWS);

        /// <summary>The number of these rows whose right answer is known.</summary>
        public double LabelledCount => Number(Native.WALD_ROUTE_N_LABELLED);

        /// <summary>The mean cost per row, over all stages that are called.</summary>
        public double Cost => Number(Native.WALD_ROUTE_COST);

        /// <summary>The quality on these rows; optimistic for the rows chosen on.</summary>
        public double Quality => Number(Native.WALD_ROUTE_QUALITY);

        /// <summary>The mean cost of the last stage alone.</summary>
        public double FullCost => Number(Native.WALD_ROUTE_FULL_COST);

        /// <summary>The quality of the last stage alone.</summary>
        public double FullQuality => Number(Native.WALD_ROUTE_FULL_QUALITY);

        /// <summary>Whether the limit of the goal is met on these rows; else the route is the one that comes
        /// nearest.</summary>
        public bool Feasible => Number(Native.WALD_ROUTE_FEASIBLE) != 0;

        /// <summary>Whether all thresholds of all chains were compared; else levels of them, and finer ones around the
        /// best.</summary>
        public bool IsExact => Number(Native.WALD_ROUTE_EXACT) != 0;

        /// <summary>The requested confidence of the certificate.</summary>
        public double Certify => Number(Native.WALD_ROUTE_CERTIFY);

        /// <summary>Whether the quality is at least min_quality for future rows, with this probability.</summary>
        public bool Certified => Number(Native.WALD_ROUTE_CERTIFIED) != 0;

        /// <summary>About how many more labels would certify a route that is cheaper than the last stage: 0 if one is
        /// certified, infinity if no number would.</summary>
        public double LabelsNeeded => Number(Native.WALD_ROUTE_LABELS_NEEDED);

        /// <summary>The share of these rows that each stage answers.</summary>
        public IReadOnlyList<double> Shares => Numbers(Native.WALD_ROUTE_SHARES);

        /// <summary>The mean costs of the routes that no other is better than, ascending; thinned to some
        /// 1,000.</summary>
        public IReadOnlyList<double> EnvelopeCost => Numbers(Native.WALD_ROUTE_ENVELOPE_COST);

        /// <summary>The qualities of these routes.</summary>
        public IReadOnlyList<double> EnvelopeQuality => Numbers(Native.WALD_ROUTE_ENVELOPE_QUALITY);

        /// <summary>Whether each lies on the upper-left hull, which mixtures of routes reach.</summary>
        public IReadOnlyList<bool> EnvelopeHull =>
            Array.AsReadOnly(Numbers(Native.WALD_ROUTE_ENVELOPE_HULL).Select(x => x != 0).ToArray());

        private double Number(int fact) => facts.Number(fact);

        private IReadOnlyList<double> Numbers(int fact) => facts.Numbers(fact);
    }

    public sealed partial class Dataset
    {
        /// <summary>The number of rows.</summary>
        public long RowCount => (long)Number(Native.WALD_DATASET_N_ROWS);

        /// <summary>The number of features.</summary>
        public long FeatureCount => (long)Number(Native.WALD_DATASET_N_FEATURES);

        /// <summary>The number of labels or classes; 0 without.</summary>
        public long LabelCount => (long)Number(Native.WALD_DATASET_N_LABELS);

        /// <summary>The task of the rows.</summary>
        public LearningTask Task => (LearningTask)Number(Native.WALD_DATASET_TASK);

        private unsafe double Number(int fact)
        {
            using (Usage.Read())
                return Facts.Number(fact, (which, value) =>
                    Native.wald_number(Handle, which, 0, value));
        }
    }

    public sealed partial class Learner
    {
        // What is read when the object is made: numbers, lists of numbers, texts.
        private static readonly FactSet read = new FactSet(22,
            new int[] { 18000, 18001, 18002, 18003, 18004, 18005 },
            new int[] { 18018, 18019, 18020 },
            new int[] { 18010, 18015, 18016, 18017, 18021 });

        /// <summary>The number of features.</summary>
        public long FeatureCount => (long)Number(Native.WALD_LEARNER_N_FEATURES);

        /// <summary>The number of labels or classes.</summary>
        public long LabelCount => (long)Number(Native.WALD_LEARNER_N_LABELS);

        /// <summary>The task that it was fitted to.</summary>
        public LearningTask Task => (LearningTask)Number(Native.WALD_LEARNER_TASK);

        /// <summary>The least number of labels of a prediction, unless the options set it or the metric is a sum over
        /// the labels (such as hamming).</summary>
        public long AtLeast => (long)Number(Native.WALD_LEARNER_AT_LEAST);

        /// <summary>The kind of the estimators that it gives.</summary>
        public Kind Kind => (Kind)Number(Native.WALD_LEARNER_KIND);

        /// <summary>The name that it was fitted by.</summary>
        public string Name => TextOf(Native.WALD_LEARNER_NAME);

        /// <summary>The rule that the learner rule chose, or that was set; empty for other learners.</summary>
        public string Rule => TextOf(Native.WALD_LEARNER_RULE);

        /// <summary>Why the learner rule chose it.</summary>
        public string RuleReason => TextOf(Native.WALD_LEARNER_RULE_REASON);

        /// <summary>The names of the rules that were compared out of fold, with spaces between; empty if none
        /// were.</summary>
        public string Candidates => TextOf(Native.WALD_LEARNER_CANDIDATES);

        /// <summary>Of each candidate the value out of fold: the mean over bootstrap samples of the rows.</summary>
        public IReadOnlyList<double> CandidateValues => Numbers(Native.WALD_LEARNER_CANDIDATE_VALUES);

        /// <summary>Of each candidate the gain over the first choice.</summary>
        public IReadOnlyList<double> CandidateGains => Numbers(Native.WALD_LEARNER_CANDIDATE_GAINS);

        /// <summary>Of each candidate the standard error of this gain, paired, with that of fitting.</summary>
        public IReadOnlyList<double> CandidateErrors => Numbers(Native.WALD_LEARNER_CANDIDATE_ERRORS);

        /// <summary>The candidate that the learner rule keeps unless another is better beyond chance; empty if none
        /// were compared.</summary>
        public string FirstChoice => TextOf(Native.WALD_LEARNER_FIRST_CHOICE);

        private double Number(int fact) => facts.Number(fact);

        private IReadOnlyList<double> Numbers(int fact) => facts.Numbers(fact);

        private string TextOf(int fact) => facts.Text(fact);
    }

    public sealed partial class Reliability
    {
        // What is read when the object is made: numbers, lists of numbers, texts.
        private static readonly FactSet read = new FactSet(18,
            new int[] { 27000, 27001, 27002, 27003, 27004, 27005, 27006, 27007, 27008, 27009 },
            new int[] { 27010, 27011, 27012, 27013, 27014, 27015, 27016, 27017 },
            new int[0]);

        /// <summary>The Brier score: the mean of (p - y)^2.</summary>
        public double Brier => Number(Native.WALD_RELIABILITY_BRIER);

        /// <summary>The Brier score of predicting the share of positives for every row: share*(1 - share).</summary>
        public double Uncertainty => Number(Native.WALD_RELIABILITY_UNCERTAINTY);

        /// <summary>By how much the monotone fit improves the Brier score. The score is miscalibration - discrimination
        /// + uncertainty.</summary>
        public double Miscalibration => Number(Native.WALD_RELIABILITY_MISCALIBRATION);

        /// <summary>By how much the Brier score of the monotone fit is below the uncertainty.</summary>
        public double Discrimination => Number(Native.WALD_RELIABILITY_DISCRIMINATION);

        /// <summary>The mean of (mean probability - share of positives)^2 of the bins. The score is binned_reliability
        /// - binned_resolution + uncertainty + within_bins.</summary>
        public double BinnedReliability => Number(Native.WALD_RELIABILITY_BINNED_RELIABILITY);

        /// <summary>The mean of (share of positives - that of all rows)^2 of the bins.</summary>
        public double BinnedResolution => Number(Native.WALD_RELIABILITY_BINNED_RESOLUTION);

        /// <summary>The loss of information by bins: the variance of probabilities within bins, less twice their
        /// covariance with the labels.</summary>
        public double WithinBins => Number(Native.WALD_RELIABILITY_WITHIN_BINS);

        /// <summary>The expected calibration error of the bins: the mean of |mean probability - share of
        /// positives|.</summary>
        public double CalibrationError => Number(Native.WALD_RELIABILITY_CALIBRATION_ERROR);

        /// <summary>The mean of the probabilities.</summary>
        public double Mean => Number(Native.WALD_RELIABILITY_MEAN);

        /// <summary>The share of positives.</summary>
        public double Prevalence => Number(Native.WALD_RELIABILITY_PREVALENCE);

        /// <summary>The weight of the rows of each bin; 0, and NaN for the rest, where ties leave it none.</summary>
        public IReadOnlyList<double> BinWeight => Numbers(Native.WALD_RELIABILITY_BIN_WEIGHT);

        /// <summary>The least probability of each bin.</summary>
        public IReadOnlyList<double> BinLowest => Numbers(Native.WALD_RELIABILITY_BIN_LOWEST);

        /// <summary>The greatest probability of each bin.</summary>
        public IReadOnlyList<double> BinHighest => Numbers(Native.WALD_RELIABILITY_BIN_HIGHEST);

        /// <summary>The mean of the probabilities of each bin.</summary>
        public IReadOnlyList<double> BinMean => Numbers(Native.WALD_RELIABILITY_BIN_MEAN);

        /// <summary>The share of positives of each bin.</summary>
        public IReadOnlyList<double> BinShare => Numbers(Native.WALD_RELIABILITY_BIN_SHARE);

        /// <summary>The lower limit of the share: Clopper and Pearson's, of unequal weights at the effective number of
        /// rows.</summary>
        public IReadOnlyList<double> BinLow => Numbers(Native.WALD_RELIABILITY_BIN_LOW);

        /// <summary>The upper limit of the share.</summary>
        public IReadOnlyList<double> BinHigh => Numbers(Native.WALD_RELIABILITY_BIN_HIGH);

        /// <summary>The monotone fit at each row; NaN if its weight is 0.</summary>
        public IReadOnlyList<double> Fitted => Numbers(Native.WALD_RELIABILITY_FITTED);

        private double Number(int fact) => facts.Number(fact);

        private IReadOnlyList<double> Numbers(int fact) => facts.Numbers(fact);
    }

    public sealed partial class Prevalence
    {
        // What is read when the object is made: numbers, lists of numbers, texts.
        private static readonly FactSet read = new FactSet(7,
            new int[] { 36005, 36006 },
            new int[] { 36000, 36001, 36002, 36003, 36004 },
            new int[0]);

        /// <summary>The likeliest share of each label or class among the rows.</summary>
        public IReadOnlyList<double> Prior => Numbers(Native.WALD_PREVALENCE_PRIOR);

        /// <summary>The lower limit of the share. Without <c>bootstrap</c> of the profile likelihood: it covers that
        /// the rows are a sample, and takes the probabilities as calibrated and the training prior as known. With it a
        /// percentile, which also covers that the calibration rows, if given, are a sample.</summary>
        public IReadOnlyList<double> Low => Numbers(Native.WALD_PREVALENCE_LOW);

        /// <summary>The upper limit of the share.</summary>
        public IReadOnlyList<double> High => Numbers(Native.WALD_PREVALENCE_HIGH);

        /// <summary>The share of each label or class in training.</summary>
        public IReadOnlyList<double> TrainingPrior => Numbers(Native.WALD_PREVALENCE_TRAINING_PRIOR);

        /// <summary>The p-value of label shift: small if rows of a label do not look as in training, or probabilities
        /// are not calibrated. One test of all classes; NaN without calibration rows or <c>bootstrap</c>.</summary>
        public IReadOnlyList<double> PValue => Numbers(Native.WALD_PREVALENCE_P_VALUE);

        /// <summary>The number of rows.</summary>
        public long RowCount => (long)Number(Native.WALD_PREVALENCE_N_ROWS);

        /// <summary>The number of calibration rows.</summary>
        public long CalibrationRowCount => (long)Number(Native.WALD_PREVALENCE_N_CALIBRATION_ROWS);

        private double Number(int fact) => facts.Number(fact);

        private IReadOnlyList<double> Numbers(int fact) => facts.Numbers(fact);
    }

    public sealed partial class ThresholdEvaluation
    {
        // What is read when the object is made: numbers, lists of numbers, texts.
        private static readonly FactSet read = new FactSet(30,
            new int[] { 33000, 33001, 33002, 33003, 33004, 33005 },
            new int[] { 33006, 33007, 33008, 33009, 33010, 33011, 33012, 33013, 33014, 33015, 33016, 33017, 33018,
                    33019, 33020, 33021, 33022, 33023, 33024, 33025 },
            new int[] { 33027, 33028, 33029 });

        /// <summary>The number of rows of a weight above 0.</summary>
        public long RowCount => (long)Number(Native.WALD_THRESHOLD_EVALUATION_N_ROWS);

        /// <summary>The number of groups of these rows, or of rows.</summary>
        public long UnitCount => (long)Number(Native.WALD_THRESHOLD_EVALUATION_N_UNITS);

        /// <summary>The weight of all positives.</summary>
        public double Positives => Number(Native.WALD_THRESHOLD_EVALUATION_POSITIVES);

        /// <summary>The weight of all negatives.</summary>
        public double Negatives => Number(Native.WALD_THRESHOLD_EVALUATION_NEGATIVES);

        /// <summary>The number of models.</summary>
        public long ModelCount => (long)Number(Native.WALD_THRESHOLD_EVALUATION_N_MODELS);

        /// <summary>The number of metrics.</summary>
        public long MetricCount => (long)Number(Native.WALD_THRESHOLD_EVALUATION_N_METRICS);

        /// <summary>The weight of the flagged positives of each model; empty without thresholds, as the next
        /// three.</summary>
        public IReadOnlyList<double> Tp => Numbers(Native.WALD_THRESHOLD_EVALUATION_TP);

        /// <summary>The weight of the flagged negatives of each model.</summary>
        public IReadOnlyList<double> Fp => Numbers(Native.WALD_THRESHOLD_EVALUATION_FP);

        /// <summary>The weight of the missed positives of each model.</summary>
        public IReadOnlyList<double> Fn => Numbers(Native.WALD_THRESHOLD_EVALUATION_FN);

        /// <summary>The weight of the negatives that each model does not flag.</summary>
        public IReadOnlyList<double> Tn => Numbers(Native.WALD_THRESHOLD_EVALUATION_TN);

        /// <summary>The model of each estimate, counted from 0; estimates are metric by metric of each model.</summary>
        public IReadOnlyList<long> Model =>
            Array.AsReadOnly(Numbers(Native.WALD_THRESHOLD_EVALUATION_MODEL).Select(x => (long)x).ToArray());

        /// <summary>The metric of each estimate, counted from 0.</summary>
        public IReadOnlyList<long> Metric =>
            Array.AsReadOnly(Numbers(Native.WALD_THRESHOLD_EVALUATION_METRIC).Select(x => (long)x).ToArray());

        /// <summary>The value of the metric; NaN if it is 0/0.</summary>
        public IReadOnlyList<double> Value => Numbers(Native.WALD_THRESHOLD_EVALUATION_VALUE);

        /// <summary>The lower limit of the value.</summary>
        public IReadOnlyList<double> Low => Numbers(Native.WALD_THRESHOLD_EVALUATION_LOW);

        /// <summary>The upper limit of the value.</summary>
        public IReadOnlyList<double> High => Numbers(Native.WALD_THRESHOLD_EVALUATION_HIGH);

        /// <summary>The standard error of the value.</summary>
        public IReadOnlyList<double> StandardError => Numbers(Native.WALD_THRESHOLD_EVALUATION_STANDARD_ERROR);

        /// <summary>Whether the limits are Clopper and Pearson's, of rows that weigh the same.</summary>
        public IReadOnlyList<bool> IsExact =>
            Array.AsReadOnly(Numbers(Native.WALD_THRESHOLD_EVALUATION_EXACT).Select(x => x != 0).ToArray());

        /// <summary>The first model of each comparison; comparisons are metric by metric of each pair of
        /// models.</summary>
        public IReadOnlyList<long> PairFirst =>
            Array.AsReadOnly(Numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_FIRST).Select(x => (long)x).ToArray());

        /// <summary>The second model of each comparison.</summary>
        public IReadOnlyList<long> PairSecond =>
            Array.AsReadOnly(Numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_SECOND).Select(x => (long)x).ToArray());

        /// <summary>The metric of each comparison.</summary>
        public IReadOnlyList<long> PairMetric =>
            Array.AsReadOnly(Numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_METRIC).Select(x => (long)x).ToArray());

        /// <summary>The second model's value less the first one's, on the same rows.</summary>
        public IReadOnlyList<double> PairDifference => Numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_DIFFERENCE);

        /// <summary>The lower limit of the difference.</summary>
        public IReadOnlyList<double> PairLow => Numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_LOW);

        /// <summary>The upper limit of the difference.</summary>
        public IReadOnlyList<double> PairHigh => Numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_HIGH);

        /// <summary>The standard error of the difference.</summary>
        public IReadOnlyList<double> PairStandardError => Numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_STANDARD_ERROR);

        /// <summary>The two-sided p-value: DeLong's test of auc, the paired permutation test of other
        /// metrics.</summary>
        public IReadOnlyList<double> PairPValue => Numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_P_VALUE);

        /// <summary>The p-value by Holm's correction for all comparisons of this evaluation, of all metrics.</summary>
        public IReadOnlyList<double> PairPAdjusted => Numbers(Native.WALD_THRESHOLD_EVALUATION_PAIR_P_ADJUSTED);

        /// <summary>What is unknown, and why; empty if everything is known.</summary>
        public string Warning => TextOf(Native.WALD_THRESHOLD_EVALUATION_WARNING);

        /// <summary>A table of metrics by model as Markdown, and one of comparisons.</summary>
        public string Markdown => TextOf(Native.WALD_THRESHOLD_EVALUATION_MARKDOWN);

        /// <summary>The same tables for LaTeX, with the package booktabs.</summary>
        public string Latex => TextOf(Native.WALD_THRESHOLD_EVALUATION_LATEX);

        private double Number(int fact) => facts.Number(fact);

        private IReadOnlyList<double> Numbers(int fact) => facts.Numbers(fact);

        private string TextOf(int fact) => facts.Text(fact);
    }

    public sealed partial class Promise
    {
        /// <summary>Whether the promise is kept, by the rows so far.</summary>
        public PromiseState State => (PromiseState)Number(Native.WALD_PROMISE_STATE);

        /// <summary>The bound of the metric.</summary>
        public double Bound => Number(Native.WALD_PROMISE_BOUND);

        /// <summary>Whether the metric is promised to be at least the bound; else at most.</summary>
        public bool AtLeast => Number(Native.WALD_PROMISE_AT_LEAST) != 0;

        /// <summary>The metric of the rows so far; NaN if none counts.</summary>
        public double Value => Number(Native.WALD_PROMISE_VALUE);

        /// <summary>The metric is never below this, over all looks, with probability 1 - delta.</summary>
        public double Low => Number(Native.WALD_PROMISE_LOW);

        /// <summary>The metric is never above this, over all looks, with probability 1 - delta.</summary>
        public double High => Number(Native.WALD_PROMISE_HIGH);

        /// <summary>The evidence that the promise is broken; at 1/delta it is called broken.</summary>
        public double Evidence => Number(Native.WALD_PROMISE_EVIDENCE);

        /// <summary>The evidence that the promise is kept; enough at 1/delta.</summary>
        public double EvidenceKept => Number(Native.WALD_PROMISE_EVIDENCE_KEPT);

        /// <summary>How often recent rows were found to break the promise, with <c>average_run</c>.</summary>
        public long AlarmCount => (long)Number(Native.WALD_PROMISE_N_ALARMS);

        /// <summary>The likeliest row, or time, of the change; NaN if the promise is not called broken, or if that is
        /// unknown.</summary>
        public double BrokenSince => Number(Native.WALD_PROMISE_BROKEN_SINCE);

        /// <summary>The row, or time, at which the promise was called broken.</summary>
        public double BrokenAt => Number(Native.WALD_PROMISE_BROKEN_AT);

        /// <summary>About this many more labels would prove that the promise is kept, or broken, if the metric stays
        /// where it is; rows, if no label is needed. 0 if one of them is proved, infinity if no number would
        /// suffice.</summary>
        public double LabelsNeeded => Number(Native.WALD_PROMISE_LABELS_NEEDED);

        /// <summary>The number of rows of a weight above 0.</summary>
        public long RowCount => (long)Number(Native.WALD_PROMISE_N_ROWS);

        /// <summary>The number of these rows whose label was needed and is known.</summary>
        public long LabelCount => (long)Number(Native.WALD_PROMISE_N_LABELS);

        /// <summary>The number of segments.</summary>
        public long SegmentCount => (long)Number(Native.WALD_PROMISE_N_SEGMENTS);

        /// <summary>Whether the promise is kept in each segment: 0 open, 1 kept, 2 broken.</summary>
        /// <returns>The numbers.</returns>
        public double[] SegmentState() => Numbers(Native.WALD_PROMISE_SEGMENT_STATE);

        /// <summary>The metric of each segment's rows; NaN if none counts.</summary>
        /// <returns>The numbers.</returns>
        public double[] SegmentValue() => Numbers(Native.WALD_PROMISE_SEGMENT_VALUE);

        /// <summary>The lower limits of the metric; those of all segments hold together.</summary>
        /// <returns>The numbers.</returns>
        public double[] SegmentLow() => Numbers(Native.WALD_PROMISE_SEGMENT_LOW);

        /// <summary>The upper limits of the metric; those of all segments hold together.</summary>
        /// <returns>The numbers.</returns>
        public double[] SegmentHigh() => Numbers(Native.WALD_PROMISE_SEGMENT_HIGH);

        /// <summary>The evidence that the promise is broken in each segment, corrected for the number of
        /// segments.</summary>
        /// <returns>The numbers.</returns>
        public double[] SegmentEvidence() => Numbers(Native.WALD_PROMISE_SEGMENT_EVIDENCE);

        /// <summary>The likeliest row, or time, of each segment's change; NaN as broken_since.</summary>
        /// <returns>The numbers.</returns>
        public double[] SegmentBrokenSince() => Numbers(Native.WALD_PROMISE_SEGMENT_BROKEN_SINCE);

        /// <summary>As labels_needed, of each segment.</summary>
        /// <returns>The numbers.</returns>
        public double[] SegmentLabelsNeeded() => Numbers(Native.WALD_PROMISE_SEGMENT_LABELS_NEEDED);

        /// <summary>The number of each segment's rows of a weight above 0.</summary>
        /// <returns>The numbers.</returns>
        public double[] SegmentRowCount() => Numbers(Native.WALD_PROMISE_N_SEGMENT_ROWS);

        /// <summary>The promise, with the metric's name in full.</summary>
        public string Claim => TextOf(Native.WALD_PROMISE_CLAIM);

        /// <summary>The name of the metric.</summary>
        public string Metric => TextOf(Native.WALD_PROMISE_METRIC);

        /// <summary>The option of this name.</summary>
        public double Delta => Number(Native.WALD_PROMISE_DELTA);

        /// <summary>The option of this name; NaN if it is not set.</summary>
        public double AverageRun => Number(Native.WALD_PROMISE_AVERAGE_RUN);

        private unsafe double Number(int fact)
        {
            using (Usage.Read())
                return Facts.Number(fact, (which, value) =>
                    Native.wald_number(Handle, which, 0, value));
        }

        private unsafe double[] Numbers(int fact)
        {
            using (Usage.Read())
                return Facts.Numbers(fact, (which, values, capacity, needed) =>
                    Native.wald_numbers(Handle, which, 0, values, capacity, needed));
        }

        private unsafe string TextOf(int fact)
        {
            using (Usage.Read())
                return Facts.Text(fact, (int which, out IntPtr text) =>
                    Native.wald_text(Handle, which, 0, out text));
        }
    }

    public sealed partial class Performance
    {
        /// <summary>The number of chunks.</summary>
        public long ChunkCount => (long)Number(Native.WALD_PERFORMANCE_N_CHUNKS);

        /// <summary>The number of segments.</summary>
        public long SegmentCount => (long)Number(Native.WALD_PERFORMANCE_N_SEGMENTS);

        /// <summary>The estimated metric of each chunk; NaN if no row counts.</summary>
        /// <returns>The numbers.</returns>
        public double[] Value() => Numbers(Native.WALD_PERFORMANCE_VALUE);

        /// <summary>The lower ends of the bands.</summary>
        /// <returns>The numbers.</returns>
        public double[] Low() => Numbers(Native.WALD_PERFORMANCE_LOW);

        /// <summary>The upper ends of the bands.</summary>
        /// <returns>The numbers.</returns>
        public double[] High() => Numbers(Native.WALD_PERFORMANCE_HIGH);

        /// <summary>The standard deviation that the band is made of: of labels and calibration together.</summary>
        /// <returns>The numbers.</returns>
        public double[] StandardError() => Numbers(Native.WALD_PERFORMANCE_STANDARD_ERROR);

        /// <summary>The standard error that the calibration alone causes; 0 without calibration rows.</summary>
        /// <returns>The numbers.</returns>
        public double[] CalibrationError() => Numbers(Native.WALD_PERFORMANCE_CALIBRATION_ERROR);

        /// <summary>The number of rows of a weight above 0 in each chunk.</summary>
        /// <returns>The numbers.</returns>
        public double[] RowCount() => Numbers(Native.WALD_PERFORMANCE_N_ROWS);

        /// <summary>The number of these rows whose labels are known.</summary>
        /// <returns>The numbers.</returns>
        public double[] LabelCount() => Numbers(Native.WALD_PERFORMANCE_N_LABELS);

        /// <summary>The estimated metric of each segment of each chunk, by chunk and then segment; NaN if no row
        /// counts.</summary>
        /// <returns>The numbers.</returns>
        public double[] SegmentValue() => Numbers(Native.WALD_PERFORMANCE_SEGMENT_VALUE);

        /// <summary>The lower ends of the bands of segments.</summary>
        /// <returns>The numbers.</returns>
        public double[] SegmentLow() => Numbers(Native.WALD_PERFORMANCE_SEGMENT_LOW);

        /// <summary>The upper ends of the bands of segments.</summary>
        /// <returns>The numbers.</returns>
        public double[] SegmentHigh() => Numbers(Native.WALD_PERFORMANCE_SEGMENT_HIGH);

        /// <summary>The number of rows of a weight above 0 of each segment in each chunk.</summary>
        /// <returns>The numbers.</returns>
        public double[] SegmentRowCount() => Numbers(Native.WALD_PERFORMANCE_N_SEGMENT_ROWS);

        /// <summary>The name of the metric.</summary>
        public string Metric => TextOf(Native.WALD_PERFORMANCE_METRIC);

        private unsafe double Number(int fact)
        {
            using (Usage.Read())
                return Facts.Number(fact, (which, value) =>
                    Native.wald_number(Handle, which, 0, value));
        }

        private unsafe double[] Numbers(int fact)
        {
            using (Usage.Read())
                return Facts.Numbers(fact, (which, values, capacity, needed) =>
                    Native.wald_numbers(Handle, which, 0, values, capacity, needed));
        }

        private unsafe string TextOf(int fact)
        {
            using (Usage.Read())
                return Facts.Text(fact, (int which, out IntPtr text) =>
                    Native.wald_text(Handle, which, 0, out text));
        }
    }

    public sealed partial class DecisionCurve
    {
        private const int FactCount = 9;

        /// <summary>The net benefit: TP/n - FP/n*t/(1-t) at the threshold probability t, where rows of a probability of
        /// at least t are flagged.</summary>
        /// <param name="model">From 0; <see cref="Models"/> for flagging every row.</param>
        /// <returns>One number per threshold.</returns>
        public double[] NetBenefit(int model) => Column(model, Native.WALD_DECISION_CURVE_NET_BENEFIT);

        /// <summary>The lower limit of the net benefit.</summary>
        /// <param name="model">From 0; <see cref="Models"/> for flagging every row.</param>
        /// <returns>One number per threshold.</returns>
        public double[] Low(int model) => Column(model, Native.WALD_DECISION_CURVE_LOW);

        /// <summary>The upper limit of the net benefit.</summary>
        /// <param name="model">From 0; <see cref="Models"/> for flagging every row.</param>
        /// <returns>One number per threshold.</returns>
        public double[] High(int model) => Column(model, Native.WALD_DECISION_CURVE_HIGH);

        /// <summary>TP/n: the share of all rows that are flagged and positive.</summary>
        /// <param name="model">From 0; <see cref="Models"/> for flagging every row.</param>
        /// <returns>One number per threshold.</returns>
        public double[] TpRate(int model) => Column(model, Native.WALD_DECISION_CURVE_TP_RATE);

        /// <summary>FP/n: the share of all rows that are flagged and negative.</summary>
        /// <param name="model">From 0; <see cref="Models"/> for flagging every row.</param>
        /// <returns>One number per threshold.</returns>
        public double[] FpRate(int model) => Column(model, Native.WALD_DECISION_CURVE_FP_RATE);

        /// <summary>The net benefit less that of the reference, on the same rows.</summary>
        /// <param name="model">From 0; <see cref="Models"/> for flagging every row.</param>
        /// <returns>One number per threshold.</returns>
        public double[] Difference(int model) => Column(model, Native.WALD_DECISION_CURVE_DIFFERENCE);

        /// <summary>The lower limit of the difference.</summary>
        /// <param name="model">From 0; <see cref="Models"/> for flagging every row.</param>
        /// <returns>One number per threshold.</returns>
        public double[] DifferenceLow(int model) => Column(model, Native.WALD_DECISION_CURVE_DIFFERENCE_LOW);

        /// <summary>The upper limit of the difference.</summary>
        /// <param name="model">From 0; <see cref="Models"/> for flagging every row.</param>
        /// <returns>One number per threshold.</returns>
        public double[] DifferenceHigh(int model) => Column(model, Native.WALD_DECISION_CURVE_DIFFERENCE_HIGH);

        /// <summary>The net interventions avoided, a row: how many alerts fewer than by flagging every row, at no loss
        /// of true positives; the difference of net benefits times (1-t)/t.</summary>
        /// <param name="model">From 0; <see cref="Models"/> for flagging every row.</param>
        /// <returns>One number per threshold.</returns>
        public double[] InterventionsAvoided(int model) => Column(model, Native.WALD_DECISION_CURVE_INTERVENTIONS_AVOIDED);
    }
}
