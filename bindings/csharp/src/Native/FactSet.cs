// Facts: read one by one, or all when an object is made.
using System;
using System.Collections.Generic;

namespace Wald
{
    internal unsafe delegate void NumberReader(int fact, double* value);

    internal unsafe delegate void NumbersReader(int fact, double* values, long capacity, long* needed);

    internal delegate void TextReader(int fact, out IntPtr text);

    internal static class Facts
    {
        // Where a fact is kept among those of its object.
        internal static int Place(int fact) => fact % Native.WALD_MOST_FACTS;

        internal static unsafe double Number(int fact, NumberReader read)
        {
            double value;
            read(fact, &value);
            return value;
        }

        internal static unsafe double[] Numbers(int fact, NumbersReader read)
        {
            long needed;
            read(fact, null, 0, &needed);
            var values = new double[needed];
            fixed (double* p = &First.Of(values)) read(fact, p, needed, &needed);
            return values;
        }

        // A fact of an object that a call has made and nobody keeps.
        internal static unsafe double Of(NativeHandle found, int fact) =>
            Number(fact, (which, value) => Native.wald_number(found, which, 0, value));

        // A list, or a fact of every item, of such an object.
        internal static unsafe double[] AllOf(NativeHandle found, int fact) =>
            Numbers(fact, (which, values, capacity, needed) =>
                Native.wald_numbers(found, which, 0, values, capacity, needed));

        // The names of that many things; none if no name was set.
        internal static IReadOnlyList<string> Names(long count, Func<long, string> name)
        {
            var names = new string[count];
            for (long i = 0; i < count; ++i) names[i] = name(i);
            return Array.AsReadOnly(Array.TrueForAll(names, one => one == "") ? new string[0] : names);
        }

        internal static string Text(int fact, TextReader read)
        {
            read(fact, out var text);
            return Wald.Text.Of(text);
        }
    }

    // Which facts an object has.
    internal sealed class FactSet
    {
        internal readonly int Count;
        internal readonly int[] Numbers, Lists, Texts;

        internal FactSet(int count, int[] numbers, int[] lists, int[] texts) =>
            (Count, Numbers, Lists, Texts) = (count, numbers, lists, texts);
    }

    // The facts of an object, read once.
    internal sealed class FactTable
    {
        private readonly double[] numbers;
        private readonly IReadOnlyList<double>[] lists;
        private readonly string[] texts;
        private readonly int[] given;

        internal FactTable(FactSet which, NumberReader number, NumbersReader list = null, TextReader text = null)
        {
            numbers = new double[which.Count];
            lists = new IReadOnlyList<double>[which.Count];
            texts = new string[which.Count];
            given = which.Numbers;
            foreach (var fact in which.Numbers) numbers[Facts.Place(fact)] = Facts.Number(fact, number);
            foreach (var fact in which.Lists) lists[Facts.Place(fact)] = Array.AsReadOnly(Facts.Numbers(fact, list));
            foreach (var fact in which.Texts) texts[Facts.Place(fact)] = Facts.Text(fact, text);
        }

        internal double Number(int fact) => numbers[Facts.Place(fact)];

        internal IReadOnlyList<double> Numbers(int fact) => lists[Facts.Place(fact)];

        internal string Text(int fact) => texts[Facts.Place(fact)];

        // A fact that a user names.
        internal double Asked(int fact)
        {
            if (Array.IndexOf(given, fact) < 0)
                throw new WaldArgumentException($"fact is {fact}: must be the number of a fact");
            return Number(fact);
        }
    }
}
