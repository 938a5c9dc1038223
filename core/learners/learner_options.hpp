// How to fit a learner. Every default reaches the published figures; a learner reads the options of its rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/described/option_rows.hpp"
#include "core/learners/dataset.hpp"

namespace wald::core::learners {

#define WALD_CALIBRATION_WORDS(WORD)                                                      \
  WORD(automatic, 0, "automatic", "", "Platt for labels, none for classes.")              \
  WORD(none, 1, "none", "", "The sigmoid of the margin.")                                 \
  WORD(platt, 2, "platt", "sigmoid", "A logistic regression on the margin (Platt 1999).") \
  WORD(isotonic, 3, "isotonic", "", "Pooled adjacent violators (Zadrozny, Elkan 2002).")  \
  WORD(beta, 4, "beta", "", "Of the margin's sigmoid (Kull, Silva Filho, Flach 2017).")  \
  WORD(temperature, 5, "temperature", "", "The margins times one number (Guo et al. 2017).") \
  WORD(vector, 6, "vector", "", "Of classes: a slope and an intercept per class (Guo et al. 2017).")
enum class Calibrator : int32_t { WALD_CALIBRATION_WORDS(WALD_ENUMERATOR) };
constexpr Word calibration_words[] = {WALD_CALIBRATION_WORDS(WALD_WORD)};

#define WALD_CALIBRATION_INPUT_WORDS(WORD)                                                                   \
  WORD(probabilities, 0, "probabilities", "", "Probabilities, which lie in [0, 1].") \
  WORD(scores, 1, "scores", "", "Scores, such as log-odds, logits or margins; any finite numbers.")
enum class CalibrationInput : int32_t { WALD_CALIBRATION_INPUT_WORDS(WALD_ENUMERATOR) };
constexpr Word calibration_input_words[] = {WALD_CALIBRATION_INPUT_WORDS(WALD_WORD)};
inline const char *input_name(CalibrationInput input) {
  return calibration_input_words[static_cast<int32_t>(input)].name;
}

#define WALD_IMPUTATION_WORDS(WORD)                                                 \
  WORD(error, 0, "error", "", "Nothing: it is an error.")                           \
  WORD(mean, 1, "mean", "", "The mean of the training rows that have the feature.") \
  WORD(most_frequent, 2, "most_frequent", "", "The most frequent value of the training rows that have the feature.")
enum class Imputation : int32_t { WALD_IMPUTATION_WORDS(WALD_ENUMERATOR) };
constexpr Word imputation_words[] = {WALD_IMPUTATION_WORDS(WALD_WORD)};

constexpr int64_t max_draws = int64_t{1} << 24;

#define WALD_DRAWING_WORDS(WORD)                                                                           \
  WORD(stratified, 0, "stratified", "", "All together down the chain: the same means with less variance.") \
  WORD(independent, 1, "independent", "", "Each by itself, label after label (ancestral sampling).")
enum class Drawing : int32_t { WALD_DRAWING_WORDS(WALD_ENUMERATOR) };
constexpr Word drawing_words[] = {WALD_DRAWING_WORDS(WALD_WORD)};

#define WALD_NEIGHBOUR_METRIC_WORDS(WORD)                         \
  WORD(automatic, 0, "automatic", "", "Chosen by leave-one-out.") \
  WORD(euclidean, 1, "euclidean", "", "The Euclidean distance.")  \
  WORD(cosine, 2, "cosine", "", "One minus the cosine of the angle.")
enum class NeighbourMetric : int32_t { WALD_NEIGHBOUR_METRIC_WORDS(WALD_ENUMERATOR) };
constexpr Word neighbour_metric_words[] = {WALD_NEIGHBOUR_METRIC_WORDS(WALD_WORD)};

#define WALD_NEIGHBOUR_WEIGHTS_WORDS(WORD)                           \
  WORD(automatic, 0, "automatic", "", "Chosen by leave-one-out.")    \
  WORD(uniform, 1, "uniform", "", "Each neighbour weighs the same.") \
  WORD(dudani, 2, "dudani", "", "The nearer the heavier (Dudani 1976).")
enum class NeighbourWeights : int32_t { WALD_NEIGHBOUR_WEIGHTS_WORDS(WALD_ENUMERATOR) };
constexpr Word neighbour_weights_words[] = {WALD_NEIGHBOUR_WEIGHTS_WORDS(WALD_WORD)};

// A single tree is a learner of its own, and no word.
#define WALD_FOREST_KIND_WORDS(WORD)                                                     \
  WORD(extra_trees, 0, "extra-trees", "", "Extremely randomised trees: cuts at random.") \
  WORD(random_forest, 1, "random-forest", "", "Random forests: bootstrap samples, best cuts.")
enum class ForestKind : int32_t { WALD_FOREST_KIND_WORDS(WALD_ENUMERATOR) single_tree = 2 };
constexpr Word forest_kind_words[] = {WALD_FOREST_KIND_WORDS(WALD_WORD)};

#define WALD_FOREST_CRITERION_WORDS(WORD)                                 \
  WORD(gini, 0, "gini", "", "The Gini impurity, summed over the labels.") \
  WORD(f, 1, "f", "", "The expected F-measure of the leaves.")
enum class ForestCriterion : int32_t { WALD_FOREST_CRITERION_WORDS(WALD_ENUMERATOR) };
constexpr Word forest_criterion_words[] = {WALD_FOREST_CRITERION_WORDS(WALD_WORD)};

#define WALD_PREDICTION_RULE_WORDS(WORD)                                                                                        \
  WORD(automatic, 0, "auto", "",                                                                                     \
       "given-mixture if it is a candidate, else decide-mean, unless another rule is better out of fold beyond chance.") \
  WORD(half, 1, "half", "", "A threshold of 1/2.")                                                                   \
  WORD(threshold, 2, "threshold", "", "The best threshold for all labels together.")                                 \
  WORD(thresholds, 3, "thresholds", "", "The best threshold of each label for its own metric.")                      \
  WORD(bagged_thresholds, 4, "bagged-thresholds", "",                                                                \
       "The mean of each label's best thresholds of 15 bootstrap samples, on log-odds.")                             \
  WORD(shrunk_thresholds, 5, "shrunk-thresholds", "", "These, shrunk towards the mean of all labels (James, Stein).") \
  WORD(decide, 6, "decide", "", "The optimal decision from the marginals as they are.")                              \
  WORD(decide_temperature, 7, "decide-temperature", "", "The same, with one temperature for all labels.")            \
  WORD(decide_temperatures, 8, "decide-temperatures", "", "The same, with a temperature for each label.")            \
  WORD(decide_platt, 9, "decide-platt", "", "The same, after Platt's calibration of each label.")                    \
  WORD(decide_isotonic, 10, "decide-isotonic", "", "The same, after isotonic calibration of each label.")            \
  WORD(decide_beta, 11, "decide-beta", "", "The same, after beta calibration of each label.")                        \
  WORD(decide_shrunk, 12, "decide-shrunk", "",                                                                       \
       "The same, after Platt's calibration of each label, shrunk towards one calibration of all labels.")           \
  WORD(decide_mean, 13, "decide-mean", "",                                                                           \
       "The same, from the mean of the probabilities by Platt's, isotonic and beta calibration.")                    \
  WORD(vote, 14, "vote", "", "The majority of decide-platt, decide-beta and bagged-thresholds.")                     \
  WORD(cardinality, 15, "given-cardinality", "", "The learner cardinality:given: a learned number of labels.")             \
  WORD(mixture, 16, "given-mixture", "", "The learner mixture:cardinality:given,kernel:cardinality,forest.")
enum class RuleWord : int32_t { WALD_PREDICTION_RULE_WORDS(WALD_ENUMERATOR) };
constexpr Word rule_words[] = {WALD_PREDICTION_RULE_WORDS(WALD_WORD)};

#define WALD_LEARNER_WORDS(WORD)                                                                                       \
  WORD(lfp, 0, "lfp", "",                                                                                              \
       "One logistic regression per label (one multinomial for classes), decided under independence.")                 \
  WORD(br, 1, "br", "", "Binary relevance: another name for lfp.")                                                     \
  WORD(efp, 2, "efp", "", "One multinomial per label over the number of labels it comes with.")                        \
  WORD(pcc, 3, "pcc", "", "Probabilistic classifier chains of logistic regressions, sampled.")                         \
  WORD(cardinality, 4, "cardinality", "card",                                                                          \
       "The marginals of lfp, of another learner (cardinality:LEARNER) or from anywhere (cardinality:given), given a " \
       "learned distribution of the number of labels.")                                                                \
  WORD(neighbours, 5, "neighbours", "", "The labels of the nearest rows.")                                             \
  WORD(forest, 6, "forest", "", "Randomised trees: the labels of the rows of the same leaves.")                        \
  WORD(tree, 7, "tree", "", "A single tree with the best cuts.")                                                       \
  WORD(kernel, 8, "kernel", "", "A linear learner (kernel:LEARNER, else lfp) on Gaussian kernel features.")            \
  WORD(mixture, 9, "mixture", "", "mixture:A,B,...: the mean of what several learners say.")                           \
  WORD(given, 10, "given", "", "The marginals of another model, which come with the rows, calibrated or as they are.") \
  WORD(rule, 11, "rule", "",                                                                                           \
       "The best rule for one metric that makes predictions of the marginals of another model, chosen out of fold.")
constexpr Word learner_words[] = {WALD_LEARNER_WORDS(WALD_WORD)};

struct LearnerOptions {
#define WALD_ROWS "core/learners/learner_options.def"
#include "core/described/members.inc"
};
OptionTable rows_of(const LearnerOptions *);

// Throws Error(argument) if an option is out of its domain.
void check_options(const LearnerOptions &options);

}  // namespace wald::core::learners
