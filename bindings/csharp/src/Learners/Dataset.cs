// Rows of features, which learners are fitted to and predict.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Wald
{
    /// <summary>
    /// Rows of features, with labels or classes where a <see cref="Learner"/> is to be fitted to them, and without
    /// where it is to predict them. Everything is copied when it is given.
    /// </summary>
    /// <remarks>Threads may read one object together. What changes it must be alone with it; it is refused with
    /// <see cref="InvalidOperationException"/> where another call is found to be using it.</remarks>
    /// <example>
    /// <code>
    /// using (var rows = new Dataset(features).SetLabels(labels))
    /// using (var learner = Learner.Fit("cardinality", rows))
    ///     Console.WriteLine(learner);
    /// </code>
    /// </example>
    public sealed partial class Dataset
    {
        // The names of the features and of the classes, which a learner that is fitted to it keeps; null without.
        internal IReadOnlyList<string> FeatureNames { get; }
        internal IReadOnlyList<string> ClassNames { get; private set; }

        // ---- Features ----------------------------------------------------------------------------------------------

        /// <summary>Rows of dense features.</summary>
        /// <param name="features">One row of features per row: rows by features, in double or float; finite, at most
        /// 1e100 in magnitude. NaN is missing: see
        /// <see cref="LearnerOptions.Missing"/>.</param>
        /// <exception cref="WaldArgumentException">A feature is out of its domain; the message says which.</exception>
        public unsafe Dataset(Table features)
        {
            Library.Load();
            fixed (double* doubles = &features.Doubles)
            fixed (float* floats = &features.Floats)
            {
                var table = features.View(doubles, floats);
                var given = new wald_table(&table);
                Native.wald_dataset_create(&given, out handle);
                handle.Press(table.Bytes);
            }
        }

        /// <summary>Rows of sparse features: what is absent is 0.</summary>
        /// <param name="features">Compressed rows, which have as many columns as there are features.</param>
        /// <exception cref="WaldArgumentException">A feature or an index is out of its domain; the message says
        /// which.</exception>
        public unsafe Dataset(SparseTable features)
        {
            var pattern = features.Pattern;
            var data = features.Data;
            Library.Load();
            fixed (int* starts32 = &pattern.Starts32, indices32 = &pattern.Indices32)
            fixed (long* starts64 = &pattern.Starts64, indices64 = &pattern.Indices64)
            fixed (double* doubles = &data.Doubles)
            fixed (float* floats = &data.Floats)
            {
                var table = features.View(starts32, indices32, starts64, indices64, doubles, floats);
                var given = new wald_table(&table);
                Native.wald_dataset_create(&given, out handle);
                handle.Press(2 * sizeof(double) * data.Length);
            }
        }

        /// <summary>Rows of features by columns, of numbers and words. A learner keeps the names of the
        /// features.</summary>
        /// <param name="features">Columns; those of words become a feature <c>column=level</c> for each level.</param>
        public Dataset(Columns features) : this(features, features?.Features()) { }

        // Rows of columns, as the features of a model that is there are called.
        internal Dataset(Columns columns, IReadOnlyList<string> features)
            : this((columns ?? throw new ArgumentNullException("features")).Table(features))
        {
            FeatureNames = features;
        }

        // ---- What the rows have besides ----------------------------------------------------------------------------

        /// <summary>The labels of the rows, instead of those, or of the classes, that were set before.</summary>
        /// <param name="labels">Zeros and ones, rows by labels, as byte or bool.</param>
        /// <returns>This object.</returns>
        // also: labels as Mask
        public unsafe Dataset SetLabels(MaskTable labels)
        {
            using (Usage.Write())
            fixed (byte* bytes = &labels.Bytes)
            fixed (bool* bools = &labels.Bools)
            {
                var table = labels.View(bytes, bools);
                var given = new wald_table(&table);
                Native.wald_dataset_set(Handle, &given, null, 0, null, null, null);
            }
            ClassNames = null;
            return this;
        }

        /// <summary>The labels of the rows by the positions of their ones.</summary>
        /// <param name="starts">Where each row's positions begin, and where the last one's end.</param>
        /// <param name="indices">The positions, each once a row, in any order.</param>
        /// <param name="labelCount">The number of labels.</param>
        /// <returns>This object.</returns>
        public Dataset SetSparseLabels(ReadOnlySpan<int> starts, ReadOnlySpan<int> indices, long labelCount) =>
            SetSparseLabels(new SparsePattern(starts, indices), labelCount);

        /// <summary>The labels of the rows by the positions of their ones.</summary>
        /// <param name="starts">Where each row's positions begin, and where the last one's end.</param>
        /// <param name="indices">The positions, each once a row, in any order.</param>
        /// <param name="labelCount">The number of labels.</param>
        /// <returns>This object.</returns>
        public Dataset SetSparseLabels(ReadOnlySpan<long> starts, ReadOnlySpan<long> indices, long labelCount) =>
            SetSparseLabels(new SparsePattern(starts, indices), labelCount);

        private unsafe Dataset SetSparseLabels(SparsePattern pattern, long labelCount)
        {
            using (Usage.Write())
            fixed (int* starts32 = &pattern.Starts32, indices32 = &pattern.Indices32)
            fixed (long* starts64 = &pattern.Starts64, indices64 = &pattern.Indices64)
            {
                var table = pattern.View(starts32, indices32, starts64, indices64, labelCount);
                var given = new wald_table(&table);
                Native.wald_dataset_set(Handle, &given, null, 0, null, null, null);
            }
            ClassNames = null;
            return this;
        }

        /// <summary>The class of each row, instead of the classes, or of the labels, that were set before.</summary>
        /// <param name="classes">One per row, each in [0, <paramref name="classCount"/>).</param>
        /// <param name="classCount">The number of classes, at least 2.</param>
        /// <returns>This object.</returns>
        // also: classes as int[]
        public unsafe Dataset SetClasses(ReadOnlySpan<long> classes, long classCount)
        {
            using (Usage.Write())
            fixed (long* p = &First.Of(classes))
            {
                var view = new wald_array(p, classes.Length);
                Native.wald_dataset_set(Handle, null, &view, classCount, null, null, null);
            }
            ClassNames = null;
            return this;
        }

        /// <summary>The class of each row by its name. A learner keeps the names, in their order.</summary>
        /// <param name="classes">One per row, of two different ones at least.</param>
        /// <returns>This object.</returns>
        public Dataset SetClasses(string[] classes)
        {
            if (classes == null) throw new ArgumentNullException(nameof(classes));
            var missing = Array.IndexOf(classes, null);
            if (missing >= 0) throw new ArgumentNullException($"classes[{missing}]");
            var names = classes.Distinct().OrderBy(name => name, StringComparer.Ordinal).ToArray();
            SetClasses(Array.ConvertAll(classes, name => Array.BinarySearch(names, name, StringComparer.Ordinal)),
                       names.Length);
            ClassNames = names;
            return this;
        }

        /// <summary>How much each row counts in fitting. A weight of 2 is the row twice, where no folds are dealt; rows
        /// of weight 0 are left out.</summary>
        /// <param name="weights">One per row, finite and at least 0; <c>default(Values)</c>: 1 each again.</param>
        /// <returns>This object.</returns>
        public unsafe Dataset SetWeights(Values weights)
        {
            weights.CheckWeights(RowCount);
            using (Usage.Write())
            fixed (double* doubles = &weights.Doubles)
            fixed (float* floats = &weights.Floats)
            {
                var view = weights.View(doubles, floats);
                if (!weights.Given) view = new wald_array((long*)null, 0);
                Native.wald_dataset_set(Handle, null, null, 0, &view, null, null);
            }
            return this;
        }

        /// <summary>Which rows belong together, as a patient's do: where fitting leaves rows out, it leaves out those
        /// of the same number together. Folds are dealt by groups, at most one per group, so the numbers of folds of
        /// one's own are groups, too.</summary>
        /// <param name="groups">Any numbers, two different ones at least; none: each row alone again.</param>
        /// <returns>This object.</returns>
        // also: groups as long[] | int[]
        public unsafe Dataset SetGroups(ReadOnlySpan<long> groups)
        {
            using (Usage.Write())
            fixed (long* numbers = &First.Of(groups))
            {
                var view = new wald_array(numbers, groups.Length);
                Native.wald_dataset_set(Handle, null, null, 0, null, &view, null);
            }
            return this;
        }

        /// <summary>P(label) by another model, for the learner "given", alone or as a part of another
        /// ("cardinality:given"). It calibrates them, so those of rows to learn from must be out of fold. Rows to predict
        /// need theirs.</summary>
        /// <param name="marginals">P(label j = 1), each in [0, 1].</param>
        /// <returns>This object.</returns>
        public unsafe Dataset SetMarginals(Table marginals)
        {
            using (Usage.Write())
            fixed (double* doubles = &marginals.Doubles)
            fixed (float* floats = &marginals.Floats)
            {
                var view = marginals.View(doubles, floats);
                Native.wald_dataset_set(Handle, null, null, 0, null, null, &view);
            }
            return this;
        }

        // ---- Facts -------------------------------------------------------------------------------------------------

        /// <summary>The size.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString()
        {
            if (handle.IsClosed) return "Dataset (disposed)";
            var size = $"Dataset: {RowCount} rows, {FeatureCount} features";
            var task = Task;
            return task == LearningTask.None ? size
                   : size + (task == LearningTask.Labels ? $", {LabelCount} labels" : $", {LabelCount} classes");
        }
    }
}
