// Metrics: by name, by delegate, by table. What is done with one is in Metric.Decide.cs.
using System;
using System.Collections.Generic;

namespace Wald
{
    /// <summary>A custom metric: U(tp, k, s, n), or the loss, which must be finite, for 0 &lt;= tp &lt;= min(k, s) and
    /// tp &gt;= k + s - n.</summary>
    /// <param name="tp">The number of labels that are true and predicted.</param>
    /// <param name="k">The number of labels predicted.</param>
    /// <param name="s">The number of labels that are true.</param>
    /// <param name="n">The number of labels.</param>
    /// <returns>The utility, or the loss.</returns>
    public delegate double MetricFunction(long tp, long k, long s, long n);

    /// <summary>
    /// What a prediction is judged by: a utility U(tp, k, s, n), to be maximised. With n labels, truth y and prediction
    /// h, tp = sum(y * h), k = sum(h) and s = sum(y). Immutable; may be used by many threads at once.
    /// </summary>
    /// <example>
    /// <code>
    /// using (var f1 = new Metric("f1"))
    ///     Console.WriteLine(f1.Decide(new[] { 0.9, 0.4, 0.1 }));
    /// </code>
    /// </example>
    public sealed partial class Metric
    {
        // Made by its name, not by a delegate or a table.
        private bool IsNamed { get; }

        // A custom metric: what its calls are made with.
        internal CustomMetric Own { get; }

        /// <summary>A metric by its name: <c>f1</c>, <c>fbeta:0.5</c>, <c>jaccard</c>,
        /// <c>balanced_accuracy</c>, <c>cost:1:5</c>, ...;
        /// <see cref="All"/> lists them.</summary>
        /// <param name="name">The name.</param>
        /// <param name="zeroDivision">The value of a rate that is 0/0: 0 or 1.</param>
        /// <exception cref="WaldFormatException">There is no such metric; the message lists those there
        /// are.</exception>
        public Metric(string name, int zeroDivision = 1)
        {
            var bytes = Text.Bytes(name, nameof(name));
            Library.Load();
            Native.wald_metric_create(bytes, zeroDivision, out handle);
            IsNamed = true;
        }

        private Metric(wald_metric handle, CustomMetric own = null)
        {
            this.handle = handle;
            Own = own;
        }

        /// <summary>A metric by a delegate, which is called on the thread that asks, or, where it was declared
        /// <see cref="MetricProperties.ThreadSafe"/>, on several at once. What it throws comes out of the call that
        /// evaluated it.</summary>
        /// <param name="function">The utility, or the loss.</param>
        /// <param name="name">What messages call it, 1 to 256 bytes.</param>
        /// <param name="declared">What it is, which decides which exact algorithm may run. Declarations are tested.
        /// With none the metric is decided by enumeration for few labels, and refused beyond.</param>
        /// <returns>The metric.</returns>
        public static Metric Custom(MetricFunction function, string name = "custom",
                                    MetricProperties declared = MetricProperties.None)
        {
            if (function == null) throw new ArgumentNullException(nameof(function));
            var bytes = Text.Bytes(name, nameof(name));
            Library.Load();
            var own = new CustomMetric(function, bytes, declared);
            var first = own.Take();
            own.Give(first);
            return new Metric(first.Handle, own);
        }

        /// <summary>A metric for problems of exactly n labels, by its values <c>values[tp, k, s]</c>. Only cells with
        /// max(0, k + s - n) &lt;= tp &lt;= min(k, s) are read.</summary>
        /// <param name="values">An array of n+1 by n+1 by n+1.</param>
        /// <param name="name">What messages call it, 1 to 256 bytes.</param>
        /// <param name="declared">The properties are found from the values; what is declared beyond them is an error,
        /// except <see cref="MetricProperties.Loss"/>, which says that the table is to be minimised.</param>
        /// <returns>The metric.</returns>
        public static unsafe Metric Table(double[,,] values, string name = "table",
                                          MetricProperties declared = MetricProperties.None)
        {
            if (values == null) throw new ArgumentNullException(nameof(values));
            int a = values.GetLength(0), b = values.GetLength(1), c = values.GetLength(2);
            if (a != b || a != c)
                throw new WaldArgumentException($"values has shape ({a}, {b}, {c}): must be (n+1, n+1, n+1)");
            fixed (double* p = &First.Of(values)) return Table(p, values.LongLength, a - 1, name, declared);
        }

        /// <summary>A metric for problems of exactly n labels, by its values in one array: U(tp, k, s) at
        /// <c>(tp * (n + 1) + k) * (n + 1) + s</c>.</summary>
        /// <param name="values">(n+1)^3 values.</param>
        /// <param name="n">The number of labels.</param>
        /// <param name="name">What messages call it, 1 to 256 bytes.</param>
        /// <param name="declared">See the other overload.</param>
        /// <returns>The metric.</returns>
        // also: values as double[]
        public static unsafe Metric Table(ReadOnlySpan<double> values, long n, string name = "table",
                                          MetricProperties declared = MetricProperties.None)
        {
            fixed (double* p = &First.Of(values)) return Table(p, values.Length, n, name, declared);
        }

        private static unsafe Metric Table(double* values, long length, long n, string name, MetricProperties declared)
        {
            var bytes = Text.Bytes(name, nameof(name));
            Library.Load();
            Native.wald_metric_create_table(values, length, n, bytes, (int)declared, out var handle);
            return new Metric(handle);
        }

        /// <summary>The canonical name, which the constructor reads back.</summary>
        public string Name
        {
            get
            {
                Native.wald_text(Handle, Native.WALD_METRIC_NAME, 0, out var text);
                return Text.Of(text);
            }
        }

        /// <summary>The value of a rate that is 0/0: 0 or 1.</summary>
        public int ZeroDivision => (int)Number(Native.WALD_METRIC_ZERO_DIVISION);

        /// <summary>What the metric is, as far as known.</summary>
        public MetricProperties Properties => (MetricProperties)(int)Number(Native.WALD_METRIC_PROPERTIES);

        private unsafe double Number(int fact)
        {
            double value;
            Native.wald_number(Handle, fact, 0, &value);
            return value;
        }

        /// <summary>U(tp, k, s, n), for n &gt;= 1, 0 &lt;= k, s &lt;= n and max(0, k + s - n) &lt;= tp &lt;=
        /// min(k, s).</summary>
        /// <param name="tp">The number of labels that are true and predicted.</param>
        /// <param name="k">The number of labels predicted.</param>
        /// <param name="s">The number of labels that are true.</param>
        /// <param name="n">The number of labels.</param>
        /// <returns>The utility.</returns>
        public unsafe double Utility(long tp, long k, long s, long n)
        {
            double value;
            using (var call = new Call(this))
            {
                Native.wald_metric_utility(call.Metric, tp, k, s, n, &value);
                call.Complete();
            }
            return value;
        }

        /// <summary>The loss that goes with a utility: 1 - U for a named metric; -U for <c>cost</c> and for a custom
        /// one.</summary>
        /// <param name="utility">The utility.</param>
        /// <returns>The loss.</returns>
        public double Loss(double utility) => Number(Native.WALD_METRIC_LOSS_OF_ZERO) - utility;

        /// <summary>Every metric that has a name.</summary>
        public static IReadOnlyList<MetricInfo> All => Lists.Metrics();

        partial void Disposed() => Own?.Close();

        /// <summary>The name.</summary>
        /// <returns>The name.</returns>
        public override string ToString() => handle.IsClosed ? "Metric (disposed)" : Name;
    }
}
