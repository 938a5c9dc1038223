// Failed calls as exceptions, in one place, with the library's own sentence; Generated/Exceptions.cs has the classes.
using System;

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

    internal static partial class Errors
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
    }
}
