// Written by bindings/generate from the rows of the core: do not edit.
// What there is in the library, row by row, as every language lists it.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Wald
{
    [StructLayout(LayoutKind.Sequential)]
    internal struct wald_name_row
    {
        internal long size;
        internal IntPtr name;
        internal IntPtr alias;
        internal IntPtr sentence;
        internal int value;
    }

    /// <summary>A word.</summary>
    public sealed class NameInfo
    {
        internal NameInfo(in wald_name_row row)
        {
            Name = Text.Static(row.name);
            Alias = Text.Static(row.alias);
            Sentence = Text.Static(row.sentence);
            Value = row.value;
        }

        /// <summary>Such as "separable".</summary>
        public string Name { get; }

        /// <summary>Also accepted; or empty.</summary>
        public string Alias { get; }

        /// <summary>What it means.</summary>
        public string Sentence { get; }

        /// <summary>Its number in the C interface.</summary>
        public int Value { get; }

        /// <summary>Name and sentence.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() => $"{Name}: {Sentence}";
    }

    internal static partial class Lists
    {
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
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct wald_option_row
    {
        internal long size;
        internal IntPtr name;
        internal IntPtr type;
        internal IntPtr initial;
        internal IntPtr choices;
        internal IntPtr calls;
        internal IntPtr concerns;
        internal IntPtr sentence;
        internal double low;
        internal double high;
        internal int open_low;
        internal int open_high;
    }

    /// <summary>An option.</summary>
    public sealed class OptionInfo
    {
        internal OptionInfo(in wald_option_row row)
        {
            Name = Text.Static(row.name);
            Type = Text.Static(row.type);
            Initial = Text.Static(row.initial);
            Choices = Lists.Words(row.choices);
            Calls = Lists.Words(row.calls);
            Concerns = Lists.Words(row.concerns);
            Sentence = Text.Static(row.sentence);
            Low = row.low;
            High = row.high;
            OpenLow = row.open_low != 0;
            OpenHigh = row.open_high != 0;
        }

        /// <summary>Such as "min_precision".</summary>
        public string Name { get; }

        /// <summary>number, integer, seed, switch, choice, text, numbers, integers, texts, metric, progress</summary>
        public string Type { get; }

        /// <summary>The default; empty if none.</summary>
        public string Initial { get; }

        /// <summary>Words of a choice.</summary>
        public IReadOnlyList<string> Choices { get; }

        /// <summary>Calls that read it; empty: all.</summary>
        public IReadOnlyList<string> Calls { get; }

        /// <summary>Read only with one of these; empty: always.</summary>
        public IReadOnlyList<string> Concerns { get; }

        /// <summary>What it means.</summary>
        public string Sentence { get; }

        /// <summary>Bounds; -inf, inf: none.</summary>
        public double Low { get; }

        /// <summary>Bounds; -inf, inf: none.</summary>
        public double High { get; }

        /// <summary>1: the bound is excluded.</summary>
        public bool OpenLow { get; }

        /// <summary>1: the bound is excluded.</summary>
        public bool OpenHigh { get; }

        /// <summary>Name and sentence.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() => $"{Name}: {Sentence}";
    }

    internal static partial class Lists
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
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct wald_fact_row
    {
        internal long size;
        internal IntPtr name;
        internal IntPtr type;
        internal IntPtr per;
        internal IntPtr sentence;
        internal int value;
        internal IntPtr kind;
    }

    /// <summary>A fact.</summary>
    public sealed class FactInfo
    {
        internal FactInfo(in wald_fact_row row)
        {
            Name = Text.Static(row.name);
            Type = Text.Static(row.type);
            Per = Text.Static(row.per);
            Sentence = Text.Static(row.sentence);
            Value = row.value;
            Kind = Text.Static(row.kind);
        }

        /// <summary>Such as "precision".</summary>
        public string Name { get; }

        /// <summary>Its getter: "number", "numbers", "text".</summary>
        public string Type { get; }

        /// <summary>One per "whole", "answer", "label", ....</summary>
        public string Per { get; }

        /// <summary>What it means.</summary>
        public string Sentence { get; }

        /// <summary>Its number.</summary>
        public int Value { get; }

        /// <summary>"number", "integer", "switch", "text", or a list of words.</summary>
        public string Kind { get; }

        /// <summary>Name and sentence.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() => $"{Name}: {Sentence}";
    }

    internal static partial class Lists
    {
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
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct wald_metric_row
    {
        internal long size;
        internal IntPtr name;
        internal IntPtr aliases;
        internal IntPtr formula;
        internal IntPtr sentence;
        internal int properties;
    }

    /// <summary>A metric.</summary>
    public sealed class MetricInfo
    {
        internal MetricInfo(in wald_metric_row row)
        {
            Name = Text.Static(row.name);
            Aliases = Lists.Words(row.aliases);
            Formula = Text.Static(row.formula);
            Sentence = Text.Static(row.sentence);
            Properties = (MetricProperties)row.properties;
        }

        /// <summary>Pattern: "fbeta:B".</summary>
        public string Name { get; }

        /// <summary>Space-separated.</summary>
        public IReadOnlyList<string> Aliases { get; }

        /// <summary>Formula.</summary>
        public string Formula { get; }

        /// <summary>Sentence.</summary>
        public string Sentence { get; }

        /// <summary>Properties.</summary>
        public MetricProperties Properties { get; }

        /// <summary>Name and formula.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() => $"{Name}: {Formula}";
    }

    internal static partial class Lists
    {
        internal static unsafe IReadOnlyList<MetricInfo> Metrics()
        {
            return All(index =>
            {
                var row = new wald_metric_row { size = sizeof(wald_metric_row) };
                Native.wald_metric_list(index, &row);
                return new MetricInfo(row);
            });
        }
    }
}
