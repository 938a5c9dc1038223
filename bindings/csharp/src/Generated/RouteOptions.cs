// Written by bindings/generate from the rows of the core: do not edit.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>The goal of a route, and how it is found and certified; what is not set is the library's default.
    /// Values are checked by the call that uses them. One object may serve many calls, and several threads as long as
    /// none changes it: <see cref="MakeReadOnly"/> sees to that.</summary>
    public sealed partial class RouteOptions : CommonOptions
    {
        /// <summary>What is minimised or maximised. Default <see cref="Wald.RouteGoal.Cost"/>. Read by choose and
        /// ask.</summary>
        public RouteGoal? Goal { get => goal; set => goal = Changed(value); }
        private RouteGoal? goal;

        /// <summary>The measure of quality. Default <see cref="Wald.RouteMeasure.Accuracy"/>. Read by choose, ask and
        /// evaluate.</summary>
        public RouteMeasure? Measure { get => measure; set => measure = Changed(value); }
        private RouteMeasure? measure;

        /// <summary>How much recall counts beside precision, in F. Finite and above 0. Default 1. Read by choose, ask
        /// and evaluate, with f.</summary>
        public double? Beta { get => beta; set => beta = Changed(value); }
        private double? beta;

        /// <summary>The class that is the positive one. At least 0. Default 1. Read by choose, ask and evaluate, with
        /// precision, recall or f.</summary>
        public long? Positive { get => positive; set => positive = Changed(value); }
        private long? positive;

        /// <summary>Quality is at least this. In [0, 1]. Default 0.95. Read by choose and ask, with cost.</summary>
        public double? MinQuality { get => minQuality; set => minQuality = Changed(value); }
        private double? minQuality;

        /// <summary>The mean cost of a row is at most this. Finite and at least 0. Not set by default. Read by choose,
        /// with quality.</summary>
        public double? Budget { get => budget; set => budget = Changed(value); }
        private double? budget;

        /// <summary>What a right answer is worth, in units of the costs. Finite. Default 1. Read by choose, with
        /// value.</summary>
        public double? RightValue { get => rightValue; set => rightValue = Changed(value); }
        private double? rightValue;

        /// <summary>What a wrong answer costs, in units of the costs. Finite. Default 0. Read by choose, with
        /// value.</summary>
        public double? WrongCost { get => wrongCost; set => wrongCost = Changed(value); }
        private double? wrongCost;

        /// <summary>Which rows have thresholds of their own: all alike, each class of the first answer, or each
        /// segment. Default <see cref="Wald.RouteBy.None"/>. Read by choose and ask.</summary>
        public RouteBy? By { get => by; set => by = Changed(value); }
        private RouteBy? by;

        /// <summary>Whether a score sends each row to one stage before any answer, and the highest scores go to the
        /// first stage; else stages are called one after the other. Default false. Read by choose and ask.</summary>
        public bool? Router { get => router; set => router = Changed(value); }
        private bool? router;

        /// <summary>The probability that <see cref="MinQuality"/> holds for all future rows; if no route can be
        /// certified, the last stage answers every row. Not set: no certificate. In (0, 1). Read by choose and ask,
        /// with cost.</summary>
        public double? Certify { get => certify; set => certify = Changed(value); }
        private double? certify;

        /// <summary>The share of the rows on which a path of routes is found that the others test. In (0, 1). Default
        /// 0.3. Read by choose and ask, with certify.</summary>
        public double? Pilot { get => pilot; set => pilot = Changed(value); }
        private double? pilot;

        /// <summary>Upper bound on the weight of any future row; required to certify rows with weights, unless
        /// <see cref="EqualWeights"/> is set. Finite and above 0. Not set by default. Read by choose and ask, with
        /// certify.</summary>
        public double? MaxWeight { get => maxWeight; set => maxWeight = Changed(value); }
        private double? maxWeight;

        /// <summary>Whether rows with weights all weigh the same by design, future rows included; a certificate may
        /// then stand on counts. Rows without weights always do. Default false. Read by choose and ask, with
        /// certify.</summary>
        public bool? EqualWeights { get => equalWeights; set => equalWeights = Changed(value); }
        private bool? equalWeights;

        /// <summary>How many combinations of thresholds a chain of stages is searched over; with more of them, levels
        /// of equal weight are, and then finer ones around the best. In [16, 1073741824]. Default 1048576. Read by
        /// choose and ask.</summary>
        public long? MaxPolicies { get => maxPolicies; set => maxPolicies = Changed(value); }
        private long? maxPolicies;

        /// <summary>How many rows to label next, on average. At least 1. Default 100. Read by choose and ask.</summary>
        public long? BatchSize { get => batchSize; set => batchSize = Changed(value); }
        private long? batchSize;

        /// <summary>The least probability with which any row is drawn to be labelled. A certificate from label
        /// probabilities depends on it. In (0, 1). Default 0.1. Read by choose and ask.</summary>
        public double? MinProbability { get => minProbability; set => minProbability = Changed(value); }
        private double? minProbability;

        /// <summary>The seed of the pilot rows and of the rows that are drawn to be labelled. Default 0. Read by choose
        /// and ask.</summary>
        public ulong? Seed { get => seed; set => seed = Changed(value); }
        private ulong? seed;

        /// <summary>Makes these options read-only, so that threads may share them and a call does not read them
        /// anew.</summary>
        /// <returns>These options.</returns>
        public RouteOptions MakeReadOnly()
        {
            if (!IsReadOnly)
            {
                Freeze();
            }
            return this;
        }

        /// <summary>Options of the same values for one call that can be cancelled, which may be changed.</summary>
        /// <param name="token">What ends the call.</param>
        /// <returns>The options.</returns>
        public RouteOptions WithCancellationToken(CancellationToken token)
        {
            var made = (RouteOptions)Copied();
            made.CancellationToken = token;
            return made;
        }

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
