// What the assembly shows to its users.
using System;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Wald;

[Tests]
public static class ApiTests
{
    private const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance |
                                          BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static readonly Assembly assembly = typeof(Metric).Assembly;

    private static bool IsBare(Type type) =>
        type == typeof(IntPtr) || type == typeof(UIntPtr) || type.IsPointer ||
        type.HasElementType && IsBare(type.GetElementType());

    public static void NoPointersInPublic()
    {
        var seen = 0;
        foreach (var type in assembly.GetExportedTypes())
            foreach (var member in type.GetMembers(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static |
                                                   BindingFlags.DeclaredOnly))
            {
                ++seen;
                var types = member is MethodBase method ? method.GetParameters().Select(p => p.ParameterType).ToList()
                            : member is PropertyInfo property ? new[] { property.PropertyType }.ToList()
                            : member is FieldInfo field ? new[] { field.FieldType }.ToList()
                            : new Type[0].ToList();
                if (member is MethodInfo function) types.Add(function.ReturnType);
                if (typeof(Delegate).IsAssignableFrom(type)) continue; // the runtime's own constructor takes an IntPtr
                Check.That(!types.Any(IsBare), $"{type.Name}.{member.Name} shows a pointer");
            }
        Check.That(seen > 100);
    }

    public static void NoNamesOfC()
    {
        foreach (var type in assembly.GetExportedTypes())
        {
            Check.Equal(type.Namespace, "Wald");
            Check.That(!type.Name.StartsWith("wald_") && !type.Name.Contains("SWIG") && !type.Name.StartsWith("Native"),
                       type.Name);
        }
    }

    public static void OnlyHandlesAreFinalized()
    {
        foreach (var type in assembly.GetTypes())
            Check.That(type.GetMethod("Finalize", Declared, null, Type.EmptyTypes, null) == null,
                       $"{type.Name} has a finalizer");
        var handles = assembly.GetTypes().Where(t => typeof(SafeHandle).IsAssignableFrom(t));
        var types = assembly.GetType("Wald.Native").GetFields(Declared)
            .Count(field => field.Name.StartsWith("WALD_OBJECT_"));
        Check.That(types > 20);
        Check.Equal(handles.Count(t => !t.IsAbstract), types);
        Check.That(handles.All(t => !t.IsPublic));
    }

    public static void Versions()
    {
        var version = assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>().InformationalVersion;
        Check.Equal(Library.Version, version);
        Check.Equal(assembly.GetName().Version.ToString(3), version);
        Check.That(Library.AbiVersion >= 0 && Library.Path.EndsWith("libwald_csharp.so"));
    }

    // Every method, called or not, is made of what this runtime has: one that names what it lacks cannot be compiled.
    public static void EveryMethodCompiles()
    {
        var compiled = 0;
        foreach (var type in assembly.GetTypes().Where(type => !type.ContainsGenericParameters))
            foreach (var method in type.GetMethods(Declared).Cast<MethodBase>().Concat(type.GetConstructors(Declared)))
            {
                if (method.IsAbstract || method.ContainsGenericParameters || method.GetMethodBody() == null) continue;
                RuntimeHelpers.PrepareMethod(method.MethodHandle);
                ++compiled;
            }
        Check.That(compiled > 1000, $"{compiled} methods");
    }
}
