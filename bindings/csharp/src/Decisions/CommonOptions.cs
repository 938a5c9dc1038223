// What the options of all families share: how they become an object of the library.
namespace Wald
{
    public abstract partial class CommonOptions
    {
        internal CommonOptions() { }

        internal abstract string Family { get; }

        internal abstract void Set(in OptionSet set);

        // As an object of the library, for one call; null stands for the defaults.
        internal static wald_options Open(CommonOptions options)
        {
            if (options == null) return wald_options.None;
            var set = new OptionSet(options.Family);
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
