// Written by bindings/generate from the rows of the core: do not edit.
using System;
using System.Collections.Generic;
using System.Threading;

namespace Wald
{
    /// <summary>What all calls that may take long can be told. The options of each family have it.</summary>
    public abstract partial class CommonOptions
    {
        private void SetCommon(in OptionSet set)
        {
        }
    }
}
