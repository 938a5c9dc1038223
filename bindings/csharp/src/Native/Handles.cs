// Ownership of the library's objects. A handle is released once, by Dispose or by the collector; a call that is running
// holds it (P/Invoke counts references to a SafeHandle), so that neither can pull the object from under it. The classes
// are in Generated/Handles.cs, what their owners do with them in Generated/Owners.cs; here is what they share, and what
// some of them have besides.
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

        private long pressed; // bytes that the collector was told of

        // Tells the collector of native memory, which it does not see: it then collects objects that were forgotten before
        // they fill the machine.
        internal void Press(long bytes)
        {
            if (bytes <= 0) return;
            Interlocked.Add(ref pressed, bytes);
            GC.AddMemoryPressure(bytes);
        }

        // As much as another object has, of which this one is a copy.
        internal void PressAs(NativeHandle other) => Press(Interlocked.Read(ref other.pressed));

        protected override bool ReleaseHandle()
        {
            Destroy();
            Unpress();
            return true;
        }

        // What was told holds no longer.
        internal void Unpress()
        {
            var bytes = Interlocked.Exchange(ref pressed, 0);
            if (bytes > 0) GC.RemoveMemoryPressure(bytes);
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

        // The handle of an object that is to be used, or an error that names the object.
        internal static T Open<T>(T handle, string owner, string noun) where T : NativeHandle
        {
            if (handle.IsClosed) throw new ObjectDisposedException(owner, noun + " is disposed");
            return handle;
        }

        // The object that owns what a call made, which may have succeeded although a callback threw.
        internal static TOwner Owned<T, TOwner>(T made, Func<T, TOwner> own) where T : NativeHandle
        {
            try
            {
                Callbacks.Rethrow();
                return own(made);
            }
            catch
            {
                made.Dispose();
                throw;
            }
        }

        // What is read of an object that a call has made and nobody keeps.
        internal static TRead Once<T, TRead>(T made, Func<T, TRead> read) where T : NativeHandle
        {
            using (made) return Owned(made, read);
        }

        // The handle of what a call made, of whichever type.
        internal static T Holding<T>(IntPtr made) where T : NativeHandle, new()
        {
            var handle = new T();
            handle.SetHandle(made);
            return handle;
        }

        // What stands for NULL is never closed: it may be handed over again.
        protected override void Dispose(bool disposing)
        {
            if (!IsInvalid) base.Dispose(disposing);
        }
    }

    internal sealed partial class wald_metric
    {
        // What native code calls, which must live as long as the metric does.
        internal MetricCallback Callback;
    }

    internal sealed partial class wald_options
    {
        internal ProgressCallback Callback;

        // What the options hold a copy of, which may call what this one keeps alive.
        internal Metric Metric;
    }

    internal sealed partial class wald_decision
    {
        // A few that nothing refers to any more are kept, to be filled again: allocating memory for the answers of a
        // table anew, page by page, may take half as long as deciding it does.
        private static readonly IntPtr[] kept = new IntPtr[4];
        private const long Most = 1_000_000, NumbersOfAnswer = 12;

        private bool isKept;

        // A decision to be filled with that many answers, over a table of that many cells.
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

        private void Give()
        {
            for (var i = 0; isKept && i < kept.Length; ++i)
                if (Interlocked.CompareExchange(ref kept[i], handle, IntPtr.Zero) == IntPtr.Zero) return;
            Native.wald_destroy(handle);
        }
    }
}
