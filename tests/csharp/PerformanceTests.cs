// Performance without labels.
using System;
using Xunit;

namespace Wald.Tests
{
    public class PerformanceTests
    {
        [Fact]
        public void ChunksAndSegments()
        {
            double[,] p = { { 0.9 }, { 0.8 }, { 0.2 }, { 0.6 } };
            byte[,] flagged = { { 1 }, { 1 }, { 0 }, { 1 } };
            using (var metric = new Metric("precision"))
            using (var made = new Performance(metric, options: new PerformanceOptions { ChunkRows = 3, SegmentCount = 2 }))
            {
                made.Feed(p, flagged, segments: new long[] { 0, 1, 1, 1 });
                Assert.Equal(2, made.ChunkCount);
                Assert.Equal(0.85, made.Value()[0], 12);
                Assert.Equal(0.5, made.Low()[0]);
                Assert.Equal(4, made.SegmentValue().Length);
                Assert.Equal("precision", made.Metric);
                made.Clear();
                Assert.Equal(0, made.ChunkCount);
            }
        }

        [Fact]
        public void CalibrationAndLabels()
        {
            var p = new double[200, 1];
            var truth = new byte[200, 1];
            for (int i = 0; i < 200; ++i)
            {
                p[i, 0] = 0.9;
                truth[i, 0] = (byte)(i % 2);
            }
            using (var metric = new Metric("precision"))
            using (var made = new Performance(metric, truth, p))
            {
                made.Feed(new double[,] { { 0.9 } }, new byte[,] { { 1 } });
                Assert.Equal(0.5, made.Value()[0], 2);
                made.Feed(new double[,] { { 0.9 } }, new byte[,] { { 1 } }, new byte[,] { { 0 } }, new double[] { 1 });
                Assert.Equal(0, made.High()[1]);
            }
        }

        [Fact]
        public void Refusals()
        {
            using (var metric = new Metric("precision"))
            using (var made = new Performance(metric))
                Assert.Contains("must lie in [0, 1]",
                    Assert.Throws<WaldArgumentException>(() => made.Feed(new double[,] { { 2 } }, new byte[,] { { 1 } })).Message);
            Assert.Throws<ArgumentNullException>(() => new Performance(null));
        }
    }
}
