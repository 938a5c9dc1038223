// Which rows of one table to send to a better stage, and when to stop.
using System;

namespace Wald
{
    /// <summary>
    /// Which rows of one table to send to a better stage, and when to stop. A first stage has answered all rows. A
    /// labelled row takes the better stage's answer, so that only the events among the other rows hurt. Once
    /// <see cref="Certified"/>, the goal holds for this table with the confidence, whatever the chances are worth; those
    /// that are right save labels.
    /// </summary>
    /// <remarks>A labelling that one thread changes while another uses it is refused with
    /// <see cref="InvalidOperationException"/>.</remarks>
    /// <example>
    /// <code>
    /// using (var labelling = new Labelling(chances, LabelledQuality.Accuracy, minQuality: 0.95, certify: 0.95))
    ///     while (!labelling.Certified) labelling.Answer(Wrong(labelling.Next(100)));
    /// </code>
    /// </example>
    public sealed partial class Labelling
    {
        private readonly bool[] mask;
        private long[] asked = new long[0];

        /// <summary>Begins with no label.</summary>
        /// <param name="chances">What the first stage says of each row: the probability of an event, in [0, 1]. For
        /// accuracy an event is an answer that differs from its label, for recall a positive row; for precision the rows
        /// are those that the first stage flags, and an event is a negative among them.</param>
        /// <param name="quality">What is to reach the target.</param>
        /// <param name="minQuality">In (0, 1).</param>
        /// <param name="certify">In (0, 1).</param>
        /// <param name="seed">Of the draws.</param>
        /// <exception cref="WaldArgumentException">An argument is outside its domain; the message names it, its value
        /// and its bound.</exception>
        public unsafe Labelling(Values chances, LabelledQuality quality, double minQuality = 0.95, double certify = 0.95,
                                long seed = 0)
        {
            Library.Load();
            fixed (double* doubles = &chances.Doubles)
            fixed (float* floats = &chances.Floats)
            {
                var view = chances.View(doubles, floats);
                var word = Text.Bytes(Words.Of(quality), nameof(quality));
                Native.wald_labelling_create(&view, word, minQuality, certify, seed, out handle);
            }
            mask = new bool[chances.Length];
        }

        /// <summary>The rows to label next. The same rows are given until they are answered.</summary>
        /// <param name="most">How many rows at most, at least 1.</param>
        /// <returns>Rows counted from 0, in the order in which <see cref="Answer"/> takes their labels; none if it is
        /// done.</returns>
        public unsafe long[] Next(long most = 100)
        {
            using (Usage.Write())
            {
                long needed;
                Native.wald_labelling_next(Handle, most, null, 0, &needed);
                asked = new long[needed];
                fixed (long* rows = &First.Of(asked))
                    Native.wald_labelling_next(Handle, most, rows, needed, &needed);
                return (long[])asked.Clone();
            }
        }

        /// <summary>Takes the labels of the rows that <see cref="Next"/> gave.</summary>
        /// <param name="events">One per row, in their order, as byte or bool: whether it is an event.</param>
        /// <param name="chances">New ones of all rows, by which the next rows are drawn, such as those of a model that is
        /// fitted to the labels so far; by default they stay.</param>
        public unsafe void Answer(Mask events, Values chances = default(Values))
        {
            using (Usage.Write())
            fixed (byte* cells = &events.Bytes)
            fixed (double* doubles = &chances.Doubles)
            fixed (float* floats = &chances.Floats)
            {
                wald_array view = events.View(cells), renewed = chances.View(doubles, floats);
                Native.wald_labelling_answer(Handle, &view, chances.Given ? &renewed : null);
                foreach (var row in asked) mask[row] = true;
                asked = new long[0];
            }
        }

        /// <summary>Labels until it is done. What the function throws is thrown; the rows that it was asked about are
        /// then asked again.</summary>
        /// <param name="ask">Says of each of the rows it is given whether it is an event.</param>
        /// <param name="most">How many rows at most at once, at least 1.</param>
        public void Run(Func<long[], bool[]> ask, long most = 100)
        {
            if (ask == null) throw new ArgumentNullException(nameof(ask));
            while (!Certified) Answer(ask(Next(most)));
        }

        /// <summary>Which rows were labelled.</summary>
        /// <returns>Of each row, whether it was.</returns>
        public bool[] Mask()
        {
            using (Usage.Read())
            {
                _ = Handle;
                return (bool[])mask.Clone();
            }
        }

        /// <summary>How far it is.</summary>
        /// <returns>A line of text.</returns>
        public override string ToString() =>
            handle.IsClosed ? "Labelling (disposed)"
                            : $"Labelling: {LabelledCount} of {RowCount} rows labelled, {(Certified ? "certified" : "not certified")}";
    }
}
