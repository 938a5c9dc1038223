// Finishes an assembly that Mono's compiler made: writes what may be null, and where netstandard.dll is given makes it one
// of .NET Standard 2.0, since that compiler comes with the reference assemblies of .NET Framework 4.7.2 and no others.
// What it then takes from mscorlib, System and System.Core it takes from netstandard, and spans from the package
// System.Memory. A type that .NET Standard 2.0 does not have is an error.
//
//     Retarget.exe COMPILED.dll [netstandard.dll] MADE.dll
using System;
using System.Collections.Generic;
using System.Linq;
using Mono.Cecil;

internal static class Retarget
{
    private static readonly byte[] token = { 0xcc, 0x7b, 0x13, 0xff, 0xcd, 0x2d, 0xdd, 0x51 };

    private static AssemblyNameReference Reference(string name, string version) =>
        new AssemblyNameReference(name, new Version(version)) { PublicKeyToken = token };

    private static int Main(string[] arguments)
    {
        var module = ModuleDefinition.ReadModule(arguments[0]);
        if (module.GetType("Wald.MayBeNullAttribute") != null) Nullability.Annotate(module);
        if (arguments.Length == 2) return Write(module, arguments[1]);
        var standard = Reference("netstandard", "2.0.0.0");
        var spans = Reference("System.Memory", "4.0.1.1"); // of System.Memory 4.5.4 and later
        var names = new[] { "mscorlib", "System", "System.Core", spans.Name };
        var unknown = module.AssemblyReferences.Select(found => found.Name).Except(names).ToArray();
        if (unknown.Length > 0)
            return Refuse($"{arguments[0]} refers to {string.Join(", ", unknown)}: .NET Standard has no such assembly");

        // The facade of the reference assemblies forwards every type of the standard.
        var held = new HashSet<string>(
            ModuleDefinition.ReadModule(arguments[1]).ExportedTypes.Select(type => type.FullName));
        // What the assembly defines itself, since the standard does not, and the compiler took from mscorlib all the
        // same.
        foreach (var member in module.GetMemberReferences())
            member.DeclaringType = module.GetType(member.DeclaringType.FullName) ?? member.DeclaringType;
        var foreign = new List<string>();
        foreach (var type in module.GetTypeReferences()
                                   .Where(type => type.DeclaringType == null && module.GetType(type.FullName) == null))
            if (type.Scope.Name == spans.Name)
            {
                type.Scope = spans;
            }
            else
            {
                type.Scope = standard;
                if (!held.Contains(type.FullName)) foreign.Add(type.FullName);
            }
        if (foreign.Count > 0)
            return Refuse($"{arguments[0]} uses {string.Join(", ", foreign)}: .NET Standard 2.0 has no such type");
        module.AssemblyReferences.Clear();
        module.AssemblyReferences.Add(standard);
        module.AssemblyReferences.Add(spans);
        return Write(module, arguments[2]);
    }

    private static int Write(ModuleDefinition module, string file)
    {
        module.Write(file, new WriterParameters { DeterministicMvid = true });
        return 0;
    }

    private static int Refuse(string why)
    {
        Console.Error.WriteLine("Retarget: " + why);
        return 1;
    }
}
