// Written by bindings/generate from the rows of the core: do not edit.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    /// <summary>How performance is estimated without labels; what is not set is the library's default. Values are
    /// checked by the call that uses them. One object may serve many calls, and several threads as long as none changes
    /// it: <see cref="MakeReadOnly"/> sees to that.</summary>
    public sealed partial class PerformanceOptions : CommonOptions
    {
        /// <summary>What is one problem if rows have several labels: each row, each label, or all of them together.
        /// With one label macro and micro are the same. Default <see cref="Wald.Average.Micro"/>. Read by
        /// tables.</summary>
        public Average? Average { get => average; set => average = Changed(value); }
        private Average? average;

        /// <summary>The weight of each label in a macro average. Not set: all equal. Each finite and at least 0. Read
        /// by tables, with macro.</summary>
        public IReadOnlyList<double> LabelWeights { get => labelWeights; set => labelWeights = Changed(value); }
        private IReadOnlyList<double> labelWeights;

        /// <summary>The number of consecutive rows in a chunk; the last chunk of a call may have fewer. 0: all rows of
        /// a call are one chunk. At least 0. Default 0.</summary>
        public long? ChunkRows { get => chunkRows; set => chunkRows = Changed(value); }
        private long? chunkRows;

        /// <summary>The number of segments that are estimated in addition to all rows of a chunk; 0: none. In [0,
        /// 4096]. Default 0. Read by segments.</summary>
        public long? NSegments { get => nSegments; set => nSegments = Changed(value); }
        private long? nSegments;

        /// <summary>The probability with which the band covers the metric that the labels would give. In (0, 1).
        /// Default 0.95.</summary>
        public double? Level { get => level; set => level = Changed(value); }
        private double? level;

        /// <summary>How calibration rows calibrate probabilities: automatic averages isotonic and beta. One of
        /// <c>automatic</c>, <c>none</c>, <c>platt</c>, <c>isotonic</c>, <c>beta</c>, <c>temperature</c>,
        /// <c>vector</c>. Default <c>automatic</c>.</summary>
        public string Calibration { get => calibration; set => calibration = Changed(value); }
        private string calibration;

        /// <summary>How many bootstrap samples of the calibration rows are drawn. If a band is simulated, each counts
        /// for 20 draws. In [2, 100000]. Default 200.</summary>
        public long? Samples { get => samples; set => samples = Changed(value); }
        private long? samples;

        /// <summary>The seed of all random draws. Default 0.</summary>
        public ulong? Seed { get => seed; set => seed = Changed(value); }
        private ulong? seed;

        /// <summary>Makes these options read-only, so that threads may share them and a call does not read them
        /// anew.</summary>
        /// <returns>These options.</returns>
        public PerformanceOptions MakeReadOnly()
        {
            if (!IsReadOnly)
            {
                LabelWeights = LabelWeights?.ToArray();
                Freeze();
            }
            return this;
        }

        /// <summary>Options of the same values for one call that can be cancelled, which may be changed.</summary>
        /// <param name="token">What ends the call.</param>
        /// <returns>The options.</returns>
        public PerformanceOptions WithCancellationToken(CancellationToken token)
        {
            var made = (PerformanceOptions)Copied();
            made.CancellationToken = token;
            return made;
        }

        internal override string Family => "performance";

        internal override void Set(in OptionSet set)
        {
            set.Text("average", Average.HasValue ? Words.Of(Average.Value) : null);
            set.Numbers("label_weights", LabelWeights);
            set.Integer("chunk_rows", ChunkRows);
            set.Integer("n_segments", NSegments);
            set.Number("level", Level);
            set.Text("calibration", Calibration);
            set.Integer("samples", Samples);
            set.Seed("seed", Seed);
        }
    }
}
