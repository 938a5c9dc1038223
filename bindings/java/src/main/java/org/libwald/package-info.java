/**
 * Wald turns predicted probabilities into the decisions that maximise the expected value of your metric.
 *
 * <pre>{@code
 * try (Metric f1 = Metric.of("f1")) {
 *   Decision decision = f1.decide(new double[] {0.9, 0.45, 0.4, 0.1});
 *   System.out.println(Arrays.toString(decision.indices()) + " " + decision.expected());
 * }
 * }</pre>
 *
 * <p>{@link org.libwald.Metric} is the metric to maximise, and has the calls: decide, expected, regret, curve,
 * distribution, evaluate. What is known goes in as an array, as {@link org.libwald.Values}, as a table
 * ({@link org.libwald.Table}, {@link org.libwald.SparseTable}) or as an {@link org.libwald.Estimator};
 * {@link org.libwald.DecisionOptions} hold the settings. Answers ({@link org.libwald.Decision},
 * {@link org.libwald.Decisions}) are plain immutable objects.
 *
 * <p>A {@link org.libwald.Sample} takes scores of classifiers with what was true, and chooses thresholds:
 * {@link org.libwald.ThresholdOptions} say what they are to reach, {@link org.libwald.Thresholds} are the answer.
 *
 * <p>{@link org.libwald.CascadeScores} take the scores of an ensemble's models, and {@link
 * org.libwald.Cascade#fit} finds the order in which to run them and when to stop; bound to {@link org.libwald.Trees} a
 * cascade takes features, and decides them in microseconds.
 *
 * <p>{@link org.libwald.Stages} take answers, confidences and costs of several models, and {@link
 * org.libwald.Route#choose} chooses when to accept a cheap answer; a {@link org.libwald.Labelling} chooses the rows of a
 * table to label.
 *
 * <p>A {@link org.libwald.Dataset} takes rows of features with their labels, {@link org.libwald.Learner#fit} fits a
 * learner to it, and that decides new rows for any metric; {@link org.libwald.LearnerOptions} say how, and {@link
 * org.libwald.Calibration} corrects the probabilities of any binary classifier, or turns its scores into some.
 *
 * <p>The mathematics has these conventions: with n labels, truth y and prediction h, tp is the number of labels in
 * both, k the number in h, s the number in y; a metric is a utility U(tp, k, s, n), and optimal means of greatest
 * expected utility. Of several k whose values differ by less than rounding the smallest is taken; of tied labels, the
 * smallest index. The same input gives the same bits for any number of threads, and from every language on one machine.
 *
 * <p><b>Threads.</b> Metrics, options and answers are immutable and may be used by any number of threads at once; no
 * call takes a lock. So are cascades, of whose runs each thread has its own, routes, learners and calibrations. An
 * estimator, a sample, scores, trees, stages and a dataset may be read by many threads together, while feeding them
 * needs that no other thread uses them; a use that overlaps throws {@link java.lang.IllegalStateException}, and
 * whatever the timing it never harms the JVM.
 *
 * <p><b>Memory.</b> {@link org.libwald.Metric}, {@link org.libwald.Estimator}, {@link org.libwald.Distribution}, {@link
 * org.libwald.Sample}, {@link org.libwald.Thresholds}, {@link org.libwald.Frontier}, {@link org.libwald.CascadeScores},
 * {@link org.libwald.Cascade}, {@link org.libwald.CascadeRun}, {@link org.libwald.Trees}, {@link
 * org.libwald.Labelling}, {@link org.libwald.Stages}, {@link org.libwald.Route}, {@link org.libwald.Dataset}, {@link
 * org.libwald.Learner} and {@link org.libwald.Calibration} hold native memory: {@code close()} gives it back, and a
 * {@link java.lang.ref.Cleaner} does for those that were forgotten. Closing twice is fine; use after closing throws
 * {@link java.lang.IllegalStateException}.
 *
 * <p><b>Errors.</b> What the library refuses is a {@link org.libwald.WaldException}, whose text names the argument, its
 * value and its bound, and is the same in every language. A null if none is allowed is a
 * {@link java.lang.NullPointerException}.
 */
package org.libwald;
