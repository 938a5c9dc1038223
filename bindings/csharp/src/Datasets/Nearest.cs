// Finds the name that a misspelt one likely means, by the rule of core/described/nearest_name.cpp.
using System;
using System.Collections.Generic;

namespace Wald
{
    internal static class Nearest
    {
        private const int Longest = 64; // what is longer is no misspelt name

        // The known name with the fewest letters to change, at most one in three; null if none is that near.
        internal static string Of(string asked, IEnumerable<string> known)
        {
            string nearest = null;
            if (asked.Length == 0 || asked.Length > Longest) return nearest;
            var least = Math.Max(1, asked.Length / 3) + 1;
            foreach (var name in known)
            {
                var found = Distance(asked.ToLowerInvariant(), name.ToLowerInvariant());
                if (found >= least || found >= name.Length) continue;
                least = found;
                nearest = name;
            }
            return nearest;
        }

        // Letters to insert, remove, replace, or swap with a neighbour.
        private static int Distance(string x, string y)
        {
            var cells = new int[x.Length + 1, y.Length + 1];
            for (var i = 0; i <= x.Length; ++i)
            {
                for (var j = 0; j <= y.Length; ++j)
                {
                    if (i == 0 || j == 0)
                    {
                        cells[i, j] = i + j;
                        continue;
                    }
                    var replaced = cells[i - 1, j - 1] + (x[i - 1] == y[j - 1] ? 0 : 1);
                    cells[i, j] = Math.Min(replaced, Math.Min(cells[i - 1, j], cells[i, j - 1]) + 1);
                    if (i > 1 && j > 1 && x[i - 1] == y[j - 2] && x[i - 2] == y[j - 1])
                        cells[i, j] = Math.Min(cells[i, j], cells[i - 2, j - 2] + 1);
                }
            }
            return cells[x.Length, y.Length];
        }
    }
}
