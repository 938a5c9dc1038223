// Cascades: in which order the models of an ensemble are asked, and when the sum so far decides.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Wald
{
    /// <summary>
    /// In which order the models of an additive ensemble are asked, and when the sum of their scores so far decides, so
    /// that most rows need few of them. Disagreement is the share of rows that a cascade decides otherwise than all
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
    public sealed partial class Cascade : IDisposable
    {
        private readonly wald_cascade handle;
        private readonly double[] facts;

        private Cascade(wald_cascade handle)
        {
            this.handle = handle;
            facts = Enum.GetValues(typeof(CascadeFact)).Cast<int>().Select(Fact).ToArray();
            Order = Array.AsReadOnly(Numbers(Native.WALD_CASCADE_ARRAY_ORDER).Select(model => (int)model).ToArray());
            Low = Array.AsReadOnly(Numbers(Native.WALD_CASCADE_ARRAY_LOW));
            High = Array.AsReadOnly(Numbers(Native.WALD_CASCADE_ARRAY_HIGH));
            Spread = Array.AsReadOnly(Numbers(Native.WALD_CASCADE_ARRAY_SPREAD));
            Stops = Array.AsReadOnly(Numbers(Native.WALD_CASCADE_ARRAY_STOPS));
            if (!double.IsNaN(this[CascadeFact.CrossDisagreement]))
                CrossFit = new CascadeEvaluation(this[CascadeFact.CrossDisagreement],
                                                 this[CascadeFact.CrossMeanModels], this[CascadeFact.CrossMeanCost],
                                                 Numbers(Native.WALD_CASCADE_ARRAY_CROSS_STOPS));
            if (!double.IsNaN(this[CascadeFact.HeldOutDisagreement]))
                HeldOut = new CascadeEvaluation(this[CascadeFact.HeldOutDisagreement],
                                                this[CascadeFact.HeldOutMeanModels], this[CascadeFact.HeldOutMeanCost],
                                                Numbers(Native.WALD_CASCADE_ARRAY_HELD_OUT_STOPS));
        }

        // A cascade that a call made, which may have succeeded although a callback threw.
        private static Cascade Of(wald_cascade made)
        {
            try
            {
                Callbacks.Rethrow();
                return new Cascade(made);
            }
            catch
            {
                made.Dispose();
                throw;
            }
        }

        // ---- Making ------------------------------------------------------------------------------------------------

        /// <summary>Fits a cascade.</summary>
        /// <param name="scores">The rows it is fitted to.</param>
        /// <param name="options">How.</param>
        /// <param name="calibration">Rows that have no part in fitting, all of the same weight: thresholds are moved
        /// apart until the disagreement is certified on them to be at most <see cref="CascadeOptions.Target"/>. By
        /// default none.</param>
        /// <returns>The cascade.</returns>
        public static Cascade Fit(CascadeScores scores, CascadeOptions options = null, CascadeScores calibration = null)
        {
            if (scores == null) throw new ArgumentNullException(nameof(scores));
            using (scores.Usage.Read())
            using (calibration?.Usage.Read() ?? default(Usage.Reading))
            using (var opened = CascadeOptions.Open(options))
            {
                Native.wald_cascade_fit(scores.Handle, calibration?.Handle ?? wald_cascade_scores.None, opened,
                                        out var made);
                return Of(made);
            }
        }

        /// <summary>Another cascade, certified on rows that had no part in fitting this one.</summary>
        /// <param name="calibration">These rows, all of the same weight.</param>
        /// <param name="options">Of which the target, the confidence, threads and progress count.</param>
        /// <returns>The cascade.</returns>
        public Cascade Calibrate(CascadeScores calibration, CascadeOptions options = null)
        {
            if (calibration == null) throw new ArgumentNullException(nameof(calibration));
            using (calibration.Usage.Read())
            using (var opened = CascadeOptions.Open(options))
            {
                Native.wald_cascade_calibrate(Handle, calibration.Handle, opened, out var made);
                return Of(made);
            }
        }

        /// <summary>Another cascade, which has a copy of the trees and takes features in place of their scores
        /// (<see cref="ApplyTrees"/>).</summary>
        /// <param name="trees">Whose models are those of the cascade.</param>
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

        /// <summary>Reads what <see cref="Save"/> wrote, here or in another language: a cascade that decides and says
        /// the same.</summary>
        /// <param name="text">The text.</param>
        /// <returns>The cascade.</returns>
        /// <exception cref="WaldFormatException">Any other text; the message says what is wrong with it.</exception>
        public static unsafe Cascade Load(string text) =>
            Of(Wald.Text.Loaded<wald_cascade>(text, Native.wald_cascade_load));

        /// <summary>The cascade as text, which every language of Wald reads: versioned JSON, with its trees where it
        /// has them.</summary>
        /// <returns>The text.</returns>
        public unsafe string Save() => Wald.Text.Saved(Handle, Native.wald_cascade_save);

        /// <summary>Always refused: cascades have no sum. <see cref="CascadeScores"/> do, and a cascade is fitted to
        /// them.</summary>
        /// <param name="other">Another cascade.</param>
        /// <exception cref="WaldUnsupportedException">The message says what to merge instead.</exception>
        public void Merge(Cascade other)
        {
            if (other == null) throw new ArgumentNullException(nameof(other));
            Native.wald_cascade_merge(Handle, other.Handle);
        }

        // ---- The order and its thresholds --------------------------------------------------------------------------

        /// <summary>The models in the order in which they are asked, counted from 0.</summary>
        public IReadOnlyList<int> Order { get; }

        /// <summary>For each position: a sum below it decides for 0; negative infinity: none does. NaN with bins or K
        /// classes.</summary>
        public IReadOnlyList<double> Low { get; }

        /// <summary>For each position: a sum at or above it decides for 1; infinity: none does. With K classes: so far
        /// must the largest sum be ahead. NaN with bins.</summary>
        public IReadOnlyList<double> High { get; }

        /// <summary>For each position the standard deviation of what the models behind it add.</summary>
        public IReadOnlyList<double> Spread { get; }

        // ---- Facts -------------------------------------------------------------------------------------------------

        /// <summary>The number of models.</summary>
        public int ModelCount => (int)this[CascadeFact.Models];

        /// <summary>The number of classes; 1: one sum and a threshold.</summary>
        public int ClassCount => (int)this[CascadeFact.Classes];

        /// <summary>The threshold of the sum; NaN with K classes.</summary>
        public double Threshold => this[CascadeFact.Threshold];

        /// <summary>Whether nobody leaves early for 1.</summary>
        public bool NegativesOnly => this[CascadeFact.NegativesOnly] != 0;

        /// <summary>The disagreement that was allowed on the rows fitted to.</summary>
        public double Alpha => this[CascadeFact.Alpha];

        /// <summary>The cost of all models.</summary>
        public double FullCost => this[CascadeFact.FullCost];

        /// <summary>How many rows it was fitted to.</summary>
        public double Rows => this[CascadeFact.Rows];

        /// <summary>Disagreement on these rows, recounted; optimistic for the order <c>joint</c>. NaN, as what follows,
        /// where a fitted cascade was calibrated later.</summary>
        public double Disagreement => this[CascadeFact.Disagreement];

        /// <summary>How many models are asked, on average over these rows.</summary>
        public double MeanModels => this[CascadeFact.MeanModels];

        /// <summary>What they cost, on average over these rows.</summary>
        public double MeanCost => this[CascadeFact.MeanCost];

        /// <summary>How many times less that is than <see cref="FullCost"/>.</summary>
        public double Speedup => this[CascadeFact.Speedup];

        /// <summary>The share of these rows that is decided at each position; empty where it is not known.</summary>
        public IReadOnlyList<double> Stops { get; }

        /// <summary>The same, each fold decided by a cascade that was fitted without it; null without
        /// <see cref="CascadeOptions.Folds"/>.</summary>
        public CascadeEvaluation CrossFit { get; }

        /// <summary>The same on the rows calibrated on; null where there were none.</summary>
        public CascadeEvaluation HeldOut { get; }

        /// <summary>How many rows of a weight above 0 it was calibrated on; NaN where there were none.</summary>
        public double HeldOutRows => this[CascadeFact.HeldOutRows];

        /// <summary>Disagreement is at most this with <see cref="Confidence"/>: the target, or 0 where nobody leaves
        /// early because nothing can be certified. NaN where it was not calibrated.</summary>
        public double Certified => this[CascadeFact.Certified];

        /// <summary>See <see cref="Certified"/>.</summary>
        public double Confidence => this[CascadeFact.Confidence];

        /// <summary>By how many spreads calibration moved thresholds apart; infinity: nobody leaves early. NaN where it
        /// was not calibrated.</summary>
        public double Spreads => this[CascadeFact.Spreads];

        /// <summary>The deviations of bins; NaN without.</summary>
        public double Gamma => this[CascadeFact.Gamma];

        /// <summary>The width of bins; NaN without.</summary>
        public double BinWidth => this[CascadeFact.BinWidth];

        /// <summary>Scores are rounded to multiples of it.</summary>
        public double Unit => this[CascadeFact.Unit];

        /// <summary>How many rows fitted to unrounded sums decide otherwise.</summary>
        public double RoundedRows => this[CascadeFact.RoundedRows];

        /// <summary>Any of the facts.</summary>
        /// <param name="fact">Which.</param>
        public double this[CascadeFact fact]
        {
            get
            {
                if (fact < 0 || (int)fact >= facts.Length)
                    throw new WaldArgumentException($"fact is {(int)fact}: must lie in [0, {facts.Length - 1}]");
                return facts[(int)fact];
            }
        }

        /// <summary>The name that a fact has in every language, such as <c>mean_models</c>.</summary>
        /// <param name="fact">Which.</param>
        /// <returns>The name; empty for an unknown one.</returns>
        public static string NameOf(CascadeFact fact)
        {
            Library.Load();
            return Wald.Text.Static(Native.wald_cascade_fact_name((int)fact));
        }

        /// <summary>The name of a model.</summary>
        /// <param name="model">Its number.</param>
        /// <returns>The name; empty where none were set.</returns>
        public string ModelName(int model) => Handle.While(() =>
        {
            Native.wald_cascade_model_name(handle, model, out var name);
            return Wald.Text.Of(name);
        });

        /// <summary>The number of features that it takes; 0 for a cascade without trees.</summary>
        public unsafe int FeatureCount
        {
            get
            {
                long value;
                Native.wald_cascade_n_features(Handle, &value);
                return (int)value;
            }
        }

        /// <summary>What it does on other rows.</summary>
        /// <param name="scores">The rows.</param>
        /// <param name="threads">0 means all of the machine's.</param>
        /// <returns>Disagreement, mean numbers, and where rows are decided.</returns>
        public unsafe CascadeEvaluation Evaluate(CascadeScores scores, int threads = 1)
        {
            if (scores == null) throw new ArgumentNullException(nameof(scores));
            double disagreement, meanModels, meanCost;
            var stops = new double[ModelCount];
            using (scores.Usage.Read())
            fixed (double* p = stops)
                Native.wald_cascade_evaluate(Handle, scores.Handle, threads, &disagreement, &meanModels, &meanCost, p);
            return new CascadeEvaluation(disagreement, meanModels, meanCost, stops);
        }

        // ---- Reading -----------------------------------------------------------------------------------------------

        private unsafe double Fact(int fact)
        {
            double value;
            Native.wald_cascade_number(handle, fact, &value);
            return value;
        }

        private unsafe double[] Numbers(int which)
        {
            long needed;
            Native.wald_cascade_numbers(handle, which, null, 0, &needed);
            var numbers = new double[needed];
            fixed (double* p = numbers) Native.wald_cascade_numbers(handle, which, p, needed, &needed);
            return numbers;
        }

        // ---- The handle --------------------------------------------------------------------------------------------

        private wald_cascade Handle
        {
            get
            {
                if (handle.IsClosed) throw new ObjectDisposedException(nameof(Cascade), "cascade is disposed");
                return handle;
            }
        }

        /// <summary>Releases the native memory now, rather than when the object is collected; what was read stays, and
        /// runs go on. May be called again.</summary>
        public void Dispose() => handle.Dispose();

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
