// A micro average in bins: passes over distributed rows.
using System;

namespace Wald
{
    /// <summary>
    /// A pass over a distributed table, such as the partitions of a cluster, which is one problem of
    /// rows times labels items: a micro average. Each place feeds its rows to a state of its own, which holds some bins
    /// and no rows; states go as bytes to one place, which merges them and asks for the next pass or the answer. That has
    /// the same bits however the rows are split and in whatever order states are merged, and is the answer of
    /// <see cref="Metric.Decide(Table, DecisionOptions, System.Threading.CancellationToken)"/> for all rows on one machine,
    /// within the bounds of both.
    /// </summary>
    public sealed partial class TablePass
    {
        /// <summary>The first pass, without rows.</summary>
        /// <param name="metric">F_beta, Jaccard, fowlkes_mallows, balanced_accuracy, informedness,
        /// recall, specificity, precision, npv or markedness.</param>
        /// <param name="options">AtLeast and AtMost; null takes the defaults.</param>
        public TablePass(Metric metric, DecisionOptions options = null)
        {
            if (metric == null) throw new ArgumentNullException(nameof(metric));
            DecisionOptions.RefuseKind(options, "deciding of binned rows");
            using (var opened = DecisionOptions.Open(options))
            using (var call = new Call(metric))
            {
                Native.wald_table_pass_create(call.Metric, opened, out handle);
                call.Complete();
            }
        }

        /// <summary>Adds rows. A call that fails adds none.</summary>
        /// <param name="rows">One row per instance, one column per label.</param>
        public unsafe void Feed(Table rows)
        {
            using (Usage.Write())
            fixed (double* doubles = &rows.Doubles)
            fixed (float* floats = &rows.Floats)
            {
                var table = rows.View(doubles, floats);
                var given = new wald_table(&table);
                Native.wald_table_pass_feed(Handle, &given);
            }
        }

        /// <summary>Adds rows of which most probabilities are 0. A call that fails adds none.</summary>
        /// <param name="rows">One row per instance, one column per label.</param>
        public unsafe void Feed(SparseTable rows)
        {
            var pattern = rows.Pattern;
            var data = rows.Data;
            using (Usage.Write())
            fixed (int* starts32 = &pattern.Starts32, indices32 = &pattern.Indices32)
            fixed (long* starts64 = &pattern.Starts64, indices64 = &pattern.Indices64)
            fixed (double* doubles = &data.Doubles)
            fixed (float* floats = &data.Floats)
            {
                var table = rows.View(starts32, indices32, starts64, indices64, doubles, floats);
                var given = new wald_table(&table);
                Native.wald_table_pass_feed(Handle, &given);
            }
        }

        /// <summary>Once all rows of a pass are in this: whether they are decided, and the properties tell the answer; else
        /// this is the next pass, without rows. Each place takes a copy of it by its bytes, and feeds its rows
        /// again.</summary>
        /// <returns>Whether there is an answer.</returns>
        public unsafe bool Next()
        {
            using (Usage.Write())
            {
                int decided;
                Native.wald_table_pass_next(Handle, &decided);
                return decided != 0;
            }
        }

        /// <summary>Which pass, and what it holds.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            handle.IsClosed ? "TablePass (disposed)"
                            : $"TablePass: pass {PassNumber}, {ItemCount} items in {BinCount} bins";
    }
}
