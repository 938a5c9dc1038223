// Options on their way into an object of the library, by name. What is null is left at its default.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Wald
{
    internal readonly struct OptionSet
    {
        private static readonly ConcurrentDictionary<string, byte[]> names =
            new ConcurrentDictionary<string, byte[]>();

        internal readonly wald_options Handle;
        private readonly CancellationToken token; // of the call

        internal OptionSet(string family, CancellationToken token)
        {
            this.token = token;
            Library.Load();
            Native.wald_options_create(Name(family), out Handle);
        }

        internal void Number(string name, double? value)
        {
            if (value.HasValue) Native.wald_options_set_number(Handle, Name(name), value.Value);
        }

        internal void Integer(string name, long? value)
        {
            if (value.HasValue) Native.wald_options_set_integer(Handle, Name(name), value.Value);
        }

        internal void Seed(string name, ulong? value)
        {
            if (value.HasValue) Native.wald_options_set_integer(Handle, Name(name), unchecked((long)value.Value));
        }

        internal void Switch(string name, bool? value)
        {
            if (value.HasValue) Native.wald_options_set_integer(Handle, Name(name), value.Value ? 1 : 0);
        }

        internal void Text(string name, string value)
        {
            if (value != null) Native.wald_options_set_text(Handle, Name(name), Wald.Text.Bytes(value, name));
        }

        internal unsafe void Numbers(string name, IReadOnlyList<double> values)
        {
            if (values == null) return;
            var numbers = Given(values, name);
            fixed (double* p = &First.Of(numbers))
                Native.wald_options_set_numbers(Handle, Name(name), p, numbers.Length);
        }

        internal void Integers(string name, IReadOnlyList<int> values) =>
            Numbers(name, values?.Select(value => (double)value).ToArray());

        internal unsafe void Texts(string name, IReadOnlyList<string> values)
        {
            if (values == null) return;
            var handle = Handle;
            Wald.Text.Give(Given(values, name), name,
                           (p, n) => Native.wald_options_set_texts(handle, Name(name), p, n));
        }

        internal void Metric(string name, Metric value)
        {
            if (value == null) return;
            Native.wald_options_set_metric(Handle, Name(name), value.Handle);
            Handle.Metric = value;
        }

        internal void Progress(string name, IProgress<double> progress, CancellationToken cancellation)
        {
            Handle.Callback = Callbacks.Of(progress, cancellation, token);
            if (Handle.Callback != null)
                Native.wald_options_set_progress(Handle, Name(name), Handle.Callback, IntPtr.Zero);
        }

        private static byte[] Name(string name) => names.GetOrAdd(name, text => Wald.Text.Bytes(text, text));

        // An empty list would be taken for none by the library.
        private static T[] Given<T>(IEnumerable<T> list, string name)
        {
            var found = list.ToArray();
            if (found.Length == 0) throw new WaldArgumentException($"{name} has 0 elements: must have at least one");
            return found;
        }
    }
}
