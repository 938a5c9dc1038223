// Calls from native code into managed code. No exception may cross native frames, so it is caught here, the native call
// is made to fail, and the exception is thrown again, as itself, by the managed method that made the call.
using System;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Threading;

namespace Wald
{
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate void MetricCallback(long* tp, long* k, long* s, long count, long n, double* values,
                                                 IntPtr user);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal delegate int ProgressCallback(double fraction, IntPtr user);

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    internal unsafe delegate int ScoreCallback(long model, long* rows, long n, double* scores, IntPtr user);

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

        // What reports progress and ends a call; null if neither is requested. Throws if the call is not to
        // begin.
        internal static ProgressCallback Of(IProgress<double> progress, CancellationToken cancellation)
        {
            if (cancellation.IsCancellationRequested)
                throw new WaldCanceledException("cancelled before it began", cancellation);
            if (progress == null && !cancellation.CanBeCanceled) return null;
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

        // What computes the scores of models as needed, that many per row. A span holds at most 2^31 - 1 numbers:
        // rows of very many are requested in parts.
        internal static unsafe ScoreCallback Of(ScoreFunction function, int perRow, CancellationToken cancellation)
        {
            if (cancellation.IsCancellationRequested)
                throw new WaldCanceledException("cancelled before it began", cancellation);
            return (model, rows, n, scores, user) =>
            {
                try
                {
                    for (long begin = 0; begin < n; begin += int.MaxValue / perRow)
                    {
                        var count = (int)Math.Min(n - begin, int.MaxValue / perRow);
                        function((int)model, new ReadOnlySpan<long>(rows + begin, count),
                                 new Span<double>(scores + begin * perRow, count * perRow));
                        if (!cancellation.IsCancellationRequested) continue;
                        CancelledBy = cancellation;
                        return 1;
                    }
                    return 0;
                }
                catch (Exception exception)
                {
                    Keep(exception);
                    return 1;
                }
            };
        }
    }

    // A custom metric. Each call of the library that runs has a native metric of its own, so that what the function
    // throws on a thread of the library's, where no managed method waits for it, is found by the call it ended.
    internal sealed class CustomMetric
    {
        private readonly MetricFunction function;
        private readonly byte[] name;
        private readonly MetricProperties declared;
        private readonly Stack<MetricAdapter> idle = new Stack<MetricAdapter>();
        private bool closed;

        internal CustomMetric(MetricFunction function, byte[] name, MetricProperties declared)
        {
            this.function = function;
            this.name = name;
            this.declared = declared;
        }

        internal MetricAdapter Take()
        {
            lock (idle)
                if (idle.Count > 0) return idle.Pop();
            return new MetricAdapter(function, name, declared);
        }

        internal void Give(MetricAdapter adapter)
        {
            adapter.Forget();
            lock (idle)
                if (!closed)
                {
                    idle.Push(adapter);
                    return;
                }
            adapter.Handle.Dispose();
        }

        internal void Close()
        {
            lock (idle)
            {
                closed = true;
                foreach (var adapter in idle) adapter.Handle.Dispose();
                idle.Clear();
            }
        }
    }

    // A custom metric as native code calls it, within one call of the library at a time.
    internal sealed class MetricAdapter
    {
        // That of the call that this thread is making.
        [ThreadStatic] internal static MetricAdapter Current;

        private readonly MetricFunction function;
        private ExceptionDispatchInfo elsewhere; // what the function threw on another thread than the call's

        internal wald_metric Handle { get; }

        internal MetricAdapter(MetricFunction function, byte[] name, MetricProperties declared)
        {
            this.function = function;
            MetricCallback callback;
            unsafe { callback = Evaluate; }
            var outer = Current;
            Current = this;
            try
            {
                Native.wald_metric_create_callback(callback, IntPtr.Zero, name, (int)declared, out var handle);
                handle.Callback = callback;
                Handle = handle;
            }
            finally
            {
                Current = outer;
            }
        }

        private unsafe void Evaluate(long* tp, long* k, long* s, long count, long n, double* values, IntPtr user)
        {
            for (long i = 0; i < count; ++i) values[i] = Evaluate(tp[i], k[i], s[i], n);
        }

        private double Evaluate(long tp, long k, long s, long n)
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

        internal void Rethrow() => elsewhere?.Throw();

        internal void Forget() => elsewhere = null;
    }

    // One call into the library that may call back, or that reads an estimator which nothing may change meanwhile:
    //
    //     using (var call = new Call(metric, estimator.Usage))
    //     {
    //         Native.wald_decide(call.Metric, ...);
    //         call.Complete();
    //     }
    internal readonly struct Call : IDisposable
    {
        private readonly CustomMetric custom;
        private readonly MetricAdapter adapter, outer;
        private readonly Usage usage;

        internal readonly wald_metric Metric;

        internal Call(Metric metric, Usage usage = null)
        {
            Metric = metric.Handle;
            custom = metric.Own;
            adapter = outer = null;
            this.usage = usage;
            usage?.BeginRead();
            if (custom == null) return;
            try
            {
                adapter = custom.Take();
            }
            catch
            {
                usage?.EndRead();
                throw;
            }
            Metric = adapter.Handle;
            outer = MetricAdapter.Current;
            MetricAdapter.Current = adapter;
        }

        // What succeeded although a callback threw did not succeed.
        internal void Complete() => Callbacks.Rethrow();

        public void Dispose()
        {
            usage?.EndRead();
            if (custom == null) return;
            MetricAdapter.Current = outer;
            custom.Give(adapter);
        }
    }
}
