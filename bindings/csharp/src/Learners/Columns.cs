// Rows of features as columns with names, of numbers or of words.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Wald
{
    /// <summary>
    /// Rows of features as columns with names, of numbers or of words, with missing values. A <see cref="Dataset"/> of
    /// them takes a column of numbers as a feature, and of a column of words a feature <c>column=level</c> for each of
    /// its levels, in their order, which is 1 if the column has that level. A learner that is fitted to it keeps the
    /// names; columns that are predicted are matched by them, whatever their order. A <see cref="Cascade"/> that
    /// was given names does the same.
    /// </summary>
    /// <example>
    /// <code>
    /// var rows = new Columns().Add("age", 39, 50, double.NaN).Add("work", "private", null, "state");
    /// using (var train = new Dataset(rows).SetLabels(labels))
    /// using (var learner = Learner.Fit("lfp", train, options))
    /// using (var decided = learner.Decide(new Columns().Add("work", "state").Add("age", 41), f1))
    ///     Console.WriteLine(decided);
    /// </code>
    /// </example>
    public sealed class Columns : IEnumerable<string>
    {
        private readonly List<string> names = new List<string>();
        private readonly Dictionary<string, Array> all = new Dictionary<string, Array>(); // of double or string

        /// <summary>The number of rows.</summary>
        public int RowCount { get; private set; }

        /// <summary>Adds a column of numbers.</summary>
        /// <param name="name">What it is called.</param>
        /// <param name="values">One per row; NaN is missing.</param>
        /// <returns>This object.</returns>
        public Columns Add(string name, params double[] values) => Put(name, values);

        /// <summary>Adds a column of whole numbers.</summary>
        /// <param name="name">What it is called.</param>
        /// <param name="values">One per row.</param>
        /// <returns>This object.</returns>
        public Columns Add(string name, int[] values) =>
            Put(name, Array.ConvertAll(values ?? throw new ArgumentNullException(nameof(values)), x => (double)x));

        /// <summary>Adds a column that is 1 or 0.</summary>
        /// <param name="name">What it is called.</param>
        /// <param name="values">One per row.</param>
        /// <returns>This object.</returns>
        public Columns Add(string name, bool[] values) =>
            Put(name, Array.ConvertAll(values ?? throw new ArgumentNullException(nameof(values)), x => x ? 1.0 : 0));

        /// <summary>Adds a column of words.</summary>
        /// <param name="name">What it is called.</param>
        /// <param name="values">One per row; null is missing.</param>
        /// <returns>This object.</returns>
        public Columns Add(string name, [HoldsNull] params string[] values) => Put(name, values);

        /// <summary>Whether a level that no training row had is none of the levels of its column, in rows for a model
        /// that is there. It is refused otherwise.</summary>
        public bool UnknownLevelsAreNone { get; set; }

        private Columns Put(string name, Array values)
        {
            if (name == null) throw new ArgumentNullException(nameof(name));
            if (values == null) throw new ArgumentNullException(nameof(values));
            if (names.Count > 0 && values.Length != RowCount)
                throw new WaldArgumentException(
                    $"column \"{name}\" has {values.Length} rows: the others have {RowCount}");
            if (all.ContainsKey(name)) throw new WaldArgumentException($"column \"{name}\" is there already");
            all.Add(name, (Array)values.Clone());
            names.Add(name);
            RowCount = values.Length;
            return this;
        }

        // The features that these columns make where no model says which.
        internal string[] Features() => names.SelectMany(
            name => all[name] is string[] words
                        ? words.Where(word => word != null).Distinct().OrderBy(word => word, StringComparer.Ordinal)
                               .Select(level => name + "=" + level)
                        : new[] { name }).ToArray();

        // Rows of the features of these names. Of a feature with categories a word is the number of its category.
        internal double[,] Table(IReadOnlyList<string> features,
                                 IReadOnlyDictionary<string, List<string>> categories = null)
        {
            var table = new double[RowCount, features.Count];
            var indicators = new Dictionary<string, Dictionary<string, int>>(); // by column: the feature of each level
            var used = new HashSet<string>();
            for (var j = 0; j < features.Count; ++j)
            {
                var column = ColumnOf(features[j]);
                used.Add(column);
                if (column != features[j])
                {
                    if (!indicators.ContainsKey(column)) indicators.Add(column, new Dictionary<string, int>());
                    indicators[column].Add(features[j].Substring(column.Length + 1), j);
                    continue;
                }
                List<string> codes = null;
                categories?.TryGetValue(column, out codes);
                for (var i = 0; i < RowCount; ++i) table[i, j] = NumberOf(column, i, codes);
            }
            foreach (var found in indicators) Indicate(found.Key, found.Value, table);
            var unknown = names.Find(name => !used.Contains(name));
            if (unknown != null)
                throw new WaldArgumentException($"column \"{unknown}\" is not known: no feature is called so");
            return table;
        }

        private double NumberOf(string column, int row, List<string> codes)
        {
            if (all[column] is double[] numbers) return numbers[row];
            var word = ((string[])all[column])[row];
            if (word == null) return double.NaN;
            var code = codes?.IndexOf(word) ?? -1;
            if (code >= 0) return code;
            throw new WaldArgumentException($"column \"{column}\" is \"{word}\": must be " +
                                            (codes == null ? "a number" : "one of " + string.Join(", ", codes)));
        }

        // The column that a feature comes from: one of its own name; else of "column=level" that in front.
        private string ColumnOf(string feature)
        {
            if (all.ContainsKey(feature)) return feature;
            for (var at = feature.IndexOf('='); at > 0; at = feature.IndexOf('=', at + 1))
                if (all.ContainsKey(feature.Substring(0, at))) return feature.Substring(0, at);
            throw new WaldArgumentException($"there is no column for the feature \"{feature}\"");
        }

        // A missing level leaves all of its column's features at NaN.
        private void Indicate(string column, Dictionary<string, int> features, double[,] table)
        {
            var values = all[column];
            for (var i = 0; i < values.Length; ++i)
            {
                var level = values is string[] words ? words[i] : LevelOf(((double[])values)[i]);
                if (level == null)
                    foreach (var j in features.Values) table[i, j] = double.NaN;
                else if (features.TryGetValue(level, out var found))
                    table[i, found] = 1;
                else if (!UnknownLevelsAreNone)
                    throw new WaldArgumentException($"column \"{column}\" is \"{level}\": must be one of " +
                                                    string.Join(", ", features.Keys));
            }
        }

        // A whole number is written without a point or an exponent.
        private static string LevelOf(double value) =>
            double.IsNaN(value) ? null
            : value == (long)value ? ((long)value).ToString(CultureInfo.InvariantCulture)
                                   : value.ToString("R", CultureInfo.InvariantCulture);

        /// <summary>The names of the columns.</summary>
        /// <returns>An enumerator.</returns>
        public IEnumerator<string> GetEnumerator() => names.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        /// <summary>Size and names.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() => $"Columns: {RowCount} rows of {string.Join(", ", names)}";
    }
}
