// Text between .NET and C: UTF-8.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO;
using System.Linq;
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

        internal unsafe delegate void Receiver(byte** texts, long count);

        // Several such texts, one after the other in one array, so that there is one to pin.
        internal static unsafe void Give(IReadOnlyList<string> texts, string name, Receiver receiver)
        {
            var each = texts.Select((text, i) => Bytes(text, $"{name}[{i}]")).ToArray();
            var all = each.SelectMany(text => text).ToArray();
            var begins = new IntPtr[each.Length];
            fixed (byte* bytes = &First.Of(all))
            fixed (IntPtr* p = &First.Of(begins))
            {
                var next = bytes;
                for (var i = 0; i < each.Length; next += each[i++].Length) begins[i] = (IntPtr)next;
                receiver((byte**)p, each.Length);
            }
        }

        // What an object is saved as.
        internal static string Saved(NativeHandle handle) => Encoding.UTF8.GetString(SavedBytes(handle, text));

        internal static byte[] SavedBytes(NativeHandle handle) => SavedBytes(handle, binary);

        private const int text = 0, binary = 1; // WALD_TEXT, WALD_BINARY

        private static unsafe byte[] SavedBytes(NativeHandle handle, int format)
        {
            long needed;
            Native.wald_save(handle, format, null, 0, &needed);
            var buffer = new byte[needed];
            fixed (byte* p = &First.Of(buffer)) Native.wald_save(handle, format, p, needed, &needed);
            return buffer;
        }

        // Whatever is saved begins with a brace. What does not is left to the library, which refuses it, except what it
        // cannot know of.
        private static void CheckSaved(string text)
        {
            if (text.TrimStart().StartsWith("{", StringComparison.Ordinal)) return;
            if (text.IndexOf('\0') >= 0 || text.IndexOf('\uFFFD') >= 0)
                throw new WaldFormatException("text holds binary data: must be the text that Save wrote");
            var oneLine = text.Length > 0 && text.Length < 4096 && text.IndexOf('\n') < 0;
            if (oneLine && (text.EndsWith(".json", StringComparison.OrdinalIgnoreCase) || File.Exists(text)))
                throw new WaldFormatException($"text is \"{text}\": this looks like a file name, which LoadFile takes");
        }

        // The object of a type (WALD_OBJECT_...) that was saved as a text.
        internal static T Loaded<T>(string text, int type) where T : NativeHandle, new()
        {
            if (text == null) throw new ArgumentNullException(nameof(text));
            CheckSaved(text);
            return Loaded<T>(Encoding.UTF8.GetBytes(text), type);
        }

        // The object that was saved as bytes.
        internal static unsafe T Loaded<T>(byte[] bytes, int type) where T : NativeHandle, new()
        {
            if (bytes == null) throw new ArgumentNullException(nameof(bytes));
            Library.Load();
            fixed (byte* p = &First.Of(bytes))
            {
                Native.wald_load(type, p, bytes.Length, out var made);
                var handle = NativeHandle.Holding<T>(made);
                handle.Press(bytes.Length);
                return handle;
            }
        }
    }
}
