// Written by bindings/generate from the rows of the core: do not edit.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>The options of a promise; what is not set is the library's default. Values are checked by the call that
    /// uses them. One object may serve many calls, and several threads as long as none changes it:
    /// <see cref="MakeReadOnly"/> sees to that.</summary>
    public sealed partial class PromiseOptions : CommonOptions
    {
        /// <summary>The probability with which a promise that is kept may ever be called broken. That of calling a
        /// broken one kept is the same, and so is that of each limit of the metric ever to be wrong. In (0, 1). Default
        /// 0.05. Read by create.</summary>
        public double? Delta { get => delta; set => delta = Changed(value); }
        private double? delta;

        /// <summary>If set, recent rows are watched as well: a change for the worse is found soon after it, and a
        /// promise that is kept is called broken once in this many rows that count, on average. Finite and at least 2.
        /// Not set by default. Read by create.</summary>
        public double? AverageRun { get => averageRun; set => averageRun = Changed(value); }
        private double? averageRun;

        /// <summary>The smallest probability with which the label of any row that counts is asked for, future rows
        /// included. In (0, 1]. Default 1. Read by create.</summary>
        public double? MinLabelProbability { get => minLabelProbability; set => minLabelProbability = Changed(value); }
        private double? minLabelProbability;

        /// <summary>Upper bound on the weight of any row, future rows included. Finite and above 0. Default 1. Read by
        /// create.</summary>
        public double? MaxWeight { get => maxWeight; set => maxWeight = Changed(value); }
        private double? maxWeight;

        /// <summary>The number of segments that are watched in addition to all rows; 0: none. In [0, 4096]. Default 0.
        /// Read by segments.</summary>
        public long? NSegments { get => nSegments; set => nSegments = Changed(value); }
        private long? nSegments;

        /// <summary>Makes these options read-only, so that threads may share them and a call does not read them
        /// anew.</summary>
        /// <returns>These options.</returns>
        public PromiseOptions MakeReadOnly()
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
        public PromiseOptions WithCancellationToken(CancellationToken token)
        {
            var made = (PromiseOptions)Copied();
            made.CancellationToken = token;
            return made;
        }

        internal override string Family => "promises";

        internal override void Set(in OptionSet set)
        {
            set.Number("delta", Delta);
            set.Number("average_run", AverageRun);
            set.Number("min_label_probability", MinLabelProbability);
            set.Number("max_weight", MaxWeight);
            set.Integer("n_segments", NSegments);
        }
    }
}
