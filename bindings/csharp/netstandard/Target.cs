// What only the assembly for .NET Standard 2.0 has.
using System.Runtime.Versioning;

[assembly: TargetFramework(".NETStandard,Version=v2.0", FrameworkDisplayName = ".NET Standard 2.0")]

// By these names compilers know `readonly struct` and `ref struct`. .NET Standard 2.0 does not hold them, but the
// reference assemblies that this is compiled with do: the compiler's warning 1685 is about that.
namespace System.Runtime.CompilerServices
{
    [AttributeUsage(AttributeTargets.All, Inherited = false)]
    internal sealed class IsReadOnlyAttribute : Attribute { }

    [AttributeUsage(AttributeTargets.Struct, Inherited = false)]
    internal sealed class IsByRefLikeAttribute : Attribute { }
}
