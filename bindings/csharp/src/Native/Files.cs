// What is saved, in files.
using System;
using System.IO;
using System.Text;

namespace Wald
{
    internal static class Files
    {
        // Without a mark at its beginning, which not every language's reader expects; an error where bytes are no text.
        private static readonly Encoding utf8 = new UTF8Encoding(false, true);

        // Beside the file, and then in its place, so that no reader ever finds half of it.
        internal static void Write(string path, string text)
        {
            if (path == null) throw new ArgumentNullException(nameof(path));
            var beside = $"{path}.{Guid.NewGuid():N}.tmp";
            try
            {
                using (var stream = new FileStream(beside, FileMode.CreateNew, FileAccess.Write))
                {
                    var bytes = utf8.GetBytes(text);
                    stream.Write(bytes, 0, bytes.Length);
                    stream.Flush(true);
                }
                if (File.Exists(path))
                    File.Replace(beside, path, null);
                else
                    File.Move(beside, path);
            }
            catch
            {
                File.Delete(beside); // nothing happens where there is none
                throw;
            }
        }

        // The rest of a stream.
        internal static byte[] All(Stream stream)
        {
            if (stream == null) throw new ArgumentNullException(nameof(stream));
            using (var all = new MemoryStream())
            {
                stream.CopyTo(all);
                return all.ToArray();
            }
        }

        // What a file holds, read by `load`; what it refuses is said of the file.
        internal static T Read<T>(string path, Func<string, T> load, Func<byte[], T> loadBytes)
        {
            if (path == null) throw new ArgumentNullException(nameof(path));
            var bytes = File.ReadAllBytes(path);
            var isBinary = bytes.Length > 0 && bytes[0] == 0x89; // with which no text in UTF-8 begins
            var text = "";
            try
            {
                if (!isBinary) text = utf8.GetString(bytes).TrimStart('\uFEFF');
            }
            catch (DecoderFallbackException)
            {
                text = "\0";
            }
            if (text.IndexOf('\0') >= 0)
                throw new WaldFormatException($"{path} holds binary data: must be the text that Save wrote");
            try
            {
                return isBinary ? loadBytes(bytes) : load(text);
            }
            catch (WaldFormatException exception)
            {
                throw new WaldFormatException($"{path}: {exception.Message}");
            }
        }
    }
}
