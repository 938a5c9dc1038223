// The enumerations of cascades and trees in the C interface, with its values.
namespace Wald
{
    /// <summary>The numbers of a cascade. NaN where not known: cross-fitted without folds, held out without calibration
    /// rows, in sample where a fitted cascade was calibrated later.</summary>
    public enum CascadeFact
    {
        /// <summary>How many models there are.</summary>
        Models = Native.WALD_CASCADE_MODELS,
        /// <summary>How many classes; 1: one sum and a threshold.</summary>
        Classes = Native.WALD_CASCADE_CLASSES,
        /// <summary>The threshold of the sum.</summary>
        Threshold = Native.WALD_CASCADE_THRESHOLD,
        /// <summary>1 where nobody leaves early for 1, else 0.</summary>
        NegativesOnly = Native.WALD_CASCADE_NEGATIVES_ONLY,
        /// <summary>Disagreement that was allowed on the rows fitted to.</summary>
        Alpha = Native.WALD_CASCADE_ALPHA,
        /// <summary>The cost of all models.</summary>
        FullCost = Native.WALD_CASCADE_FULL_COST,
        /// <summary>How many rows it was fitted to.</summary>
        Rows = Native.WALD_CASCADE_ROWS,
        /// <summary>The share of these rows that it decides otherwise than all models together.</summary>
        Disagreement = Native.WALD_CASCADE_DISAGREEMENT,
        /// <summary>How many models are asked, on average over these rows.</summary>
        MeanModels = Native.WALD_CASCADE_MEAN_MODELS,
        /// <summary>What they cost.</summary>
        MeanCost = Native.WALD_CASCADE_MEAN_COST,
        /// <summary>How many times less that is than the cost of all models.</summary>
        Speedup = Native.WALD_CASCADE_SPEEDUP,
        /// <summary>Disagreement, each fold decided by a cascade that was fitted without it.</summary>
        CrossDisagreement = Native.WALD_CASCADE_CROSS_DISAGREEMENT,
        /// <summary>Models asked, counted so.</summary>
        CrossMeanModels = Native.WALD_CASCADE_CROSS_MEAN_MODELS,
        /// <summary>Their cost, counted so.</summary>
        CrossMeanCost = Native.WALD_CASCADE_CROSS_MEAN_COST,
        /// <summary>How many rows of a weight above 0 it was calibrated on.</summary>
        HeldOutRows = Native.WALD_CASCADE_HELD_OUT_ROWS,
        /// <summary>Disagreement on the rows calibrated on.</summary>
        HeldOutDisagreement = Native.WALD_CASCADE_HELD_OUT_DISAGREEMENT,
        /// <summary>Models asked there.</summary>
        HeldOutMeanModels = Native.WALD_CASCADE_HELD_OUT_MEAN_MODELS,
        /// <summary>Their cost there.</summary>
        HeldOutMeanCost = Native.WALD_CASCADE_HELD_OUT_MEAN_COST,
        /// <summary>Disagreement is at most this with the confidence: the target, or 0 where nobody leaves early
        /// because nothing can be certified.</summary>
        Certified = Native.WALD_CASCADE_CERTIFIED,
        /// <summary>The confidence that goes with it.</summary>
        Confidence = Native.WALD_CASCADE_CONFIDENCE,
        /// <summary>By how many spreads calibration moved thresholds apart; infinite: nobody leaves early.</summary>
        Spreads = Native.WALD_CASCADE_SPREADS,
        /// <summary>The deviations of bins; NaN without.</summary>
        Gamma = Native.WALD_CASCADE_GAMMA,
        /// <summary>The width of bins; NaN without.</summary>
        BinWidth = Native.WALD_CASCADE_BIN_WIDTH,
        /// <summary>Scores are rounded to multiples of it.</summary>
        Unit = Native.WALD_CASCADE_UNIT,
        /// <summary>How many rows fitted to unrounded sums decide otherwise.</summary>
        RoundedRows = Native.WALD_CASCADE_ROUNDED_ROWS
    }

    /// <summary>How a node of a tree sends a value x.</summary>
    public enum Split : byte
    {
        /// <summary>It has no children.</summary>
        Leaf = Native.WALD_SPLIT_LEAF,
        /// <summary>Left where x is at most the threshold.</summary>
        AtMost = Native.WALD_SPLIT_AT_MOST,
        /// <summary>Left where x is below the threshold.</summary>
        Below = Native.WALD_SPLIT_BELOW,
        /// <summary>Left where x, cut to a whole number, is one of the node's categories.</summary>
        Among = Native.WALD_SPLIT_AMONG
    }

    /// <summary>Where a missing value goes: NaN, and for <see cref="Split.Among"/> also what is below 0 as a whole
    /// number.</summary>
    public enum Missing : byte
    {
        /// <summary>Right.</summary>
        Right = Native.WALD_MISSING_RIGHT,
        /// <summary>Left.</summary>
        Left = Native.WALD_MISSING_LEFT,
        /// <summary>Where 0 would.</summary>
        AsZero = Native.WALD_MISSING_AS_ZERO,
        /// <summary>Right, and 0 with it.</summary>
        ZeroRight = Native.WALD_MISSING_ZERO_RIGHT,
        /// <summary>Left, and 0 with it.</summary>
        ZeroLeft = Native.WALD_MISSING_ZERO_LEFT
    }
}
