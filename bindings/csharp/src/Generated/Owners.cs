// Written by bindings/generate from the rows of the core: do not edit.
// What each class that owns an object of the library does with it: use, save, merge, dispose.
using System;
using System.IO;

namespace Wald
{
    public sealed partial class Metric : IDisposable
    {
        private readonly wald_metric handle;

        internal wald_metric Handle => NativeHandle.Open(handle, nameof(Metric), "metric");

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose()
        {
            handle.Dispose();
            Disposed();
        }

        partial void Disposed();
    }

    public sealed partial class Estimator : IDisposable
    {
        private readonly wald_estimator handle;

        internal Usage Usage { get; } = new Usage("estimator");

        private Estimator(wald_estimator handle)
        {
            this.handle = handle;
        }

        // What a call made, which may have succeeded although a callback threw.
        internal static Estimator Of(wald_estimator made) =>
            NativeHandle.Owned(made, x => new Estimator(x));

        internal wald_estimator Handle => NativeHandle.Open(handle, nameof(Estimator), "estimator");

        /// <summary>Reads what <see cref="Save"/> wrote, here or in another language: an estimator that says the
        /// same.</summary>
        /// <param name="text">The text.</param>
        /// <returns>The estimator.</returns>
        /// <exception cref="WaldFormatException">Any other text; the message says what is wrong with
        /// it.</exception>
        public static Estimator Load(string text) =>
            Of(Wald.Text.Loaded<wald_estimator>(text, Native.WALD_OBJECT_ESTIMATOR));

        /// <summary>Reads what <see cref="SaveBytes"/> gave, here or in another language.</summary>
        /// <param name="bytes">The bytes.</param>
        /// <returns>The estimator.</returns>
        /// <exception cref="WaldFormatException">Any other bytes; the message says what is wrong with
        /// them.</exception>
        public static Estimator Load(byte[] bytes) =>
            Of(Wald.Text.Loaded<wald_estimator>(bytes, Native.WALD_OBJECT_ESTIMATOR));

        /// <summary>Reads what <see cref="SaveFile"/> wrote or <see cref="SaveBytes"/> gave, to the end of a stream,
        /// which stays open.</summary>
        /// <param name="stream">The stream.</param>
        /// <returns>The estimator.</returns>
        /// <exception cref="WaldFormatException">Anything else; the message says what is wrong with
        /// it.</exception>
        public static Estimator Load(Stream stream) => Load(Files.All(stream));

        /// <summary>Reads the file that <see cref="SaveFile"/> wrote, here or in another language.</summary>
        /// <param name="path">The name of the file.</param>
        /// <returns>The estimator.</returns>
        /// <exception cref="WaldFormatException">The file holds something else; the message says
        /// what.</exception>
        public static Estimator LoadFile(string path) => Files.Read(path, Load, Load);

        /// <summary>The estimator as text, which every language of Wald reads: versioned JSON.</summary>
        /// <returns>The text.</returns>
        public string Save() => Usage.While(() => Wald.Text.Saved(Handle));

        /// <summary>The estimator in binary, which every language of Wald reads: smaller than the text, and faster to
        /// read.</summary>
        /// <returns>The bytes.</returns>
        public byte[] SaveBytes() => Usage.While(() => Wald.Text.SavedBytes(Handle));

        /// <summary>Writes a file that every language of Wald reads. It is whole or not there: a file of that name is
        /// replaced when the new one is complete.</summary>
        /// <param name="path">The name of the file.</param>
        public void SaveFile(string path) => Files.Write(path, Save());

        /// <summary>An object of its own that holds the same.</summary>
        /// <returns>The copy.</returns>
        public Estimator Copy()
        {
            using (Usage.Read())
            {
                Native.wald_copy(Handle, out var copy);
                var made = NativeHandle.Holding<wald_estimator>(copy);
                made.PressAs(handle);
                return new Estimator(made);
            }
        }

        /// <summary>Adds <c>other</c> to this one: joint with joint (union of weighted vectors), counts with counts
        /// (weighted mean, from sums of twice the digits of a double). The order of merging does not show. Other kinds
        /// are refused, with the reason.</summary>
        /// <param name="other">What is added; it stays as it is.</param>
        public void Merge(Estimator other)
        {
            if (other == null) throw new ArgumentNullException(nameof(other));
            if (other == this)
            {
                using (var copy = Copy()) Merge(copy);
                return;
            }
            using (other.Usage.Read())
            using (Usage.Write()) Native.wald_merge(Handle, other.Handle);
            handle.PressAs(other.handle);
        }

        /// <summary>Back to empty, keeping the memory.</summary>
        public void Clear()
        {
            using (Usage.Write()) Native.wald_clear(Handle);
            handle.Unpress();
        }

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class Decisions : IDisposable
    {
        private readonly wald_decision handle;

        internal wald_decision Handle => NativeHandle.Open(handle, nameof(Decisions), "decisions");

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class TablePass : IDisposable
    {
        private readonly wald_table_pass handle;

        internal Usage Usage { get; } = new Usage("pass");

        private TablePass(wald_table_pass handle)
        {
            this.handle = handle;
        }

        // What a call made, which may have succeeded although a callback threw.
        internal static TablePass Of(wald_table_pass made) =>
            NativeHandle.Owned(made, x => new TablePass(x));

        internal wald_table_pass Handle => NativeHandle.Open(handle, nameof(TablePass), "pass");

        /// <summary>Reads what <see cref="ToBytes"/> gave, here or in another language.</summary>
        /// <param name="bytes">The bytes.</param>
        /// <returns>A state that says the same.</returns>
        /// <exception cref="WaldFormatException">Any other bytes; the message says what is wrong with
        /// them.</exception>
        public static TablePass FromBytes(byte[] bytes) =>
            Of(Wald.Text.Loaded<wald_table_pass>(bytes, Native.WALD_OBJECT_TABLE_PASS));

        /// <summary>Reads what <see cref="ToBytes"/> gave, to the end of a stream, which stays open.</summary>
        /// <param name="stream">The stream.</param>
        /// <returns>A state that says the same.</returns>
        /// <exception cref="WaldFormatException">Anything else; the message says what is wrong with
        /// it.</exception>
        public static TablePass FromBytes(Stream stream) => FromBytes(Files.All(stream));

        /// <summary>All of it as bytes, the same for every order of feeding and merging; an answer is not among them:
        /// <see cref="Next"/> gives it again.</summary>
        /// <returns>The bytes.</returns>
        public byte[] ToBytes() => Usage.While(() => Wald.Text.SavedBytes(Handle));

        /// <summary>Adds the rows of <c>other</c>, which is a state of the same pass.</summary>
        /// <param name="other">What is added; it stays as it is.</param>
        public void Merge(TablePass other)
        {
            if (other == null) throw new ArgumentNullException(nameof(other));
            if (other == this)
                throw new ArgumentException("other is this one: its rows are in it", nameof(other));
            using (other.Usage.Read())
            using (Usage.Write()) Native.wald_merge(Handle, other.Handle);
        }

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class Distribution : IDisposable
    {
        private readonly wald_distribution handle;

        internal wald_distribution Handle => NativeHandle.Open(handle, nameof(Distribution), "distribution");

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class Sample : IDisposable
    {
        private readonly wald_sample handle;

        internal Usage Usage { get; } = new Usage("sample");

        private Sample(wald_sample handle)
        {
            this.handle = handle;
        }

        // What a call made, which may have succeeded although a callback threw.
        internal static Sample Of(wald_sample made) =>
            NativeHandle.Owned(made, x => new Sample(x));

        internal wald_sample Handle => NativeHandle.Open(handle, nameof(Sample), "sample");

        /// <summary>Reads what <see cref="Save"/> wrote, here or in another language: a sample that says the
        /// same.</summary>
        /// <param name="text">The text.</param>
        /// <returns>The sample.</returns>
        /// <exception cref="WaldFormatException">Any other text; the message says what is wrong with
        /// it.</exception>
        public static Sample Load(string text) =>
            Of(Wald.Text.Loaded<wald_sample>(text, Native.WALD_OBJECT_SAMPLE));

        /// <summary>Reads what <see cref="SaveBytes"/> gave, here or in another language.</summary>
        /// <param name="bytes">The bytes.</param>
        /// <returns>The sample.</returns>
        /// <exception cref="WaldFormatException">Any other bytes; the message says what is wrong with
        /// them.</exception>
        public static Sample Load(byte[] bytes) =>
            Of(Wald.Text.Loaded<wald_sample>(bytes, Native.WALD_OBJECT_SAMPLE));

        /// <summary>Reads what <see cref="SaveFile"/> wrote or <see cref="SaveBytes"/> gave, to the end of a stream,
        /// which stays open.</summary>
        /// <param name="stream">The stream.</param>
        /// <returns>The sample.</returns>
        /// <exception cref="WaldFormatException">Anything else; the message says what is wrong with
        /// it.</exception>
        public static Sample Load(Stream stream) => Load(Files.All(stream));

        /// <summary>Reads the file that <see cref="SaveFile"/> wrote, here or in another language.</summary>
        /// <param name="path">The name of the file.</param>
        /// <returns>The sample.</returns>
        /// <exception cref="WaldFormatException">The file holds something else; the message says
        /// what.</exception>
        public static Sample LoadFile(string path) => Files.Read(path, Load, Load);

        /// <summary>The sample as text, which every language of Wald reads: versioned JSON.</summary>
        /// <returns>The text.</returns>
        public string Save() => Usage.While(() => Wald.Text.Saved(Handle));

        /// <summary>The sample in binary, which every language of Wald reads: smaller than the text, and faster to
        /// read.</summary>
        /// <returns>The bytes.</returns>
        public byte[] SaveBytes() => Usage.While(() => Wald.Text.SavedBytes(Handle));

        /// <summary>Writes a file that every language of Wald reads. It is whole or not there: a file of that name is
        /// replaced when the new one is complete.</summary>
        /// <param name="path">The name of the file.</param>
        public void SaveFile(string path) => Files.Write(path, Save());

        /// <summary>An object of its own that holds the same.</summary>
        /// <returns>The copy.</returns>
        public Sample Copy()
        {
            using (Usage.Read())
            {
                Native.wald_copy(Handle, out var copy);
                var made = NativeHandle.Holding<wald_sample>(copy);
                made.PressAs(handle);
                return new Sample(made);
            }
        }

        /// <summary>Adds the rows of <c>other</c>, which has the same number of scores, rule and rated from.</summary>
        /// <param name="other">What is added; it stays as it is.</param>
        public void Merge(Sample other)
        {
            if (other == null) throw new ArgumentNullException(nameof(other));
            if (other == this)
            {
                using (var copy = Copy()) Merge(copy);
                return;
            }
            using (other.Usage.Read())
            using (Usage.Write()) Native.wald_merge(Handle, other.Handle);
            handle.PressAs(other.handle);
        }

        /// <summary>Back to no rows.</summary>
        public void Clear()
        {
            using (Usage.Write()) Native.wald_clear(Handle);
            handle.Unpress();
        }

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class ThresholdPass : IDisposable
    {
        private readonly wald_threshold_pass handle;

        internal Usage Usage { get; } = new Usage("pass");

        private ThresholdPass(wald_threshold_pass handle)
        {
            this.handle = handle;
        }

        // What a call made, which may have succeeded although a callback threw.
        internal static ThresholdPass Of(wald_threshold_pass made) =>
            NativeHandle.Owned(made, x => new ThresholdPass(x));

        internal wald_threshold_pass Handle => NativeHandle.Open(handle, nameof(ThresholdPass), "pass");

        /// <summary>Reads what <see cref="ToBytes"/> gave, here or in another language.</summary>
        /// <param name="bytes">The bytes.</param>
        /// <returns>A state that says the same.</returns>
        /// <exception cref="WaldFormatException">Any other bytes; the message says what is wrong with
        /// them.</exception>
        public static ThresholdPass FromBytes(byte[] bytes) =>
            Of(Wald.Text.Loaded<wald_threshold_pass>(bytes, Native.WALD_OBJECT_THRESHOLD_PASS));

        /// <summary>Reads what <see cref="ToBytes"/> gave, to the end of a stream, which stays open.</summary>
        /// <param name="stream">The stream.</param>
        /// <returns>A state that says the same.</returns>
        /// <exception cref="WaldFormatException">Anything else; the message says what is wrong with
        /// it.</exception>
        public static ThresholdPass FromBytes(Stream stream) => FromBytes(Files.All(stream));

        /// <summary>All of it as bytes, the same for every order of feeding and merging; an answer is not among them:
        /// <see cref="Next"/> gives it again.</summary>
        /// <returns>The bytes.</returns>
        public byte[] ToBytes() => Usage.While(() => Wald.Text.SavedBytes(Handle));

        /// <summary>Adds the rows of <c>other</c>, which is a state of the same pass.</summary>
        /// <param name="other">What is added; it stays as it is.</param>
        public void Merge(ThresholdPass other)
        {
            if (other == null) throw new ArgumentNullException(nameof(other));
            if (other == this)
                throw new ArgumentException("other is this one: its rows are in it", nameof(other));
            using (other.Usage.Read())
            using (Usage.Write()) Native.wald_merge(Handle, other.Handle);
        }

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class Frontier : IDisposable
    {
        private readonly wald_frontier handle;

        internal wald_frontier Handle => NativeHandle.Open(handle, nameof(Frontier), "frontier");

        /// <summary>Releases the native memory now, rather than when the object is collected; what was read stays. May
        /// be called again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class CascadeScores : IDisposable
    {
        private readonly wald_cascade_scores handle;

        internal Usage Usage { get; } = new Usage("scores");

        private CascadeScores(wald_cascade_scores handle)
        {
            this.handle = handle;
        }

        // What a call made, which may have succeeded although a callback threw.
        internal static CascadeScores Of(wald_cascade_scores made) =>
            NativeHandle.Owned(made, x => new CascadeScores(x));

        internal wald_cascade_scores Handle => NativeHandle.Open(handle, nameof(CascadeScores), "scores");

        /// <summary>An object of its own that holds the same.</summary>
        /// <returns>The copy.</returns>
        public CascadeScores Copy()
        {
            using (Usage.Read())
            {
                Native.wald_copy(Handle, out var copy);
                var made = NativeHandle.Holding<wald_cascade_scores>(copy);
                made.PressAs(handle);
                return new CascadeScores(made);
            }
        }

        /// <summary>Adds the rows of <c>other</c>, which has the same numbers of models and classes.</summary>
        /// <param name="other">What is added; it stays as it is.</param>
        public void Merge(CascadeScores other)
        {
            if (other == null) throw new ArgumentNullException(nameof(other));
            if (other == this)
            {
                using (var copy = Copy()) Merge(copy);
                return;
            }
            using (other.Usage.Read())
            using (Usage.Write()) Native.wald_merge(Handle, other.Handle);
            handle.PressAs(other.handle);
        }

        /// <summary>Back to no rows.</summary>
        public void Clear()
        {
            using (Usage.Write()) Native.wald_clear(Handle);
            handle.Unpress();
        }

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class Cascade : IDisposable
    {
        private readonly wald_cascade handle;

        // What a call made, which may have succeeded although a callback threw.
        internal static Cascade Of(wald_cascade made) =>
            NativeHandle.Owned(made, x => new Cascade(x));

        internal wald_cascade Handle => NativeHandle.Open(handle, nameof(Cascade), "cascade");

        /// <summary>Reads what <see cref="Save"/> wrote, here or in another language: a cascade that says the
        /// same.</summary>
        /// <param name="text">The text.</param>
        /// <returns>The cascade.</returns>
        /// <exception cref="WaldFormatException">Any other text; the message says what is wrong with
        /// it.</exception>
        public static Cascade Load(string text) =>
            Of(Wald.Text.Loaded<wald_cascade>(text, Native.WALD_OBJECT_CASCADE));

        /// <summary>Reads what <see cref="SaveBytes"/> gave, here or in another language.</summary>
        /// <param name="bytes">The bytes.</param>
        /// <returns>The cascade.</returns>
        /// <exception cref="WaldFormatException">Any other bytes; the message says what is wrong with
        /// them.</exception>
        public static Cascade Load(byte[] bytes) =>
            Of(Wald.Text.Loaded<wald_cascade>(bytes, Native.WALD_OBJECT_CASCADE));

        /// <summary>Reads what <see cref="SaveFile"/> wrote or <see cref="SaveBytes"/> gave, to the end of a stream,
        /// which stays open.</summary>
        /// <param name="stream">The stream.</param>
        /// <returns>The cascade.</returns>
        /// <exception cref="WaldFormatException">Anything else; the message says what is wrong with
        /// it.</exception>
        public static Cascade Load(Stream stream) => Load(Files.All(stream));

        /// <summary>Reads the file that <see cref="SaveFile"/> wrote, here or in another language.</summary>
        /// <param name="path">The name of the file.</param>
        /// <returns>The cascade.</returns>
        /// <exception cref="WaldFormatException">The file holds something else; the message says
        /// what.</exception>
        public static Cascade LoadFile(string path) => Files.Read(path, Load, Load);

        /// <summary>The cascade as text, which every language of Wald reads: versioned JSON.</summary>
        /// <returns>The text.</returns>
        public string Save() => Wald.Text.Saved(Handle);

        /// <summary>The cascade in binary, which every language of Wald reads: smaller than the text, and faster to
        /// read.</summary>
        /// <returns>The bytes.</returns>
        public byte[] SaveBytes() => Wald.Text.SavedBytes(Handle);

        /// <summary>Writes a file that every language of Wald reads. It is whole or not there: a file of that name is
        /// replaced when the new one is complete.</summary>
        /// <param name="path">The name of the file.</param>
        public void SaveFile(string path) => Files.Write(path, Save());

        /// <summary>Releases the native memory now, rather than when the object is collected; what was read stays, and
        /// runs go on. May be called again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class CascadeRun : IDisposable
    {
        private readonly wald_cascade_run handle;

        internal Usage Usage { get; } = new Usage("run");

        internal wald_cascade_run Handle => NativeHandle.Open(handle, nameof(CascadeRun), "run");

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class Trees : IDisposable
    {
        private readonly wald_trees handle;

        internal Usage Usage { get; } = new Usage("trees");

        private Trees(wald_trees handle)
        {
            this.handle = handle;
        }

        // What a call made, which may have succeeded although a callback threw.
        internal static Trees Of(wald_trees made) =>
            NativeHandle.Owned(made, x => new Trees(x));

        internal wald_trees Handle => NativeHandle.Open(handle, nameof(Trees), "trees");

        /// <summary>Reads what <see cref="Save"/> wrote, here or in another language: trees that say the
        /// same.</summary>
        /// <param name="text">The text.</param>
        /// <returns>The trees.</returns>
        /// <exception cref="WaldFormatException">Any other text; the message says what is wrong with
        /// it.</exception>
        public static Trees Load(string text) =>
            Of(Wald.Text.Loaded<wald_trees>(text, Native.WALD_OBJECT_TREES));

        /// <summary>Reads what <see cref="SaveBytes"/> gave, here or in another language.</summary>
        /// <param name="bytes">The bytes.</param>
        /// <returns>The trees.</returns>
        /// <exception cref="WaldFormatException">Any other bytes; the message says what is wrong with
        /// them.</exception>
        public static Trees Load(byte[] bytes) =>
            Of(Wald.Text.Loaded<wald_trees>(bytes, Native.WALD_OBJECT_TREES));

        /// <summary>Reads what <see cref="SaveFile"/> wrote or <see cref="SaveBytes"/> gave, to the end of a stream,
        /// which stays open.</summary>
        /// <param name="stream">The stream.</param>
        /// <returns>The trees.</returns>
        /// <exception cref="WaldFormatException">Anything else; the message says what is wrong with
        /// it.</exception>
        public static Trees Load(Stream stream) => Load(Files.All(stream));

        /// <summary>Reads the file that <see cref="SaveFile"/> wrote, here or in another language.</summary>
        /// <param name="path">The name of the file.</param>
        /// <returns>The trees.</returns>
        /// <exception cref="WaldFormatException">The file holds something else; the message says
        /// what.</exception>
        public static Trees LoadFile(string path) => Files.Read(path, Load, Load);

        /// <summary>The trees as text, which every language of Wald reads: versioned JSON.</summary>
        /// <returns>The text.</returns>
        public string Save() => Usage.While(() => Wald.Text.Saved(Handle));

        /// <summary>The trees in binary, which every language of Wald reads: smaller than the text, and faster to
        /// read.</summary>
        /// <returns>The bytes.</returns>
        public byte[] SaveBytes() => Usage.While(() => Wald.Text.SavedBytes(Handle));

        /// <summary>Writes a file that every language of Wald reads. It is whole or not there: a file of that name is
        /// replaced when the new one is complete.</summary>
        /// <param name="path">The name of the file.</param>
        public void SaveFile(string path) => Files.Write(path, Save());

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class Labelling : IDisposable
    {
        private readonly wald_labelling handle;

        internal Usage Usage { get; } = new Usage("labelling");

        internal wald_labelling Handle => NativeHandle.Open(handle, nameof(Labelling), "labelling");

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class Dataset : IDisposable
    {
        private readonly wald_dataset handle;

        internal Usage Usage { get; } = new Usage("dataset");

        internal wald_dataset Handle => NativeHandle.Open(handle, nameof(Dataset), "dataset");

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class Learner : IDisposable
    {
        private readonly wald_learner handle;

        // What a call made, which may have succeeded although a callback threw.
        internal static Learner Of(wald_learner made) =>
            NativeHandle.Owned(made, x => new Learner(x));

        internal wald_learner Handle => NativeHandle.Open(handle, nameof(Learner), "learner");

        /// <summary>Reads what <see cref="Save"/> wrote, here or in another language: a learner that says the
        /// same.</summary>
        /// <param name="text">The text.</param>
        /// <returns>The learner.</returns>
        /// <exception cref="WaldFormatException">Any other text; the message says what is wrong with
        /// it.</exception>
        public static Learner Load(string text) =>
            Of(Wald.Text.Loaded<wald_learner>(text, Native.WALD_OBJECT_LEARNER));

        /// <summary>Reads what <see cref="SaveBytes"/> gave, here or in another language.</summary>
        /// <param name="bytes">The bytes.</param>
        /// <returns>The learner.</returns>
        /// <exception cref="WaldFormatException">Any other bytes; the message says what is wrong with
        /// them.</exception>
        public static Learner Load(byte[] bytes) =>
            Of(Wald.Text.Loaded<wald_learner>(bytes, Native.WALD_OBJECT_LEARNER));

        /// <summary>Reads what <see cref="SaveFile"/> wrote or <see cref="SaveBytes"/> gave, to the end of a stream,
        /// which stays open.</summary>
        /// <param name="stream">The stream.</param>
        /// <returns>The learner.</returns>
        /// <exception cref="WaldFormatException">Anything else; the message says what is wrong with
        /// it.</exception>
        public static Learner Load(Stream stream) => Load(Files.All(stream));

        /// <summary>Reads the file that <see cref="SaveFile"/> wrote, here or in another language.</summary>
        /// <param name="path">The name of the file.</param>
        /// <returns>The learner.</returns>
        /// <exception cref="WaldFormatException">The file holds something else; the message says
        /// what.</exception>
        public static Learner LoadFile(string path) => Files.Read(path, Load, Load);

        /// <summary>The learner as text, which every language of Wald reads: versioned JSON.</summary>
        /// <returns>The text.</returns>
        public string Save() => Wald.Text.Saved(Handle);

        /// <summary>The learner in binary, which every language of Wald reads: smaller than the text, and faster to
        /// read.</summary>
        /// <returns>The bytes.</returns>
        public byte[] SaveBytes() => Wald.Text.SavedBytes(Handle);

        /// <summary>Writes a file that every language of Wald reads. It is whole or not there: a file of that name is
        /// replaced when the new one is complete.</summary>
        /// <param name="path">The name of the file.</param>
        public void SaveFile(string path) => Files.Write(path, Save());

        /// <summary>Releases the native memory now, rather than when the object is collected; what was read stays. May
        /// be called again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class Calibration : IDisposable
    {
        private readonly wald_calibration handle;

        private Calibration(wald_calibration handle)
        {
            this.handle = handle;
        }

        // What a call made, which may have succeeded although a callback threw.
        internal static Calibration Of(wald_calibration made) =>
            NativeHandle.Owned(made, x => new Calibration(x));

        internal wald_calibration Handle => NativeHandle.Open(handle, nameof(Calibration), "calibration");

        /// <summary>Reads what <see cref="Save"/> wrote, here or in another language: a calibration that says the
        /// same.</summary>
        /// <param name="text">The text.</param>
        /// <returns>The calibration.</returns>
        /// <exception cref="WaldFormatException">Any other text; the message says what is wrong with
        /// it.</exception>
        public static Calibration Load(string text) =>
            Of(Wald.Text.Loaded<wald_calibration>(text, Native.WALD_OBJECT_CALIBRATION));

        /// <summary>Reads what <see cref="SaveBytes"/> gave, here or in another language.</summary>
        /// <param name="bytes">The bytes.</param>
        /// <returns>The calibration.</returns>
        /// <exception cref="WaldFormatException">Any other bytes; the message says what is wrong with
        /// them.</exception>
        public static Calibration Load(byte[] bytes) =>
            Of(Wald.Text.Loaded<wald_calibration>(bytes, Native.WALD_OBJECT_CALIBRATION));

        /// <summary>Reads what <see cref="SaveFile"/> wrote or <see cref="SaveBytes"/> gave, to the end of a stream,
        /// which stays open.</summary>
        /// <param name="stream">The stream.</param>
        /// <returns>The calibration.</returns>
        /// <exception cref="WaldFormatException">Anything else; the message says what is wrong with
        /// it.</exception>
        public static Calibration Load(Stream stream) => Load(Files.All(stream));

        /// <summary>Reads the file that <see cref="SaveFile"/> wrote, here or in another language.</summary>
        /// <param name="path">The name of the file.</param>
        /// <returns>The calibration.</returns>
        /// <exception cref="WaldFormatException">The file holds something else; the message says
        /// what.</exception>
        public static Calibration LoadFile(string path) => Files.Read(path, Load, Load);

        /// <summary>The calibration as text, which every language of Wald reads: versioned JSON.</summary>
        /// <returns>The text.</returns>
        public string Save() => Wald.Text.Saved(Handle);

        /// <summary>The calibration in binary, which every language of Wald reads: smaller than the text, and faster to
        /// read.</summary>
        /// <returns>The bytes.</returns>
        public byte[] SaveBytes() => Wald.Text.SavedBytes(Handle);

        /// <summary>Writes a file that every language of Wald reads. It is whole or not there: a file of that name is
        /// replaced when the new one is complete.</summary>
        /// <param name="path">The name of the file.</param>
        public void SaveFile(string path) => Files.Write(path, Save());

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class Stages : IDisposable
    {
        private readonly wald_stages handle;

        internal Usage Usage { get; } = new Usage("stages");

        private Stages(wald_stages handle)
        {
            this.handle = handle;
        }

        // What a call made, which may have succeeded although a callback threw.
        internal static Stages Of(wald_stages made) =>
            NativeHandle.Owned(made, x => new Stages(x));

        internal wald_stages Handle => NativeHandle.Open(handle, nameof(Stages), "stages");

        /// <summary>Reads what <see cref="Save"/> wrote, here or in another language: stages that say the
        /// same.</summary>
        /// <param name="text">The text.</param>
        /// <returns>The stages.</returns>
        /// <exception cref="WaldFormatException">Any other text; the message says what is wrong with
        /// it.</exception>
        public static Stages Load(string text) =>
            Of(Wald.Text.Loaded<wald_stages>(text, Native.WALD_OBJECT_STAGES));

        /// <summary>Reads what <see cref="SaveBytes"/> gave, here or in another language.</summary>
        /// <param name="bytes">The bytes.</param>
        /// <returns>The stages.</returns>
        /// <exception cref="WaldFormatException">Any other bytes; the message says what is wrong with
        /// them.</exception>
        public static Stages Load(byte[] bytes) =>
            Of(Wald.Text.Loaded<wald_stages>(bytes, Native.WALD_OBJECT_STAGES));

        /// <summary>Reads what <see cref="SaveFile"/> wrote or <see cref="SaveBytes"/> gave, to the end of a stream,
        /// which stays open.</summary>
        /// <param name="stream">The stream.</param>
        /// <returns>The stages.</returns>
        /// <exception cref="WaldFormatException">Anything else; the message says what is wrong with
        /// it.</exception>
        public static Stages Load(Stream stream) => Load(Files.All(stream));

        /// <summary>Reads the file that <see cref="SaveFile"/> wrote, here or in another language.</summary>
        /// <param name="path">The name of the file.</param>
        /// <returns>The stages.</returns>
        /// <exception cref="WaldFormatException">The file holds something else; the message says
        /// what.</exception>
        public static Stages LoadFile(string path) => Files.Read(path, Load, Load);

        /// <summary>The stages as text, which every language of Wald reads: versioned JSON.</summary>
        /// <returns>The text.</returns>
        public string Save() => Usage.While(() => Wald.Text.Saved(Handle));

        /// <summary>The stages in binary, which every language of Wald reads: smaller than the text, and faster to
        /// read.</summary>
        /// <returns>The bytes.</returns>
        public byte[] SaveBytes() => Usage.While(() => Wald.Text.SavedBytes(Handle));

        /// <summary>Writes a file that every language of Wald reads. It is whole or not there: a file of that name is
        /// replaced when the new one is complete.</summary>
        /// <param name="path">The name of the file.</param>
        public void SaveFile(string path) => Files.Write(path, Save());

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class Route : IDisposable
    {
        private readonly wald_route handle;

        // What a call made, which may have succeeded although a callback threw.
        internal static Route Of(wald_route made) =>
            NativeHandle.Owned(made, x => new Route(x));

        internal wald_route Handle => NativeHandle.Open(handle, nameof(Route), "route");

        /// <summary>Reads what <see cref="Save"/> wrote, here or in another language: a route that says the
        /// same.</summary>
        /// <param name="text">The text.</param>
        /// <returns>The route.</returns>
        /// <exception cref="WaldFormatException">Any other text; the message says what is wrong with
        /// it.</exception>
        public static Route Load(string text) =>
            Of(Wald.Text.Loaded<wald_route>(text, Native.WALD_OBJECT_ROUTE));

        /// <summary>Reads what <see cref="SaveBytes"/> gave, here or in another language.</summary>
        /// <param name="bytes">The bytes.</param>
        /// <returns>The route.</returns>
        /// <exception cref="WaldFormatException">Any other bytes; the message says what is wrong with
        /// them.</exception>
        public static Route Load(byte[] bytes) =>
            Of(Wald.Text.Loaded<wald_route>(bytes, Native.WALD_OBJECT_ROUTE));

        /// <summary>Reads what <see cref="SaveFile"/> wrote or <see cref="SaveBytes"/> gave, to the end of a stream,
        /// which stays open.</summary>
        /// <param name="stream">The stream.</param>
        /// <returns>The route.</returns>
        /// <exception cref="WaldFormatException">Anything else; the message says what is wrong with
        /// it.</exception>
        public static Route Load(Stream stream) => Load(Files.All(stream));

        /// <summary>Reads the file that <see cref="SaveFile"/> wrote, here or in another language.</summary>
        /// <param name="path">The name of the file.</param>
        /// <returns>The route.</returns>
        /// <exception cref="WaldFormatException">The file holds something else; the message says
        /// what.</exception>
        public static Route LoadFile(string path) => Files.Read(path, Load, Load);

        /// <summary>The route as text, which every language of Wald reads: versioned JSON.</summary>
        /// <returns>The text.</returns>
        public string Save() => Wald.Text.Saved(Handle);

        /// <summary>The route in binary, which every language of Wald reads: smaller than the text, and faster to
        /// read.</summary>
        /// <returns>The bytes.</returns>
        public byte[] SaveBytes() => Wald.Text.SavedBytes(Handle);

        /// <summary>Writes a file that every language of Wald reads. It is whole or not there: a file of that name is
        /// replaced when the new one is complete.</summary>
        /// <param name="path">The name of the file.</param>
        public void SaveFile(string path) => Files.Write(path, Save());

        /// <summary>Releases the native memory now, rather than when the object is collected; what was read stays. May
        /// be called again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class Promise : IDisposable
    {
        private readonly wald_promise handle;

        internal Usage Usage { get; } = new Usage("promise");

        private Promise(wald_promise handle)
        {
            this.handle = handle;
        }

        // What a call made, which may have succeeded although a callback threw.
        internal static Promise Of(wald_promise made) =>
            NativeHandle.Owned(made, x => new Promise(x));

        internal wald_promise Handle => NativeHandle.Open(handle, nameof(Promise), "promise");

        /// <summary>Reads what <see cref="Save"/> wrote, here or in another language: a promise that says the
        /// same.</summary>
        /// <param name="text">The text.</param>
        /// <returns>The promise.</returns>
        /// <exception cref="WaldFormatException">Any other text; the message says what is wrong with
        /// it.</exception>
        public static Promise Load(string text) =>
            Of(Wald.Text.Loaded<wald_promise>(text, Native.WALD_OBJECT_PROMISE));

        /// <summary>Reads what <see cref="SaveBytes"/> gave, here or in another language.</summary>
        /// <param name="bytes">The bytes.</param>
        /// <returns>The promise.</returns>
        /// <exception cref="WaldFormatException">Any other bytes; the message says what is wrong with
        /// them.</exception>
        public static Promise Load(byte[] bytes) =>
            Of(Wald.Text.Loaded<wald_promise>(bytes, Native.WALD_OBJECT_PROMISE));

        /// <summary>Reads what <see cref="SaveFile"/> wrote or <see cref="SaveBytes"/> gave, to the end of a stream,
        /// which stays open.</summary>
        /// <param name="stream">The stream.</param>
        /// <returns>The promise.</returns>
        /// <exception cref="WaldFormatException">Anything else; the message says what is wrong with
        /// it.</exception>
        public static Promise Load(Stream stream) => Load(Files.All(stream));

        /// <summary>Reads the file that <see cref="SaveFile"/> wrote, here or in another language.</summary>
        /// <param name="path">The name of the file.</param>
        /// <returns>The promise.</returns>
        /// <exception cref="WaldFormatException">The file holds something else; the message says
        /// what.</exception>
        public static Promise LoadFile(string path) => Files.Read(path, Load, Load);

        /// <summary>The promise as text, which every language of Wald reads: versioned JSON.</summary>
        /// <returns>The text.</returns>
        public string Save() => Usage.While(() => Wald.Text.Saved(Handle));

        /// <summary>The promise in binary, which every language of Wald reads: smaller than the text, and faster to
        /// read.</summary>
        /// <returns>The bytes.</returns>
        public byte[] SaveBytes() => Usage.While(() => Wald.Text.SavedBytes(Handle));

        /// <summary>Writes a file that every language of Wald reads. It is whole or not there: a file of that name is
        /// replaced when the new one is complete.</summary>
        /// <param name="path">The name of the file.</param>
        public void SaveFile(string path) => Files.Write(path, Save());

        /// <summary>An object of its own that holds the same.</summary>
        /// <returns>The copy.</returns>
        public Promise Copy()
        {
            using (Usage.Read())
            {
                Native.wald_copy(Handle, out var copy);
                var made = NativeHandle.Holding<wald_promise>(copy);
                made.PressAs(handle);
                return new Promise(made);
            }
        }

        /// <summary>Adds the rows of <c>other</c>, a promise with the same claim and options. What depends on an order
        /// of rows begins anew.</summary>
        /// <param name="other">What is added; it stays as it is.</param>
        public void Merge(Promise other)
        {
            if (other == null) throw new ArgumentNullException(nameof(other));
            if (other == this)
            {
                using (var copy = Copy()) Merge(copy);
                return;
            }
            using (other.Usage.Read())
            using (Usage.Write()) Native.wald_merge(Handle, other.Handle);
            handle.PressAs(other.handle);
        }

        /// <summary>Back to no rows.</summary>
        public void Clear()
        {
            using (Usage.Write()) Native.wald_clear(Handle);
            handle.Unpress();
        }

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();
    }

    public sealed partial class Performance : IDisposable
    {
        private readonly wald_performance handle;

        internal Usage Usage { get; } = new Usage("performance");

        internal wald_performance Handle => NativeHandle.Open(handle, nameof(Performance), "performance");

        /// <summary>Releases the native memory now, rather than when the object is collected. May be called
        /// again.</summary>
        public void Dispose() => handle.Dispose();
    }
}
