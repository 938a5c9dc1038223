// Datasets: every value is that of docs/examples, whose files the program holds; an unknown name is refused.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using Wald;

[Tests]
public static class DatasetsTests
{
    private static List<string> Lines(string file)
    {
        using (var reader = new StreamReader(typeof(DatasetsTests).Assembly.GetManifestResourceStream(file)))
            return reader.ReadToEnd().Split(new[] { '\n' }, StringSplitOptions.RemoveEmptyEntries).ToList();
    }

    private static IEnumerable<double> Values(string file) =>
        Lines(file).Skip(1).SelectMany(line => line.Split(',')).Select(cell => double.Parse(cell, CultureInfo.InvariantCulture));

    public static void EveryTable()
    {
        var rows = Lines("datasets.tsv").Skip(1).Select(line => line.Split('\t')).ToList();
        Check.Same(Datasets.Names, rows.Select(row => row[0]).ToArray());
        foreach (var row in rows)
        {
            var example = Datasets.Load(row[0]);
            Check.Bits(example.Table.Cast<double>(), Values(row[1]));
            Check.Same(example.Columns, Lines(row[1])[0].Split(','));
            Check.Same(new[] { example.Name, $"{example.Table.GetLength(0)}", $"{example.Table.GetLength(1)}",
                               example.Description, example.Source, example.Licence },
                       row[0], row[4], row[5], row[6], row[7], row[8]);
            Check.Equal(example.Kind?.ToString().ToLowerInvariant() ?? "scores", row[3]);
            Check.Equal(example.Truth == null, row[2] == "-");
            if (example.Truth == null) continue;
            Check.Equal(example.Truth.GetLength(0), example.Table.GetLength(0));
            Check.Same(example.Truth.Cast<byte>().Select(cell => (double)cell), Values(row[2]).ToArray());
        }
        Check.Equal(Datasets.Load("yeast").ToString(), "Example(yeast: 917 x 14, without truth. Probabilities of 14 labels: " +
                                                       "functions of genes, whose true labels are not published)");
    }

    public static void DigitsGainByDeciding()
    {
        var digits = Datasets.Load("digits");
        var options = new DecisionOptions { Kind = digits.Kind.Value };
        using (var f1 = new Metric("f1"))
        using (var accuracy = new Metric("hamming"))
        using (var decided = f1.Decide(digits.Table, options))
        using (var cut = accuracy.Decide(digits.Table, options))
            Check.That(f1.Evaluate(digits.Truth, decided.ToMask()) > f1.Evaluate(digits.Truth, cut.ToMask()));
    }

    public static void AnUnknownName()
    {
        const string known = "must be one of digits, digit_labels, digits_trees, breast_cancer, yeast, yeast_joint";
        foreach (var each in new[] { "yeasts yeast", "YEAST yeast", "digti_labels digit_labels", "scene ", " " })
        {
            var words = each.Split(' ');
            var meant = words[1] == "" ? "" : $"did you mean \"{words[1]}\"? It ";
            Check.Throws<WaldArgumentException>(() => Datasets.Load(words[0]), $"name is \"{words[0]}\": {meant}{known}");
        }
        Check.Throws<ArgumentNullException>(() => Datasets.Load(null));
    }
}
