// Written by bindings/generate from the rows of the core: do not edit.
using System;
using System.Collections.Generic;
using System.Threading;

namespace Wald
{
    /// <summary>What a route is to reach, and how it is found and certified; what is not set is the library's default.
    /// Values are checked by the call that uses them. One object may serve many calls, and several threads as long as
    /// none changes it.</summary>
    public sealed partial class RouteOptions : CommonOptions
    {
        /// <summary>What is to be least or greatest. Default <see cref="Wald.RouteGoal.Cost"/>. Read by choose and
        /// ask.</summary>
        public RouteGoal? Goal { get; set; }

        /// <summary>What the quality of a route is. Default <see cref="Wald.RouteMeasure.Accuracy"/>. Read by choose,
        /// ask and evaluate.</summary>
        public RouteMeasure? Measure { get; set; }

        /// <summary>How much recall counts beside precision, in F. Finite and above 0. Default 1. Read by choose, ask
        /// and evaluate, with f.</summary>
        public double? Beta { get; set; }

        /// <summary>The class that is the positive one. At least 0. Default 1. Read by choose, ask and evaluate, with
        /// precision, recall or f.</summary>
        public long? Positive { get; set; }

        /// <summary>Quality is at least this. In [0, 1]. Default 0.95. Read by choose and ask, with cost.</summary>
        public double? MinQuality { get; set; }

        /// <summary>The mean cost of a row is at most this. Finite and at least 0. Not set by default. Read by choose,
        /// with quality.</summary>
        public double? Budget { get; set; }

        /// <summary>What a right answer is worth, in units of the costs. Finite. Default 1. Read by choose, with
        /// value.</summary>
        public double? RightValue { get; set; }

        /// <summary>What a wrong answer costs, in units of the costs. Finite. Default 0. Read by choose, with
        /// value.</summary>
        public double? WrongCost { get; set; }

        /// <summary>Which rows have thresholds of their own: all alike, each class of the first answer, or each
        /// segment. Default <see cref="Wald.RouteBy.None"/>. Read by choose and ask.</summary>
        public RouteBy? By { get; set; }

        /// <summary>Whether a score sends each row to one stage before any answer, where the highest scores go to the
        /// first stage; else stage after stage is asked. Default false. Read by choose and ask.</summary>
        public bool? Router { get; set; }

        /// <summary>The probability that <see cref="MinQuality"/> holds for all future rows; if no route can be
        /// certified, the last stage answers every row. Not set: no certificate. In (0, 1). Read by choose and ask,
        /// with cost.</summary>
        public double? Certify { get; set; }

        /// <summary>The share of the rows on which a path of routes is found that the others test. In (0, 1). Default
        /// 0.3. Read by choose and ask, with certify.</summary>
        public double? Pilot { get; set; }

        /// <summary>Upper bound on the weight of any future row; required to certify rows with weights, unless
        /// <see cref="EqualWeights"/> is set. Finite and above 0. Not set by default. Read by choose and ask, with
        /// certify.</summary>
        public double? MaxWeight { get; set; }

        /// <summary>Whether rows with weights all weigh the same by design, future rows included; a certificate may
        /// then stand on counts. Rows without weights always do. Default false. Read by choose and ask, with
        /// certify.</summary>
        public bool? EqualWeights { get; set; }

        /// <summary>How many combinations of thresholds a chain of stages is searched over; with more of them, levels
        /// of equal weight are, and then finer ones around the best. In [16, 1073741824]. Default 1048576. Read by
        /// choose and ask.</summary>
        public long? MaxPolicies { get; set; }

        /// <summary>How many rows to label next, on average. At least 1. Default 100. Read by choose and ask.</summary>
        public long? BatchSize { get; set; }

        /// <summary>The least probability with which any row is drawn to be labelled. A certificate from label
        /// probabilities stands on it. In (0, 1). Default 0.1. Read by choose and ask.</summary>
        public double? MinProbability { get; set; }

        /// <summary>The seed of the pilot rows and of the rows that are drawn to be labelled. Default 0. Read by choose
        /// and ask.</summary>
        public ulong? Seed { get; set; }

        internal override string Family => "routes";

        internal override void Set(in OptionSet set)
        {
            set.Text("goal", Goal.HasValue ? Words.Of(Goal.Value) : null);
            set.Text("measure", Measure.HasValue ? Words.Of(Measure.Value) : null);
            set.Number("beta", Beta);
            set.Integer("positive", Positive);
            set.Number("min_quality", MinQuality);
            set.Number("budget", Budget);
            set.Number("right_value", RightValue);
            set.Number("wrong_cost", WrongCost);
            set.Text("by", By.HasValue ? Words.Of(By.Value) : null);
            set.Switch("router", Router);
            set.Number("certify", Certify);
            set.Number("pilot", Pilot);
            set.Number("max_weight", MaxWeight);
            set.Switch("equal_weights", EqualWeights);
            set.Integer("max_policies", MaxPolicies);
            set.Integer("batch_size", BatchSize);
            set.Number("min_probability", MinProbability);
            set.Seed("seed", Seed);
        }
    }
}
