// How a learner is fitted: what the dataset says besides.
namespace Wald
{
    public sealed partial class LearnerOptions
    {
        // Options that name features and classes as a dataset does, where they do not themselves.
        internal static LearnerOptions Named(LearnerOptions options, Dataset dataset)
        {
            if (dataset.FeatureNames == null && dataset.ClassNames == null) return options;
            var named = (LearnerOptions)options?.Copied() ?? new LearnerOptions();
            named.FeatureNames = named.FeatureNames ?? dataset.FeatureNames;
            named.LabelNames = named.LabelNames ?? dataset.ClassNames;
            return named;
        }
    }
}
