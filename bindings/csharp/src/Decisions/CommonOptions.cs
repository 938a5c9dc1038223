// What the options of all families share: how they become an object of the library, and how they stop changing.
using System;
using System.Threading;

namespace Wald
{
    public abstract partial class CommonOptions
    {
        // Of options that are read-only and call nothing back: their object of the library, which lives as long as they do.
        private wald_options made;

        internal CommonOptions() { }

        /// <summary>Whether they can no longer be changed: after <c>MakeReadOnly</c>.</summary>
        public bool IsReadOnly { get; private set; }

        // What a setter is given.
        internal T Changed<T>(T value)
        {
            if (IsReadOnly) throw new InvalidOperationException("options are read-only: they cannot be changed");
            return value;
        }

        internal void Freeze()
        {
            if (Progress == null && !CancellationToken.CanBeCanceled) made = Make(this);
            IsReadOnly = true;
        }

        // Others of the same values, which may be changed.
        internal CommonOptions Copied()
        {
            var copy = (CommonOptions)MemberwiseClone();
            copy.made = null;
            copy.IsReadOnly = false;
            return copy;
        }

        // Options as an object of the library, for one call.
        internal readonly struct Opened : IDisposable
        {
            private readonly wald_options handle;
            private readonly bool isOwned;

            internal Opened(wald_options handle, bool isOwned)
            {
                this.handle = handle;
                this.isOwned = isOwned;
            }

            public static implicit operator wald_options(in Opened opened) => opened.handle;

            public void Dispose()
            {
                if (isOwned) handle.Dispose();
            }
        }

        internal abstract string Family { get; }

        internal abstract void Set(in OptionSet set);

        // Null stands for the defaults. A token of the call ends it as that of the options does.
        internal static Opened Open<T>(T options, CancellationToken token = default(CancellationToken))
            where T : CommonOptions, new()
        {
            if (token.CanBeCanceled) return new Opened(Make(options ?? new T(), token), true);
            if (options == null) return new Opened(wald_options.None, false);
            return options.made != null ? new Opened(options.made, false) : new Opened(Make(options), true);
        }

        private static wald_options Make(CommonOptions options, CancellationToken token = default(CancellationToken))
        {
            var set = new OptionSet(options.Family, token);
            try
            {
                options.Set(set);
                options.SetCommon(set);
                return set.Handle;
            }
            catch
            {
                set.Handle.Dispose();
                throw;
            }
        }
    }
}
