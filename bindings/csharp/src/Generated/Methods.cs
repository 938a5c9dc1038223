// Written by bindings/generate from the rows of the core: do not edit.
// Methods that follow from the declarations of the C interface.
using System;
using System.Threading;

namespace Wald
{
    public sealed partial class Distribution
    {
        /// <summary>The smallest u with P(utility &lt;= u) &gt;= q.</summary>
        /// <param name="q">In [0, 1].</param>
        /// <returns>The quantile.</returns>
        public unsafe double Quantile(double q)
        {
            double value;
            Native.wald_distribution_quantile(Handle, q, &value);
            return value;
        }
    }

    public sealed partial class Sample
    {
        /// <summary>Truth of detections as COCO matches them: 1, 0, or NaN (a crowd's). Option "positives" is the
        /// number of other truths: docs/guides/detections.md.</summary>
        /// <param name="truths">Columns place (number of image and class), x, y, width, height; or place, start,
        /// end.</param>
        /// <param name="crowds">One per row, 1 or 0.</param>
        /// <param name="detections">Likewise.</param>
        /// <param name="scores">One per detection.</param>
        /// <param name="minOverlap">In (0, 1].</param>
        /// <returns>Of the length of <c>scores</c>.</returns>
        public static unsafe double[] MatchDetections(
            Table truths, Values crowds, Table detections, Values scores, double minOverlap)
        {
            Library.Load();
            var result = new double[scores.Length];
            fixed (double* truthsDoubles = &truths.Doubles, crowdsDoubles = &crowds.Doubles,
                detectionsDoubles = &detections.Doubles, scoresDoubles = &scores.Doubles, found = &First.Of(result))
            fixed (float* truthsFloats = &truths.Floats, crowdsFloats = &crowds.Floats,
                detectionsFloats = &detections.Floats, scoresFloats = &scores.Floats)
            {
                wald_array truthsView = truths.View(truthsDoubles, truthsFloats),
                    crowdsView = crowds.View(crowdsDoubles, crowdsFloats),
                    detectionsView = detections.View(detectionsDoubles, detectionsFloats),
                    scoresView = scores.View(scoresDoubles, scoresFloats);
                Native.wald_sample_match_detections(&truthsView, &crowdsView, &detectionsView, &scoresView, minOverlap,
                    found);
            }
            return result;
        }
    }

    public sealed partial class ThresholdPass
    {
        /// <summary>The first pass over distributed rows of one score: docs/guides/scale.md. Each place feeds its rows
        /// to its own state, of a few bins; states are saved, loaded and merged.</summary>
        /// <param name="options">The objective of thresholds, how they are found, and what is reported of them; null
        /// takes the defaults.</param>
        public ThresholdPass(ThresholdOptions options = null)
        {
            Library.Load();
            using (var opened = ThresholdOptions.Open(options))
                Native.wald_threshold_pass_create(opened, out handle);
        }

        /// <summary>Adds rows, in any order.</summary>
        /// <param name="truth">One per row: 0, 1 or <see cref="Mask.NotRated"/>.</param>
        /// <param name="scores">One per row, no NaN.</param>
        /// <param name="weights">One per row, in [2^-20, 2^32] or 0, rounded to multiples of 2^-20; or null.</param>
        public unsafe void Feed(Mask truth, Values scores, Values weights = default(Values))
        {
            Length.Check("truth", truth.Length, scores.Length);
            weights.CheckRows("weights", scores.Length);
            using (Usage.Write())
            fixed (byte* truthBytes = &truth.Bytes)
            fixed (double* scoresDoubles = &scores.Doubles, weightsDoubles = &weights.Doubles)
            fixed (float* scoresFloats = &scores.Floats, weightsFloats = &weights.Floats)
            {
                wald_array truthView = truth.View(truthBytes), scoresView = scores.View(scoresDoubles, scoresFloats),
                    weightsView = weights.View(weightsDoubles, weightsFloats);
                Native.wald_threshold_pass_feed(Handle, &truthView, &scoresView, weights.Given ? &weightsView : null);
            }
        }
    }

    public sealed partial class LabelThresholds
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
        public static unsafe LabelThresholds Choose(
            MaskTable truth, Table scores, ThresholdOptions options = null, Values weights = default(Values),
            ReadOnlySpan<long> groups = default(ReadOnlySpan<long>),
            CancellationToken cancellationToken = default(CancellationToken))
        {
            truth.CheckShape("truth", "scores", scores.Rows, scores.Columns);
            weights.CheckRows("weights", truth.Rows);
            Library.Load();
            fixed (byte* truthBytes = &truth.Bytes)
            fixed (bool* truthBools = &truth.Bools)
            fixed (double* scoresDoubles = &scores.Doubles, weightsDoubles = &weights.Doubles)
            fixed (float* scoresFloats = &scores.Floats, weightsFloats = &weights.Floats)
            fixed (long* groupsNumbers = &First.Of(groups))
            using (var opened = ThresholdOptions.Open(options, cancellationToken))
            {
                wald_array truthView = truth.View(truthBytes, truthBools),
                    scoresView = scores.View(scoresDoubles, scoresFloats),
                    weightsView = weights.View(weightsDoubles, weightsFloats),
                    groupsView = new wald_array(groupsNumbers, groups.Length);
                Native.wald_labels_choose(&truthView, &scoresView, weights.Given ? &weightsView : null,
                    groupsNumbers == null ? null : &groupsView, opened, out var made);
                return NativeHandle.Once(made, found => new LabelThresholds(found));
            }
        }
    }

    public sealed partial class Reliability
    {
        /// <summary>How often events of predicted probability p happen: the Brier score's parts, bins of equal weight,
        /// the monotone fit.</summary>
        /// <param name="truth">One per row, 0 or 1: rows that are not rated are refused.</param>
        /// <param name="probabilities">One per row, in [0, 1].</param>
        /// <param name="options">The objective of thresholds, how they are found, and what is reported of them; null
        /// takes the defaults.</param>
        /// <param name="weights">One per row, finite and at least 0; by default 1 each.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The reliability.</returns>
        public static unsafe Reliability Of(
            Mask truth, Values probabilities, ThresholdOptions options = null, Values weights = default(Values),
            CancellationToken cancellationToken = default(CancellationToken))
        {
            Length.Check("truth", truth.Length, probabilities.Length);
            weights.CheckRows("weights", probabilities.Length);
            Library.Load();
            fixed (byte* truthBytes = &truth.Bytes)
            fixed (double* probabilitiesDoubles = &probabilities.Doubles, weightsDoubles = &weights.Doubles)
            fixed (float* probabilitiesFloats = &probabilities.Floats, weightsFloats = &weights.Floats)
            using (var opened = ThresholdOptions.Open(options, cancellationToken))
            {
                wald_array truthView = truth.View(truthBytes),
                    probabilitiesView = probabilities.View(probabilitiesDoubles, probabilitiesFloats),
                    weightsView = weights.View(weightsDoubles, weightsFloats);
                Native.wald_reliability_create(&truthView, &probabilitiesView, weights.Given ? &weightsView : null,
                    opened, out var made);
                return NativeHandle.Once(made, found => new Reliability(found));
            }
        }
    }

    public sealed partial class Prevalence
    {
        /// <summary>The shares of labels among rows without labels, by maximum likelihood, if rows of a label look as
        /// in training (Saerens et al. 2002). Calibration rows calibrate the probabilities, and label shift is tested
        /// on them.</summary>
        /// <param name="kind"><see cref="Wald.Kind.Independent"/> or <see cref="Wald.Kind.Categorical"/>.</param>
        /// <param name="probabilities">One column per label, in [0, 1].</param>
        /// <param name="options">The objective of thresholds, how they are found, and what is reported of them; null
        /// takes the defaults.</param>
        /// <param name="trainingPrior">One number per label, in (0, 1); by default the shares of the calibration
        /// rows.</param>
        /// <param name="calibrationTruth">0 or 1, of labelled rows as frequent as in training, or null.</param>
        /// <param name="calibrationProbabilities">Theirs, or null.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The prevalence.</returns>
        public static unsafe Prevalence Of(
            Kind kind, Table probabilities, ThresholdOptions options = null, Values trainingPrior = default(Values),
            MaskTable calibrationTruth = default(MaskTable), Table calibrationProbabilities = default(Table),
            CancellationToken cancellationToken = default(CancellationToken))
        {
            Library.Load();
            fixed (double* probabilitiesDoubles = &probabilities.Doubles,
                trainingPriorDoubles = &trainingPrior.Doubles,
                calibrationProbabilitiesDoubles = &calibrationProbabilities.Doubles)
            fixed (float* probabilitiesFloats = &probabilities.Floats, trainingPriorFloats = &trainingPrior.Floats,
                calibrationProbabilitiesFloats = &calibrationProbabilities.Floats)
            fixed (byte* calibrationTruthBytes = &calibrationTruth.Bytes)
            fixed (bool* calibrationTruthBools = &calibrationTruth.Bools)
            using (var opened = ThresholdOptions.Open(options, cancellationToken))
            {
                wald_array probabilitiesView = probabilities.View(probabilitiesDoubles, probabilitiesFloats),
                    trainingPriorView = trainingPrior.View(trainingPriorDoubles, trainingPriorFloats),
                    calibrationTruthView = calibrationTruth.View(calibrationTruthBytes, calibrationTruthBools),
                    calibrationProbabilitiesView = calibrationProbabilities.View(calibrationProbabilitiesDoubles,
                    calibrationProbabilitiesFloats);
                Native.wald_prevalence_create((int)kind, &probabilitiesView,
                    trainingPrior.Given ? &trainingPriorView : null,
                    calibrationTruth.Rows > 0 ? &calibrationTruthView : null,
                    calibrationProbabilities.Given ? &calibrationProbabilitiesView : null, opened, out var made);
                return NativeHandle.Once(made, found => new Prevalence(found));
            }
        }
    }

    public sealed partial class Cascade
    {
        /// <summary>Another cascade, certified.</summary>
        /// <param name="calibration">Rows of equal weights that had no part in fitting.</param>
        /// <param name="options">How a cascade is fitted, calibrated and run; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The cascade.</returns>
        public Cascade Calibrate(
            CascadeScores calibration, CascadeOptions options = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            if (calibration == null) throw new ArgumentNullException(nameof(calibration));
            using (calibration.Usage.Read())
            using (var opened = CascadeOptions.Open(options, cancellationToken))
            {
                Native.wald_cascade_calibrate(Handle, calibration.Handle, opened, out var made);
                return Of(made);
            }
        }

        /// <summary>Another cascade, with a copy of the trees, for <c>ApplyTrees</c>. Its models must be those of the
        /// ensemble.</summary>
        /// <param name="trees">The ensemble of trees.</param>
        /// <returns>The cascade.</returns>
        public Cascade Bind(Trees trees)
        {
            if (trees == null) throw new ArgumentNullException(nameof(trees));
            using (trees.Usage.Read())
            {
                Native.wald_cascade_bind(Handle, trees.Handle, out var made);
                return Of(made);
            }
        }
    }

    public sealed partial class Trees
    {
        /// <summary>The threshold of sums without the base, to fit a cascade with. For one output.</summary>
        /// <param name="margin">The threshold of whole sums, finite.</param>
        /// <returns>The threshold.</returns>
        public unsafe double Threshold(double margin)
        {
            double value;
            using (Usage.Read())
                Native.wald_trees_threshold(Handle, margin, &value);
            return value;
        }
    }

    public sealed partial class Calibration
    {
        /// <summary>Probabilities that hold at one prior, moved exactly to another. A label's odds are multiplied by
        /// the ratio of its prior odds; exclusive classes and "none of them" by the ratios of their priors, and
        /// normalised (Saerens et al. 2002, eq. 4).</summary>
        /// <param name="kind"><see cref="Wald.Kind.Independent"/> or <see cref="Wald.Kind.Categorical"/>.</param>
        /// <param name="probabilities">One column per label, in [0, 1].</param>
        /// <param name="trainingPrior">One number per label, in (0, 1): its share of the rows where the probabilities
        /// hold.</param>
        /// <param name="prior">One number per label, in [0, 1]: its share where they are to hold.</param>
        /// <returns>Of the shape of <c>probabilities</c>.</returns>
        public static unsafe double[,] Adapt(Kind kind, Table probabilities, Values trainingPrior, Values prior)
        {
            Library.Load();
            var result = new double[probabilities.Rows, probabilities.Columns];
            fixed (double* probabilitiesDoubles = &probabilities.Doubles,
                trainingPriorDoubles = &trainingPrior.Doubles, priorDoubles = &prior.Doubles, found = &First.Of(result))
            fixed (float* probabilitiesFloats = &probabilities.Floats, trainingPriorFloats = &trainingPrior.Floats,
                priorFloats = &prior.Floats)
            {
                wald_array probabilitiesView = probabilities.View(probabilitiesDoubles, probabilitiesFloats),
                    trainingPriorView = trainingPrior.View(trainingPriorDoubles, trainingPriorFloats),
                    priorView = prior.View(priorDoubles, priorFloats);
                Native.wald_calibration_adapt((int)kind, &probabilitiesView, &trainingPriorView, &priorView, found);
            }
            return result;
        }
    }

    public sealed partial class Stages
    {
        /// <summary>No rows yet.</summary>
        /// <param name="stageCount">In [2, 12].</param>
        public Stages(long stageCount)
        {
            Library.Load();
            Native.wald_stages_create(stageCount, out handle);
        }
    }

    public sealed partial class Route
    {
        /// <summary>The best route for a goal on these rows. With <c>certify</c> the quality holds for future rows; if
        /// nothing can be certified the last stage answers every row. If no route keeps the limit, this is the nearest,
        /// and "feasible" is 0.</summary>
        /// <param name="stages">The rows of stages.</param>
        /// <param name="options">The goal of a route, and how it is found and certified; null takes the
        /// defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The route.</returns>
        public static Route Choose(
            Stages stages, RouteOptions options = null,
            CancellationToken cancellationToken = default(CancellationToken))
        {
            if (stages == null) throw new ArgumentNullException(nameof(stages));
            Library.Load();
            using (stages.Usage.Read())
            using (var opened = RouteOptions.Open(options, cancellationToken))
            {
                Native.wald_route_choose(stages.Handle, opened, out var made);
                return Of(made);
            }
        }
    }

    public sealed partial class Promise
    {
        /// <summary>No rows yet.</summary>
        /// <param name="claim">Metric, &gt;= or &lt;=, and bound: "precision&gt;=0.95", "recall&gt;=0.8",
        /// "fpr&lt;=0.01", "alert_rate&lt;=0.002", "cost:1:5&lt;=0.3". A metric that is no ratio of sums over rows is
        /// refused.</param>
        /// <param name="options">The options of a promise; null takes the defaults.</param>
        public Promise(string claim, PromiseOptions options = null)
        {
            Library.Load();
            using (var opened = PromiseOptions.Open(options))
                Native.wald_promise_create(Text.Bytes(claim, nameof(claim)), opened, out handle);
        }

        /// <summary>Probabilities with which to ask for labels. About n_labels are requested, where they are most
        /// informative: in proportion to the root mean square of a row's term, between min_label_probability and 1; 0
        /// if no label is needed. Draw with these and feed them.</summary>
        /// <param name="flagged">One per row, 0 and 1.</param>
        /// <param name="probabilities">One per row, in [0, 1]: predictions that the label is 1; wrong ones cost labels
        /// alone.</param>
        /// <param name="nLabels">Above 0.</param>
        /// <returns>Of the length of <c>flagged</c>.</returns>
        public unsafe double[] LabelProbabilities(Values flagged, Values probabilities, double nLabels)
        {
            var result = new double[flagged.Length];
            using (Usage.Read())
            fixed (double* flaggedDoubles = &flagged.Doubles, probabilitiesDoubles = &probabilities.Doubles,
                found = &First.Of(result))
            fixed (float* flaggedFloats = &flagged.Floats, probabilitiesFloats = &probabilities.Floats)
            {
                wald_array flaggedView = flagged.View(flaggedDoubles, flaggedFloats),
                    probabilitiesView = probabilities.View(probabilitiesDoubles, probabilitiesFloats);
                Native.wald_promise_label_probabilities(Handle, &flaggedView, &probabilitiesView, nLabels, found);
            }
            return result;
        }
    }
}
