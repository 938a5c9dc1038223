// What is saved, in files.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using Wald;

[Tests]
public static class FileTests
{
    private static void InFolder(Action<string> test)
    {
        var folder = Path.Combine(Path.GetTempPath(), "wald-" + Guid.NewGuid().ToString("N"));
        Directory.CreateDirectory(folder);
        try
        {
            test(folder);
        }
        finally
        {
            Directory.Delete(folder, true);
        }
    }

    // What can be saved: the object's text, how it is written, and how a file and a text are read into another text.
    private sealed class Saved
    {
        internal string Text;
        internal Action<string> Write;
        internal Func<string, string> ReadFile, Read;
    }

    private static IEnumerable<Saved> All()
    {
        var x = new[,] { { 0.5, 0.25 }, { -0.5, 0.125 }, { 0.75, -1 } };
        var known = new byte[] { 1, 0, 1 };
        using (var estimator = Estimator.Independent(new[] { 0.5, 0.25 }))
            yield return new Saved
            {
                Text = estimator.Save(), Write = estimator.SaveFile,
                ReadFile = path => { using (var read = Estimator.LoadFile(path)) return read.Save(); },
                Read = text => { using (var read = Estimator.Load(text)) return read.Save(); }
            };
        using (var sample = Sample.Of(known, x))
            yield return new Saved
            {
                Text = sample.Save(), Write = sample.SaveFile,
                ReadFile = path => { using (var read = Sample.LoadFile(path)) return read.Save(); },
                Read = text => { using (var read = Sample.Load(text)) return read.Save(); }
            };
        using (var scores = CascadeScores.Of(x))
        using (var cascade = Cascade.Fit(scores, new CascadeOptions { Names = new[] { "ä", "b" } }))
            yield return new Saved
            {
                Text = cascade.Save(), Write = cascade.SaveFile,
                ReadFile = path => { using (var read = Cascade.LoadFile(path)) return read.Save(); },
                Read = text => { using (var read = Cascade.Load(text)) return read.Save(); }
            };
        using (var trees = new Trees(featureCount: 1))
        {
            trees.Add(new Tree().Leaf(1));
            yield return new Saved
            {
                Text = trees.Save(), Write = trees.SaveFile,
                ReadFile = path => { using (var read = Trees.LoadFile(path)) return read.Save(); },
                Read = text => { using (var read = Trees.Load(text)) return read.Save(); }
            };
        }
        using (var rows = new Dataset(x).SetLabels(new byte[,] { { 1, 0 }, { 0, 1 }, { 1, 1 } }))
        using (var learner = Learner.Fit("lfp", rows, new LearnerOptions { CValues = new[] { 1.0 } }))
            yield return new Saved
            {
                Text = learner.Save(), Write = learner.SaveFile,
                ReadFile = path => { using (var read = Learner.LoadFile(path)) return read.Save(); },
                Read = text => { using (var read = Learner.Load(text)) return read.Save(); }
            };
        using (var calibration = Calibration.Fit("platt", known, new[] { 0.9, 0.2, 0.1 }))
            yield return new Saved
            {
                Text = calibration.Save(), Write = calibration.SaveFile,
                ReadFile = path => { using (var read = Calibration.LoadFile(path)) return read.Save(); },
                Read = text => { using (var read = Calibration.Load(text)) return read.Save(); }
            };
    }

    public static void WrittenAndRead() => InFolder(folder =>
    {
        var count = 0;
        foreach (var saved in All())
        {
            var path = Path.Combine(folder, $"ö {++count}.json");
            saved.Write(path);
            Check.Equal(saved.ReadFile(path), saved.Text);
            Check.Equal(File.ReadAllText(path), saved.Text);
            Check.That(File.ReadAllBytes(path)[0] == '{'); // no mark before it
            saved.Write(path); // replaces it
            Check.Equal(saved.ReadFile(path), saved.Text);
            File.WriteAllText(path, saved.Text, new UTF8Encoding(true)); // as some editors save it
            Check.Equal(saved.ReadFile(path), saved.Text);
        }
        Check.Equal(count, 6);
        Check.Equal(Directory.GetFiles(folder).Length, 6); // and nothing is left beside them
    });

    public static void WhatIsNotWrittenLeavesTheFile() => InFolder(folder =>
    {
        foreach (var saved in All())
        {
            Check.Throws<ArgumentNullException>(() => saved.Write(null));
            Check.Throws<ArgumentNullException>(() => saved.ReadFile(null));
            Check.Throws<DirectoryNotFoundException>(() => saved.Write(Path.Combine(folder, "nowhere", "x.json")));
            Check.Throws<FileNotFoundException>(() => saved.ReadFile(Path.Combine(folder, "x.json")));
            var taken = Path.Combine(folder, "taken");
            Directory.CreateDirectory(taken);
            try
            {
                saved.Write(taken);
                Check.That(false, "a folder was replaced");
            }
            catch (Exception exception) when (exception is IOException || exception is UnauthorizedAccessException)
            {
            }
            Check.Equal(Directory.GetFiles(folder).Length, 0);
        }
    });

    // A reader beside a writer finds one state or the other, whole.
    public static void ReplacedAtOnce() => InFolder(folder =>
    {
        var path = Path.Combine(folder, "state.json");
        using (var small = Estimator.Independent(new double[1]))
        using (var large = Estimator.Independent(new double[20000]))
        {
            string[] texts = { small.Save(), large.Save() };
            small.SaveFile(path);
            var done = false;
            Exception failed = null;
            var reader = new Thread(() =>
            {
                try
                {
                    do Check.That(texts.Contains(File.ReadAllText(path)));
                    while (!Volatile.Read(ref done));
                }
                catch (Exception exception)
                {
                    failed = exception;
                }
            });
            reader.Start();
            for (var i = 0; i < 60; ++i) (i % 2 == 0 ? large : small).SaveFile(path);
            Volatile.Write(ref done, true);
            reader.Join();
            Check.That(failed == null, failed?.ToString());
        }
    });

    public static void FilesOfSomethingElse() => InFolder(folder =>
    {
        var path = Path.Combine(folder, "model.json");
        var kind = 0;
        foreach (var saved in All())
        {
            foreach (var bytes in new[] { new byte[] { 0x80, 0x81, 0xff }, new byte[] { 0x7b, 0, 1 }, new byte[64] })
            {
                File.WriteAllBytes(path, bytes);
                Check.Throws<WaldFormatException>(() => saved.ReadFile(path),
                                                  $"{path} holds binary data: must be the text that Save wrote");
            }
            foreach (var text in new[] { "", "{}", "a,b,c\n1,2,3\n", saved.Text.Substring(0, saved.Text.Length / 2) })
            {
                File.WriteAllText(path, text);
                var error = Check.Throws<WaldFormatException>(() => saved.ReadFile(path));
                Check.That(error.Message.StartsWith(path + ": "), error.Message);
                Check.Throws<WaldFormatException>(() => saved.Read(text));
            }
            Check.Throws<WaldFormatException>(() => saved.Read("a\0b"),
                                              "text holds binary data: must be the text that Save wrote");
            Check.Throws<WaldFormatException>(
                () => saved.Read(Encoding.UTF8.GetString(new byte[] { 0x80, 0x81, 0xff })),
                "text holds binary data: must be the text that Save wrote");
            // A name where the text is wanted, of a file that is there, or of one that is not.
            foreach (var name in new[] { path, "model.json" })
                Check.Throws<WaldFormatException>(
                    () => saved.Read(name), $"text is \"{name}\": this looks like a file name, which LoadFile takes");
            ++kind;
        }
        Check.Equal(kind, 6);
    });
}
