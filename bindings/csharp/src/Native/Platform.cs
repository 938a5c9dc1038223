// Platforms by the portable runtime identifiers of packages: this process's, and that of a native file.
using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;

namespace Wald
{
    internal static class Platform
    {
        internal static bool IsWindows => RuntimeInformation.IsOSPlatform(OSPlatform.Windows);
        internal static bool IsMac => RuntimeInformation.IsOSPlatform(OSPlatform.OSX);

        internal static string Name => (IsWindows ? "win" : IsMac ? "osx" : OnMusl() ? "linux-musl" : "linux") + "-" +
                                       RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant();

        // By the C library that is loaded: a system may have both.
        private static bool OnMusl()
        {
            try
            {
                return File.ReadAllText("/proc/self/maps").Contains("/ld-musl-");
            }
            catch (Exception exception) when (exception is IOException || exception is UnauthorizedAccessException)
            {
                return false;
            }
        }

        // What a native file was made for, or null if it does not say.
        internal static string Of(string file)
        {
            byte[] content;
            try
            {
                content = File.ReadAllBytes(file);
            }
            catch (Exception exception) when (exception is IOException || exception is UnauthorizedAccessException)
            {
                return null;
            }
            if (content.Length < 64) return null;
            switch (BitConverter.ToUInt32(content, 0))
            {
                case 0x464C457F:
                    var processor = Processor(BitConverter.ToUInt16(content, 18), 62, 183);
                    var text = Encoding.GetEncoding("ISO-8859-1").GetString(content);
                    var musl = text.IndexOf("libc.so\0", StringComparison.Ordinal) >= 0 ||
                               text.IndexOf("libc.musl-", StringComparison.Ordinal) >= 0;
                    return (musl ? "linux-musl-" : "linux-") + processor;
                case 0xFEEDFACF:
                    return "osx-" + Processor(BitConverter.ToInt32(content, 4), 0x01000007, 0x0100000C);
                default:
                    var header = BitConverter.ToInt32(content, 0x3C);
                    return content[0] != 'M' || content[1] != 'Z' || header < 0 || header > content.Length - 6
                               ? null
                               : "win-" + Processor(BitConverter.ToUInt16(content, header + 4), 0x8664, 0xAA64);
            }
        }

        private static string Processor(int machine, int x64, int arm64) =>
            machine == x64 ? "x64" : machine == arm64 ? "arm64" : "another processor";
    }
}
