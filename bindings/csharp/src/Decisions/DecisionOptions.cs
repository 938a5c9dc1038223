// How to decide: what is said besides the library's own options.
namespace Wald
{
    public sealed partial class DecisionOptions
    {
        /// <summary>What the probabilities of a vector or of a row are: of independent labels (the default), or of
        /// exclusive ones (<see cref="Kind.Categorical"/>), which sum to at most 1.</summary>
        public Kind Kind
        {
            get => kind;
            set => kind = Changed(value);
        }

        private Kind kind = Kind.Independent;

        // For a call whose problems have a kind of their own, or none.
        internal static void RefuseKind(DecisionOptions options, string call)
        {
            if (options != null && options.Kind != Kind.Independent)
                throw new WaldArgumentException($"Kind is {options.Kind}: {call} does not read it");
        }

        internal static void CheckKind(DecisionOptions options, Estimator estimator)
        {
            if (options != null && options.Kind != Kind.Independent && options.Kind != estimator.Kind)
                throw new WaldArgumentException($"Kind is {options.Kind}: the estimator is {estimator.Kind}");
        }

        /// <summary>The number of positives in each answer: <see cref="AtLeast"/> and <see cref="AtMost"/> in one. Null
        /// where they differ.</summary>
        public long? Exactly
        {
            get => AtLeast == AtMost ? AtLeast : null;
            set => AtLeast = AtMost = value;
        }
    }
}
