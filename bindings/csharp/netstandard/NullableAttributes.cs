// By these names compilers know what may be null: .NET Standard 2.0 and .NET Framework do not hold them.
namespace System.Runtime.CompilerServices
{
    // 1: not null, 2: may be null; of a type with arguments, or of an array, a number for each type within.
    [AttributeUsage(AttributeTargets.All, Inherited = false)]
    internal sealed class NullableAttribute : Attribute
    {
        public readonly byte[] NullableFlags;

        public NullableAttribute(byte flag) => NullableFlags = new[] { flag };

        public NullableAttribute(byte[] flags) => NullableFlags = flags;
    }

    // What holds in a type where nothing else is said.
    [AttributeUsage(AttributeTargets.All, Inherited = false)]
    internal sealed class NullableContextAttribute : Attribute
    {
        public readonly byte Flag;

        public NullableContextAttribute(byte flag) => Flag = flag;
    }
}
