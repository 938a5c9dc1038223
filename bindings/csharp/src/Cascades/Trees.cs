// Additive ensembles of decision trees.
using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;

namespace Wald
{
    /// <summary>
    /// An additive ensemble of decision trees: read from a model that XGBoost, LightGBM or CatBoost saved, built tree
    /// by tree, or loaded as it was saved in any language of Wald, of which Python reads scikit-learn and ONNX too. A
    /// <see cref="Cascade"/> bound to it decides
    /// rows of features.
    /// </summary>
    /// <remarks>Threads may read one object together. What changes it must be alone with it; it is refused with
    /// <see cref="InvalidOperationException"/> where another call is found to be using it.</remarks>
    public sealed partial class Trees
    {
        // ---- Making ------------------------------------------------------------------------------------------------

        /// <summary>An ensemble without trees.</summary>
        /// <param name="featureCount">The number of features, 1 to 2^24.</param>
        /// <param name="outputCount">The number of outputs, 1 to 65536: 1, or one for each class.</param>
        /// <param name="leafWidth">The number of values of a leaf: 1, which is added to the tree's output, or one for
        /// each output.</param>
        /// <param name="treesPerModel">How many trees in a row are one model of a cascade.</param>
        /// <param name="floatSums">Whether outputs add up in float, tree after tree from the base scores on, as those
        /// of XGBoost do.</param>
        /// <param name="floatFeatures">Whether features are cut to float before they are compared, as those of XGBoost
        /// and scikit-learn are.</param>
        /// <param name="baseScores">What the sum of each output begins with; by default 0.</param>
        public unsafe Trees(int featureCount, int outputCount = 1, int leafWidth = 1, int treesPerModel = 1,
                            bool floatSums = false, bool floatFeatures = false, double[] baseScores = null)
        {
            if (baseScores != null) Length.Check("baseScores", baseScores.Length, outputCount, "outputs");
            Library.Load();
            var shape = new wald_trees_shape
            {
                size = sizeof(wald_trees_shape), n_features = featureCount, n_outputs = outputCount,
                leaf_width = leafWidth, trees_per_model = treesPerModel,
                summation = (int)(floatSums ? ElementType.Float32 : ElementType.Float64),
                float_features = floatFeatures ? 1 : 0
            };
            fixed (double* p = &First.Of(baseScores)) Native.wald_trees_create(&shape, p, out handle);
        }

        /// <summary>Adds a tree, which is copied.</summary>
        /// <param name="tree">Its nodes, each of one parent except the root, which is the first.</param>
        public unsafe void Add(Tree tree)
        {
            if (tree == null) throw new ArgumentNullException(nameof(tree));
            var leaves = tree.Values(LeafWidth);
            using (Usage.Write())
            fixed (byte* splits = &First.Of(tree.Splits.ToArray()), missings = &First.Of(tree.Missings.ToArray()))
            fixed (int* features = &First.Of(tree.Features.ToArray()), lefts = &First.Of(tree.Lefts.ToArray()))
            fixed (int* rights = &First.Of(tree.Rights.ToArray()), categories = &First.Of(tree.Categories.ToArray()))
            fixed (double* thresholds = &First.Of(tree.Thresholds.ToArray()), values = &First.Of(leaves))
            fixed (long* begins = &First.Of(tree.CategoryBegin.ToArray()))
            {
                var copied = new wald_tree
                {
                    size = sizeof(wald_tree), output = tree.Output, n_nodes = tree.NodeCount, split = splits,
                    missing = missings, feature = features, left = lefts, right = rights, threshold = thresholds,
                    category_begin = begins, categories = categories, values = values
                };
                Native.wald_trees_add(Handle, &copied);
            }
        }

        // ---- Models that other libraries saved ----------------------------------------------------------------------

        /// <summary>Reads a model that another library saved: XGBoost as JSON or UBJSON, LightGBM as text or by
        /// dump_model as JSON, CatBoost as JSON; or what <see cref="Save"/> wrote. The format follows from the content.
        /// Sums are the library's margins (raw scores).</summary>
        /// <param name="model">All bytes of the file.</param>
        /// <param name="iterations">How many rounds of boosting to take, from the first on; 0: all.</param>
        /// <returns>Its trees, with the names of features and categories that it holds.</returns>
        /// <exception cref="WaldUnsupportedException">A model that these trees cannot stand for.</exception>
        /// <exception cref="WaldFormatException">Any other bytes; the message says what is wrong with
        /// them.</exception>
        public static unsafe Trees FromModel(byte[] model, long iterations = 0)
        {
            if (model == null) throw new ArgumentNullException(nameof(model));
            Library.Load();
            fixed (byte* bytes = &First.Of(model))
            {
                Native.wald_trees_import(bytes, model.Length, iterations, out var made);
                made.Press(model.Length);
                return Of(made);
            }
        }

        /// <summary>Reads the file of a model that another library saved, as <see cref="FromModel"/> does.</summary>
        /// <param name="path">The name of the file.</param>
        /// <param name="iterations">How many rounds of boosting to take, from the first on; 0: all.</param>
        /// <returns>Its trees, with the names of features and categories that it holds.</returns>
        public static Trees FromModelFile(string path, long iterations = 0)
        {
            if (path == null) throw new ArgumentNullException(nameof(path));
            var model = File.ReadAllBytes(path);
            try
            {
                return FromModel(model, iterations);
            }
            catch (WaldFormatException e)
            {
                throw new WaldFormatException($"{path}: {e.Message}");
            }
            catch (WaldUnsupportedException e)
            {
                throw new WaldUnsupportedException($"{path}: {e.Message}");
            }
        }

        /// <summary>The names of the features, of trees that <see cref="FromModel"/> read; empty if the model has
        /// none.</summary>
        public IReadOnlyList<string> FeatureNames =>
            Facts.Names(TextOf(0, Native.WALD_TREES_FEATURE_NAME).Length == 0 ? 0 : FeatureCount,
                        item => TextOf(item, Native.WALD_TREES_FEATURE_NAME));

        /// <summary>The categories of the features, of trees that <see cref="FromModel"/> read:
        /// <c>feature=category</c>, those of a feature in the order of their codes 0, 1, 2, ...</summary>
        public IReadOnlyList<string> Categories =>
            Facts.Names((long)Number(Native.WALD_TREES_N_CATEGORIES), item => TextOf(item, Native.WALD_TREES_CATEGORY));

        private string TextOf(long item, int fact)
        {
            using (Usage.Read())
                return Facts.Text(fact, (int which, out IntPtr text) =>
                                            Native.wald_text(Handle, which, item, out text));
        }

        // ---- Facts -------------------------------------------------------------------------------------------------

        /// <summary>The sums of all trees, base scores included.</summary>
        /// <param name="features">One row of features per row; NaN is missing.</param>
        /// <param name="options">Threads and progress; null takes the defaults.</param>
        /// <param name="cancellationToken">Ends the call, as one of the options does.</param>
        /// <returns>Rows by outputs.</returns>
        public unsafe double[,] Evaluate(Table features, CascadeOptions options = null,
                                         CancellationToken cancellationToken = default(CancellationToken))
        {
            var sums = new double[features.Rows, OutputCount];
            using (Usage.Read())
            fixed (double* doubles = &features.Doubles, p = &First.Of(sums))
            fixed (float* floats = &features.Floats)
            using (var opened = CascadeOptions.Open(options, cancellationToken))
            {
                var table = features.View(doubles, floats);
                Native.wald_trees_evaluate(Handle, &table, opened, p);
            }
            Callbacks.Rethrow();
            return sums;
        }

        /// <summary>The size.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            handle.IsClosed ? "Trees (disposed)"
                            : $"Trees: {TreeCount} trees, {FeatureCount} features, {OutputCount} outputs";
    }
}
