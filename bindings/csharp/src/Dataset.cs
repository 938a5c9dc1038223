// Rows of features, which learners are fitted to and predict.
using System;
using System.Runtime.InteropServices;

namespace Wald
{
    /// <summary>What the rows of a <see cref="Dataset"/> have.</summary>
    public enum LearningTask
    {
        /// <summary>Features alone: rows to predict.</summary>
        None = Native.WALD_TASK_NONE,
        /// <summary>Any number of labels; one label is binary classification.</summary>
        Labels = Native.WALD_TASK_LABELS,
        /// <summary>Exactly one of several classes.</summary>
        Classes = Native.WALD_TASK_CLASSES
    }

    /// <summary>
    /// Rows of features, with labels or classes where a <see cref="Learner"/> is to be fitted to them, and without
    /// where it is to predict them. Everything is copied when it is given.
    /// </summary>
    /// <remarks>Threads may read one object together. What changes it must be alone with it; it is refused with
    /// <see cref="InvalidOperationException"/> where another call is found to be using it.</remarks>
    /// <example>
    /// <code>
    /// using (var rows = new Dataset(features).SetLabels(labels))
    /// using (var learner = Learner.Fit("card", rows))
    ///     Console.WriteLine(learner);
    /// </code>
    /// </example>
    public sealed class Dataset : IDisposable
    {
        private readonly wald_dataset handle;

        internal Usage Usage { get; } = new Usage("dataset");

        // ---- Features ----------------------------------------------------------------------------------------------

        /// <summary>Rows of dense features.</summary>
        /// <param name="features">A row of features a row: rows by features, in double or float; finite, at most 1e100
        /// in magnitude. Fill in what is missing first: NaN is refused.</param>
        /// <exception cref="WaldArgumentException">A feature is out of its domain; the message says which.</exception>
        public unsafe Dataset(Table features)
        {
            Library.Load();
            fixed (double* doubles = &MemoryMarshal.GetReference(features.Doubles))
            fixed (float* floats = &MemoryMarshal.GetReference(features.Floats))
            fixed (double* doubleArray = features.DoubleArray)
            fixed (float* floatArray = features.FloatArray)
                Native.wald_dataset_create(features.At(doubles, floats, doubleArray, floatArray), features.Type,
                                           features.Rows, features.Columns, features.RowStride, features.ColumnStride,
                                           out handle);
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
            fixed (int* starts32 = &MemoryMarshal.GetReference(pattern.Starts32))
            fixed (int* indices32 = &MemoryMarshal.GetReference(pattern.Indices32))
            fixed (long* starts64 = &MemoryMarshal.GetReference(pattern.Starts64))
            fixed (long* indices64 = &MemoryMarshal.GetReference(pattern.Indices64))
            fixed (double* doubles = &MemoryMarshal.GetReference(data.Doubles))
            fixed (float* floats = &MemoryMarshal.GetReference(data.Floats))
            {
                var narrow = pattern.Type == Native.WALD_INT32;
                Native.wald_dataset_create_csr(narrow ? (void*)starts32 : starts64,
                                               narrow ? (void*)indices32 : indices64, pattern.Type,
                                               data.At(doubles, floats), data.Type, pattern.Rows, features.Columns,
                                               out handle);
            }
        }

        // ---- What the rows have besides ----------------------------------------------------------------------------

        /// <summary>The labels of the rows, in place of those, or of the classes, that were set before.</summary>
        /// <param name="labels">Zeros and ones, rows by labels, as byte or bool.</param>
        /// <returns>This object.</returns>
        public unsafe Dataset SetLabels(MaskTable labels)
        {
            using (Usage.Write())
            fixed (byte* bytes = &MemoryMarshal.GetReference(labels.Bytes))
            fixed (byte* byteArray = labels.ByteArray)
            fixed (bool* boolArray = labels.BoolArray)
                Native.wald_dataset_set_labels(Handle, labels.At(bytes, byteArray, boolArray), labels.Rows,
                                               labels.Columns, labels.RowStride, labels.ColumnStride);
            return this;
        }

        /// <summary>One label: binary classification.</summary>
        /// <param name="labels">Zeros and ones, one a row, as byte or bool.</param>
        /// <returns>This object.</returns>
        public Dataset SetLabels(Mask labels) => SetLabels(new MaskTable(labels));

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
            fixed (int* starts32 = &MemoryMarshal.GetReference(pattern.Starts32))
            fixed (int* indices32 = &MemoryMarshal.GetReference(pattern.Indices32))
            fixed (long* starts64 = &MemoryMarshal.GetReference(pattern.Starts64))
            fixed (long* indices64 = &MemoryMarshal.GetReference(pattern.Indices64))
            {
                var narrow = pattern.Type == Native.WALD_INT32;
                Native.wald_dataset_set_labels_csr(Handle, narrow ? (void*)starts32 : starts64,
                                                   narrow ? (void*)indices32 : indices64, pattern.Type, pattern.Rows,
                                                   labelCount);
            }
            return this;
        }

        /// <summary>The class of each row, in place of the classes, or of the labels, that were set before.</summary>
        /// <param name="classes">One a row, each in [0, <paramref name="classCount"/>).</param>
        /// <param name="classCount">The number of classes, at least 2.</param>
        /// <returns>This object.</returns>
        public unsafe Dataset SetClasses(ReadOnlySpan<long> classes, long classCount)
        {
            using (Usage.Write())
            fixed (long* p = &MemoryMarshal.GetReference(classes))
                Native.wald_dataset_set_classes(Handle, p, classes.Length, classCount);
            return this;
        }

        /// <summary>The class of each row, in place of the classes, or of the labels, that were set before.</summary>
        /// <param name="classes">One a row, each in [0, <paramref name="classCount"/>).</param>
        /// <param name="classCount">The number of classes, at least 2.</param>
        /// <returns>This object.</returns>
        public Dataset SetClasses(int[] classes, long classCount) =>
            SetClasses(Array.ConvertAll(classes ?? throw new ArgumentNullException(nameof(classes)), x => (long)x),
                       classCount);

        /// <summary>How much each row counts in fitting. A weight of 2 is the row twice, where no folds are dealt; rows
        /// of weight 0 are left out.</summary>
        /// <param name="weights">One a row, finite and at least 0; <c>default(Values)</c>: 1 each again.</param>
        /// <returns>This object.</returns>
        public unsafe Dataset SetWeights(Values weights)
        {
            var rows = RowCount;
            weights.CheckWeights(rows);
            using (Usage.Write())
            fixed (double* doubles = &MemoryMarshal.GetReference(weights.Doubles))
            fixed (float* floats = &MemoryMarshal.GetReference(weights.Floats))
                Native.wald_dataset_set_weights(Handle, weights.Given ? weights.At(doubles, floats) : null,
                                                weights.Type, rows, weights.Stride);
            return this;
        }

        /// <summary>Which rows belong together, as a patient's do: where fitting leaves rows out (folds of
        /// cross-validation, leave-one-out of <c>neighbours</c>), rows of the same number are left out together. Folds
        /// are dealt by groups, as many folds as <see cref="LearnerOptions.Folds"/> says, or as there are groups where
        /// these are fewer: so the numbers of folds of one's own are groups, too.</summary>
        /// <param name="groups">One a row, any numbers, two different ones at least;
        /// <c>default(ReadOnlySpan&lt;long&gt;)</c>: each row alone again.</param>
        /// <returns>This object.</returns>
        public unsafe Dataset SetGroups(ReadOnlySpan<long> groups)
        {
            using (Usage.Write())
            fixed (long* p = &MemoryMarshal.GetReference(groups)) // NULL where it is default
                Native.wald_dataset_set_groups(Handle, p, groups.Length);
            return this;
        }

        /// <summary>Which rows belong together, as a patient's do: fitting leaves them out together.</summary>
        /// <param name="groups">One a row, any numbers, two different ones at least.</param>
        /// <returns>This object.</returns>
        public Dataset SetGroups(long[] groups) =>
            SetGroups(new ReadOnlySpan<long>(groups ?? throw new ArgumentNullException(nameof(groups))));

        /// <summary>Which rows belong together, as a patient's do: fitting leaves them out together.</summary>
        /// <param name="groups">One a row, any numbers, two different ones at least.</param>
        /// <returns>This object.</returns>
        public Dataset SetGroups(int[] groups) =>
            SetGroups(Array.ConvertAll(groups ?? throw new ArgumentNullException(nameof(groups)), x => (long)x));

        /// <summary>What another model says of the rows, whichever it is, for the learner <c>card:given</c>, alone or
        /// as a part of a mixture, which needs it of the rows that it predicts; others do not look at it.</summary>
        /// <param name="marginals">P(label j = 1) for each row, rows by labels, each in [0, 1].</param>
        /// <returns>This object.</returns>
        public unsafe Dataset SetMarginals(Table marginals)
        {
            double nothing; // where an empty table lies; NULL would stand for no marginals
            using (Usage.Write())
            fixed (double* doubles = &MemoryMarshal.GetReference(marginals.Doubles))
            fixed (float* floats = &MemoryMarshal.GetReference(marginals.Floats))
            fixed (double* doubleArray = marginals.DoubleArray)
            fixed (float* floatArray = marginals.FloatArray)
            {
                var data = marginals.At(doubles, floats, doubleArray, floatArray);
                Native.wald_dataset_set_marginals(Handle, data != null ? data : &nothing, marginals.Type,
                                                  marginals.Rows, marginals.Columns, marginals.RowStride,
                                                  marginals.ColumnStride);
            }
            return this;
        }

        // ---- Facts -------------------------------------------------------------------------------------------------

        /// <summary>The number of rows.</summary>
        public unsafe long RowCount
        {
            get
            {
                long value;
                Native.wald_dataset_shape(Handle, &value, null, null, null);
                return value;
            }
        }

        /// <summary>The number of features.</summary>
        public unsafe long FeatureCount
        {
            get
            {
                long value;
                Native.wald_dataset_shape(Handle, null, &value, null, null);
                return value;
            }
        }

        /// <summary>The number of labels or classes; 0 where there are features alone.</summary>
        public unsafe long LabelCount
        {
            get
            {
                long value;
                using (Usage.Read()) Native.wald_dataset_shape(Handle, null, null, &value, null);
                return value;
            }
        }

        /// <summary>Whether the rows have labels, classes, or features alone.</summary>
        public unsafe LearningTask Task
        {
            get
            {
                int value;
                using (Usage.Read()) Native.wald_dataset_shape(Handle, null, null, null, &value);
                return (LearningTask)value;
            }
        }

        // ---- The handle --------------------------------------------------------------------------------------------

        internal wald_dataset Handle
        {
            get
            {
                if (handle.IsClosed) throw new ObjectDisposedException(nameof(Dataset), "dataset is disposed");
                return handle;
            }
        }

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();

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
