// Ownership of the library's objects. A handle is released once, by Dispose or by the collector; a call that is running
// holds it (P/Invoke counts references to a SafeHandle), so that neither can pull the object from under it. The classes
// are named as in wald.h, by which SWIG finds them.
using System;
using System.Runtime.InteropServices;
using System.Threading;

namespace Wald
{
    internal abstract class NativeHandle : SafeHandle
    {
        protected NativeHandle() : base(IntPtr.Zero, true) { }

        public override bool IsInvalid => handle == IntPtr.Zero;

        protected abstract void Destroy();

        protected override bool ReleaseHandle()
        {
            Destroy();
            return true;
        }

        // Reads what lives as long as the object does.
        internal T While<T>(Func<T> read)
        {
            var held = false;
            try
            {
                DangerousAddRef(ref held);
                return read();
            }
            finally
            {
                if (held) DangerousRelease();
            }
        }

        // What stands for NULL is never closed: it may be handed over again.
        protected override void Dispose(bool disposing)
        {
            if (!IsInvalid) base.Dispose(disposing);
        }
    }

    internal sealed class wald_metric : NativeHandle
    {
        // Where a function takes a metric or something else.
        internal static readonly wald_metric None = new wald_metric();

        // What native code calls, which must live as long as the metric does.
        internal MetricCallback Callback;

        protected override void Destroy() => Native.wald_metric_destroy(handle);
    }

    internal sealed class wald_options : NativeHandle
    {
        // Where a function takes options, this stands for the defaults.
        internal static readonly wald_options Defaults = new wald_options();

        internal ProgressCallback Callback;

        protected override void Destroy() => Native.wald_options_destroy(handle);
    }

    internal sealed class wald_estimator : NativeHandle
    {
        protected override void Destroy() => Native.wald_estimator_destroy(handle);
    }

    internal sealed class wald_decision : NativeHandle
    {
        // Where a decision may be left out.
        internal static readonly wald_decision None = new wald_decision();

        // A few that nothing refers to any more are kept, to be filled again: allocating memory for the answers of a
        // table anew, page by page, may take half as long as deciding it does.
        private static readonly IntPtr[] kept = new IntPtr[4];
        private const long Most = 1_000_000, NumbersOfAnswer = 12;

        private bool isKept;

        // A decision to be filled with so many answers, over a table of so many cells.
        internal static wald_decision Take(long answers, long cells)
        {
            wald_decision taken = null;
            for (var i = 0; taken == null && i < kept.Length; ++i)
            {
                var found = Interlocked.Exchange(ref kept[i], IntPtr.Zero);
                if (found == IntPtr.Zero) continue;
                taken = new wald_decision();
                taken.SetHandle(found);
            }
            if (taken == null) Native.wald_decision_create(out taken);
            taken.isKept = answers <= Most / NumbersOfAnswer && cells <= Most;
            return taken;
        }

        protected override void Destroy()
        {
            for (var i = 0; isKept && i < kept.Length; ++i)
                if (Interlocked.CompareExchange(ref kept[i], handle, IntPtr.Zero) == IntPtr.Zero) return;
            Native.wald_decision_destroy(handle);
        }
    }

    internal sealed class wald_distribution : NativeHandle
    {
        protected override void Destroy() => Native.wald_distribution_destroy(handle);
    }

    internal sealed class wald_frontier : NativeHandle
    {
        protected override void Destroy() => Native.wald_frontier_destroy(handle);
    }

    internal sealed class wald_threshold_options : NativeHandle
    {
        // Where a function takes options, this stands for the defaults.
        internal static readonly wald_threshold_options Defaults = new wald_threshold_options();

        internal ProgressCallback Callback;

        // What the options hold a copy of, which may call what this one keeps alive.
        internal Metric Metric;

        protected override void Destroy() => Native.wald_threshold_options_destroy(handle);
    }

    internal sealed class wald_thresholds : NativeHandle
    {
        protected override void Destroy() => Native.wald_thresholds_destroy(handle);
    }

    internal sealed class wald_operating_points : NativeHandle
    {
        protected override void Destroy() => Native.wald_operating_points_destroy(handle);
    }

    internal sealed class wald_cascade_scores : NativeHandle
    {
        // Where rows to calibrate on may be left out.
        internal static readonly wald_cascade_scores None = new wald_cascade_scores();

        protected override void Destroy() => Native.wald_cascade_scores_destroy(handle);
    }

    internal sealed class wald_cascade_options : NativeHandle
    {
        // Where a function takes options, this stands for the defaults.
        internal static readonly wald_cascade_options Defaults = new wald_cascade_options();

        internal ProgressCallback Callback;

        protected override void Destroy() => Native.wald_cascade_options_destroy(handle);
    }

    internal sealed class wald_cascade : NativeHandle
    {
        protected override void Destroy() => Native.wald_cascade_destroy(handle);
    }

    internal sealed class wald_cascade_run : NativeHandle
    {
        protected override void Destroy() => Native.wald_cascade_run_destroy(handle);
    }

    internal sealed class wald_trees : NativeHandle
    {
        protected override void Destroy() => Native.wald_trees_destroy(handle);
    }

    internal sealed class wald_dataset : NativeHandle
    {
        protected override void Destroy() => Native.wald_dataset_destroy(handle);
    }

    internal sealed class wald_learner_options : NativeHandle
    {
        // Where a function takes options, this stands for the defaults.
        internal static readonly wald_learner_options Defaults = new wald_learner_options();

        internal ProgressCallback Callback;

        protected override void Destroy() => Native.wald_learner_options_destroy(handle);
    }

    internal sealed class wald_learner : NativeHandle
    {
        protected override void Destroy() => Native.wald_learner_destroy(handle);
    }

    internal sealed class wald_calibration : NativeHandle
    {
        protected override void Destroy() => Native.wald_calibration_destroy(handle);
    }
}
