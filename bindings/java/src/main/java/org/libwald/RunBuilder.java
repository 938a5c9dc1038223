package org.libwald;

import java.util.Objects;
import java.util.function.DoublePredicate;

/** What all builders of options have: who is told of the progress of long work, and how it is ended. */
abstract class RunBuilder<B extends RunBuilder<B>> {
  private DoublePredicate progress;
  private boolean interruptible;

  /** This builder, as the type that calls on it return. */
  abstract B self();

  /**
   * Is told of the progress of long work, on the calling thread, with the fraction done in [0, 1]. Where it returns
   * false the call ends with a {@link CancelledException}; what it throws comes out of the call.
   *
   * @param goOn called now and then, not more often than every 50 ms but for the start and the end
   * @return this
   */
  public B progress(DoublePredicate goOn) {
    progress = Objects.requireNonNull(goOn, "progress");
    return self();
  }

  /**
   * Whether interrupting the calling thread ends a call, with a {@link CancelledException}. The thread stays
   * interrupted.
   *
   * @param wanted the default is false
   * @return this
   */
  public B interruptible(boolean wanted) {
    interruptible = wanted;
    return self();
  }

  /** What a call asks now and then whether to go on, or null where nobody wants to be asked. */
  DoublePredicate reports() {
    DoublePredicate told = progress; // as it is now: the builder may be used again
    if (!interruptible) {
      return told;
    }
    return fraction -> !Thread.currentThread().isInterrupted() && (told == null || told.test(fraction));
  }
}
