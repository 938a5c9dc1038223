// What compilers with nullable reference types read of an assembly: what may be null is options, arguments that may be
// left out, and what is listed here; all else is not null.
//
//     Nullability.exe Wald.dll ...
using System;
using System.Collections.Generic;
using System.Linq;
using Mono.Cecil;
using Mono.Collections.Generic;

internal static class Nullability
{
    // Beside options and arguments with the default null: what it is, and the flags of its type.
    private static readonly string[] others = {
        "Cascade.CrossFit 2", "Cascade.HeldOut 2", "Columns.Add(values) 1,2", "Example.Truth 2",
        "KRange.Equals(other) 2", "ImageMasks.Equals(other) 2",
        "Decision.Equals(other) 2", "Decision.op_Equality(left) 2", "Decision.op_Equality(right) 2",
        "Decision.op_Inequality(left) 2", "Decision.op_Inequality(right) 2",
    };

    // Of some, in full: how many flags there are depends on the type.
    private static readonly string[] some = {
        "Metric.Decide(options) 2", "Cascade.Fit(calibration) 2", "Sample..ctor(ratedFrom) 2", "Trees..ctor(baseScores) 2",
        "ThresholdOptions.Metric 2", "CascadeOptions.Names 2,1", "CascadeOptions.Costs 2", "CommonOptions.Progress 2",
    };

    private static int faults;

    private static void Check(bool holds, string what)
    {
        if (holds) return;
        ++faults;
        Console.WriteLine("error: " + what);
    }

    private static int Main(string[] files)
    {
        foreach (var file in files) Check(ModuleDefinition.ReadModule(file));
        return faults == 0 && files.Length > 0 ? 0 : 1;
    }

    private static void Check(ModuleDefinition module)
    {
        var expected = new HashSet<string>(others);
        var found = new HashSet<string>();
        int options = 0, arguments = 0;
        foreach (var type in module.Types.Where(type => type.IsPublic))
        {
            var context = Values(type.CustomAttributes, "NullableContextAttribute");
            Check(context == "1", $"{type.Name}: the context is \"{context}\"");
            foreach (var property in type.Properties)
            {
                var flags = Values(property.CustomAttributes, "NullableAttribute");
                var accessors = new[] { property.GetMethod?.MethodReturnType.CustomAttributes,
                                        property.SetMethod?.Parameters.Last().CustomAttributes };
                foreach (var accessor in accessors.Where(accessor => accessor != null))
                    Check(Values(accessor, "NullableAttribute") == flags, $"the accessors of {property.FullName}");
                if (flags != "") found.Add($"{type.Name}.{property.Name} {flags}");
                if (property.SetMethod?.IsPublic != true || property.PropertyType.IsValueType) continue;
                Check(flags.StartsWith("2"), $"{property.FullName} is an option, and says \"{flags}\"");
                expected.Add($"{type.Name}.{property.Name} {flags}");
                ++options;
            }
            foreach (var method in type.Methods.Where(method => method.IsPublic && !method.IsSetter))
                foreach (var parameter in method.Parameters)
                {
                    var flags = Values(parameter.CustomAttributes, "NullableAttribute");
                    var said = $"{type.Name}.{method.Name}({parameter.Name}) {flags}";
                    if (flags != "") found.Add(said);
                    if (!parameter.HasConstant || parameter.Constant != null || parameter.ParameterType.IsValueType)
                    {
                        Check(!parameter.ParameterType.Name.EndsWith("Options"), said + " must be given");
                        continue;
                    }
                    // Of a list the first number is its own, the second its elements'.
                    Check(flags == "2" || flags == "2,1", said + " may be left out");
                    expected.Add(said);
                    ++arguments;
                }
        }
        Check(found.SetEquals(expected), "differs: " + string.Join("; ", found.Except(expected).Concat(expected.Except(found))));
        Check(some.All(found.Contains), "is missing: " + string.Join("; ", some.Except(found)));
        Check(options > 20 && arguments > 40, $"{options} options, {arguments} arguments");
        Check(module.Types.All(type => type.Name != "MayBeNullAttribute" && type.Name != "HoldsNullAttribute"),
              "the marks of the sources are left");
    }

    // The numbers of an attribute, or nothing.
    private static string Values(Collection<CustomAttribute> attributes, string name)
    {
        var found = attributes.SingleOrDefault(one => one.AttributeType.FullName ==
                                                      "System.Runtime.CompilerServices." + name);
        var value = found?.ConstructorArguments[0].Value;
        return value is CustomAttributeArgument[] flags ? string.Join(",", flags.Select(flag => flag.Value))
                                                        : value?.ToString() ?? "";
    }
}
