// Written by bindings/generate from the rows of the core: do not edit.
// The types of objects.
// clang-format off
template <> const Noun &noun_of<wald_calibration>() {
  static const Noun noun{"calibration", "calibration", WALD_OBJECT_CALIBRATION, true};
  return noun;
}
template <> const Noun &noun_of<wald_cascade>() {
  static const Noun noun{"cascade", "cascade", WALD_OBJECT_CASCADE, true};
  return noun;
}
template <> const Noun &noun_of<wald_cascade_evaluation>() {
  static const Noun noun{"cascade_evaluation", "cascade_evaluation", WALD_OBJECT_CASCADE_EVALUATION, false};
  return noun;
}
template <> const Noun &noun_of<wald_cascade_run>() {
  static const Noun noun{"run", "", WALD_OBJECT_CASCADE_RUN, false};
  return noun;
}
template <> const Noun &noun_of<wald_cascade_scores>() {
  static const Noun noun{"scores", "cascade_scores", WALD_OBJECT_CASCADE_SCORES, false};
  return noun;
}
template <> const Noun &noun_of<wald_comparison>() {
  static const Noun noun{"comparison", "comparison", WALD_OBJECT_COMPARISON, false};
  return noun;
}
template <> const Noun &noun_of<wald_distribution>() {
  static const Noun noun{"distribution", "distribution", WALD_OBJECT_DISTRIBUTION, false};
  return noun;
}
template <> const Noun &noun_of<wald_estimator>() {
  static const Noun noun{"estimator", "estimator", WALD_OBJECT_ESTIMATOR, true};
  return noun;
}
template <> const Noun &noun_of<wald_frontier>() {
  static const Noun noun{"frontier", "frontier", WALD_OBJECT_FRONTIER, false};
  return noun;
}
template <> const Noun &noun_of<wald_labelling>() {
  static const Noun noun{"labelling", "labelling", WALD_OBJECT_LABELLING, false};
  return noun;
}
template <> const Noun &noun_of<wald_labels>() {
  static const Noun noun{"labels", "labels", WALD_OBJECT_LABELS, false};
  return noun;
}
template <> const Noun &noun_of<wald_learner>() {
  static const Noun noun{"learner", "learner", WALD_OBJECT_LEARNER, true};
  return noun;
}
template <> const Noun &noun_of<wald_metric>() {
  static const Noun noun{"metric", "metric", WALD_OBJECT_METRIC, false};
  return noun;
}
template <> const Noun &noun_of<wald_multipliers>() {
  static const Noun noun{"multipliers", "multipliers", WALD_OBJECT_MULTIPLIERS, false};
  return noun;
}
template <> const Noun &noun_of<wald_performance>() {
  static const Noun noun{"performance", "performance", WALD_OBJECT_PERFORMANCE, false};
  return noun;
}
template <> const Noun &noun_of<wald_prevalence>() {
  static const Noun noun{"prevalence", "prevalence", WALD_OBJECT_PREVALENCE, false};
  return noun;
}
template <> const Noun &noun_of<wald_promise>() {
  static const Noun noun{"promise", "promise", WALD_OBJECT_PROMISE, true};
  return noun;
}
template <> const Noun &noun_of<wald_reliability>() {
  static const Noun noun{"reliability", "reliability", WALD_OBJECT_RELIABILITY, false};
  return noun;
}
template <> const Noun &noun_of<wald_report>() {
  static const Noun noun{"report", "report", WALD_OBJECT_REPORT, false};
  return noun;
}
template <> const Noun &noun_of<wald_route>() {
  static const Noun noun{"route", "route", WALD_OBJECT_ROUTE, true};
  return noun;
}
template <> const Noun &noun_of<wald_route_evaluation>() {
  static const Noun noun{"route_evaluation", "route_evaluation", WALD_OBJECT_ROUTE_EVALUATION, false};
  return noun;
}
template <> const Noun &noun_of<wald_sample>() {
  static const Noun noun{"sample", "sample", WALD_OBJECT_SAMPLE, true};
  return noun;
}
template <> const Noun &noun_of<wald_segments>() {
  static const Noun noun{"segments", "segments", WALD_OBJECT_SEGMENTS, false};
  return noun;
}
template <> const Noun &noun_of<wald_stages>() {
  static const Noun noun{"stages", "stages", WALD_OBJECT_STAGES, true};
  return noun;
}
template <> const Noun &noun_of<wald_table_pass>() {
  static const Noun noun{"table_pass", "table_pass", WALD_OBJECT_TABLE_PASS, true};
  return noun;
}
template <> const Noun &noun_of<wald_threshold_evaluation>() {
  static const Noun noun{"threshold_evaluation", "threshold_evaluation", WALD_OBJECT_THRESHOLD_EVALUATION, false};
  return noun;
}
template <> const Noun &noun_of<wald_threshold_pass>() {
  static const Noun noun{"threshold_pass", "threshold_pass", WALD_OBJECT_THRESHOLD_PASS, true};
  return noun;
}
template <> const Noun &noun_of<wald_thresholds>() {
  static const Noun noun{"thresholds", "thresholds", WALD_OBJECT_THRESHOLDS, false};
  return noun;
}
template <> const Noun &noun_of<wald_trees>() {
  static const Noun noun{"trees", "trees", WALD_OBJECT_TREES, true};
  return noun;
}
template <> const Noun &noun_of<wald_worth>() {
  static const Noun noun{"worth", "worth", WALD_OBJECT_WORTH, false};
  return noun;
}
template <> const Noun &noun_of<wald_zone>() {
  static const Noun noun{"zone", "zone", WALD_OBJECT_ZONE, false};
  return noun;
}
constexpr const Noun &(*nouns[])(){noun_of<wald_calibration>, noun_of<wald_cascade>, noun_of<wald_cascade_evaluation>,
    noun_of<wald_cascade_run>, noun_of<wald_cascade_scores>, noun_of<wald_comparison>, noun_of<wald_distribution>,
    noun_of<wald_estimator>, noun_of<wald_frontier>, noun_of<wald_labelling>, noun_of<wald_labels>,
    noun_of<wald_learner>, noun_of<wald_metric>, noun_of<wald_multipliers>, noun_of<wald_performance>,
    noun_of<wald_prevalence>, noun_of<wald_promise>, noun_of<wald_reliability>, noun_of<wald_report>,
    noun_of<wald_route>, noun_of<wald_route_evaluation>, noun_of<wald_sample>, noun_of<wald_segments>,
    noun_of<wald_stages>, noun_of<wald_table_pass>, noun_of<wald_threshold_evaluation>, noun_of<wald_threshold_pass>,
    noun_of<wald_thresholds>, noun_of<wald_trees>, noun_of<wald_worth>, noun_of<wald_zone>};
// clang-format on
