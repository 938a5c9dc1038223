// Written by bindings/generate from the rows of the core: do not edit.
// Overloads of methods that say "also".
using System;
using System.Threading;

namespace Wald
{
    partial class Cascade
    {
        /// <summary>Decides one row of features by the trees, without allocating.</summary>
        /// <param name="features">One number per feature; NaN is missing.</param>
        /// <returns>0 or 1; with K classes the class.</returns>
        public int Decide(Values features) =>
            Decide(features, out _);
    }

    partial class CascadeRun
    {
        /// <summary>Takes the scores of the model <see cref="Next"/>, one for each class.</summary>
        /// <param name="scores">Finite.</param>
        /// <returns>The next model to run; -1 if the example is decided.</returns>
        public int Feed(double[] scores) =>
            Feed(new ReadOnlySpan<double>(scores ?? throw new ArgumentNullException(nameof(scores))));
    }

    partial class Distribution
    {
        /// <summary>P(utility &gt;= u).</summary>
        /// <param name="u">A utility.</param>
        /// <returns>The probability.</returns>
        public double AtLeast(double u) =>
            AtLeast(u, out _);
    }

    partial class Metric
    {
        /// <summary>The expected utility of any prediction.</summary>
        /// <param name="probabilities">Of each label.</param>
        /// <param name="prediction">Zeros and ones, as byte or bool.</param>
        /// <param name="options">The kind of the labels, progress; null takes the defaults.</param>
        /// <returns>The expected utility.</returns>
        public double Expected(Values probabilities, Mask prediction, DecisionOptions options = null) =>
            Expected(probabilities, prediction, out _, options);

        /// <summary>The expected utility of any prediction.</summary>
        /// <param name="estimator">What is known of the labels.</param>
        /// <param name="prediction">Zeros and ones, as byte or bool.</param>
        /// <param name="options">Progress; null takes the defaults.</param>
        /// <returns>The expected utility.</returns>
        public double Expected(Estimator estimator, Mask prediction, DecisionOptions options = null) =>
            Expected(estimator, prediction, out _, options);

        /// <summary>How much expected utility a prediction gives away against the optimum within the constraints of the
        /// options.</summary>
        /// <param name="probabilities">Of each label.</param>
        /// <param name="prediction">Zeros and ones, as byte or bool.</param>
        /// <param name="options">How to decide; null takes the defaults.</param>
        /// <returns>The regret: 0 if it gives away none.</returns>
        public double Regret(Values probabilities, Mask prediction, DecisionOptions options = null) =>
            Regret(probabilities, prediction, out _, options);

        /// <summary>How much expected utility a prediction gives away against the optimum within the constraints of the
        /// options.</summary>
        /// <param name="estimator">What is known of the labels.</param>
        /// <param name="prediction">Zeros and ones, as byte or bool.</param>
        /// <param name="options">How to decide; null takes the defaults.</param>
        /// <returns>The regret: 0 if it gives away none.</returns>
        public double Regret(Estimator estimator, Mask prediction, DecisionOptions options = null) =>
            Regret(estimator, prediction, out _, options);

        /// <summary>A metric for problems of exactly n labels, by its values in one array: U(tp, k, s) at <c>(tp * (n +
        /// 1) + k) * (n + 1) + s</c>.</summary>
        /// <param name="values">(n+1)^3 values.</param>
        /// <param name="n">The number of labels.</param>
        /// <param name="name">What messages call it, 1 to 256 bytes.</param>
        /// <param name="declared">See the other overload.</param>
        /// <returns>The metric.</returns>
        public static Metric Table(
            double[] values, long n, string name = "table", MetricProperties declared = MetricProperties.None) =>
            Table(new ReadOnlySpan<double>(values ?? throw new ArgumentNullException(nameof(values))), n, name,
                declared);
    }

    partial class Dataset
    {
        /// <summary>The labels of the rows, instead of those, or of the classes, that were set before.</summary>
        /// <param name="labels">Zeros and ones, rows by labels, as byte or bool.</param>
        /// <returns>This object.</returns>
        public Dataset SetLabels(Mask labels) =>
            SetLabels(labels.AsColumn());

        /// <summary>The class of each row, instead of the classes, or of the labels, that were set before.</summary>
        /// <param name="classes">One per row, each in [0, <paramref name="classCount"/>).</param>
        /// <param name="classCount">The number of classes, at least 2.</param>
        /// <returns>This object.</returns>
        public Dataset SetClasses(int[] classes, long classCount) =>
            SetClasses(Array.ConvertAll(classes ?? throw new ArgumentNullException(nameof(classes)), x => (long)x),
                classCount);

        /// <summary>Which rows belong together, as a patient's do: where fitting leaves rows out, it leaves out those
        /// of the same number together. Folds are dealt by groups, at most one per group, so the numbers of folds of
        /// one's own are groups, too.</summary>
        /// <param name="groups">Any numbers, two different ones at least; none: each row alone again.</param>
        /// <returns>This object.</returns>
        public Dataset SetGroups(long[] groups) =>
            SetGroups(new ReadOnlySpan<long>(groups ?? throw new ArgumentNullException(nameof(groups))));

        /// <summary>Which rows belong together, as a patient's do: where fitting leaves rows out, it leaves out those
        /// of the same number together. Folds are dealt by groups, at most one per group, so the numbers of folds of
        /// one's own are groups, too.</summary>
        /// <param name="groups">Any numbers, two different ones at least; none: each row alone again.</param>
        /// <returns>This object.</returns>
        public Dataset SetGroups(int[] groups) =>
            SetGroups(Array.ConvertAll(groups ?? throw new ArgumentNullException(nameof(groups)), x => (long)x));
    }

    partial class Learner
    {
        /// <summary>P(label j = 1), or P(class j), for each row.</summary>
        /// <param name="features">As for a <see cref="Dataset"/>.</param>
        /// <param name="options">Threads, seed, progress; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>Rows by labels.</returns>
        public double[,] Probabilities(
            Table features, DecisionOptions options = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            using (var rows = new Dataset(features))
                return Probabilities(rows, options, cancellationToken);
        }

        /// <summary>P(label j = 1), or P(class j), for each row.</summary>
        /// <param name="features">As for a <see cref="Dataset"/>.</param>
        /// <param name="options">Threads, seed, progress; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>Rows by labels.</returns>
        public double[,] Probabilities(
            SparseTable features, DecisionOptions options = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            using (var rows = new Dataset(features))
                return Probabilities(rows, options, cancellationToken);
        }

        /// <summary>P(label j = 1), or P(class j), for each row.</summary>
        /// <param name="features">As for a <see cref="Dataset"/>.</param>
        /// <param name="options">Threads, seed, progress; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>Rows by labels.</returns>
        public double[,] Probabilities(
            Columns features, DecisionOptions options = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            using (var rows = Rows(features))
                return Probabilities(rows, options, cancellationToken);
        }

        /// <summary>The optimal predictions for a metric: one for each row, or as <see cref="DecisionOptions.Average"/>
        /// says.</summary>
        /// <param name="features">As for a <see cref="Dataset"/>.</param>
        /// <param name="metric">The metric.</param>
        /// <param name="options">How to decide: average, constraints, abstention, threads, seed, progress; null takes
        /// the defaults. Without <see cref="DecisionOptions.AtLeast"/> a prediction holds at least
        /// <see cref="AtLeast"/> labels.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>An answer for each row, for each label, or for the table.</returns>
        /// <exception cref="WaldUnsupportedException">There is no exact method for this metric and what the learner
        /// knows of a row.</exception>
        public Decisions Decide(
            Table features, Metric metric, DecisionOptions options = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            using (var rows = new Dataset(features))
                return Decide(rows, metric, options, cancellationToken);
        }

        /// <summary>The optimal predictions for a metric: one for each row, or as <see cref="DecisionOptions.Average"/>
        /// says.</summary>
        /// <param name="features">As for a <see cref="Dataset"/>.</param>
        /// <param name="metric">The metric.</param>
        /// <param name="options">How to decide: average, constraints, abstention, threads, seed, progress; null takes
        /// the defaults. Without <see cref="DecisionOptions.AtLeast"/> a prediction holds at least
        /// <see cref="AtLeast"/> labels.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>An answer for each row, for each label, or for the table.</returns>
        /// <exception cref="WaldUnsupportedException">There is no exact method for this metric and what the learner
        /// knows of a row.</exception>
        public Decisions Decide(
            SparseTable features, Metric metric, DecisionOptions options = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            using (var rows = new Dataset(features))
                return Decide(rows, metric, options, cancellationToken);
        }

        /// <summary>The optimal predictions for a metric: one for each row, or as <see cref="DecisionOptions.Average"/>
        /// says.</summary>
        /// <param name="features">As for a <see cref="Dataset"/>.</param>
        /// <param name="metric">The metric.</param>
        /// <param name="options">How to decide: average, constraints, abstention, threads, seed, progress; null takes
        /// the defaults. Without <see cref="DecisionOptions.AtLeast"/> a prediction holds at least
        /// <see cref="AtLeast"/> labels.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>An answer for each row, for each label, or for the table.</returns>
        /// <exception cref="WaldUnsupportedException">There is no exact method for this metric and what the learner
        /// knows of a row.</exception>
        public Decisions Decide(
            Columns features, Metric metric, DecisionOptions options = null, CancellationToken cancellationToken = default(CancellationToken))
        {
            using (var rows = Rows(features))
                return Decide(rows, metric, options, cancellationToken);
        }
    }

    partial class Route
    {
        /// <summary>Which stage answers each row. Confidences of stages that are not asked are not looked at.</summary>
        /// <param name="confidences">Rows by stages; with a router its scores, one per row.</param>
        /// <param name="groups">Of each row its segment, by class what the first stage answered; empty if the route has
        /// one group.</param>
        /// <returns>As many as there are rows.</returns>
        public int[] Apply(Values confidences, ReadOnlySpan<int> groups = default(ReadOnlySpan<int>)) =>
            Apply(confidences.AsColumn(), groups);
    }

    partial class Stages
    {
        /// <summary>Takes the labels of rows that were asked for. All must have theirs before a route is
        /// chosen.</summary>
        /// <param name="rows">Some of those that <see cref="Ask"/> gave.</param>
        /// <param name="truth">The class of each.</param>
        public void Label(long[] rows, int[] truth) =>
            Label(new ReadOnlySpan<long>(rows ?? throw new ArgumentNullException(nameof(rows))),
                new ReadOnlySpan<int>(truth ?? throw new ArgumentNullException(nameof(truth))));

        /// <summary>Takes the labels of rows that were asked for, where rows say what is right and have no
        /// answers.</summary>
        /// <param name="rows">Some of those that <see cref="Ask"/> gave.</param>
        /// <param name="right">How right each stage is: these rows by stages.</param>
        public void Label(long[] rows, Table right) =>
            Label(new ReadOnlySpan<long>(rows ?? throw new ArgumentNullException(nameof(rows))), right);
    }

    partial class ClassMultipliers
    {
        /// <summary>Multipliers at which a metric is greatest, as its average over the classes.</summary>
        /// <param name="truth">The class of each row.</param>
        /// <param name="scores">Rows by classes, finite and at least 0.</param>
        /// <param name="options">The metric, F1 if it is not set, the average, threads and progress; null takes the
        /// defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The multipliers.</returns>
        public static ClassMultipliers Choose(
            int[] truth, Table scores, ThresholdOptions options = null, Values weights = default(Values), CancellationToken cancellationToken = default(CancellationToken)) =>
            Choose(Array.ConvertAll(truth ?? throw new ArgumentNullException(nameof(truth)), x => (long)x), scores, options, weights,
                cancellationToken);

        /// <summary>Multipliers at which the mean cost is least.</summary>
        /// <param name="costs">By truth and decision, finite.</param>
        /// <param name="truth">The class of each row.</param>
        /// <param name="scores">Rows by classes, finite and at least 0.</param>
        /// <param name="options">Threads and progress; null takes the defaults.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The multipliers.</returns>
        public static ClassMultipliers Choose(
            double[,] costs, int[] truth, Table scores, ThresholdOptions options = null, Values weights = default(Values), CancellationToken cancellationToken = default(CancellationToken)) =>
            Choose(costs, Array.ConvertAll(truth ?? throw new ArgumentNullException(nameof(truth)), x => (long)x), scores, options, weights,
                cancellationToken);
    }

    partial class Sample
    {
        /// <summary>Adds rows. A call that fails adds none.</summary>
        /// <param name="truth">Of each row 0, 1, or <see cref="Mask.NotRated"/>.</param>
        /// <param name="scores">One row of scores per row, one for each classifier; no NaN.</param>
        /// <param name="weights">Of the rows, finite and at least 0; by default 1 each. A row of weight 0 counts for
        /// nothing.</param>
        public void Feed(Mask truth, Values scores, Values weights = default(Values)) =>
            Feed(truth, scores.AsColumn(), weights);
    }

    partial class ThresholdAnswer
    {
        /// <summary>Which rows it flags.</summary>
        /// <param name="scores">One row of scores per row; no NaN.</param>
        /// <returns>For each row 1 if it is flagged, else 0.</returns>
        public byte[] Apply(Values scores) =>
            Apply(scores.AsColumn());
    }

    partial class Thresholds
    {
        /// <summary>Which rows thresholds from anywhere flag.</summary>
        /// <param name="thresholds">One for each classifier; no NaN.</param>
        /// <param name="scores">One row of scores per row; no NaN.</param>
        /// <param name="rule">How several classifiers flag a row.</param>
        /// <returns>For each row 1 if it is flagged, else 0.</returns>
        public static byte[] Apply(double[] thresholds, Table scores, Rule rule = Rule.Or) =>
            Apply(new ReadOnlySpan<double>(thresholds ?? throw new ArgumentNullException(nameof(thresholds))), scores,
                rule);
    }

    partial class LabelThresholds
    {
        /// <summary>A threshold for each label. By the option "average" each label is a problem of its own (macro), or
        /// the counts of all are added (micro). A label without positives gets +inf unless its limits need none. With
        /// instance all share one, with which the mean metric of rows has a least value:
        /// docs/guides/label-sets.md.</summary>
        /// <param name="truth">One column per label: 0, 1 or <see cref="Mask.NotRated"/>.</param>
        /// <param name="scores">Of the same shape, no NaN.</param>
        /// <param name="options">The objective of thresholds, how they are found, and what is reported of them; null
        /// takes the defaults.</param>
        /// <param name="weights">One per row, finite and at least 0; by default 1 each.</param>
        /// <param name="groups">The same number for dependent rows, with instance; or null.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The label thresholds.</returns>
        public static LabelThresholds Choose(
            MaskTable truth, Table scores, ThresholdOptions options = null, Values weights = default(Values), long[] groups, CancellationToken cancellationToken = default(CancellationToken)) =>
            Choose(truth, scores, options, weights, new ReadOnlySpan<long>(groups ?? throw new ArgumentNullException(nameof(groups))),
                cancellationToken);

        /// <summary>A threshold for each label. By the option "average" each label is a problem of its own (macro), or
        /// the counts of all are added (micro). A label without positives gets +inf unless its limits need none. With
        /// instance all share one, with which the mean metric of rows has a least value:
        /// docs/guides/label-sets.md.</summary>
        /// <param name="truth">One column per label: 0, 1 or <see cref="Mask.NotRated"/>.</param>
        /// <param name="scores">Of the same shape, no NaN.</param>
        /// <param name="options">The objective of thresholds, how they are found, and what is reported of them; null
        /// takes the defaults.</param>
        /// <param name="weights">One per row, finite and at least 0; by default 1 each.</param>
        /// <param name="groups">The same number for dependent rows, with instance; or null.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The label thresholds.</returns>
        public static LabelThresholds Choose(
            MaskTable truth, Table scores, ThresholdOptions options = null, Values weights = default(Values), int[] groups, CancellationToken cancellationToken = default(CancellationToken)) =>
            Choose(truth, scores, options, weights, Array.ConvertAll(groups ?? throw new ArgumentNullException(nameof(groups)), x => (long)x),
                cancellationToken);
    }
}
