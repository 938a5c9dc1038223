// Failed calls as exceptions, in one place: a class for each status, with the library's own sentence.
using System;
using System.Threading;

namespace Wald
{
    /// <summary>
    /// What every exception of the library has. Each is also the exception of .NET that it naturally is
    /// (<see cref="ArgumentException"/>, <see cref="FormatException"/>, ...); to catch them all write
    /// <c>catch (Exception e) when (e is IWaldError)</c>.
    /// </summary>
    public interface IWaldError
    {
        /// <summary>The status in the C interface.</summary>
        Status Status { get; }

        /// <summary>The name of the status in the C interface, such as <c>WALD_ERROR_ARGUMENT</c>.</summary>
        string StatusName { get; }

        /// <summary>The library's sentence: the argument, its value and its bound. The same in every
        /// language.</summary>
        string Message { get; }
    }

    /// <summary>A failure that has no class of its own: a defect of the library (please report the message), a buffer
    /// that is too small, or a status that is newer than this package.</summary>
    public class WaldException : Exception, IWaldError
    {
        internal WaldException(Status status, string message) : base(message)
        {
            Status = status;
        }

        /// <inheritdoc/>
        public Status Status { get; }

        /// <inheritdoc/>
        public string StatusName => Errors.NameOf(Status);
    }

    /// <summary>An argument is outside its domain.</summary>
    public class WaldArgumentException : ArgumentException, IWaldError
    {
        internal WaldArgumentException(string message) : base(message) { }

        /// <inheritdoc/>
        public Status Status => Status.Argument;

        /// <inheritdoc/>
        public string StatusName => Errors.NameOf(Status);
    }

    /// <summary>An allocation failed; nothing was changed, and the call may be repeated.</summary>
    public class WaldOutOfMemoryException : OutOfMemoryException, IWaldError
    {
        internal WaldOutOfMemoryException(string message) : base(message) { }

        /// <inheritdoc/>
        public Status Status => Status.Memory;

        /// <inheritdoc/>
        public string StatusName => Errors.NameOf(Status);
    }

    /// <summary>There is no exact method for this pair of metric and estimator; the message says why.</summary>
    public class WaldUnsupportedException : NotSupportedException, IWaldError
    {
        internal WaldUnsupportedException(string message) : base(message) { }

        /// <inheritdoc/>
        public Status Status => Status.Unsupported;

        /// <inheritdoc/>
        public string StatusName => Errors.NameOf(Status);
    }

    /// <summary>Text that cannot be read: the name of a metric, a saved estimator, sample, cascade, ensemble of
    /// trees, learner or calibration.</summary>
    public class WaldFormatException : FormatException, IWaldError
    {
        internal WaldFormatException(string message) : base(message) { }

        /// <inheritdoc/>
        public Status Status => Status.Format;

        /// <inheritdoc/>
        public string StatusName => Errors.NameOf(Status);
    }

    /// <summary>A custom metric gave a value that is not finite, or contradicts what was declared of it.</summary>
    public class WaldCallbackException : InvalidOperationException, IWaldError
    {
        internal WaldCallbackException(string message) : base(message) { }

        /// <inheritdoc/>
        public Status Status => Status.Callback;

        /// <inheritdoc/>
        public string StatusName => Errors.NameOf(Status);
    }

    /// <summary>The call was cancelled by the token of its options.</summary>
    public class WaldCanceledException : OperationCanceledException, IWaldError
    {
        internal WaldCanceledException(string message, CancellationToken token) : base(message, token) { }

        /// <inheritdoc/>
        public Status Status => Status.Cancelled;

        /// <inheritdoc/>
        public string StatusName => Errors.NameOf(Status);
    }

    internal static class Errors
    {
        // The one place where a status becomes an exception: the private layer puts every call's result through this.
        internal static void Check(int status)
        {
            if (status != (int)Status.Ok) Throw((Status)status);
        }

        internal static string NameOf(Status status) => "WALD_" + Words.Of(status).ToUpperInvariant();

        private static void Throw(Status status)
        {
            Callbacks.Rethrow();
            if (status == Status.Callback) MetricAdapter.Current?.Rethrow();
            throw Of(status, Text.Of(Native.wald_last_error()));
        }

        internal static Exception Of(Status status, string message)
        {
            switch (status)
            {
                case Status.Argument: return new WaldArgumentException(message);
                case Status.Memory: return new WaldOutOfMemoryException(message);
                case Status.Unsupported: return new WaldUnsupportedException(message);
                case Status.Format: return new WaldFormatException(message);
                case Status.Callback: return new WaldCallbackException(message);
                case Status.Cancelled: return new WaldCanceledException(message, Callbacks.CancelledBy);
                default: return new WaldException(status, message);
            }
        }
    }
}
