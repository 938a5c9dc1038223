// Written by bindings/generate from the rows of the core: do not edit.
using System;

namespace Wald
{
    /// <summary>The result of a call.</summary>
    public enum Status
    {
        /// <summary>The call succeeded.</summary>
        Ok = 0,
        /// <summary>An argument is outside its domain.</summary>
        Argument = 1,
        /// <summary>An allocation failed; the call may be repeated.</summary>
        Memory = 2,
        /// <summary>The caller's buffer is too small; *needed is the size that it needs.</summary>
        Capacity = 3,
        /// <summary>There is no exact method for this pair of metric and estimator; the message has the
        /// reason.</summary>
        Unsupported = 4,
        /// <summary>Text that cannot be read: a metric's name, a saved state.</summary>
        Format = 5,
        /// <summary>A custom metric gave a value that is not finite, or contradicts its declaration.</summary>
        Callback = 6,
        /// <summary>The progress callback cancelled the call.</summary>
        Cancelled = 7,
        /// <summary>A defect of the library: please report the message.</summary>
        Internal = 8
    }

    // The type of an array's elements.
    internal enum ElementType
    {
        Float64 = 0,
        Float32 = 1,
        Int64 = 2,
        Int32 = 3,
        Uint8 = 4,
        Float16 = 5
    }

    /// <summary>The form of what is known of the labels.</summary>
    public enum Kind
    {
        /// <summary>Marginal probabilities of independent labels.</summary>
        Independent = 0,
        /// <summary>Probabilities of exclusive labels; the rest to 1 is P(none).</summary>
        Categorical = 1,
        /// <summary>Weighted label vectors: any joint distribution.</summary>
        Joint = 2,
        /// <summary>P[i][s] = P(y_i = 1, s labels in all), and P(0).</summary>
        Counts = 3
    }

    /// <summary>The problems of a table of N rows by m labels: rows, columns, or the whole.</summary>
    public enum Average
    {
        /// <summary>Each row is a problem of its own (N answers).</summary>
        Instance = 0,
        /// <summary>Each column is a problem of its own (m answers).</summary>
        Macro = 1,
        /// <summary>The table is one problem of N*m items (1 answer).</summary>
        Micro = 2
    }

    /// <summary>Properties of a metric U(tp, k, s, n). If a loss is given, U is its negative.</summary>
    [Flags]
    public enum MetricProperties
    {
        /// <summary>Nothing.</summary>
        None = 0,
        /// <summary>U does not fall when tp rises at the same k and s ("TP-monotone").</summary>
        RisesInTp = 1,
        /// <summary>U does not rise when k rises at the same tp and s.</summary>
        FallsInK = 2,
        /// <summary>U does not fall when tp and k both rise by one at the same s.</summary>
        RisesInTpAndK = 4,
        /// <summary>U = a(k,s) tp + g(k,s).</summary>
        LinearInTp = 8,
        /// <summary>The function is to be minimised.</summary>
        Loss = 16,
        /// <summary>The callback may be called from several threads at once.</summary>
        ThreadSafe = 32,
        /// <summary>Read only: without a constraint on k a trivial prediction is optimal.</summary>
        Degenerate = 64
    }

    /// <summary>Whether deciding for a metric pays.</summary>
    public enum WorthVerdict
    {
        /// <summary>The gain is above least_gain by more than two standard errors.</summary>
        Pays = 0,
        /// <summary>The gain plus two standard errors is at most least_gain.</summary>
        DoesNotPay = 1,
        /// <summary>least_gain is within two standard errors of the gain.</summary>
        Undetermined = 2,
        /// <summary>With truth: calibration raises the utility of the decisions by more than two standard
        /// errors.</summary>
        CalibrateFirst = 3
    }

    /// <summary>How several classifiers flag a row.</summary>
    public enum Rule
    {
        /// <summary>A row is flagged where any score reaches its threshold.</summary>
        Or = 0,
        /// <summary>A row is flagged where every score reaches its threshold.</summary>
        And = 1
    }

    /// <summary>The objective of thresholds, within all limits that are set.</summary>
    public enum Goal
    {
        /// <summary>By the options that are set: a metric, a cost ratio, a recall (fewest FP), another limit (most TP);
        /// else F1.</summary>
        Auto = 0,
        /// <summary>The greatest value of the metric; F1 where none is set.</summary>
        Metric = 1,
        /// <summary>The greatest TP - FP/cost_ratio.</summary>
        NetBenefit = 2,
        /// <summary>The most true positives; needs a limit on precision, FP or alerts. If no row is positive, the most
        /// alerts.</summary>
        MostTp = 3,
        /// <summary>The fewest false positives; needs a limit on recall. If no row is negative, the fewest
        /// alerts.</summary>
        FewestFp = 4
    }

    /// <summary>Against overfitting: thresholds that are the median of those of many rounds.</summary>
    public enum Smoothing
    {
        /// <summary>No smoothing.</summary>
        None = 0,
        /// <summary>Thresholds of bootstrap samples; with the method direct.</summary>
        Bagged = 1,
        /// <summary>Paths through lattices that lost edges; with the methods path and path-equal.</summary>
        Dropout = 2
    }

    /// <summary>Warnings about chosen thresholds.</summary>
    [Flags]
    public enum ThresholdFlags
    {
        /// <summary>Nothing.</summary>
        None = 0,
        /// <summary>No row is flagged.</summary>
        NothingFlagged = 1,
        /// <summary>Every rated row is flagged.</summary>
        EverythingFlagged = 2,
        /// <summary>No alert is worth its cost, or the limits leave none.</summary>
        TargetNotAttained = 4,
        /// <summary>Not feasible; the nearest point is reported.</summary>
        RecallOutOfReach = 8,
        /// <summary>There are fewer than 50 positive rows.</summary>
        FewPositives = 16,
        /// <summary>A classifier gives its positives fewer than 10 distinct scores.</summary>
        SaturatedScores = 32,
        /// <summary>A classifier separates the labels without error: was it trained on these rows?</summary>
        InSampleScores = 64,
        /// <summary>A classifier ranks negatives above positives, more than by chance.</summary>
        InvertedScores = 128,
        /// <summary>Quantiles replaced the scores of positives.</summary>
        QuantileLevels = 256,
        /// <summary>The thresholds are not proved to be the best of all.</summary>
        LocalOptimum = 512,
        /// <summary>Rows that are not rated are flagged; they count for nothing.</summary>
        UnratedFlagged = 1024,
        /// <summary>No rated row is negative.</summary>
        OnlyPositives = 2048,
        /// <summary>Smoothed thresholds break a limit that the sample's own best ones keep.</summary>
        ConstraintMissed = 4096,
        /// <summary>The label has few positives, and shares a threshold with others like it.</summary>
        SharedThreshold = 8192,
        /// <summary>No rated row is positive: nothing is known of precision and recall.</summary>
        OnlyNegatives = 16384
    }

    /// <summary>How a node of a tree sends a value x.</summary>
    public enum Split : byte
    {
        /// <summary>No children.</summary>
        Leaf = 0,
        /// <summary>Left where x &lt;= threshold.</summary>
        AtMost = 1,
        /// <summary>Left where x &lt; threshold.</summary>
        Below = 2,
        /// <summary>Left where x, cut to a whole number, is one of the node's categories.</summary>
        Among = 3
    }

    /// <summary>Where a missing value goes.</summary>
    public enum Missing : byte
    {
        /// <summary>Right.</summary>
        Right = 0,
        /// <summary>Left.</summary>
        Left = 1,
        /// <summary>Where 0 would go.</summary>
        AsZero = 2,
        /// <summary>Right, and 0 with it.</summary>
        ZeroRight = 3,
        /// <summary>Left, and 0 with it.</summary>
        ZeroLeft = 4,
        /// <summary>Right. Of splits by category alone: a number below 0, or of 2^24 and more, is not missing and goes
        /// right.</summary>
        NanRight = 5,
        /// <summary>Left. Of splits by category alone: a number below 0, or of 2^24 and more, is not missing and goes
        /// right.</summary>
        NanLeft = 6
    }

    /// <summary>The quality that the labels of one table certify.</summary>
    public enum LabelledQuality
    {
        /// <summary>The share of all rows whose answer equals their label.</summary>
        Accuracy = 0,
        /// <summary>The share of the positives that are labelled.</summary>
        Recall = 1,
        /// <summary>The share of positives among the rows that are not labelled negative.</summary>
        Precision = 2
    }

    /// <summary>The goal of a route.</summary>
    public enum RouteGoal
    {
        /// <summary>The least mean cost at which quality is at least min_quality.</summary>
        Cost = 0,
        /// <summary>The best quality within the budget.</summary>
        Quality = 1,
        /// <summary>The greatest mean value of the answers less their cost.</summary>
        Value = 2
    }

    /// <summary>The measure of quality of a route.</summary>
    public enum RouteMeasure
    {
        /// <summary>The share of the answers that are right.</summary>
        Accuracy = 0,
        /// <summary>The share of the answers that are those of the last stage.</summary>
        Agreement = 1,
        /// <summary>The share of the answers with the positive class that are right.</summary>
        Precision = 2,
        /// <summary>The share of the rows of the positive class that are answered with it.</summary>
        Recall = 3,
        /// <summary>The F-measure of the positive class, by <c>beta</c>.</summary>
        F = 4
    }

    /// <summary>Which rows have thresholds of their own in a route.</summary>
    public enum RouteBy
    {
        /// <summary>All rows have the same thresholds.</summary>
        None = 0,
        /// <summary>Each class of the first answer has its own.</summary>
        Class = 1,
        /// <summary>Each segment has its own.</summary>
        Segment = 2
    }

    /// <summary>The task of the rows of a dataset.</summary>
    public enum LearningTask
    {
        /// <summary>Features alone.</summary>
        None = 0,
        /// <summary>Any number of labels; one label is binary classification.</summary>
        Labels = 1,
        /// <summary>Exactly one of several classes.</summary>
        Classes = 2
    }

    /// <summary>Whether a promise is kept.</summary>
    public enum PromiseState
    {
        /// <summary>No evidence against the promise so far, and no proof that it is kept.</summary>
        Open = 0,
        /// <summary>The rows so far prove that the promise is kept, if they are of one kind.</summary>
        Kept = 1,
        /// <summary>The promise is broken, over all rows so far or over the recent ones.</summary>
        Broken = 2
    }

    /// <summary>The numbers of chosen thresholds.</summary>
    public enum ThresholdFact
    {
        /// <summary>Whether every limit is attained: not if a recall is out of reach (the nearest point is the answer),
        /// no alert has the precision (nothing is flagged), or smoothed thresholds break a limit.</summary>
        Feasible = 9000,
        /// <summary>The weight of the positives that are flagged.</summary>
        Tp = 9001,
        /// <summary>The weight of the negatives that are flagged.</summary>
        Fp = 9002,
        /// <summary>The weight of the flagged rows that are not rated; they count for nothing else.</summary>
        Unrated = 9003,
        /// <summary>The weight of all positives.</summary>
        Positives = 9004,
        /// <summary>TP/(TP + FP).</summary>
        Precision = 9005,
        /// <summary>TP/positives.</summary>
        Recall = 9006,
        /// <summary>The value of the goal: the metric, TP - FP/cost_ratio, TP, or FP.</summary>
        Value = 9007,
        /// <summary>The share of true positives among the alerts gained last, on the concave hull of the
        /// frontier.</summary>
        MarginalPrecision = 9008,
        /// <summary>The share of true positives among the next alerts.</summary>
        NextMarginalPrecision = 9009,
        /// <summary>TP, each row counted at thresholds that were chosen without it; NaN without folds.</summary>
        CrossTp = 9010,
        /// <summary>FP, cross-fitted.</summary>
        CrossFp = 9011,
        /// <summary>Precision, cross-fitted.</summary>
        CrossPrecision = 9012,
        /// <summary>Recall, cross-fitted.</summary>
        CrossRecall = 9013,
        /// <summary>The value of the goal, cross-fitted.</summary>
        CrossValue = 9014,
        /// <summary>"stacked" flags a row where intercept + sum_d coefficients[d]*score[d] is at least
        /// stacked_threshold; NaN for the other methods.</summary>
        Intercept = 9015,
        /// <summary>The threshold of "stacked"; NaN for the other methods.</summary>
        StackedThreshold = 9016,
        /// <summary>Warnings, as flags.</summary>
        Flags = 9017,
        /// <summary>The number of answers: answer 0 is the requested one, the others are the baselines.</summary>
        NAnswers = 9018,
        /// <summary>Whether the limits hold for all future rows with the probability certify; not without
        /// certify.</summary>
        Certified = 9027,
        /// <summary>Rows more that would certify the limits in about four of five samples, if the frontier stays as it
        /// is: 0 if they are certified, infinite if no number would suffice, NaN without certify.</summary>
        RowsNeeded = 9028,
        /// <summary>With max_fdr the share of negatives in the batch that is counted on: Storey's estimate, which may
        /// be above 1, or 1; else NaN.</summary>
        NullShare = 9031
    }

    /// <summary>The numbers of a cascade.</summary>
    public enum CascadeFact
    {
        /// <summary>The number of models.</summary>
        NModels = 13000,
        /// <summary>1 for a sum and a threshold, else the number of classes.</summary>
        NClasses = 13001,
        /// <summary>The sum of scores from which a row is positive.</summary>
        Threshold = 13002,
        /// <summary>Whether rows leave early only as negatives.</summary>
        NegativesOnly = 13003,
        /// <summary>The disagreement that was allowed.</summary>
        Alpha = 13004,
        /// <summary>The cost of all models.</summary>
        FullCost = 13005,
        /// <summary>The number of fitted rows.</summary>
        NRows = 13006,
        /// <summary>The share of these rows that the cascade decides differently from all models, recounted; optimistic
        /// for a joint order.</summary>
        Disagreement = 13007,
        /// <summary>The mean number of models run on these rows.</summary>
        MeanModels = 13008,
        /// <summary>The mean cost per row.</summary>
        MeanCost = 13009,
        /// <summary>full_cost/mean_cost.</summary>
        Speedup = 13010,
        /// <summary>The disagreement, each fold decided by a cascade that was fitted without it.</summary>
        CrossDisagreement = 13011,
        /// <summary>The mean number of models, cross-fitted.</summary>
        CrossMeanModels = 13012,
        /// <summary>The mean cost, cross-fitted.</summary>
        CrossMeanCost = 13013,
        /// <summary>The number of calibration rows of a weight above 0.</summary>
        NHeldOutRows = 13014,
        /// <summary>The disagreement on the calibration rows.</summary>
        HeldOutDisagreement = 13015,
        /// <summary>The mean number of models on the calibration rows.</summary>
        HeldOutMeanModels = 13016,
        /// <summary>The mean cost on the calibration rows.</summary>
        HeldOutMeanCost = 13017,
        /// <summary>The disagreement is at most this with the confidence: the target, or 0 if no row leaves early
        /// because nothing can be certified.</summary>
        CertifiedDisagreement = 13018,
        /// <summary>The probability with which the certificate holds.</summary>
        Certify = 13019,
        /// <summary>By how many spreads calibration moved the thresholds apart; inf if no row leaves early.</summary>
        Spreads = 13020,
        /// <summary>The width of a bin's thresholds in deviations; NaN without bins.</summary>
        Gamma = 13021,
        /// <summary>The width of a bin; NaN without bins.</summary>
        BinWidth = 13022,
        /// <summary>Scores are rounded to multiples of this.</summary>
        Unit = 13023,
        /// <summary>The number of fitted rows that unrounded sums decide differently.</summary>
        NRoundedRows = 13024,
        /// <summary>The number of features of its trees; without trees, of named features.</summary>
        NFeatures = 13025,
        /// <summary>The number of categories that were named, of all features.</summary>
        NCategories = 13035,
        /// <summary>With votes: the price of an error, in models, for which the stopping rule is optimal.</summary>
        Price = 13038,
        /// <summary>With votes: the expected disagreement on new rows, over all orders of the models.</summary>
        ExpectedDisagreement = 13039,
        /// <summary>With votes: the expected number of models per new row, over all orders.</summary>
        ExpectedMeanModels = 13040,
        /// <summary>The mean cost on the calibration rows of the algorithm that was not chosen; NaN except with
        /// cheaper.</summary>
        OtherMeanCost = 13041
    }

    /// <summary>The numbers of a route.</summary>
    public enum RouteFact
    {
        /// <summary>The number of stages.</summary>
        NStages = 21000,
        /// <summary>The number of groups of rows that have thresholds of their own.</summary>
        NGroups = 21001,
        /// <summary>Whether a score sends each row to one stage before any answer.</summary>
        Router = 21002,
        /// <summary>Which rows have thresholds of their own.</summary>
        By = 21003,
        /// <summary>What was minimised or maximised.</summary>
        Goal = 21004,
        /// <summary>The measure of quality.</summary>
        Measure = 21005,
        /// <summary>The number of rows of a weight above 0 that the route was chosen on.</summary>
        NRows = 21006,
        /// <summary>The number of these rows whose right answer is known.</summary>
        NLabelled = 21007,
        /// <summary>The mean cost per row, over all stages that are called.</summary>
        Cost = 21008,
        /// <summary>The quality on these rows; optimistic for the rows chosen on.</summary>
        Quality = 21009,
        /// <summary>The mean cost of the last stage alone.</summary>
        FullCost = 21010,
        /// <summary>The quality of the last stage alone.</summary>
        FullQuality = 21011,
        /// <summary>Whether the limit of the goal is met on these rows; else the route is the one that comes
        /// nearest.</summary>
        Feasible = 21012,
        /// <summary>Whether all thresholds of all chains were compared; else levels of them, and finer ones around the
        /// best.</summary>
        Exact = 21013,
        /// <summary>The requested confidence of the certificate.</summary>
        Certify = 21014,
        /// <summary>Whether the quality is at least min_quality for future rows, with this probability.</summary>
        Certified = 21015,
        /// <summary>The theorem that the certificate uses.</summary>
        Theorem = 21016,
        /// <summary>About how many more labels would certify a route that is cheaper than the last stage: 0 if one is
        /// certified, infinity if no number would.</summary>
        LabelsNeeded = 21017
    }

    // The words that stand for values in every language; the number where there is none.
    internal static class Words
    {
        internal static string Of(Status value)
        {
            switch (value)
            {
                case Status.Ok: return "ok";
                case Status.Argument: return "error_argument";
                case Status.Memory: return "error_memory";
                case Status.Capacity: return "error_capacity";
                case Status.Unsupported: return "error_unsupported";
                case Status.Format: return "error_format";
                case Status.Callback: return "error_callback";
                case Status.Cancelled: return "cancelled";
                case Status.Internal: return "error_internal";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(Kind value)
        {
            switch (value)
            {
                case Kind.Independent: return "independent";
                case Kind.Categorical: return "categorical";
                case Kind.Joint: return "joint";
                case Kind.Counts: return "counts";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(Average value)
        {
            switch (value)
            {
                case Average.Instance: return "instance";
                case Average.Macro: return "macro";
                case Average.Micro: return "micro";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(MetricProperties value)
        {
            switch (value)
            {
                case MetricProperties.RisesInTp: return "rises_in_tp";
                case MetricProperties.FallsInK: return "falls_in_k";
                case MetricProperties.RisesInTpAndK: return "rises_in_tp_and_k";
                case MetricProperties.LinearInTp: return "linear_in_tp";
                case MetricProperties.Loss: return "loss";
                case MetricProperties.ThreadSafe: return "thread_safe";
                case MetricProperties.Degenerate: return "degenerate";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(WorthVerdict value)
        {
            switch (value)
            {
                case WorthVerdict.Pays: return "pays";
                case WorthVerdict.DoesNotPay: return "does_not_pay";
                case WorthVerdict.Undetermined: return "undetermined";
                case WorthVerdict.CalibrateFirst: return "calibrate_first";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(Rule value)
        {
            switch (value)
            {
                case Rule.Or: return "or";
                case Rule.And: return "and";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(Goal value)
        {
            switch (value)
            {
                case Goal.Auto: return "auto";
                case Goal.Metric: return "metric";
                case Goal.NetBenefit: return "net_benefit";
                case Goal.MostTp: return "most_tp";
                case Goal.FewestFp: return "fewest_fp";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(Smoothing value)
        {
            switch (value)
            {
                case Smoothing.None: return "none";
                case Smoothing.Bagged: return "bagged";
                case Smoothing.Dropout: return "dropout";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(ThresholdFlags value)
        {
            switch (value)
            {
                case ThresholdFlags.NothingFlagged: return "nothing_flagged";
                case ThresholdFlags.EverythingFlagged: return "everything_flagged";
                case ThresholdFlags.TargetNotAttained: return "target_not_attained";
                case ThresholdFlags.RecallOutOfReach: return "recall_out_of_reach";
                case ThresholdFlags.FewPositives: return "few_positives";
                case ThresholdFlags.SaturatedScores: return "saturated_scores";
                case ThresholdFlags.InSampleScores: return "in_sample_scores";
                case ThresholdFlags.InvertedScores: return "inverted_scores";
                case ThresholdFlags.QuantileLevels: return "quantile_levels";
                case ThresholdFlags.LocalOptimum: return "local_optimum";
                case ThresholdFlags.UnratedFlagged: return "unrated_flagged";
                case ThresholdFlags.OnlyPositives: return "only_positives";
                case ThresholdFlags.ConstraintMissed: return "constraint_missed";
                case ThresholdFlags.SharedThreshold: return "shared_threshold";
                case ThresholdFlags.OnlyNegatives: return "only_negatives";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(Split value)
        {
            switch (value)
            {
                case Split.Leaf: return "leaf";
                case Split.AtMost: return "at_most";
                case Split.Below: return "below";
                case Split.Among: return "among";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(Missing value)
        {
            switch (value)
            {
                case Missing.Right: return "right";
                case Missing.Left: return "left";
                case Missing.AsZero: return "as_zero";
                case Missing.ZeroRight: return "zero_right";
                case Missing.ZeroLeft: return "zero_left";
                case Missing.NanRight: return "nan_right";
                case Missing.NanLeft: return "nan_left";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(LabelledQuality value)
        {
            switch (value)
            {
                case LabelledQuality.Accuracy: return "accuracy";
                case LabelledQuality.Recall: return "recall";
                case LabelledQuality.Precision: return "precision";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(RouteGoal value)
        {
            switch (value)
            {
                case RouteGoal.Cost: return "cost";
                case RouteGoal.Quality: return "quality";
                case RouteGoal.Value: return "value";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(RouteMeasure value)
        {
            switch (value)
            {
                case RouteMeasure.Accuracy: return "accuracy";
                case RouteMeasure.Agreement: return "agreement";
                case RouteMeasure.Precision: return "precision";
                case RouteMeasure.Recall: return "recall";
                case RouteMeasure.F: return "f";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(RouteBy value)
        {
            switch (value)
            {
                case RouteBy.None: return "none";
                case RouteBy.Class: return "class";
                case RouteBy.Segment: return "segment";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(LearningTask value)
        {
            switch (value)
            {
                case LearningTask.None: return "none";
                case LearningTask.Labels: return "labels";
                case LearningTask.Classes: return "classes";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(PromiseState value)
        {
            switch (value)
            {
                case PromiseState.Open: return "open";
                case PromiseState.Kept: return "kept";
                case PromiseState.Broken: return "broken";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(ThresholdFact value)
        {
            switch (value)
            {
                case ThresholdFact.Feasible: return "feasible";
                case ThresholdFact.Tp: return "tp";
                case ThresholdFact.Fp: return "fp";
                case ThresholdFact.Unrated: return "unrated";
                case ThresholdFact.Positives: return "positives";
                case ThresholdFact.Precision: return "precision";
                case ThresholdFact.Recall: return "recall";
                case ThresholdFact.Value: return "value";
                case ThresholdFact.MarginalPrecision: return "marginal_precision";
                case ThresholdFact.NextMarginalPrecision: return "next_marginal_precision";
                case ThresholdFact.CrossTp: return "cross_tp";
                case ThresholdFact.CrossFp: return "cross_fp";
                case ThresholdFact.CrossPrecision: return "cross_precision";
                case ThresholdFact.CrossRecall: return "cross_recall";
                case ThresholdFact.CrossValue: return "cross_value";
                case ThresholdFact.Intercept: return "intercept";
                case ThresholdFact.StackedThreshold: return "stacked_threshold";
                case ThresholdFact.Flags: return "flags";
                case ThresholdFact.NAnswers: return "n_answers";
                case ThresholdFact.Certified: return "certified";
                case ThresholdFact.RowsNeeded: return "rows_needed";
                case ThresholdFact.NullShare: return "null_share";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(CascadeFact value)
        {
            switch (value)
            {
                case CascadeFact.NModels: return "n_models";
                case CascadeFact.NClasses: return "n_classes";
                case CascadeFact.Threshold: return "threshold";
                case CascadeFact.NegativesOnly: return "negatives_only";
                case CascadeFact.Alpha: return "alpha";
                case CascadeFact.FullCost: return "full_cost";
                case CascadeFact.NRows: return "n_rows";
                case CascadeFact.Disagreement: return "disagreement";
                case CascadeFact.MeanModels: return "mean_models";
                case CascadeFact.MeanCost: return "mean_cost";
                case CascadeFact.Speedup: return "speedup";
                case CascadeFact.CrossDisagreement: return "cross_disagreement";
                case CascadeFact.CrossMeanModels: return "cross_mean_models";
                case CascadeFact.CrossMeanCost: return "cross_mean_cost";
                case CascadeFact.NHeldOutRows: return "n_held_out_rows";
                case CascadeFact.HeldOutDisagreement: return "held_out_disagreement";
                case CascadeFact.HeldOutMeanModels: return "held_out_mean_models";
                case CascadeFact.HeldOutMeanCost: return "held_out_mean_cost";
                case CascadeFact.CertifiedDisagreement: return "certified_disagreement";
                case CascadeFact.Certify: return "certify";
                case CascadeFact.Spreads: return "spreads";
                case CascadeFact.Gamma: return "gamma";
                case CascadeFact.BinWidth: return "bin_width";
                case CascadeFact.Unit: return "unit";
                case CascadeFact.NRoundedRows: return "n_rounded_rows";
                case CascadeFact.NFeatures: return "n_features";
                case CascadeFact.NCategories: return "n_categories";
                case CascadeFact.Price: return "price";
                case CascadeFact.ExpectedDisagreement: return "expected_disagreement";
                case CascadeFact.ExpectedMeanModels: return "expected_mean_models";
                case CascadeFact.OtherMeanCost: return "other_mean_cost";
                default: return ((int)value).ToString();
            }
        }

        internal static string Of(RouteFact value)
        {
            switch (value)
            {
                case RouteFact.NStages: return "n_stages";
                case RouteFact.NGroups: return "n_groups";
                case RouteFact.Router: return "router";
                case RouteFact.By: return "by";
                case RouteFact.Goal: return "goal";
                case RouteFact.Measure: return "measure";
                case RouteFact.NRows: return "n_rows";
                case RouteFact.NLabelled: return "n_labelled";
                case RouteFact.Cost: return "cost";
                case RouteFact.Quality: return "quality";
                case RouteFact.FullCost: return "full_cost";
                case RouteFact.FullQuality: return "full_quality";
                case RouteFact.Feasible: return "feasible";
                case RouteFact.Exact: return "exact";
                case RouteFact.Certify: return "certify";
                case RouteFact.Certified: return "certified";
                case RouteFact.Theorem: return "theorem";
                case RouteFact.LabelsNeeded: return "labels_needed";
                default: return ((int)value).ToString();
            }
        }
    }
}
