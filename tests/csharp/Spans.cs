// The spans of the package System.Memory, as much of them as Wald uses: the package's sources are compiled with these
// against the reference assemblies of .NET Framework 4.7.2, which hold .NET Standard 2.0 and no spans. It is never run.
namespace System
{
    public readonly ref struct Span<T>
    {
        public Span(T[] array) { }

        public int Length => 0;

        public static implicit operator ReadOnlySpan<T>(Span<T> span) => default(ReadOnlySpan<T>);
    }

    public readonly ref struct ReadOnlySpan<T>
    {
        public ReadOnlySpan(T[] array) { }

        public int Length => 0;

        public ref readonly T this[int index] => throw new NotSupportedException();

        public static implicit operator ReadOnlySpan<T>(T[] array) => default(ReadOnlySpan<T>);
    }
}

namespace System.Runtime.InteropServices
{
    public static class MemoryMarshal
    {
        public static ref T GetReference<T>(ReadOnlySpan<T> span) => throw new NotSupportedException();

        public static ReadOnlySpan<byte> AsBytes<T>(ReadOnlySpan<T> span) where T : struct =>
            default(ReadOnlySpan<byte>);
    }
}
