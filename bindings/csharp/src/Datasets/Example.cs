// A table for examples, with the truth of its rows.
using System.Collections.Generic;

namespace Wald
{
    /// <summary>A table of <see cref="Datasets"/>, with the truth of its rows if that may be published.</summary>
    public sealed class Example
    {
        internal Example(string name, double[,] table, byte[,] truth, IReadOnlyList<string> columns, Kind? kind,
                         string description, string source, string licence)
        {
            Name = name;
            Table = table;
            Truth = truth;
            Columns = columns;
            Kind = kind;
            Description = description;
            Source = source;
            Licence = licence;
        }

        /// <summary>What <see cref="Datasets.Load"/> calls it.</summary>
        public string Name { get; }

        /// <summary>Probabilities; label vectors with their instance and weight; or what each model of an ensemble adds
        /// to a sum.</summary>
        public double[,] Table { get; }

        /// <summary>The true labels of the same rows; null if they are not published.</summary>
        [MayBeNull]
        public byte[,] Truth { get; }

        /// <summary>The names of the columns.</summary>
        public IReadOnlyList<string> Columns { get; }

        /// <summary>What the table holds: probabilities of independent or categorical labels, or label vectors (joint);
        /// null for scores.</summary>
        public Kind? Kind { get; }

        /// <summary>One sentence about the table.</summary>
        public string Description { get; }

        /// <summary>Where the data come from.</summary>
        public string Source { get; }

        /// <summary>The licence of the data.</summary>
        public string Licence { get; }

        /// <summary>Its name, its shape, and its description.</summary>
        public override string ToString() =>
            $"Example({Name}: {Table.GetLength(0)} x {Table.GetLength(1)}, " +
            $"{(Truth == null ? "without" : "with")} truth. {Description})";
    }
}
