// How the lists of the library are read; what their rows are is in Generated/Lists.cs.
using System;
using System.Collections.Generic;

namespace Wald
{
    internal static partial class Lists
    {
        // Row after row, to the end, where the library refuses the index. A list that does not exist has no first row.
        private static IReadOnlyList<T> All<T>(Func<int, T> read)
        {
            Library.Load();
            var found = new List<T>();
            for (;;)
                try
                {
                    found.Add(read(found.Count));
                }
                catch (WaldArgumentException) when (found.Count > 0)
                {
                    return found.AsReadOnly();
                }
        }

        internal static IReadOnlyList<string> Words(IntPtr text) =>
            Array.AsReadOnly(Text.Static(text).Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries));
    }
}
