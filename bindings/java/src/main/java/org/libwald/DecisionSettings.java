package org.libwald;

import java.util.Objects;

/** What {@link DecisionOptions} say that is not the library's to know, and what the calls of this package look at. */
abstract class DecisionSettings extends NativeOptions {
  final Kind kind;
  final Average average;
  final boolean parallel;

  /** An instance may be left undecided. */
  final boolean abstains;

  /** Neither calls anything back nor asks for an algorithm, which may be a slow one. */
  final boolean plain;

  DecisionSettings(String family, Collector<?> wanted) {
    super(family, wanted);
    kind = wanted.kind;
    average = wanted.get("average") instanceof Average set ? set : Average.INSTANCE;
    parallel = wanted.get("threads") instanceof Long threads && threads != 1;
    abstains = wanted.get("abstain") != null;
    plain = wanted.get("algorithm") == null && wanted.reports() == null;
  }

  /** Throws if a kind was given to a call whose problems have one of their own, or none. */
  final void refuseKind(String call) {
    if (kind != null) {
      throw new ArgumentException("kind is " + kind + ": " + call + " does not read it");
    }
  }

  /** Settings beside those of the library. */
  abstract static class Collector<B extends Collector<B>> extends OptionsBuilder<B> {
    private Kind kind;

    /**
     * What vectors and rows of a table are.
     *
     * @param kind {@link Kind#INDEPENDENT}, the default, or {@link Kind#CATEGORICAL}
     * @return this
     */
    public B kind(Kind kind) {
      this.kind = Objects.requireNonNull(kind, "kind");
      return self();
    }

    /**
     * The number of positives of each answer.
     *
     * @param k how many
     * @return this
     */
    public B exactly(long k) {
      return set("at_least", k).set("at_most", k);
    }
  }
}
