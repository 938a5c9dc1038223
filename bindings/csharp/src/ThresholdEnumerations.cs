// The enumerations of thresholds in the C interface, with its values.
using System;

namespace Wald
{
    /// <summary>How several classifiers flag a row.</summary>
    public enum Rule
    {
        /// <summary>Where the score of any is at or above its threshold.</summary>
        Or = Native.WALD_RULE_OR,
        /// <summary>Where the scores of all are.</summary>
        And = Native.WALD_RULE_AND
    }

    /// <summary>What thresholds are to reach, within all limits that are set.</summary>
    public enum Goal
    {
        /// <summary>What was set says it: a metric, a cost ratio, a recall (fewest false positives), another limit
        /// (most true positives); with none of them F1.</summary>
        Auto = Native.WALD_GOAL_AUTO,
        /// <summary>The greatest value of the metric; F1 where none is set.</summary>
        Metric = Native.WALD_GOAL_METRIC,
        /// <summary>The greatest TP - FP / cost ratio.</summary>
        NetBenefit = Native.WALD_GOAL_NET_BENEFIT,
        /// <summary>The most true positives; needs a limit on precision, false positives or alerts.</summary>
        MostTruePositives = Native.WALD_GOAL_MOST_TP,
        /// <summary>The fewest false positives; needs a limit on recall.</summary>
        FewestFalsePositives = Native.WALD_GOAL_FEWEST_FP
    }

    /// <summary>Against overfitting: thresholds that are the median of those of many rounds.</summary>
    public enum Smoothing
    {
        /// <summary>None.</summary>
        None = Native.WALD_SMOOTHING_NONE,
        /// <summary>Of samples drawn anew; with the method <c>direct</c>.</summary>
        Bagged = Native.WALD_SMOOTHING_BAGGED,
        /// <summary>Of lattices that lost edges; with <c>path</c> and <c>path-equal</c>.</summary>
        Dropout = Native.WALD_SMOOTHING_DROPOUT
    }

    /// <summary>What you should know of chosen thresholds.</summary>
    [Flags]
    public enum ThresholdFlags
    {
        /// <summary>Nothing.</summary>
        None = 0,
        /// <summary>No row is flagged.</summary>
        NothingFlagged = Native.WALD_NOTHING_FLAGGED,
        /// <summary>Every rated row is.</summary>
        EverythingFlagged = Native.WALD_EVERYTHING_FLAGGED,
        /// <summary>No alert is worth its cost, or the limits leave none.</summary>
        TargetNotAttained = Native.WALD_TARGET_NOT_ATTAINED,
        /// <summary>Not feasible: the nearest point is reported.</summary>
        RecallOutOfReach = Native.WALD_RECALL_OUT_OF_REACH,
        /// <summary>Fewer than 50 rows are positive.</summary>
        FewPositives = Native.WALD_FEW_POSITIVES,
        /// <summary>A classifier gives its positives fewer than 10 distinct scores.</summary>
        SaturatedScores = Native.WALD_SATURATED_SCORES,
        /// <summary>A classifier separates the labels without error: was it trained on these rows?</summary>
        InSampleScores = Native.WALD_IN_SAMPLE_SCORES,
        /// <summary>A classifier ranks negatives above positives.</summary>
        InvertedScores = Native.WALD_INVERTED_SCORES,
        /// <summary>Quantiles stood for all scores of positives.</summary>
        QuantileLevels = Native.WALD_QUANTILE_LEVELS,
        /// <summary>Not proved to be the best of all thresholds.</summary>
        LocalOptimum = Native.WALD_LOCAL_OPTIMUM,
        /// <summary>Rows that nobody looked at are flagged.</summary>
        UnratedFlagged = Native.WALD_UNRATED_FLAGGED,
        /// <summary>No rated row is negative.</summary>
        OnlyPositives = Native.WALD_ONLY_POSITIVES,
        /// <summary>Smoothed thresholds break a limit that the sample's own best ones keep.</summary>
        ConstraintMissed = Native.WALD_CONSTRAINT_MISSED
    }

    /// <summary>The numbers of chosen thresholds.</summary>
    public enum ThresholdFact
    {
        /// <summary>1, or 0 where a recall is out of reach.</summary>
        Feasible = Native.WALD_THRESHOLD_FEASIBLE,
        /// <summary>Weight of the positives that are flagged.</summary>
        TruePositives = Native.WALD_THRESHOLD_TP,
        /// <summary>Weight of the negatives that are flagged.</summary>
        FalsePositives = Native.WALD_THRESHOLD_FP,
        /// <summary>Weight of the flagged rows that nobody looked at; they count for nothing else.</summary>
        Unrated = Native.WALD_THRESHOLD_UNRATED,
        /// <summary>Weight of all positives.</summary>
        Positives = Native.WALD_THRESHOLD_POSITIVES,
        /// <summary>TP / (TP + FP).</summary>
        Precision = Native.WALD_THRESHOLD_PRECISION,
        /// <summary>TP / positives.</summary>
        Recall = Native.WALD_THRESHOLD_RECALL,
        /// <summary>Of the goal: the metric, TP - FP / cost ratio, TP, or FP.</summary>
        Value = Native.WALD_THRESHOLD_VALUE,
        /// <summary>Share of true positives among the alerts gained last, on the concave hull of the
        /// frontier.</summary>
        MarginalPrecision = Native.WALD_THRESHOLD_MARGINAL_PRECISION,
        /// <summary>The same among those to be gained next.</summary>
        NextMarginalPrecision = Native.WALD_THRESHOLD_NEXT_MARGINAL_PRECISION,
        /// <summary>True positives, each row counted at thresholds that were chosen without it.</summary>
        CrossTruePositives = Native.WALD_THRESHOLD_CROSS_TP,
        /// <summary>False positives, counted so.</summary>
        CrossFalsePositives = Native.WALD_THRESHOLD_CROSS_FP,
        /// <summary>Precision, counted so.</summary>
        CrossPrecision = Native.WALD_THRESHOLD_CROSS_PRECISION,
        /// <summary>Recall, counted so.</summary>
        CrossRecall = Native.WALD_THRESHOLD_CROSS_RECALL,
        /// <summary>Value of the goal, counted so.</summary>
        CrossValue = Native.WALD_THRESHOLD_CROSS_VALUE,
        /// <summary>Of the method <c>stacked</c>.</summary>
        Intercept = Native.WALD_THRESHOLD_INTERCEPT,
        /// <summary>The threshold on the combined score of the method <c>stacked</c>.</summary>
        Stacked = Native.WALD_THRESHOLD_STACKED
    }
}
