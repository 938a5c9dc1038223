// The spans of the package System.Memory, as much of them as Wald uses: what Wald.dll for .NET Standard is compiled
// with, beside the reference assemblies of .NET Framework 4.7.2, which hold .NET Standard 2.0 and no spans. It is never
// run.
namespace System
{
    public readonly ref struct Span<T>
    {
        public Span(T[] array) { }

        public unsafe Span(void* pointer, int length) { }

        public int Length => 0;

        public bool IsEmpty => true;

        public static implicit operator Span<T>(T[] array) => default(Span<T>);

        public static implicit operator ReadOnlySpan<T>(Span<T> span) => default(ReadOnlySpan<T>);
    }

    public readonly ref struct ReadOnlySpan<T>
    {
        public ReadOnlySpan(T[] array) { }

        public unsafe ReadOnlySpan(void* pointer, int length) { }

        public int Length => 0;

        // No indexer: of `ref readonly` this compiler does not write what callers of the real one must name.
        public ReadOnlySpan<T> Slice(int start) => default(ReadOnlySpan<T>);

        public static implicit operator ReadOnlySpan<T>(T[] array) => default(ReadOnlySpan<T>);
    }

    public static class MemoryExtensions
    {
        public static Span<T> AsSpan<T>(this T[] array, int start, int length) => default(Span<T>);
    }
}

namespace System.Runtime.InteropServices
{
    public static class MemoryMarshal
    {
        public static ref T GetReference<T>(Span<T> span) => throw new NotSupportedException();

        public static ref T GetReference<T>(ReadOnlySpan<T> span) => throw new NotSupportedException();

        public static ReadOnlySpan<byte> AsBytes<T>(ReadOnlySpan<T> span) where T : struct =>
            default(ReadOnlySpan<byte>);
    }
}
