// Cascades: in which order the models of an ensemble run, and when the sum so far decides.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>
    /// The order in which the models of an additive ensemble run, and when the sum of their scores so far decides, so
    /// that most rows need few of them. Disagreement is the share of rows that a cascade decides differently from all
    /// models together.
    /// </summary>
    /// <remarks>Immutable; may be used by many threads, each with a <see cref="Run"/> of its own.</remarks>
    /// <example>
    /// <code>
    /// using (var rows = CascadeScores.Of(scores))
    /// using (var cascade = Cascade.Fit(rows, new CascadeOptions { Alpha = 0.01 }))
    /// {
    ///     Console.WriteLine(cascade);
    ///     int[] decisions = cascade.Apply(others).Decisions;
    /// }
    /// </code>
    /// </example>
    public sealed partial class Cascade
    {
        private readonly FactTable facts;

        private unsafe Cascade(wald_cascade handle)
        {
            this.handle = handle;
            facts = new FactTable(read, (fact, value) => Native.wald_number(handle, fact, 0, value),
                                  (fact, values, capacity, needed) =>
                                      Native.wald_numbers(handle, fact, 0, values, capacity, needed),
                                  (int fact, out IntPtr text) =>
                                      Native.wald_text(handle, fact, 0, out text));
            if (!double.IsNaN(this[CascadeFact.CrossDisagreement]))
                CrossFit = new CascadeEvaluation(this[CascadeFact.CrossDisagreement],
                                                 this[CascadeFact.CrossMeanModels], this[CascadeFact.CrossMeanCost],
                                                 Numbers(Native.WALD_CASCADE_CROSS_STOPS));
            if (!double.IsNaN(this[CascadeFact.HeldOutDisagreement]))
                HeldOut = new CascadeEvaluation(this[CascadeFact.HeldOutDisagreement],
                                                this[CascadeFact.HeldOutMeanModels], this[CascadeFact.HeldOutMeanCost],
                                                Numbers(Native.WALD_CASCADE_HELD_OUT_STOPS));
        }

        // ---- Making ------------------------------------------------------------------------------------------------

        /// <summary>Fits a cascade.</summary>
        /// <param name="scores">The rows it is fitted to.</param>
        /// <param name="options">How; null takes the defaults.</param>
        /// <param name="calibration">Rows that have no part in fitting, all of the same weight: thresholds are moved
        /// apart until the disagreement is certified on them to be at most <see cref="CascadeOptions.MaxDisagreement"/>. By
        /// default none.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>The cascade.</returns>
        public static Cascade Fit(CascadeScores scores, CascadeOptions options = null, CascadeScores calibration = null,
                                  CancellationToken cancellationToken = default(CancellationToken))
        {
            if (scores == null) throw new ArgumentNullException(nameof(scores));
            using (scores.Usage.Read())
            using (calibration?.Usage.Read() ?? default(Usage.Reading))
            using (var opened = CascadeOptions.Open(options, cancellationToken))
            {
                Native.wald_cascade_fit(scores.Handle, calibration?.Handle ?? wald_cascade_scores.None, opened,
                                        out var made);
                return Of(made);
            }
        }

        // ---- Facts -------------------------------------------------------------------------------------------------

        /// <summary>What it does on the rows fitted to, each fold decided by a cascade that was fitted without it; null
        /// without
        /// <see cref="CascadeOptions.Folds"/>.</summary>
        [MayBeNull]
        public CascadeEvaluation CrossFit { get; }

        /// <summary>What it does on the rows calibrated on; null if there were none.</summary>
        [MayBeNull]
        public CascadeEvaluation HeldOut { get; }

        /// <summary>Any of the facts.</summary>
        /// <param name="fact">Which.</param>
        public double this[CascadeFact fact] => facts.Asked((int)fact);

        /// <summary>The name that a fact has in every language, such as <c>mean_models</c>.</summary>
        /// <param name="fact">Which.</param>
        /// <returns>The name; empty for an unknown one.</returns>
        public static string NameOf(CascadeFact fact) =>
            Enum.IsDefined(typeof(CascadeFact), fact) ? Words.Of(fact) : "";

        /// <summary>The name of a model.</summary>
        /// <param name="model">Its number.</param>
        /// <returns>The name; empty if none were set.</returns>
        public string ModelName(int model) => TextOf(model, Native.WALD_CASCADE_NAME);

        /// <summary>The names of the features of its trees; empty if none were set.</summary>
        public IReadOnlyList<string> FeatureNames =>
            featureNames ??
            (featureNames = Facts.Names(FeatureCount, item => TextOf(item, Native.WALD_CASCADE_FEATURE_NAME)));

        private IReadOnlyList<string> featureNames;

        private string TextOf(long item, int fact) => Handle.While(
            () => Facts.Text(fact, (int which, out IntPtr text) =>
                                       Native.wald_text(handle, which, item, out text)));

        /// <summary>What it does on other rows.</summary>
        /// <param name="scores">The rows.</param>
        /// <param name="options">Threads and progress; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>Disagreement, mean numbers, and where rows are decided.</returns>
        public unsafe CascadeEvaluation Evaluate(CascadeScores scores, CascadeOptions options = null,
                                                 CancellationToken cancellationToken = default(CancellationToken))
        {
            if (scores == null) throw new ArgumentNullException(nameof(scores));
            wald_cascade_evaluation made = null;
            try
            {
                using (scores.Usage.Read())
                using (var opened = CascadeOptions.Open(options, cancellationToken))
                    Native.wald_cascade_evaluate(Handle, scores.Handle, opened, out made);
                Callbacks.Rethrow();
                Func<int, double> number = fact => Facts.Number(fact, (which, value) => Native.wald_number(made, which, 0, value));
                return new CascadeEvaluation(
                    number(Native.WALD_CASCADE_EVALUATION_DISAGREEMENT), number(Native.WALD_CASCADE_EVALUATION_MEAN_MODELS),
                    number(Native.WALD_CASCADE_EVALUATION_MEAN_COST),
                    Array.AsReadOnly(Facts.Numbers(Native.WALD_CASCADE_EVALUATION_STOPS, (one, values, capacity, needed) =>
                        Native.wald_numbers(made, one, 0, values, capacity, needed))));
            }
            finally
            {
                made?.Dispose();
            }
        }

        /// <summary>Size and disagreement, on the rows calibrated on where there are any.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString()
        {
            var asked = HeldOut?.MeanModels ?? MeanModels;
            var disagreement = HeldOut?.Disagreement ?? Disagreement;
            return FormattableString.Invariant(
                $"Cascade: {asked:G6} of {ModelCount} models on average, disagreement {disagreement:G6}");
        }
    }
}
