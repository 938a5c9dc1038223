// The native library: where it is looked for, and its versions.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

namespace Wald
{
    /// <summary>The native library behind this assembly.</summary>
    /// <remarks>
    /// <para>It is one file, <c>libwald_csharp.so</c>, <c>libwald_csharp.dylib</c> or <c>wald_csharp.dll</c>, which holds
    /// all of Wald, and is looked for, once, in this order:</para>
    /// <list type="number">
    /// <item><description>where the environment variable <c>WALD_CSHARP_LIBRARY</c>, or the value of that name in
    /// <see cref="AppContext"/>, points (a file or a folder; then nowhere else),</description></item>
    /// <item><description>beside this assembly, and beside the program,</description></item>
    /// <item><description>in <c>runtimes/RID/native</c> there, and where a package holds it, two folders
    /// up,</description></item>
    /// <item><description>where .NET unpacked the natives of packages,</description></item>
    /// <item><description>where the system's loader looks.</description></item>
    /// </list>
    /// </remarks>
    public static class Library
    {
        private const string Variable = "WALD_CSHARP_LIBRARY";

        private static readonly object gate = new object();
        private static volatile string path;

        /// <summary>The release, "major.minor.patch".</summary>
        public static string Version
        {
            get
            {
                Load();
                return Text.Of(Native.wald_version());
            }
        }

        /// <summary>The number of the binary interface.</summary>
        public static int AbiVersion
        {
            get
            {
                Load();
                return Native.wald_abi_version();
            }
        }

        /// <summary>The file that was loaded; the bare name where the system's loader found it.</summary>
        public static string Path
        {
            get
            {
                Load();
                return path;
            }
        }

        /// <summary>The options of a family, with their defaults and bounds.</summary>
        /// <param name="family"><c>decisions</c>, <c>thresholds</c>, <c>cascades</c> or <c>learners</c>.</param>
        /// <returns>The options.</returns>
        public static IReadOnlyList<OptionInfo> Options(string family) => Lists.Options(family);

        /// <summary>The facts of an object.</summary>
        /// <param name="obj"><c>decision</c>, <c>thresholds</c>, <c>cascade</c>, <c>learner</c>, ...</param>
        /// <returns>The facts.</returns>
        public static IReadOnlyList<FactInfo> Facts(string obj) => Lists.Facts(obj);

        /// <summary>The words of a vocabulary.</summary>
        /// <param name="list"><c>algorithm</c>, <c>learner</c>, <c>method</c>, <c>order</c>, ...</param>
        /// <returns>The words.</returns>
        public static IReadOnlyList<NameInfo> Names(string list) => Lists.Names(list);

        // Before the first call into the library; every public way to it begins here. Errors are those of a missing
        // library, not of a type that could not be initialised.
        internal static void Load()
        {
            if (path != null) return;
            lock (gate)
            {
                if (path != null) return;
                var found = Find();
                CheckVersion(found);
                path = found;
            }
        }

        private static string Find()
        {
            var tried = new List<string>();
            foreach (var candidate in Candidates())
            {
                var bare = candidate == FileName;
                if (!bare && !File.Exists(candidate))
                {
                    tried.Add(candidate + ": no such file");
                    continue;
                }
                var error = DynamicLoader.Open(candidate);
                if (error == null) return candidate;
                var made = bare ? null : Platform.Of(candidate);
                tried.Add(candidate + ": " + error +
                          (made == null || made == Platform.Name ? "" : $"; it is for {made}"));
            }
            var held = Held();
            throw new DllNotFoundException(
                $"the native library of Wald ({FileName}) cannot be loaded on {Platform.Name}. " +
                (held.Length > 0 ? $"The package's runtimes here are {string.Join(", ", held)}. " : "") +
                $"Put the one for {Platform.Name} beside the program, or set {Variable} to its path. Tried:\n  " +
                string.Join("\n  ", tried));
        }

        // The runtimes that natives are here for.
        private static string[] Held() =>
            Folders().Where(folder => folder.Contains("runtimes") && folder.EndsWith("native"))
                     .Select(folder => System.IO.Path.GetFullPath(System.IO.Path.Combine(folder, "..", "..")))
                     .Where(Directory.Exists)
                     .SelectMany(runtimes => Directory.GetDirectories(runtimes))
                     .Where(runtime => Directory.Exists(System.IO.Path.Combine(runtime, "native")))
                     .Select(System.IO.Path.GetFileName).Distinct().OrderBy(name => name, StringComparer.Ordinal)
                     .ToArray();

        private static IEnumerable<string> Candidates()
        {
            var chosen = AppContext.GetData(Variable) as string ?? Environment.GetEnvironmentVariable(Variable);
            if (!string.IsNullOrEmpty(chosen))
            {
                yield return System.IO.Path.GetFullPath(Directory.Exists(chosen)
                                                            ? System.IO.Path.Combine(chosen, FileName)
                                                            : chosen);
                yield break;
            }
            var seen = new HashSet<string>();
            foreach (var folder in Folders())
                if (!string.IsNullOrEmpty(folder))
                {
                    var candidate = System.IO.Path.GetFullPath(System.IO.Path.Combine(folder, FileName));
                    if (seen.Add(candidate)) yield return candidate;
                }
            yield return FileName;
        }

        private static IEnumerable<string> Folders()
        {
            var assembly = System.IO.Path.GetDirectoryName(typeof(Library).Assembly.Location);
            var program = AppContext.BaseDirectory;
            var natives = System.IO.Path.Combine("runtimes", Platform.Name, "native");
            yield return assembly;
            yield return program;
            foreach (var folder in new[] { assembly, program })
                if (!string.IsNullOrEmpty(folder)) yield return System.IO.Path.Combine(folder, natives);
            if (!string.IsNullOrEmpty(assembly)) yield return System.IO.Path.Combine(assembly, "..", "..", natives);
            if (AppContext.GetData("NATIVE_DLL_SEARCH_DIRECTORIES") is string unpacked)
                foreach (var folder in unpacked.Split(new[] { System.IO.Path.PathSeparator },
                                                      StringSplitOptions.RemoveEmptyEntries))
                    yield return folder;
        }

        private static string FileName => Platform.IsWindows ? "wald_csharp.dll"
                                          : Platform.IsMac ? "libwald_csharp.dylib"
                                          : "libwald_csharp.so";

        // The two halves of this package belong together.
        private static void CheckVersion(string found)
        {
            var mine = typeof(Library).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>();
            string native;
            try
            {
                native = Text.Of(Native.wald_version());
            }
            catch (EntryPointNotFoundException)
            {
                throw new DllNotFoundException(
                    $"{found} is not the native library of this assembly, which is called {FileName} (libwald is the " +
                    $"library for C). Remove the file, or set {Variable} to the path of the right one");
            }
            var wanted = mine?.InformationalVersion.Split('+')[0];
            if (native != wanted)
                throw new DllNotFoundException($"{found} is of Wald {native}: this assembly is of Wald {wanted}");
        }
    }
}
