// Written by bindings/generate from the rows of the core: do not edit.
// The functions that the library has of each type of objects, as those of any.
// clang-format off
template <> const Noun &noun_of<wald_calibration>() {
  static const Noun noun{"calibration", "", Of<wald_calibration>::destroy<wald_calibration_destroy>, nullptr, nullptr,
    nullptr, Of<wald_calibration>::save<wald_calibration_save>, Of<wald_calibration>::load<wald_calibration_load>,
    nullptr, nullptr, nullptr};
  return noun;
}
template <> const Noun &noun_of<wald_cascade>() {
  static const Noun noun{"cascade", "cascade", Of<wald_cascade>::destroy<wald_cascade_destroy>,
    Of<wald_cascade>::number<wald_cascade_number>, Of<wald_cascade>::numbers<wald_cascade_numbers>,
    Of<wald_cascade>::text<wald_cascade_text>, Of<wald_cascade>::save<wald_cascade_save>,
    Of<wald_cascade>::load<wald_cascade_load>, nullptr, nullptr, nullptr};
  return noun;
}
template <> const Noun &noun_of<wald_cascade_run>() {
  static const Noun noun{"run", "", Of<wald_cascade_run>::destroy<wald_cascade_run_destroy>, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr};
  return noun;
}
template <> const Noun &noun_of<wald_cascade_scores>() {
  static const Noun noun{"scores", "cascade_scores", Of<wald_cascade_scores>::destroy<wald_cascade_scores_destroy>,
    Of<wald_cascade_scores>::number<wald_cascade_scores_number>, nullptr, nullptr, nullptr, nullptr,
    Of<wald_cascade_scores>::copy<wald_cascade_scores_copy>, Of<wald_cascade_scores>::clear<wald_cascade_scores_clear>,
    Of<wald_cascade_scores>::merge<wald_cascade_scores_merge>};
  return noun;
}
template <> const Noun &noun_of<wald_distribution>() {
  static const Noun noun{"distribution", "distribution", Of<wald_distribution>::destroy<wald_distribution_destroy>,
    Of<wald_distribution>::number<wald_distribution_number>, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr};
  return noun;
}
template <> const Noun &noun_of<wald_estimator>() {
  static const Noun noun{"estimator", "estimator", Of<wald_estimator>::destroy<wald_estimator_destroy>,
    Of<wald_estimator>::number<wald_estimator_number>, Of<wald_estimator>::numbers<wald_estimator_numbers>, nullptr,
    Of<wald_estimator>::save<wald_estimator_save>, Of<wald_estimator>::load<wald_estimator_load>,
    Of<wald_estimator>::copy<wald_estimator_copy>, Of<wald_estimator>::clear<wald_estimator_clear>,
    Of<wald_estimator>::merge<wald_estimator_merge>};
  return noun;
}
template <> const Noun &noun_of<wald_frontier>() {
  static const Noun noun{"frontier", "frontier", Of<wald_frontier>::destroy<wald_frontier_destroy>,
    Of<wald_frontier>::number<wald_frontier_number>, Of<wald_frontier>::numbers<wald_frontier_numbers>, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr};
  return noun;
}
template <> const Noun &noun_of<wald_labelling>() {
  static const Noun noun{"labelling", "labelling", Of<wald_labelling>::destroy<wald_labelling_destroy>,
    Of<wald_labelling>::number<wald_labelling_number>, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr};
  return noun;
}
template <> const Noun &noun_of<wald_learner>() {
  static const Noun noun{"learner", "learner", Of<wald_learner>::destroy<wald_learner_destroy>,
    Of<wald_learner>::number<wald_learner_number>, Of<wald_learner>::numbers<wald_learner_numbers>,
    Of<wald_learner>::text<wald_learner_text>, Of<wald_learner>::save<wald_learner_save>,
    Of<wald_learner>::load<wald_learner_load>, nullptr, nullptr, nullptr};
  return noun;
}
template <> const Noun &noun_of<wald_metric>() {
  static const Noun noun{"metric", "", Of<wald_metric>::destroy<wald_metric_destroy>, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr};
  return noun;
}
template <> const Noun &noun_of<wald_report>() {
  static const Noun noun{"report", "", Of<wald_report>::destroy<wald_report_destroy>, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr};
  return noun;
}
template <> const Noun &noun_of<wald_route>() {
  static const Noun noun{"route", "route", Of<wald_route>::destroy<wald_route_destroy>,
    Of<wald_route>::number<wald_route_number>, Of<wald_route>::numbers<wald_route_numbers>, nullptr,
    Of<wald_route>::save<wald_route_save>, Of<wald_route>::load<wald_route_load>, nullptr, nullptr, nullptr};
  return noun;
}
template <> const Noun &noun_of<wald_sample>() {
  static const Noun noun{"sample", "sample", Of<wald_sample>::destroy<wald_sample_destroy>,
    Of<wald_sample>::number<wald_sample_number>, Of<wald_sample>::numbers<wald_sample_numbers>, nullptr,
    Of<wald_sample>::save<wald_sample_save>, Of<wald_sample>::load<wald_sample_load>,
    Of<wald_sample>::copy<wald_sample_copy>, Of<wald_sample>::clear<wald_sample_clear>,
    Of<wald_sample>::merge<wald_sample_merge>};
  return noun;
}
template <> const Noun &noun_of<wald_stages>() {
  static const Noun noun{"stages", "stages", Of<wald_stages>::destroy<wald_stages_destroy>,
    Of<wald_stages>::number<wald_stages_number>, nullptr, nullptr, Of<wald_stages>::save<wald_stages_save>,
    Of<wald_stages>::load<wald_stages_load>, nullptr, nullptr, Of<wald_stages>::merge<wald_stages_merge>};
  return noun;
}
template <> const Noun &noun_of<wald_table_pass>() {
  static const Noun noun{"table_pass", "table_pass", Of<wald_table_pass>::destroy<wald_table_pass_destroy>,
    Of<wald_table_pass>::number<wald_table_pass_number>, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    Of<wald_table_pass>::merge<wald_table_pass_merge>};
  return noun;
}
template <> const Noun &noun_of<wald_threshold_pass>() {
  static const Noun noun{"threshold_pass", "threshold_pass",
    Of<wald_threshold_pass>::destroy<wald_threshold_pass_destroy>,
    Of<wald_threshold_pass>::number<wald_threshold_pass_number>, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    Of<wald_threshold_pass>::merge<wald_threshold_pass_merge>};
  return noun;
}
template <> const Noun &noun_of<wald_thresholds>() {
  static const Noun noun{"thresholds", "thresholds", Of<wald_thresholds>::destroy<wald_thresholds_destroy>,
    Of<wald_thresholds>::number<wald_thresholds_number>, Of<wald_thresholds>::numbers<wald_thresholds_numbers>,
    Of<wald_thresholds>::text<wald_thresholds_text>, nullptr, nullptr, nullptr, nullptr, nullptr};
  return noun;
}
template <> const Noun &noun_of<wald_trees>() {
  static const Noun noun{"trees", "trees", Of<wald_trees>::destroy<wald_trees_destroy>,
    Of<wald_trees>::number<wald_trees_number>, nullptr, Of<wald_trees>::text<wald_trees_text>,
    Of<wald_trees>::save<wald_trees_save>, Of<wald_trees>::load<wald_trees_load>, nullptr, nullptr, nullptr};
  return noun;
}
constexpr const Noun &(*nouns[])(){noun_of<wald_calibration>, noun_of<wald_cascade>, noun_of<wald_cascade_run>,
    noun_of<wald_cascade_scores>, noun_of<wald_distribution>, noun_of<wald_estimator>, noun_of<wald_frontier>,
    noun_of<wald_labelling>, noun_of<wald_learner>, noun_of<wald_metric>, noun_of<wald_report>, noun_of<wald_route>,
    noun_of<wald_sample>, noun_of<wald_stages>, noun_of<wald_table_pass>, noun_of<wald_threshold_pass>,
    noun_of<wald_thresholds>, noun_of<wald_trees>};
// clang-format on
