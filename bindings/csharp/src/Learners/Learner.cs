// Learners: from features to what is known of the labels.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>
    /// A learner that was fitted to rows of features and their labels or classes. It gives an
    /// <see cref="Wald.Estimator"/> for each new row, from which any metric is decided: it is fitted once, and the
    /// metric is chosen afterwards.
    /// </summary>
    /// <remarks>Immutable; may be used by many threads at once, without a lock.</remarks>
    /// <example>
    /// <code>
    /// using (var rows = new Dataset(features).SetLabels(labels))
    /// using (var learner = Learner.Fit("cardinality", rows))
    /// using (var f1 = new Metric("f1"))
    /// using (var decisions = learner.Decide(others, f1))
    ///     Console.WriteLine(decisions);
    /// </code>
    /// </example>
    public sealed partial class Learner
    {
        private IReadOnlyList<LearnerChoice> choices;
        private IReadOnlyList<string> featureNames, labelNames;

        private readonly FactTable facts;

        private unsafe Learner(wald_learner handle)
        {
            this.handle = handle;
            facts = new FactTable(read, (fact, value) => Native.wald_number(handle, fact, 0, value),
                                  (fact, values, capacity, needed) =>
                                      Native.wald_numbers(handle, fact, 0, values, capacity, needed),
                                  (int fact, out IntPtr text) =>
                                      Native.wald_text(handle, fact, 0, out text));
        }

        // ---- Making ------------------------------------------------------------------------------------------------

        /// <summary>Fits a learner.</summary>
        /// <param name="name">Which: <c>br</c> or <c>lfp</c> (one logistic regression per label), <c>efp</c> (one
        /// multinomial per label over the number of labels), <c>pcc</c> (chains), <c>cardinality</c> or
        /// <c>cardinality:NAME</c> (marginals of <c>lfp</c> or another learner with a learned number of labels),
        /// <c>cardinality:given</c> (marginals from anywhere, <see cref="Dataset.SetMarginals"/>), <c>neighbours</c>,
        /// <c>forest</c>, <c>tree</c>, <c>kernel</c> or <c>kernel:NAME</c> (a linear learner on Gaussian kernel features),
        /// <c>rule</c> (a rule on marginals from anywhere, for one metric), <c>mixture:A,B,...</c>;
        /// <see cref="Library.Names"/> of <c>learner</c> lists them.</param>
        /// <param name="dataset">Rows with labels or classes.</param>
        /// <param name="options">How; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The learner.</returns>
        /// <exception cref="WaldArgumentException">An argument is outside its domain; the message names it, its value
        /// and its bound.</exception>
        public static Learner Fit(string name, Dataset dataset, LearnerOptions options = null,
                                  CancellationToken cancellationToken = default(CancellationToken))
        {
            var which = Text.Bytes(name, nameof(name));
            if (dataset == null) throw new ArgumentNullException(nameof(dataset));
            using (dataset.Usage.Read())
            using (var opened = LearnerOptions.Open(LearnerOptions.Named(options, dataset), cancellationToken))
            {
                Native.wald_learner_fit(which, dataset.Handle, opened, out var made);
                return Of(made);
            }
        }

        // ---- Names -------------------------------------------------------------------------------------------------

        /// <summary>Rows for this learner, of columns that are found by the names of its features, whatever their
        /// order.</summary>
        /// <param name="columns">The columns that the learner was fitted to, and no others.</param>
        /// <returns>The rows.</returns>
        /// <exception cref="WaldArgumentException">The learner has no names, a column is missing or unknown, a word
        /// stands where a number must, or was in no training row.</exception>
        public Dataset Rows(Columns columns)
        {
            if (columns == null) throw new ArgumentNullException(nameof(columns));
            if (FeatureNames.Count == 0)
                throw new WaldArgumentException(
                    $"the learner has no feature names: give rows as {FeatureCount} numbers");
            return new Dataset(columns, FeatureNames);
        }

        // ---- Facts -------------------------------------------------------------------------------------------------

        /// <summary>The names of the features; empty if none were set.</summary>
        public IReadOnlyList<string> FeatureNames =>
            featureNames ??
            (featureNames = Facts.Names(FeatureCount, item => TextOf(item, Native.WALD_LEARNER_FEATURE_NAME)));

        /// <summary>The names of the labels or classes; empty if none were set.</summary>
        public IReadOnlyList<string> LabelNames =>
            labelNames ?? (labelNames = Facts.Names(LabelCount, item => TextOf(item, Native.WALD_LEARNER_LABEL_NAME)));

        private string TextOf(long item, int fact) => Handle.While(
            () => Facts.Text(fact, (int which, out IntPtr text) =>
                                       Native.wald_text(handle, which, item, out text)));

        /// <summary>What fitting chose, with all that it tried; read when it is first asked for.</summary>
        public IReadOnlyList<LearnerChoice> Choices => choices ?? (choices = Handle.While(ReadChoices));

        private unsafe IReadOnlyList<LearnerChoice> ReadChoices()
        {
            var found = new LearnerChoice[(long)Number(Native.WALD_LEARNER_N_CHOICES)];
            for (var i = 0; i < found.Length; ++i)
            {
                long item = i;
                NumberReader number = (fact, value) => Native.wald_number(handle, fact, item, value);
                NumbersReader numbers = (fact, values, capacity, needed) =>
                    Native.wald_numbers(handle, fact, item, values, capacity, needed);
                found[i] = new LearnerChoice(TextOf(item, Native.WALD_LEARNER_CHOICE_PART),
                                             TextOf(item, Native.WALD_LEARNER_CHOICE_WHAT),
                                             Facts.Number(Native.WALD_LEARNER_CHOICE_VALUE, number),
                                             Facts.Number(Native.WALD_LEARNER_CHOICE_LOSS, number),
                                             Facts.Numbers(Native.WALD_LEARNER_PATH_VALUES, numbers),
                                             Facts.Numbers(Native.WALD_LEARNER_PATH_LOSSES, numbers));
            }
            return Array.AsReadOnly(found);
        }

        /// <summary>The name and the size.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            $"Learner: {Name}, {FeatureCount} features, {LabelCount} " +
            (Task == LearningTask.Classes ? "classes" : "labels");
    }
}
