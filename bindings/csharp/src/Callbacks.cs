// Calls from native code into managed code. No exception may cross native frames, so it is caught here, the native call
// is made to fail, and the exception is thrown again, as itself, by the managed method that made the call.
using System;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Threading;

namespace Wald
{
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate double MetricCallback(long tp, long k, long s, long n, IntPtr user);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate int ProgressCallback(double fraction, IntPtr user);

    internal static class Callbacks
    {
        // What a callback on this thread threw within the call that this thread is making.
        [ThreadStatic] private static ExceptionDispatchInfo pending;

        // What cancelled the call that this thread is making.
        [ThreadStatic] internal static CancellationToken CancelledBy;

        internal static bool IsPending => pending != null;

        internal static void Keep(Exception exception) => pending = ExceptionDispatchInfo.Capture(exception);

        // Throws what a callback of the call just made threw, if one did.
        internal static void Rethrow()
        {
            var found = pending;
            if (found == null) return;
            pending = null;
            found.Throw();
        }

        internal static ProgressCallback Of(IProgress<double> progress, CancellationToken cancellation)
        {
            return (fraction, user) =>
            {
                if (pending != null) return 1;
                try
                {
                    progress?.Report(fraction);
                    if (!cancellation.IsCancellationRequested) return 0;
                    CancelledBy = cancellation;
                    return 1;
                }
                catch (Exception exception)
                {
                    Keep(exception);
                    return 1;
                }
            };
        }
    }

    // A custom metric as native code calls it. One that was declared thread-safe is called on the library's own threads
    // too, where no managed method waits for what it throws: that is kept here for the call to find.
    internal sealed class MetricAdapter
    {
        // The metric of the call that this thread is making.
        [ThreadStatic] internal static MetricAdapter Current;

        private readonly MetricFunction function;
        private ExceptionDispatchInfo elsewhere;
        private int calls;

        internal MetricAdapter(MetricFunction function)
        {
            this.function = function;
        }

        internal double Evaluate(long tp, long k, long s, long n, IntPtr user)
        {
            if (Callbacks.IsPending) return double.NaN;
            try
            {
                return function(tp, k, s, n);
            }
            catch (Exception exception)
            {
                if (Current == this)
                    Callbacks.Keep(exception);
                else
                    Interlocked.CompareExchange(ref elsewhere, ExceptionDispatchInfo.Capture(exception), null);
                return double.NaN;
            }
        }

        internal void Begin() => Interlocked.Increment(ref calls);

        // After the last call nothing is left that a later one could take for its own.
        internal void End()
        {
            if (Interlocked.Decrement(ref calls) == 0) elsewhere = null;
        }

        internal void Rethrow() => Interlocked.Exchange(ref elsewhere, null)?.Throw();
    }

    // One call into the library that may call back, or that reads an estimator which nothing may change meanwhile:
    //
    //     using (var call = new Call(metric, estimator))
    //     {
    //         Native.wald_decide(...);
    //         call.Complete();
    //     }
    internal readonly struct Call : IDisposable
    {
        private readonly MetricAdapter adapter, outer;
        private readonly Estimator estimator;

        internal Call(Metric metric, Estimator estimator = null)
        {
            this.estimator = estimator;
            adapter = metric.Adapter;
            outer = null;
            estimator?.BeginRead();
            if (adapter == null) return;
            outer = MetricAdapter.Current;
            MetricAdapter.Current = adapter;
            adapter.Begin();
        }

        // What succeeded although a callback threw did not succeed.
        internal void Complete() => Callbacks.Rethrow();

        public void Dispose()
        {
            estimator?.EndRead();
            if (adapter == null) return;
            MetricAdapter.Current = outer;
            adapter.End();
        }
    }
}
