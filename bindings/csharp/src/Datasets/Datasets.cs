// Tables for examples: resources of the assembly, as docs/examples has them.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;

namespace Wald
{
    /// <summary>Tables for examples, which are part of the assembly: what trained models predicted for real test
    /// sets.</summary>
    public static class Datasets
    {
        /// <summary>The names that <see cref="Load"/> takes.</summary>
        public static IReadOnlyList<string> Names => Rows().Select(row => row[0]).ToList().AsReadOnly();

        /// <summary>Reads a table.</summary>
        /// <param name="name">One of <see cref="Names"/>: <c>digits</c>, <c>digit_labels</c>, <c>digits_trees</c>,
        /// <c>breast_cancer</c>, <c>yeast</c>, <c>yeast_joint</c>.</param>
        /// <returns>The table, and the truth of its rows.</returns>
        public static Example Load(string name)
        {
            if (name == null) throw new ArgumentNullException(nameof(name));
            var row = Rows().FirstOrDefault(each => each[0] == name) ?? throw Unknown(name);
            var table = Lines(row[1]);
            var kind = Enum.TryParse<Kind>(row[3], true, out var found) ? found : (Kind?)null;
            var truth = row[2] == "-" ? null : Cells(Lines(row[2]), cell => cell == "1" ? (byte)1 : (byte)0);
            return new Example(name, Cells(table, cell => double.Parse(cell, CultureInfo.InvariantCulture)), truth,
                               Array.AsReadOnly(table[0].Split(',')), kind, row[6], row[7], row[8]);
        }

        private static IEnumerable<string[]> Rows() => Lines("datasets.tsv").Skip(1).Select(line => line.Split('\t'));

        private static Exception Unknown(string name)
        {
            var known = Names;
            var nearest = Nearest.Of(name, known);
            var meant = nearest == null ? "must" : $"did you mean \"{nearest}\"? It must";
            return new WaldArgumentException($"name is \"{name}\": {meant} be one of {string.Join(", ", known)}");
        }

        private static List<string> Lines(string file)
        {
            var lines = new List<string>();
            using (var reader = new StreamReader(typeof(Datasets).Assembly.GetManifestResourceStream("Wald.data." + file)))
                for (string line; (line = reader.ReadLine()) != null;) lines.Add(line);
            return lines;
        }

        // The lines below the first.
        private static T[,] Cells<T>(List<string> lines, Func<string, T> parse)
        {
            var cells = new T[lines.Count - 1, lines[0].Split(',').Length];
            for (var i = 0; i < cells.GetLength(0); ++i)
            {
                var line = lines[i + 1].Split(',');
                for (var j = 0; j < line.Length; ++j) cells[i, j] = parse(line[j]);
            }
            return cells;
        }
    }
}
