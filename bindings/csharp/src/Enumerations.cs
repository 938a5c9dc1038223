// The enumerations of the C interface, with its values.
using System;

namespace Wald
{
    /// <summary>What is known of the labels.</summary>
    public enum Kind
    {
        /// <summary>Marginal probabilities of independent labels.</summary>
        Independent = Native.WALD_INDEPENDENT,
        /// <summary>Probabilities of exclusive labels; what is missing to 1 is the probability of none.</summary>
        Categorical = Native.WALD_CATEGORICAL,
        /// <summary>Weighted label vectors: any joint distribution.</summary>
        Joint = Native.WALD_JOINT,
        /// <summary>P[i][s] = P(y_i = 1, s labels in all), and P(0).</summary>
        Counts = Native.WALD_COUNTS
    }

    /// <summary>Over what a table of N rows by m labels is decided and averaged.</summary>
    public enum Average
    {
        /// <summary>Each row is a problem of its own: N answers.</summary>
        Instance = Native.WALD_INSTANCE,
        /// <summary>Each column is a problem of its own: m answers.</summary>
        Macro = Native.WALD_MACRO,
        /// <summary>The table is one problem of N * m items: one answer.</summary>
        Micro = Native.WALD_MICRO
    }

    /// <summary>What a metric U(tp, k, s, n) is. Where a loss is given, U is its negative.</summary>
    [Flags]
    public enum MetricProperties
    {
        /// <summary>Nothing is known.</summary>
        None = 0,
        /// <summary>U does not fall when tp rises at the same k and s.</summary>
        RisesInTp = Native.WALD_RISES_IN_TP,
        /// <summary>U does not rise when k rises at the same tp and s.</summary>
        FallsInK = Native.WALD_FALLS_IN_K,
        /// <summary>U does not fall when tp and k both rise by one at the same s.</summary>
        RisesInTpAndK = Native.WALD_RISES_IN_TP_AND_K,
        /// <summary>U = a(k, s) tp + g(k, s).</summary>
        LinearInTp = Native.WALD_LINEAR_IN_TP,
        /// <summary>The function is to be minimised.</summary>
        Loss = Native.WALD_LOSS,
        /// <summary>The function may be called from several threads at once.</summary>
        ThreadSafe = Native.WALD_THREAD_SAFE,
        /// <summary>Without a constraint on k a trivial prediction is optimal. Found by the library, never
        /// declared.</summary>
        Degenerate = Native.WALD_DEGENERATE
    }
}
