// A page about the gain of deciding for a metric.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>A page about the gain of deciding for a metric: HTML with pictures that needs nothing else.
    /// <see cref="Metric.TableWarning(Table, DecisionOptions)"/> warns about the probabilities.</summary>
    public static class Report
    {
        /// <summary>Writes the page into a file, which it replaces: whole, or not at all if that
        /// fails.</summary>
        /// <param name="path">The file, in a folder that is there.</param>
        /// <param name="metric">What decisions are judged by.</param>
        /// <param name="truth">Zeros and ones.</param>
        /// <param name="probabilities">Of the labels, of the same shape.</param>
        /// <param name="options">How to decide and to compare, without a cost of abstaining; null takes the
        /// defaults.</param>
        /// <param name="compared">The probabilities of a second system, B; by default there is none.</param>
        /// <param name="weights">Of the rows, finite and at least 0, not all 0; by default 1 each.</param>
        /// <param name="groups">One number per row, the same for rows that belong together; by default each row stands
        /// for itself.</param>
        /// <param name="title">The title of the page.</param>
        /// <param name="systems">What A and B are called.</param>
        /// <param name="labels">What the labels are called.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        public static void Write(string path, Metric metric, MaskTable truth, Table probabilities,
                                 DecisionOptions options = null, Table compared = default(Table), Values weights = default(Values),
                                 ReadOnlySpan<long> groups = default(ReadOnlySpan<long>), string title = null,
                                 IReadOnlyList<string> systems = null, IReadOnlyList<string> labels = null,
                                 CancellationToken cancellationToken = default(CancellationToken))
        {
            Files.Write(path, Page(metric, truth, probabilities, options, compared, weights, groups, title, systems,
                                   labels, cancellationToken));
        }

        /// <summary>The page as a text.</summary>
        /// <param name="metric">What decisions are judged by.</param>
        /// <param name="truth">Zeros and ones.</param>
        /// <param name="probabilities">Of the labels, of the same shape.</param>
        /// <param name="options">How to decide and to compare, without a cost of abstaining; null takes the
        /// defaults.</param>
        /// <param name="compared">The probabilities of a second system, B; by default there is none.</param>
        /// <param name="weights">Of the rows, finite and at least 0, not all 0; by default 1 each.</param>
        /// <param name="groups">One number per row, the same for rows that belong together; by default each row stands
        /// for itself.</param>
        /// <param name="title">The title of the page.</param>
        /// <param name="systems">What A and B are called.</param>
        /// <param name="labels">What the labels are called.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>HTML.</returns>
        public static string Page(Metric metric, MaskTable truth, Table probabilities, DecisionOptions options = null,
                                  Table compared = default(Table), Values weights = default(Values),
                                  ReadOnlySpan<long> groups = default(ReadOnlySpan<long>), string title = null,
                                  IReadOnlyList<string> systems = null, IReadOnlyList<string> labels = null,
                                  CancellationToken cancellationToken = default(CancellationToken))
        {
            return Made(false, metric, truth, probabilities, options, compared, weights, groups, title, systems, labels,
                        cancellationToken);
        }

        /// <summary>The numbers of the page.</summary>
        /// <param name="metric">What decisions are judged by.</param>
        /// <param name="truth">Zeros and ones.</param>
        /// <param name="probabilities">Of the labels, of the same shape.</param>
        /// <param name="options">How to decide and to compare, without a cost of abstaining; null takes the
        /// defaults.</param>
        /// <param name="compared">The probabilities of a second system, B; by default there is none.</param>
        /// <param name="weights">Of the rows, finite and at least 0, not all 0; by default 1 each.</param>
        /// <param name="groups">One number per row, the same for rows that belong together; by default each row stands
        /// for itself.</param>
        /// <param name="title">The title of the page.</param>
        /// <param name="systems">What A and B are called.</param>
        /// <param name="labels">What the labels are called.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>JSON.</returns>
        public static string Data(Metric metric, MaskTable truth, Table probabilities, DecisionOptions options = null,
                                  Table compared = default(Table), Values weights = default(Values),
                                  ReadOnlySpan<long> groups = default(ReadOnlySpan<long>), string title = null,
                                  IReadOnlyList<string> systems = null, IReadOnlyList<string> labels = null,
                                  CancellationToken cancellationToken = default(CancellationToken))
        {
            return Made(true, metric, truth, probabilities, options, compared, weights, groups, title, systems, labels,
                        cancellationToken);
        }

        private static string Made(bool data, Metric metric, MaskTable truth, Table probabilities, DecisionOptions options,
                                   Table compared, Values weights, ReadOnlySpan<long> groups, string title,
                                   IReadOnlyList<string> systems, IReadOnlyList<string> labels,
                                   CancellationToken cancellationToken)
        {
            if (metric == null) throw new ArgumentNullException(nameof(metric));
            if (systems != null && systems.Count != 2)
                throw new WaldArgumentException($"systems has {systems.Count} elements: must have 2");
            if (labels != null && labels.Count != truth.Columns)
                throw new WaldArgumentException(
                    $"labels has {labels.Count} elements: there are {truth.Columns} labels");
            var names = new List<string> { title ?? "" };
            names.AddRange(systems ?? new[] { "", "" });
            names.AddRange(labels ?? Enumerable.Repeat("", checked((int)truth.Columns)));
            var each = names.Select((name, i) => Text.Bytes(name, $"names[{i}]")).ToArray();
            return metric.ReportText(data, truth, probabilities, options, compared, weights, groups, each, cancellationToken);
        }
    }

    public sealed partial class Metric
    {
        // names: the title, the systems, the labels.
        internal unsafe string ReportText(bool data, MaskTable truth, Table probabilities, DecisionOptions options,
                                          Table compared, Values weights, ReadOnlySpan<long> groups, byte[][] names,
                                          CancellationToken cancellationToken)
        {
            truth.CheckShape("truth", "probabilities", probabilities.Rows, probabilities.Columns);
            var two = compared.Rows > 0;
            if (two) truth.CheckShape("truth", "compared", compared.Rows, compared.Columns);
            weights.CheckWeights(truth.Rows);
            var all = names.SelectMany(name => name).ToArray();
            var begins = new IntPtr[names.Length];
            fixed (byte* truthBytes = &truth.Bytes, bytes = &First.Of(all))
            fixed (bool* truthBools = &truth.Bools)
            fixed (double* ofA = &probabilities.Doubles, ofB = &compared.Doubles, doubles = &weights.Doubles)
            fixed (float* floatsOfA = &probabilities.Floats, floatsOfB = &compared.Floats, floats = &weights.Floats)
            fixed (long* together = &First.Of(groups)) // NULL if it is default
            fixed (IntPtr* texts = &First.Of(begins))
            using (var opened = DecisionOptions.Open(options, cancellationToken))
            using (var call = new Call(this))
            {
                var next = bytes;
                for (var i = 0; i < names.Length; next += names[i++].Length) begins[i] = (IntPtr)next;
                wald_array known = truth.View(truthBytes, truthBools), a = probabilities.View(ofA, floatsOfA),
                           b = two ? compared.View(ofB, floatsOfB) : default(wald_array),
                           weighted = weights.View(doubles, floats);
                var grouped = new wald_array(together, groups.Length);
                var input = new wald_report_input
                {
                    size = sizeof(wald_report_input), compared = two ? &b : null,
                    weights = weights.Given ? &weighted : null, groups = together == null ? null : &grouped,
                    names = (byte**)texts
                };
                Native.wald_report_create(call.Metric, (int)(options?.Kind ?? Kind.Independent), &known, &a, &input,
                                          opened, out var made);
                using (made)
                {
                    call.Complete();
                    Native.wald_text(made, data ? Native.WALD_REPORT_DATA : Native.WALD_REPORT_PAGE, 0, out var text);
                    return Text.Of(text);
                }
            }
        }
    }
}
