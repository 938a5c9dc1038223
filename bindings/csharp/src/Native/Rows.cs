// What there is in the library, row by row: options, facts, words, as every language lists them.
using System;
using System.Collections.Generic;

namespace Wald
{
    /// <summary>An option: what <see cref="Options"/> and its like have a property for.</summary>
    public sealed class OptionInfo
    {
        internal OptionInfo(in wald_option_row row)
        {
            Name = Text.Static(row.name);
            Type = Text.Static(row.type);
            Initial = Text.Static(row.initial);
            Choices = Lists.Words(row.choices);
            Concerns = Lists.Words(row.concerns);
            Sentence = Text.Static(row.sentence);
            Low = row.low;
            High = row.high;
            OpenLow = row.open_low != 0;
            OpenHigh = row.open_high != 0;
        }

        /// <summary>The name in every language, such as <c>min_precision</c>.</summary>
        public string Name { get; }

        /// <summary><c>number</c>, <c>integer</c>, <c>seed</c>, <c>switch</c>, <c>choice</c>, <c>text</c>,
        /// <c>numbers</c>, <c>integers</c>, <c>texts</c>, <c>metric</c> or <c>progress</c>.</summary>
        public string Type { get; }

        /// <summary>The default; empty where nothing is set.</summary>
        public string Initial { get; }

        /// <summary>The words of a choice.</summary>
        public IReadOnlyList<string> Choices { get; }

        /// <summary>The methods or learners that it concerns; empty: all.</summary>
        public IReadOnlyList<string> Concerns { get; }

        /// <summary>What it means.</summary>
        public string Sentence { get; }

        /// <summary>The lower bound; negative infinity where there is none.</summary>
        public double Low { get; }

        /// <summary>The upper bound; infinity where there is none.</summary>
        public double High { get; }

        /// <summary>Whether the lower bound itself is outside.</summary>
        public bool OpenLow { get; }

        /// <summary>Whether the upper bound itself is outside.</summary>
        public bool OpenHigh { get; }

        /// <summary>Name and meaning.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() => $"{Name}: {Sentence}";
    }

    /// <summary>A fact: what can be read of an object of the library.</summary>
    public sealed class FactInfo
    {
        internal FactInfo(in wald_fact_row row)
        {
            Name = Text.Static(row.name);
            Type = Text.Static(row.type);
            Per = Text.Static(row.per);
            Sentence = Text.Static(row.sentence);
            Value = row.value;
        }

        /// <summary>The name in every language, such as <c>precision</c>.</summary>
        public string Name { get; }

        /// <summary><c>number</c>, <c>numbers</c> or <c>text</c>.</summary>
        public string Type { get; }

        /// <summary>What there is one of it for: <c>whole</c>, <c>answer</c>, <c>label</c>, ...</summary>
        public string Per { get; }

        /// <summary>What it means.</summary>
        public string Sentence { get; }

        /// <summary>Its number in the C interface.</summary>
        public int Value { get; }

        /// <summary>Name and meaning.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() => $"{Name}: {Sentence}";
    }

    /// <summary>A word of a vocabulary: an algorithm, a learner, a status.</summary>
    public sealed class NameInfo
    {
        internal NameInfo(in wald_name_row row)
        {
            Name = Text.Static(row.name);
            Alias = Text.Static(row.alias);
            Sentence = Text.Static(row.sentence);
            Value = row.value;
        }

        /// <summary>The word, such as <c>separable</c>.</summary>
        public string Name { get; }

        /// <summary>Accepted beside the name; empty where there is none.</summary>
        public string Alias { get; }

        /// <summary>What it means.</summary>
        public string Sentence { get; }

        /// <summary>Its number in the C interface.</summary>
        public int Value { get; }

        /// <summary>Name and meaning.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() => $"{Name}: {Sentence}";
    }

    internal static class Lists
    {
        internal static unsafe IReadOnlyList<OptionInfo> Options(string family)
        {
            var name = Text.Bytes(family, nameof(family));
            return All(index =>
            {
                var row = new wald_option_row { size = sizeof(wald_option_row) };
                Native.wald_option_list(name, index, &row);
                return new OptionInfo(row);
            });
        }

        internal static unsafe IReadOnlyList<FactInfo> Facts(string obj)
        {
            var name = Text.Bytes(obj, nameof(obj));
            return All(index =>
            {
                var row = new wald_fact_row { size = sizeof(wald_fact_row) };
                Native.wald_fact_list(name, index, &row);
                return new FactInfo(row);
            });
        }

        internal static unsafe IReadOnlyList<NameInfo> Names(string list)
        {
            var name = Text.Bytes(list, nameof(list));
            return All(index =>
            {
                var row = new wald_name_row { size = sizeof(wald_name_row) };
                Native.wald_name_list(name, index, &row);
                return new NameInfo(row);
            });
        }

        internal static unsafe IReadOnlyList<MetricInfo> Metrics() => All(index =>
        {
            var row = new wald_metric_row { size = sizeof(wald_metric_row) };
            Native.wald_metric_list(index, &row);
            return new MetricInfo(row);
        });

        // Row after row, to the end, where the library refuses the index. A list that does not exist has no first row.
        private static IReadOnlyList<T> All<T>(Func<int, T> read)
        {
            Library.Load();
            var found = new List<T>();
            for (;;)
                try
                {
                    found.Add(read(found.Count));
                }
                catch (WaldArgumentException) when (found.Count > 0)
                {
                    return found.AsReadOnly();
                }
        }

        internal static IReadOnlyList<string> Words(IntPtr text) =>
            Array.AsReadOnly(Text.Static(text).Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries));
    }
}
