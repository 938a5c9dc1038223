// Objects that calls read together, and that a call which changes them must be alone with.
using System;
using System.Threading;

namespace Wald
{
    // Who uses such an object:
    //
    //     using (usage.Read()) ...
    //     using (usage.Write()) ...
    //
    // Nothing waits: a call that may not go on is refused. Otherwise a callback that changes what it is called about
    // would wait for itself.
    internal sealed class Usage
    {
        private readonly string noun;
        private int users; // calls that read; -1 while one changes the object

        internal Usage(string noun)
        {
            this.noun = noun;
        }

        internal Reading Read()
        {
            BeginRead();
            return new Reading(this);
        }

        internal T While<T>(Func<T> read)
        {
            using (Read()) return read();
        }

        internal Writing Write()
        {
            if (Interlocked.CompareExchange(ref users, -1, 0) != 0)
                throw new InvalidOperationException($"{noun} is in use by another call: it cannot be changed");
            return new Writing(this);
        }

        internal void BeginRead()
        {
            for (;;)
            {
                var seen = Volatile.Read(ref users);
                if (seen < 0)
                    throw new InvalidOperationException($"{noun} is being changed by another call: it cannot be read");
                if (Interlocked.CompareExchange(ref users, seen + 1, seen) == seen) return;
            }
        }

        internal void EndRead() => Interlocked.Decrement(ref users);

        // The default one reads nothing.
        internal readonly struct Reading : IDisposable
        {
            private readonly Usage usage;

            internal Reading(Usage usage)
            {
                this.usage = usage;
            }

            public void Dispose() => usage?.EndRead();
        }

        internal readonly struct Writing : IDisposable
        {
            private readonly Usage usage;

            internal Writing(Usage usage)
            {
                this.usage = usage;
            }

            public void Dispose() => Volatile.Write(ref usage.users, 0);
        }
    }
}
