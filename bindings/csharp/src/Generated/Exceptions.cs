// Written by bindings/generate from the rows of the core: do not edit.
// Failed calls as exceptions: a class for each status.
using System;
using System.Threading;

namespace Wald
{
    /// <summary>An argument is outside its domain.</summary>
    public class WaldArgumentException : ArgumentException, IWaldError
    {
        internal WaldArgumentException(string message) : base(message) { }

        /// <inheritdoc/>
        public Status Status => Status.Argument;

        /// <inheritdoc/>
        public string StatusName => Errors.NameOf(Status);
    }

    /// <summary>An allocation failed; the call may be repeated.</summary>
    public class WaldOutOfMemoryException : OutOfMemoryException, IWaldError
    {
        internal WaldOutOfMemoryException(string message) : base(message) { }

        /// <inheritdoc/>
        public Status Status => Status.Memory;

        /// <inheritdoc/>
        public string StatusName => Errors.NameOf(Status);
    }

    /// <summary>There is no exact method for this pair of metric and estimator; the message has the reason.</summary>
    public class WaldUnsupportedException : NotSupportedException, IWaldError
    {
        internal WaldUnsupportedException(string message) : base(message) { }

        /// <inheritdoc/>
        public Status Status => Status.Unsupported;

        /// <inheritdoc/>
        public string StatusName => Errors.NameOf(Status);
    }

    /// <summary>Text that cannot be read: a metric's name, a saved state.</summary>
    public class WaldFormatException : FormatException, IWaldError
    {
        internal WaldFormatException(string message) : base(message) { }

        /// <inheritdoc/>
        public Status Status => Status.Format;

        /// <inheritdoc/>
        public string StatusName => Errors.NameOf(Status);
    }

    /// <summary>A custom metric gave a value that is not finite, or contradicts its declaration.</summary>
    public class WaldCallbackException : InvalidOperationException, IWaldError
    {
        internal WaldCallbackException(string message) : base(message) { }

        /// <inheritdoc/>
        public Status Status => Status.Callback;

        /// <inheritdoc/>
        public string StatusName => Errors.NameOf(Status);
    }

    /// <summary>The progress callback cancelled the call.</summary>
    public class WaldCanceledException : OperationCanceledException, IWaldError
    {
        internal WaldCanceledException(string message, CancellationToken token) : base(message, token) { }

        /// <inheritdoc/>
        public Status Status => Status.Cancelled;

        /// <inheritdoc/>
        public string StatusName => Errors.NameOf(Status);
    }

    internal static partial class Errors
    {
        internal static Exception Of(Status status, string message)
        {
            switch (status)
            {
                case Status.Argument: return new WaldArgumentException(message);
                case Status.Memory: return new WaldOutOfMemoryException(message);
                case Status.Unsupported: return new WaldUnsupportedException(message);
                case Status.Format: return new WaldFormatException(message);
                case Status.Callback: return new WaldCallbackException(message);
                case Status.Cancelled: return new WaldCanceledException("cancelled by the cancellation token", Callbacks.CancelledBy);
                default: return new WaldException(status, message);
            }
        }
    }
}
