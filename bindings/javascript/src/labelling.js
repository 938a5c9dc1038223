// Which rows of a table to send to a better stage, and when to stop.
import { maskOf, putOptional, putVector, real, reals, text, whole } from "./arrays.js";
import { Handle, created, defineFacts } from "./handles.js";
import { call, readIndices, readLength, within } from "./native.js";

export class Labelling extends Handle {
  #asked = [];
  #mask;

  constructor(chances, quality = "accuracy", { minQuality = 0.95, certify = 0.95, seed = 0 } = {}) {
    const each = reals(chances, "chances");
    super(
      "labelling",
      within((arena) =>
        created(
          arena,
          "wald_labelling_create",
          putVector(arena, each),
          arena.text(text(quality, "quality")),
          real(minQuality, "min_quality"),
          real(certify, "certify"),
          whole(seed, "seed"),
        ),
      ),
    );
    this.#mask = new Uint8Array(each.length);
  }
  // The rows to label next, at most this many; none if it is done. The same until they are answered.
  next(most = 100) {
    if (this.#asked.length === 0 && !this.certified)
      this.#asked = within((arena) => {
        const limit = Number(whole(most, "most"));
        const room = Math.max(1, Math.min(limit, this.#mask.length));
        const [rows, needed] = [arena.bytes(8 * room), arena.place()];
        call("wald_labelling_next", this._pointer, limit, rows, room, needed);
        return readIndices(rows, readLength(needed));
      });
    return [...this.#asked];
  }
  // Whether each row of the last next() is an event. `chances`: new ones of all rows, as from the labels so far.
  answer(events, chances) {
    within((arena) =>
      call(
        "wald_labelling_answer",
        this._pointer,
        putVector(arena, maskOf(events, "events")),
        putOptional(arena, chances, "chances"),
      ),
    );
    for (const row of this.#asked) this.#mask[row] = 1;
    this.#asked = [];
    return this;
  }
  // Labels until it is done: ask(rows) says of each row whether it is an event.
  run(ask, most = 100) {
    while (!this.certified) this.answer(ask(this.next(most)));
    return this;
  }
  // The same with a function that gives promises.
  async runAsync(ask, most = 100) {
    while (!this.certified) this.answer(await ask(this.next(most)));
    return this;
  }
  // 1 for each row that was labelled.
  get mask() {
    return this.#mask.slice();
  }
}
defineFacts(Labelling, "labelling");
