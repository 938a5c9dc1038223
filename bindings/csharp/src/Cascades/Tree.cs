// One decision tree, node by node.
using System;
using System.Collections.Generic;

namespace Wald
{
    /// <summary>
    /// A decision tree as it is built: its nodes one after the other, the root first, each naming its children by their
    /// positions, counted from 0. <see cref="Trees.Add"/> checks it and copies it.
    /// </summary>
    /// <example>
    /// <code>
    /// var stump = new Tree().Split(feature: 0, threshold: 2.5, left: 1, right: 2).Leaf(-1).Leaf(0.5);
    /// </code>
    /// </example>
    public sealed class Tree
    {
        // Arrays by node. The categories of node i begin at CategoryBegin[i].
        internal readonly List<byte> Splits = new List<byte>(), Missings = new List<byte>();
        internal readonly List<int> Features = new List<int>(), Lefts = new List<int>(), Rights = new List<int>();
        internal readonly List<double> Thresholds = new List<double>();
        internal readonly List<long> CategoryBegin = new List<long> { 0 };
        internal readonly List<int> Categories = new List<int>();
        private readonly List<double[]> values = new List<double[]>(); // null if a node is no leaf

        /// <summary>A tree without nodes.</summary>
        /// <param name="output">The output that its leaves add to; 0 if a leaf has a value for each.</param>
        public Tree(int output = 0)
        {
            Output = output;
        }

        /// <summary>The output that its leaves add to.</summary>
        public int Output { get; }

        /// <summary>The number of nodes so far.</summary>
        public int NodeCount => Splits.Count;

        /// <summary>Adds a leaf.</summary>
        /// <param name="values">What it adds: one value, or one for each output.</param>
        /// <returns>This tree.</returns>
        public Tree Leaf(params double[] values)
        {
            if (values == null) throw new ArgumentNullException(nameof(values));
            return Node(Wald.Split.Leaf, 0, 0, null, 0, 0, Missing.Right, (double[])values.Clone());
        }

        /// <summary>Adds a node that compares a feature with a threshold.</summary>
        /// <param name="feature">The number of the feature.</param>
        /// <param name="threshold">No NaN.</param>
        /// <param name="left">The position of the child on the left.</param>
        /// <param name="right">The position of the child on the right.</param>
        /// <param name="split">Left where the feature is at most the threshold, or below it.</param>
        /// <param name="missing">Where a missing value goes.</param>
        /// <returns>This tree.</returns>
        public Tree Split(int feature, double threshold, int left, int right, Split split = Wald.Split.AtMost,
                          Missing missing = Missing.Right) =>
            Node(split, feature, threshold, null, left, right, missing, null);

        /// <summary>Adds a node that looks a feature, cut to a whole number, up in a set.</summary>
        /// <param name="feature">The number of the feature.</param>
        /// <param name="categories">What goes left: ascending, each in [0, 2^24).</param>
        /// <param name="left">The position of the child on the left.</param>
        /// <param name="right">The position of the child on the right.</param>
        /// <param name="missing">Where a missing value, or one below 0, goes.</param>
        /// <returns>This tree.</returns>
        public Tree Split(int feature, int[] categories, int left, int right, Missing missing = Missing.Right)
        {
            if (categories == null) throw new ArgumentNullException(nameof(categories));
            return Node(Wald.Split.Among, feature, 0, categories, left, right, missing, null);
        }

        private Tree Node(Split split, int feature, double threshold, int[] categories, int left, int right,
                          Missing missing, double[] leaf)
        {
            Splits.Add((byte)split);
            Missings.Add((byte)missing);
            Features.Add(feature);
            Thresholds.Add(threshold);
            if (categories != null) Categories.AddRange(categories);
            CategoryBegin.Add(Categories.Count);
            Lefts.Add(left);
            Rights.Add(right);
            values.Add(leaf);
            return this;
        }

        // The values of all nodes, that many each; 0 if a node is no leaf.
        internal double[] Values(int leafWidth)
        {
            var all = new double[values.Count * (long)leafWidth];
            for (var i = 0; i < values.Count; ++i)
            {
                if (values[i] == null) continue;
                if (values[i].Length != leafWidth)
                    throw new WaldArgumentException($"leaf {i} has {values[i].Length} values: must have {leafWidth}");
                values[i].CopyTo(all, i * (long)leafWidth);
            }
            return all;
        }
    }
}
