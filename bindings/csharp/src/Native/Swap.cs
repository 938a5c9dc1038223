// What requests use while another thread replaces it.
using System;
using System.Threading;

namespace Wald
{
    /// <summary>What requests use while another thread replaces it: a <see cref="Cascade"/>, or all that belongs together, in a
    /// class of yours. A request leases it; what was replaced is disposed of once the last lease of it has ended, so that
    /// no request finds it disposed, and nothing waits.</summary>
    /// <example>
    /// <code>
    /// var current = new Swap&lt;Cascade&gt;(Cascade.LoadFile(path));
    /// using (var lease = current.Lease()) return lease.Value.Decide(features); // in a request
    /// current.Set(Cascade.LoadFile(path));                                     // in another thread
    /// </code>
    /// </example>
    /// <typeparam name="T">What is used.</typeparam>
    public sealed class Swap<T> : IDisposable where T : class, IDisposable
    {
        private Held current; // null once it is disposed

        // What is used, with the number of its leases, and one more until it is replaced. At 0 it is disposed of.
        private sealed class Held
        {
            internal readonly T Value;
            private int users = 1;

            internal Held(T value)
            {
                Value = value ?? throw new ArgumentNullException(nameof(value));
            }

            internal bool Begin()
            {
                for (var now = Volatile.Read(ref users); now > 0;)
                {
                    var seen = Interlocked.CompareExchange(ref users, now + 1, now);
                    if (seen == now) return true;
                    now = seen;
                }
                return false;
            }

            internal void End()
            {
                if (Interlocked.Decrement(ref users) == 0) Value.Dispose();
            }
        }

        /// <summary>The right to use what is current at one moment, until it is disposed of, once: best by
        /// <c>using</c>. It allocates nothing.</summary>
        public readonly struct Leased : IDisposable
        {
            private readonly object held;

            internal Leased(object held)
            {
                this.held = held;
            }

            /// <summary>What it is a lease of: the same until it ends, even if that is replaced. Not to be disposed of by
            /// the caller.</summary>
            public T Value => ((Held)held).Value;

            /// <summary>Ends the lease.</summary>
            public void Dispose() => ((Held)held).End();
        }

        /// <summary>Begins with an object, which is now this one's to dispose of.</summary>
        /// <param name="first">What is used at first.</param>
        public Swap(T first)
        {
            current = new Held(first);
        }

        /// <summary>A lease of what is current. It takes no lock, and some ten nanoseconds.</summary>
        /// <returns>The lease.</returns>
        /// <exception cref="ObjectDisposedException">After <see cref="Dispose"/>.</exception>
        public Leased Lease()
        {
            for (;;)
            {
                var now = Volatile.Read(ref current) ?? throw Disposed();
                if (now.Begin()) return new Leased(now); // else it was replaced since
            }
        }

        /// <summary>Replaces what is current, which is disposed of when its last lease has ended: now, or by that. Leases
        /// that begin later are of the next one.</summary>
        /// <param name="next">What is used from now on, and is now this one's to dispose of; another object than
        /// before.</param>
        /// <exception cref="ObjectDisposedException">After <see cref="Dispose"/>; <c>next</c> then stays the
        /// caller's.</exception>
        public void Set(T next)
        {
            var held = new Held(next);
            for (;;)
            {
                var before = Volatile.Read(ref current) ?? throw Disposed();
                if (ReferenceEquals(before.Value, next))
                    throw new WaldArgumentException("next is what is used already: must be another object");
                if (Interlocked.CompareExchange(ref current, held, before) != before) continue;
                before.End();
                return;
            }
        }

        /// <summary>Disposes of what is current when its last lease has ended. Nothing can be leased any more. May be called
        /// again.</summary>
        public void Dispose() => Interlocked.Exchange(ref current, null)?.End();

        private static ObjectDisposedException Disposed() => new ObjectDisposedException("Swap", "swap is disposed");
    }
}
