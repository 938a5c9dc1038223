// Reports: that everything said reaches the page, and what is refused. The numbers are held by the tests of the command.
using System;
using System.IO;
using Wald;

[Tests]
public static class ReportTests
{
    private static readonly byte[,] Truth = { { 1, 1 }, { 1, 0 }, { 0, 1 }, { 1, 0 } };
    private static readonly double[,] P = { { 0.9, 0.4 }, { 0.6, 0.45 }, { 0.2, 0.7 }, { 0.45, 0.1 } };

    public static void Writes()
    {
        var file = Path.Combine(Path.GetTempPath(), Guid.NewGuid() + ".html");
        using (var f1 = new Metric("f1"))
        {
            Report.Write(file, f1, Truth, P);
            var page = File.ReadAllText(file);
            File.Delete(file);
            Check.That(page.StartsWith("<!doctype html>", StringComparison.Ordinal));
            Check.That(page.EndsWith("</html>\n", StringComparison.Ordinal));
            Check.Equal(Report.Page(f1, Truth, P), page);
            Check.That(page.Contains(">" + Report.Data(f1, Truth, P) + "<"));
        }
    }

    public static void Says()
    {
        using (var jaccard = new Metric("jaccard"))
        {
            var page = Report.Page(jaccard, Truth, P, new DecisionOptions { Average = Average.Micro, Level = 0.8 },
                                   new double[4, 2], new[] { 1.0, 2, 0, 1 }, new long[] { 1, 1, 2, 3 },
                                   "größe </script>", new[] { "old", "new" }, new[] { "x", "y\"" });
            foreach (var part in new[]
            {
                "\"title\":\"größe \\u003c/script\\u003e\"", "\"metric\":\"jaccard\"", "\"average\":\"micro\"",
                "\"name\":\"old\"", "\"name\":\"new\"", "\"names\":[\"x\",\"y\\u0022\"]", "\"weighted\":true",
                "\"grouped\":true", "\"level\":0.8", "\"decided_b_over_a\"", "\"n_rows\":3"
            })
                Check.That(page.Contains(part));
        }
    }

    public static void Refuses()
    {
        var wrong = (double[,])P.Clone();
        wrong[2, 1] = 1.5;
        using (var f1 = new Metric("f1"))
        {
            Check.Throws<WaldArgumentException>(() => Report.Page(f1, Truth, wrong),
                                                "probabilities[2][1] is 1.5: must lie in [0, 1]");
            Check.Throws<WaldArgumentException>(() => Report.Page(f1, Truth, P, labels: new[] { "x" }),
                                                "labels has 1 elements: there are 2 labels");
            Check.Throws<WaldArgumentException>(() => Report.Page(f1, Truth, P, systems: new[] { "x" }),
                                                "systems has 1 elements: must have 2");
            var abstaining = new DecisionOptions { Abstain = 0.2 };
            Check.That(Check.Throws<WaldArgumentException>(() => Report.Page(f1, Truth, P, abstaining))
                            .Message.StartsWith("abstain is 0.2: a report does not read it (decide does); it reads "));
            Check.Throws<ArgumentNullException>(() => Report.Page(null, Truth, P), null);
        }
    }
}
