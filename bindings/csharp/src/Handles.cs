// Ownership of the library's objects. A handle is released once, by Dispose or by the collector; a call that is running
// holds it (P/Invoke counts references to a SafeHandle), so that neither can pull the object from under it. The classes
// are named as in wald.h, by which SWIG finds them.
using System;
using System.Runtime.InteropServices;

namespace Wald
{
    internal abstract class NativeHandle : SafeHandle
    {
        protected NativeHandle() : base(IntPtr.Zero, true) { }

        public override bool IsInvalid => handle == IntPtr.Zero;
    }

    internal sealed class wald_metric : NativeHandle
    {
        // What native code calls, which must live as long as the metric does.
        internal MetricCallback Callback;

        protected override bool ReleaseHandle()
        {
            Native.wald_metric_destroy(handle);
            return true;
        }
    }

    internal sealed class wald_options : NativeHandle
    {
        // Where a function takes options, this stands for the defaults.
        internal static readonly wald_options Defaults = new wald_options();

        internal ProgressCallback Callback;

        protected override void Dispose(bool disposing)
        {
            if (this != Defaults) base.Dispose(disposing);
        }

        protected override bool ReleaseHandle()
        {
            Native.wald_options_destroy(handle);
            return true;
        }
    }

    internal sealed class wald_estimator : NativeHandle
    {
        protected override bool ReleaseHandle()
        {
            Native.wald_estimator_destroy(handle);
            return true;
        }
    }

    internal sealed class wald_decision : NativeHandle
    {
        // Where a decision may be left out.
        internal static readonly wald_decision None = new wald_decision();

        protected override bool ReleaseHandle()
        {
            Native.wald_decision_destroy(handle);
            return true;
        }
    }

    internal sealed class wald_distribution : NativeHandle
    {
        protected override bool ReleaseHandle()
        {
            Native.wald_distribution_destroy(handle);
            return true;
        }
    }
}
