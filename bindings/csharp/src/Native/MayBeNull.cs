// What may be null among what the public sees, beside what says so itself: a parameter whose default is null, and a
// property that may be set (an option: null puts the default back). All else is never null. Mono's compiler knows no
// `?` behind a type: Nullability.cs writes from these what compilers read.
using System;

namespace Wald
{
    // The parameter or the property.
    [AttributeUsage(AttributeTargets.Parameter | AttributeTargets.Property)]
    internal sealed class MayBeNullAttribute : Attribute { }

    // The elements of the array.
    [AttributeUsage(AttributeTargets.Parameter)]
    internal sealed class HoldsNullAttribute : Attribute { }
}
