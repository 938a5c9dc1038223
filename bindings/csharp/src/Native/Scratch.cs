// Objects of the library that a thread uses again and again, so that deciding on a vector stops allocating there.
using System;

namespace Wald
{
    internal sealed class Scratch : IDisposable
    {
        // What a thread keeps between calls is at most about this many labels.
        private const long Most = 1_000_000;

        [ThreadStatic] private static Scratch free;

        private wald_estimator independent, categorical;
        private wald_decision decision;
        private long size;

        // A decision to be filled with an answer over that many labels.
        internal wald_decision Decision(long labels)
        {
            size = Math.Max(size, labels);
            if (decision == null) Native.wald_decision_create(out decision);
            return decision;
        }

        // A call within a callback of another call on the same thread finds none free, and makes one of its own.
        internal static Scratch Take()
        {
            var taken = free;
            if (taken == null) return new Scratch();
            free = null;
            return taken;
        }

        public void Dispose()
        {
            if (free == null && size <= Most)
            {
                free = this;
                return;
            }
            independent?.Dispose();
            categorical?.Dispose();
            decision?.Dispose();
        }

        // An empty estimator for vectors of this kind.
        internal wald_estimator Empty(DecisionOptions options, long length)
        {
            var kind = options?.Kind ?? Kind.Independent;
            if (kind != Kind.Independent && kind != Kind.Categorical)
                throw new WaldArgumentException($"Kind is {kind}: a vector holds probabilities of independent or " +
                                                "categorical labels; make an Estimator of anything else");
            size = Math.Max(size, length);
            ref var slot = ref (kind == Kind.Independent ? ref independent : ref categorical);
            if (slot == null)
                Native.wald_estimator_create((int)kind, 0, out slot);
            else
                Native.wald_clear(slot);
            return slot;
        }

        internal unsafe wald_estimator Fill(Values probabilities, DecisionOptions options)
        {
            var estimator = Empty(options, probabilities.Length);
            fixed (double* doubles = &probabilities.Doubles)
            fixed (float* floats = &probabilities.Floats)
                {
                var view = probabilities.View(doubles, floats);
                Native.wald_estimator_feed_probabilities(estimator, &view);
            }
            return estimator;
        }
    }
}
