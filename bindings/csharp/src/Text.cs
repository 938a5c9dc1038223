// Text between .NET and C: UTF-8.
using System;
using System.Collections.Concurrent;
using System.Text;

namespace Wald
{
    internal static class Text
    {
        private static readonly ConcurrentDictionary<IntPtr, string> statics =
            new ConcurrentDictionary<IntPtr, string>();

        internal static unsafe string Of(IntPtr text)
        {
            var begin = (byte*)text;
            if (begin == null) return "";
            var end = begin;
            while (*end != 0) ++end;
            return Of(begin, (int)(end - begin));
        }

        internal static unsafe string Of(byte* begin, int length) =>
            length == 0 ? "" : Encoding.UTF8.GetString(begin, length);

        // Static text of the library, each decoded once: names of algorithms and warnings come with every answer.
        internal static string Static(IntPtr text)
        {
            if (statics.TryGetValue(text, out var found)) return found;
            return statics.GetOrAdd(text, Of(text));
        }

        // For C, which ends text at the first NUL.
        internal static byte[] Bytes(string text, string name)
        {
            if (text == null) throw new ArgumentNullException(name);
            if (text.IndexOf('\0') >= 0) throw new WaldArgumentException(name + " holds a NUL character");
            var bytes = new byte[Encoding.UTF8.GetByteCount(text) + 1];
            Encoding.UTF8.GetBytes(text, 0, text.Length, bytes, 0);
            return bytes;
        }
    }
}
