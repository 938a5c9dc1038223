// A program as its user would write it, against the unpacked package alone; package.py compiles and runs it.
using System;
using System.IO;
using System.Linq;
using Wald;

public static class Artefact
{
    public static int Main(string[] arguments)
    {
        if (arguments.Length > 0 && arguments[0] == "app-context")
            AppDomain.CurrentDomain.SetData("WALD_CSHARP_LIBRARY", arguments[1]);
        try
        {
            using (var f1 = new Metric("f1"))
            {
                var decision = f1.Decide(new[] { 0.9, 0.45, 0.4, 0.1 });
                var indices = string.Join(",", decision.Indices);
                Console.WriteLine($"{indices} {decision.Expected:R} {Library.Version} {Library.Path}");
                try
                {
                    f1.Decide(new[] { 1.5 });
                }
                catch (ArgumentException exception)
                {
                    Console.WriteLine(exception.Message);
                }
            }
        }
        catch (DllNotFoundException exception)
        {
            Console.WriteLine(exception.Message);
            return 3;
        }
        // Which files were loaded in fact, where the system says so.
        if (File.Exists("/proc/self/maps"))
            foreach (var file in File.ReadLines("/proc/self/maps").Where(line => line.Contains("libwald_csharp"))
                                     .Select(line => line.Substring(line.IndexOf('/'))).Distinct())
                Console.WriteLine("loaded " + file);
        return 0;
    }
}
