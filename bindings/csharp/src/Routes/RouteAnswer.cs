// What a stage and a route answer to a row, and what a route does on rows.
using System;
using System.Collections.Generic;

namespace Wald
{
    /// <summary>What a stage of a model cascade answers to one row.</summary>
    /// <typeparam name="T">What answers are.</typeparam>
    public readonly struct StageAnswer<T>
    {
        /// <summary>An answer.</summary>
        /// <param name="answer">What it is.</param>
        /// <param name="confidence">How sure the stage is; NaN: it is not taken, unless no stage follows.</param>
        public StageAnswer(T answer, double confidence)
        {
            Answer = answer;
            Confidence = confidence;
        }

        /// <summary>What is answered.</summary>
        public T Answer { get; }

        /// <summary>How sure the stage is.</summary>
        public double Confidence { get; }
    }

    /// <summary>What a <see cref="Route"/> answers to one row.</summary>
    /// <typeparam name="T">What answers are.</typeparam>
    public sealed class RouteAnswer<T>
    {
        internal RouteAnswer(T answer, int stage, IReadOnlyList<int> asked) =>
            (Answer, Stage, Asked) = (answer, stage, asked);

        /// <summary>The answer that is taken.</summary>
        public T Answer { get; }

        /// <summary>The stage that gave it.</summary>
        public int Stage { get; }

        /// <summary>All stages that were called, in their order.</summary>
        public IReadOnlyList<int> Asked { get; }

        /// <summary>The answer and the stage.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() => $"RouteAnswer: {Answer} of stage {Stage}";
    }

    /// <summary>What a <see cref="Route"/> does on some rows. Immutable; needs no disposal.</summary>
    public sealed class RouteEvaluation
    {
        internal RouteEvaluation(double cost, double quality, IReadOnlyList<double> shares) =>
            (Cost, Quality, Shares) = (cost, quality, shares);

        /// <summary>The mean cost per row.</summary>
        public double Cost { get; }

        /// <summary>The quality; NaN if no row is labelled.</summary>
        public double Quality { get; }

        /// <summary>Of the rows that each stage answers.</summary>
        public IReadOnlyList<double> Shares { get; }

        /// <summary>The numbers.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            FormattableString.Invariant($"RouteEvaluation: cost {Cost:G6}, quality {Quality:G6}");
    }
}
