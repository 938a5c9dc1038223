// Opens the native library by its path, so that the P/Invokes, which know a name alone, call that file and no other.
using System;
using System.Reflection;
using System.Runtime.InteropServices;

[assembly: DefaultDllImportSearchPaths(DllImportSearchPath.System32)]

namespace Wald
{
    // Each runtime has its own way:
    // - .NET asks a resolver, which an assembly sets. .NET Standard has no such thing, so it is set by reflection;
    // - Mono maps names to files, and is told by a function of its own;
    // - .NET Framework asks Windows, which knows a library that is loaded by its file's name; that the runtime should
    //   look nowhere else first is said by the attribute above.
    internal static class DynamicLoader
    {
        private const string Name = "wald_csharp"; // as the P/Invokes say it

        private static IntPtr opened;
        private static bool resolves;

        // null, or why it would not do.
        internal static string Open(string file)
        {
            var runtime = Type.GetType(
                "System.Runtime.InteropServices.NativeLibrary, System.Runtime.InteropServices", false);
            if (runtime != null) return OpenByRuntime(runtime, file);
            if (Platform.IsWindows)
                return LoadLibrary(file) != IntPtr.Zero ? null : "error " + Marshal.GetLastWin32Error();
            return OpenByMono(file);
        }

        private static string OpenByRuntime(Type runtime, string file)
        {
            try
            {
                opened = (IntPtr)runtime.GetMethod("Load", new[] { typeof(string) })
                                        .Invoke(null, new object[] { file });
            }
            catch (TargetInvocationException exception)
            {
                return exception.InnerException.Message;
            }
            if (resolves) return null;
            var set = runtime.GetMethod("SetDllImportResolver");
            var resolve = typeof(DynamicLoader).GetMethod(nameof(Resolve), BindingFlags.NonPublic | BindingFlags.Static);
            var resolver = Delegate.CreateDelegate(set.GetParameters()[1].ParameterType, resolve);
            set.Invoke(null, new object[] { typeof(DynamicLoader).Assembly, resolver });
            resolves = true;
            return null;
        }

        private static IntPtr Resolve(string name, Assembly assembly, DllImportSearchPath? paths) =>
            name == Name ? opened : IntPtr.Zero;

        private static string OpenByMono(string file)
        {
            const int now = 2;
            if (OpenUnix(file, now) == IntPtr.Zero) return Text.Of(ErrorUnix());
            Map(IntPtr.Zero, Name, null, file, null);
            return null;
        }

        [DllImport("__Internal", EntryPoint = "dlopen", CharSet = CharSet.Ansi)]
        private static extern IntPtr OpenUnix(string file, int flags);

        [DllImport("__Internal", EntryPoint = "dlerror")]
        private static extern IntPtr ErrorUnix();

        [DllImport("__Internal", EntryPoint = "mono_dllmap_insert", CharSet = CharSet.Ansi)]
        private static extern void Map(IntPtr image, string name, string function, string file, string target);

        [DllImport("kernel32", EntryPoint = "LoadLibraryW", CharSet = CharSet.Unicode, SetLastError = true)]
        private static extern IntPtr LoadLibrary(string file);
    }
}
