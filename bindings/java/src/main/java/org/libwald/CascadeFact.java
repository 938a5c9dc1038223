// Written by bindings/generate from the rows of the core: do not edit.
package org.libwald;

/** The numbers of a cascade; NaN if one is unknown. */
public enum CascadeFact {
  /** The number of models. */
  N_MODELS(13000, "n_models"),
  /** 1 for a sum and a threshold, else the number of classes. */
  N_CLASSES(13001, "n_classes"),
  /** The sum of scores from which a row is positive. */
  THRESHOLD(13002, "threshold"),
  /** Whether rows leave early only as negatives. */
  NEGATIVES_ONLY(13003, "negatives_only"),
  /** The disagreement that was allowed. */
  ALPHA(13004, "alpha"),
  /** The cost of all models. */
  FULL_COST(13005, "full_cost"),
  /** The number of fitted rows. */
  N_ROWS(13006, "n_rows"),
  /**
   * The share of these rows that the cascade decides differently from all models, recounted; optimistic for a joint
   * order.
   */
  DISAGREEMENT(13007, "disagreement"),
  /** The mean number of models run on these rows. */
  MEAN_MODELS(13008, "mean_models"),
  /** The mean cost per row. */
  MEAN_COST(13009, "mean_cost"),
  /** fullCost/meanCost. */
  SPEEDUP(13010, "speedup"),
  /** The disagreement, each fold decided by a cascade that was fitted without it. */
  CROSS_DISAGREEMENT(13011, "cross_disagreement"),
  /** The mean number of models, cross-fitted. */
  CROSS_MEAN_MODELS(13012, "cross_mean_models"),
  /** The mean cost, cross-fitted. */
  CROSS_MEAN_COST(13013, "cross_mean_cost"),
  /** The number of calibration rows of a weight above 0. */
  N_HELD_OUT_ROWS(13014, "n_held_out_rows"),
  /** The disagreement on the calibration rows. */
  HELD_OUT_DISAGREEMENT(13015, "held_out_disagreement"),
  /** The mean number of models on the calibration rows. */
  HELD_OUT_MEAN_MODELS(13016, "held_out_mean_models"),
  /** The mean cost on the calibration rows. */
  HELD_OUT_MEAN_COST(13017, "held_out_mean_cost"),
  /**
   * The disagreement is at most this with the confidence: the target, or 0 if no row leaves early because nothing can
   * be certified.
   */
  CERTIFIED_DISAGREEMENT(13018, "certified_disagreement"),
  /** The probability with which the certificate holds. */
  CERTIFY(13019, "certify"),
  /** By how many spreads calibration moved the thresholds apart; inf if no row leaves early. */
  SPREADS(13020, "spreads"),
  /** The width of a bin's thresholds in deviations; NaN without bins. */
  GAMMA(13021, "gamma"),
  /** The width of a bin; NaN without bins. */
  BIN_WIDTH(13022, "bin_width"),
  /** Scores are rounded to multiples of this. */
  UNIT(13023, "unit"),
  /** The number of fitted rows that unrounded sums decide differently. */
  N_ROUNDED_ROWS(13024, "n_rounded_rows"),
  /** The number of features of its trees; without trees, of named features. */
  N_FEATURES(13025, "n_features"),
  /** The number of categories that were named, of all features. */
  N_CATEGORIES(13035, "n_categories"),
  /** With votes: the price of an error, in models, for which the stopping rule is optimal. */
  PRICE(13038, "price"),
  /** With votes: the expected disagreement on new rows, over all orders of the models. */
  EXPECTED_DISAGREEMENT(13039, "expected_disagreement"),
  /** With votes: the expected number of models per new row, over all orders. */
  EXPECTED_MEAN_MODELS(13040, "expected_mean_models"),
  /** The mean cost on the calibration rows of the algorithm that was not chosen; NaN except with cheaper. */
  OTHER_MEAN_COST(13041, "other_mean_cost");

  final int value;
  private final String word;

  CascadeFact(int value, String word) {
    this.value = value;
    this.word = word;
  }

  static CascadeFact of(int value) {
    for (CascadeFact one : values()) {
      if (one.value == value) {
        return one;
      }
    }
    throw new IllegalArgumentException("no CascadeFact has the number " + value);
  }

  /**
   * The word by which the library and every language know it.
   *
   * @return {@code "n_models"}, ...
   */
  @Override
  public String toString() {
    return word;
  }
}
