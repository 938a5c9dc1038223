// The assembly loaded by several contexts of one process, each of which finds the native for itself; package.py runs it.
using System;
using System.Reflection;
using System.Runtime.Loader;

public static class Contexts
{
    public static void Main(string[] arguments)
    {
        for (var i = 0; i < 4; i++)
        {
            var context = new AssemblyLoadContext("context " + i, false);
            var library = context.LoadFromAssemblyPath(arguments[0]).GetType("Wald.Library");
            Console.WriteLine(library.GetProperty("Version").GetValue(null) + " " +
                              library.GetProperty("Path").GetValue(null));
        }
    }
}
