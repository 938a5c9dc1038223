// Writes which parameters, results and properties may be null, as compilers with nullable reference types read it, from
// what the sources say (MayBeNull.cs). Mono's compiler has no such types.
using System.Collections.Generic;
using System.Linq;
using Mono.Cecil;
using Mono.Collections.Generic;

internal static class Nullability
{
    private const byte NotNull = 1, MayBeNull = 2;
    private const string Compilers = "System.Runtime.CompilerServices.";

    internal static void Annotate(ModuleDefinition module)
    {
        var marks = new[] { module.GetType("Wald.MayBeNullAttribute"), module.GetType("Wald.HoldsNullAttribute") };
        foreach (var type in module.Types.Where(type => type.IsPublic))
        {
            Add(module, type.CustomAttributes, "NullableContextAttribute", NotNull);
            foreach (var property in type.Properties) Annotate(module, property);
            foreach (var parameter in type.Methods.SelectMany(method => method.Parameters))
            {
                var nothing = parameter.HasConstant && parameter.Constant == null;
                Mark(module, parameter.CustomAttributes, parameter.ParameterType,
                     nothing || Marked(parameter.CustomAttributes, "MayBeNull"),
                     Marked(parameter.CustomAttributes, "HoldsNull"));
            }
        }
        foreach (var mark in marks) module.Types.Remove(mark);
    }

    private static void Annotate(ModuleDefinition module, PropertyDefinition property)
    {
        var settable = property.SetMethod != null && property.SetMethod.IsPublic;
        if (!settable && !Marked(property.CustomAttributes, "MayBeNull")) return;
        Mark(module, property.CustomAttributes, property.PropertyType, true, false);
        Mark(module, property.GetMethod.MethodReturnType.CustomAttributes, property.PropertyType, true, false);
        if (settable)
            Mark(module, property.SetMethod.Parameters.Last().CustomAttributes, property.PropertyType, true, false);
    }

    private static bool Marked(Collection<CustomAttribute> attributes, string mark)
    {
        var found = attributes.FirstOrDefault(one => one.AttributeType.FullName == $"Wald.{mark}Attribute");
        return found != null && attributes.Remove(found);
    }

    private static void Mark(ModuleDefinition module, Collection<CustomAttribute> attributes, TypeReference type,
                             bool mayBeNull, bool holdsNull)
    {
        var flags = Flags(type).ToArray();
        if (type.IsValueType || !mayBeNull && !holdsNull) return;
        if (mayBeNull) flags[0] = MayBeNull;
        if (holdsNull) flags[1] = MayBeNull;
        if (flags.All(flag => flag == MayBeNull))
            Add(module, attributes, "NullableAttribute", MayBeNull);
        else
            Add(module, attributes, "NullableAttribute", flags);
    }

    // A number for the type and each type within, except for structures without arguments: nothing of them is null.
    private static IEnumerable<byte> Flags(TypeReference type)
    {
        if (type is ByReferenceType reference) return Flags(reference.ElementType);
        if (type is ArrayType array) return new[] { NotNull }.Concat(Flags(array.ElementType));
        var own = type.IsValueType ? (byte)0 : NotNull;
        if (type is GenericInstanceType generic)
            return new[] { own }.Concat(generic.GenericArguments.SelectMany(Flags));
        return type.IsValueType ? new byte[0] : new[] { own };
    }

    private static void Add(ModuleDefinition module, Collection<CustomAttribute> attributes, string name, object value)
    {
        var one = module.TypeSystem.Byte;
        var wanted = value is byte ? (TypeReference)one : new ArrayType(one);
        var constructor = module.GetType(Compilers + name).Methods.Single(
            method => method.IsConstructor && method.Parameters[0].ParameterType.FullName == wanted.FullName);
        if (value is byte[] flags) value = flags.Select(flag => new CustomAttributeArgument(one, flag)).ToArray();
        attributes.Add(new CustomAttribute(constructor)
                       { ConstructorArguments = { new CustomAttributeArgument(wanted, value) } });
    }
}
