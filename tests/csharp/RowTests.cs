// What the package repeats of the library's rows is what the library says: options with their defaults and bounds,
// words, facts.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using System.Threading;
using Wald;

[Tests]
public static class RowTests
{
    private const BindingFlags Hidden = BindingFlags.NonPublic | BindingFlags.Public | BindingFlags.Static;

    private static readonly Dictionary<string, Type> families = new Dictionary<string, Type>
    {
        { "decisions", typeof(DecisionOptions) }, { "thresholds", typeof(ThresholdOptions) },
        { "cascades", typeof(CascadeOptions) }, { "learners", typeof(LearnerOptions) }, { "routes", typeof(RouteOptions) }
    };

    private static readonly Dictionary<string, Type> types = new Dictionary<string, Type>
    {
        { "number", typeof(double?) }, { "integer", typeof(long?) }, { "seed", typeof(ulong?) },
        { "switch", typeof(bool?) }, { "choice", typeof(string) }, { "text", typeof(string) },
        { "numbers", typeof(IReadOnlyList<double>) }, { "integers", typeof(IReadOnlyList<int>) },
        { "texts", typeof(IReadOnlyList<string>) }, { "metric", typeof(Metric) },
        { "progress", typeof(IProgress<double>) }
    };

    internal static string Pascal(string name) => string.Concat(
        name.Split('_', '-').Select(word => char.ToUpperInvariant(word[0]) + word.Substring(1)));

    private static bool IsEnumeration(PropertyInfo property) =>
        Nullable.GetUnderlyingType(property.PropertyType)?.IsEnum == true;

    // The options of a class as the library takes them, or what it refuses them with.
    private static void Open(Type type, object options)
    {
        try
        {
            var open = typeof(CommonOptions).GetMethod("Open", Hidden).MakeGenericMethod(type);
            ((IDisposable)open.Invoke(null, new[] { options, CancellationToken.None })).Dispose();
        }
        catch (TargetInvocationException exception)
        {
            throw exception.InnerException;
        }
    }

    private static void Set(Type type, OptionInfo row, object value)
    {
        var options = Activator.CreateInstance(type);
        type.GetProperty(Pascal(row.Name)).SetValue(options, value);
        Open(type, options);
    }

    public static void EveryOptionIsAProperty()
    {
        foreach (var family in families)
        {
            var rows = Library.Options(family.Key);
            var properties = family.Value.GetProperties(BindingFlags.Public | BindingFlags.Instance);
            Check.That(rows.Count > 7, family.Key);
            Check.Same(properties.Select(p => p.Name).Except(new[] { "CancellationToken", "Kind", "Exactly", "IsReadOnly" })
                                 .OrderBy(name => name, StringComparer.Ordinal),
                       rows.Select(row => Pascal(row.Name)).OrderBy(name => name, StringComparer.Ordinal).ToArray());
            foreach (var row in rows)
            {
                var property = family.Value.GetProperty(Pascal(row.Name));
                if (row.Type != "choice" || !IsEnumeration(property))
                    Check.Equal(property.PropertyType, types[row.Type]);
                else
                    Check.That(row.Choices.All(word => Enum.GetNames(Nullable.GetUnderlyingType(property.PropertyType))
                                                           .Contains(Pascal(word))), row.Name);
            }
        }
    }

    public static void NoOptionOfReadOnlyOptionsIsChanged()
    {
        foreach (var family in families.Values)
        {
            var options = Activator.CreateInstance(family);
            Check.That(ReferenceEquals(family.GetMethod("MakeReadOnly").Invoke(options, null), options), family.Name);
            var changed = 0;
            foreach (var property in family.GetProperties().Where(property => property.GetSetMethod() != null))
                try
                {
                    property.SetValue(options, property.GetValue(options));
                    throw new CheckFailed(property.Name + " can be set");
                }
                catch (TargetInvocationException exception)
                {
                    Check.That(exception.InnerException is InvalidOperationException, property.Name);
                    ++changed;
                }
            Check.That(changed > 7, family.Name);
        }
    }

    // ---- Documentation ---------------------------------------------------------------------------------------------

    private static string Summary(Type type, string property)
    {
        var file = Path.ChangeExtension(typeof(Metric).Assembly.Location, ".xml");
        var found = Regex.Match(File.ReadAllText(file),
                                $"<member name=\"P:Wald\\.{type.Name}\\.{property}\">(.*?)</member>",
                                RegexOptions.Singleline);
        Check.That(found.Success, $"{type.Name}.{property} is not documented");
        var text = Regex.Replace(found.Groups[1].Value, "<see cref=\"\\w:[\\w.]*?(\\w+)\"\\s*/>", "$1");
        return Regex.Replace(Regex.Replace(text, "<.*?>", ""), "\\s+", " ").Replace("&lt;", "<").Replace("&gt;", ">");
    }

    // As the library spells a number: 100000 and 1e8.
    private static string Spelt(double x)
    {
        var plain = x.ToString("0.##################", CultureInfo.InvariantCulture);
        var power = x.ToString("0.################e+00", CultureInfo.InvariantCulture);
        return power.Length >= plain.Length || Math.Abs(x) >= 1e-4 && Math.Abs(x) < 1e7
                   ? plain
                   : Regex.Replace(power, "e\\+?(-?)0*", "e$1");
    }

    private static string Bounds(OptionInfo row)
    {
        if (!new[] { "number", "integer", "numbers", "integers" }.Contains(row.Type)) return "";
        var each = row.Type.EndsWith("s") ? "each " : "";
        var hasLow = !double.IsInfinity(row.Low);
        // Limits that are there for the machine are not told.
        var hasHigh = row.High < (row.Type.StartsWith("integer") ? int.MaxValue : 1e100);
        string text;
        if (hasLow && hasHigh)
            text = $"{each}in {(row.OpenLow ? "(" : "[")}{Spelt(row.Low)}, " +
                   $"{Spelt(row.High)}{(row.OpenHigh ? ")" : "]")}.";
        else if (hasLow)
            text = each + (row.OpenHigh && !hasHigh ? "finite and " : "") +
                   (row.OpenLow ? "above " : "at least ") + Spelt(row.Low) + ".";
        else if (hasHigh)
            text = each + (row.OpenHigh ? "below " : "at most ") + Spelt(row.High) + ".";
        else
            text = row.OpenHigh ? each + "finite." : "";
        return text == "" ? "" : char.ToUpperInvariant(text[0]) + text.Substring(1);
    }

    // a, b and c
    private static string Listed(string[] words, string last) =>
        words.Length < 2 ? string.Concat(words)
                         : string.Join(", ", words.Take(words.Length - 1)) + $" {last} " + words.Last();

    // The calls or learners that read an option, and what must be set with it; "" if all calls of the family read it.
    private static string ReadBy(OptionInfo row)
    {
        var with = row.Concerns.Any(row.Calls.Contains) ? new string[0] : row.Concerns.ToArray();
        if (row.Calls.Count == 0) return with.Length > 0 ? $"Read by {Listed(with, "and")}." : "";
        return $"Read by {Listed(row.Calls.ToArray(), "and")}{(with.Length > 0 ? ", with " : "")}{Listed(with, "or")}.";
    }

    public static void DocumentationSaysDefaultsAndBounds()
    {
        var restricted = 0;
        foreach (var family in families)
            foreach (var row in Library.Options(family.Key))
            {
                var property = family.Value.GetProperty(Pascal(row.Name));
                var text = Summary(property.DeclaringType, property.Name);
                Check.That(text.Contains(Bounds(row)), $"{row.Name} lies in \"{Bounds(row)}\": {text}");
                var initial = IsEnumeration(property) ? Pascal(row.Initial)
                              : row.Type == "switch" ? (row.Initial == "1" || row.Initial == "on" ? "true" : "false")
                                                     : row.Initial;
                if (initial != "")
                    Check.That(text.Contains($" Default {initial}."), $"{row.Name} is {initial} by default: {text}");
                else if (row.Type != "progress")
                    Check.That(text.Contains("Not set by default.") || text.Contains("Not set: "),
                               $"{row.Name} is not set by default: {text}");
                foreach (var word in row.Choices.Where(word => !IsEnumeration(property)))
                    Check.That(text.Contains(word), $"{row.Name} may be {word}: {text}");
                var readBy = ReadBy(row);
                Check.That(text.Contains(readBy), $"{row.Name}: \"{readBy}\": {text}");
                Check.That(readBy != "" || !text.Contains("Read by"), $"{row.Name} is read by all calls: {text}");
                restricted += readBy != "" ? 1 : 0;
            }
        Check.That(restricted > 90, restricted.ToString());
    }

    // ---- What is accepted ------------------------------------------------------------------------------------------

    private static object Of(Type type, double value)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        return type == typeof(IReadOnlyList<double>) ? new[] { value }
               : type == typeof(IReadOnlyList<int>) ? (object)new[] { (int)value }
                                                    : Convert.ChangeType(value, type);
    }

    public static void DefaultsAreAccepted()
    {
        foreach (var family in families)
            foreach (var row in Library.Options(family.Key).Where(row => row.Initial != ""))
            {
                var type = family.Value.GetProperty(Pascal(row.Name)).PropertyType;
                var plain = Nullable.GetUnderlyingType(type) ?? type;
                Set(family.Value, row,
                    plain.IsEnum ? Enum.Parse(plain, Pascal(row.Initial))
                    : plain == typeof(bool) ? row.Initial == "1" || row.Initial == "on"
                                            : Convert.ChangeType(row.Initial, plain, CultureInfo.InvariantCulture));
            }
    }

    public static void BoundsHold()
    {
        var tried = 0;
        foreach (var family in families)
            foreach (var row in Library.Options(family.Key).Where(row => Bounds(row) != ""))
            {
                var type = family.Value.GetProperty(Pascal(row.Name)).PropertyType;
                var whole = row.Type.StartsWith("integer");
                foreach (var end in new[] { (At: row.Low, Open: row.OpenLow, Out: -1), (row.High, row.OpenHigh, 1) })
                {
                    if (double.IsInfinity(end.At) || end.At > int.MaxValue) continue;
                    var outside = end.Open ? end.At : end.At + end.Out * (whole ? 1 : Math.Max(1, Math.Abs(end.At)));
                    if (row.Type == "integers" && outside != (int)outside) continue;
                    var error = Check.Throws<WaldArgumentException>(
                        () => Set(family.Value, row, Of(type, outside)));
                    Check.That(error.Message.StartsWith(row.Name) && error.Message.Contains(": must "), error.Message);
                    if (!end.Open) Set(family.Value, row, Of(type, end.At));
                    ++tried;
                }
            }
        Check.That(tried > 60, tried.ToString());
    }

    public static void WordsOfChoices()
    {
        foreach (var family in families)
            foreach (var row in Library.Options(family.Key).Where(row => row.Type == "choice"))
            {
                var type = family.Value.GetProperty(Pascal(row.Name)).PropertyType;
                var plain = Nullable.GetUnderlyingType(type) ?? type;
                foreach (var word in row.Choices)
                    Set(family.Value, row, plain.IsEnum ? Enum.Parse(plain, Pascal(word)) : word);
                var error = Check.Throws<WaldArgumentException>(
                    () => Set(family.Value, row, plain.IsEnum ? Enum.ToObject(plain, 77) : "77"));
                Check.That(error.Message.StartsWith(row.Name + " is \"77\""), error.Message);
            }
    }

    // ---- Words and facts -------------------------------------------------------------------------------------------

    public static void EnumerationsAreTheLibrarys()
    {
        foreach (var pair in new Dictionary<string, Type>
                 {
                     { "status", typeof(Status) }, { "kind", typeof(Kind) }, { "average", typeof(Average) },
                     { "property", typeof(MetricProperties) }, { "rule", typeof(Rule) }, { "goal", typeof(Goal) },
                     { "smoothing", typeof(Smoothing) }, { "threshold_flag", typeof(ThresholdFlags) },
                     { "split", typeof(Split) }, { "missing", typeof(Wald.Missing) }, { "task", typeof(LearningTask) },
                     { "type", typeof(Metric).Assembly.GetType("Wald.ElementType") }
                 })
        {
            var words = Library.Names(pair.Key);
            foreach (var word in words)
            {
                var name = Pascal(word.Name);
                if (pair.Key == "status" && name.StartsWith("Error")) name = name.Substring("Error".Length);
                Check.Equal(Convert.ToInt32(Enum.Parse(pair.Value, name)), word.Value);
                Check.That(word.Sentence.Length > 0, word.ToString());
            }
            var none = pair.Value.IsDefined(typeof(FlagsAttribute), false) ? 1 : 0; // which the library has no word for
            Check.Equal(Enum.GetNames(pair.Value).Length, words.Count + none);
        }
        Check.That(Library.Names("algorithm").Count > 10 && Library.Names("learner").Any(x => x.Name == "cardinality"));
        Check.Throws<WaldArgumentException>(() => Library.Names("nothing"));
        Check.Throws<WaldArgumentException>(() => Library.Options("nothing"));
        Check.Throws<WaldArgumentException>(() => Library.Facts("nothing"));
        Check.Throws<ArgumentNullException>(() => Library.Options(null));
    }

    public static void FactsAreTheLibrarys()
    {
        var native = typeof(Metric).Assembly.GetType("Wald.Native");
        foreach (var obj in new[]
                 {
                     "estimator", "decision", "distribution", "sample", "thresholds", "frontier", "zone", "multipliers",
                     "labels", "segments", "cascade_scores",
                     "cascade", "trees", "dataset", "learner"
                 })
        {
            var facts = Library.Facts(obj);
            Check.That(facts.Count > 2, obj);
            foreach (var fact in facts)
            {
                var constant = $"WALD_{obj}_{fact.Name}".ToUpperInvariant();
                Check.Equal((int)native.GetField(constant, Hidden).GetRawConstantValue(), fact.Value);
            }
            var indexed = obj == "thresholds" ? typeof(ThresholdFact) : obj == "cascade" ? typeof(CascadeFact) : null;
            if (indexed == null) continue;
            Check.Same(Enum.GetNames(indexed), facts.Where(fact => fact.Type == "number").OrderBy(fact => fact.Value)
                                                    .Select(fact => Pascal(fact.Name)).ToArray());
            foreach (var fact in facts.Where(fact => fact.Type == "number"))
                Check.Equal((int)Enum.Parse(indexed, Pascal(fact.Name)), fact.Value);
        }
        Check.Equal(Thresholds.NameOf(ThresholdFact.NextMarginalPrecision), "next_marginal_precision");
        Check.Equal(Cascade.NameOf(CascadeFact.MeanModels), "mean_models");
    }
}
