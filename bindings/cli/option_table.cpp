#include "option_table.hpp"

#include <algorithm>

namespace wald::cli {

const std::vector<std::string> algorithm_names = {
    "auto",   "enumeration", "chai", "jansche", "jansche-approx", "ye",     "lewis",     "n16",       "n16-first-rise",
    "window", "categorical", "gfm",  "mode",    "marginal-modes", "ascent", "bisection", "separable",
};

const std::vector<std::string> method_names = {"direct", "path", "path-equal", "analytic", "stacked", "best-single"};

const std::vector<std::string> order_names = {"joint", "natural", "random", "mse", "greedy"};

const std::vector<OptionSpec> option_table = {
    {"--alpha", "A", "the share of rows that may be decided otherwise than by all models (default 0.005)", false,
     "cascade fit"},
    {"--alpha", "LIST", "the shares of disagreement to fit with (default 0.001,0.002,0.005,0.01,0.02)", true,
     "cascade compare"},
    {"--method", "NAME",
     "qwyc: order and thresholds together (default); fixed: thresholds for an order that is known (default with "
     "--order); fan: thresholds by means and deviations in bins",
     false, "cascade"},
    {"--order", "ORDER",
     "of fixed and fan: natural, as the columns stand (default), random, mse, greedy, or a FILE of one name a line; "
     "of fan also joint",
     false, "cascade fit"},
    {"--order", "FILE", "an order to compare beside the others: one name a line", false, "cascade compare"},
    {"--spend", "HOW",
     "how much of alpha may be used up after r of T models: power:P, its share (r/T)^P (default power:0.25), all (the "
     "default with --calibrate), or proportional to the rows that had left",
     false, "cascade"},
    {"--threshold", "B", "positive is who has a sum of scores at or above it (default 0)", false, "cascade"},
    {"--negatives-only", nullptr, "nobody is decided early as positive: filter and score", false, "cascade"},
    {"--costs", "FILE", "what each model costs: name,cost (default 1 each)", false, "cascade"},
    {"--closest", nullptr,
     "where no model lets anybody go, take the one that brings sums closest to the full ones, not the cheapest", false,
     "cascade"},
    {"--gamma", "G", "of fan: deviations (default the smallest within alpha)", false, "cascade"},
    {"--bin-width", "W", "of fan: in units of the score (default a 20th of the deviation of the sum)", false,
     "cascade"},
    {"--columns", "LIST", "the columns of scores, by name or pattern (default all that have no other use)", true,
     "cascade"},
    {"--columns", "LIST",
     "the columns of scores or features, by name or pattern, in the policy's order (default scores by the names of its "
     "models, or all columns)",
     true, "cascade apply"},
    {"--label", "COLUMN", "the column of targets, which the orders mse and greedy compare sums with; it is no model",
     false, "cascade"},
    {"--classes", "LIST",
     "several classes, of which the largest sum decides: columns are called model:class, and --label names a class",
     true, "cascade"},
    {"--classes", "LIST", "of a policy for several classes: their names, in the order in which they were fitted", true,
     "cascade apply"},
    {"--features", nullptr,
     "FILE holds features, by their places, for a policy that was saved with its trees; an empty cell is missing",
     false, "cascade"},
    {"--calibrate", "FILE", "rows that are set aside: the disagreement is certified on them", false, "cascade"},
    {"--target", "E", "the disagreement that --calibrate certifies (default 0.01)", false, "cascade"},
    {"--confidence", "C", "the confidence of --calibrate (default 0.95)", false, "cascade"},
    {"--test", "FILE", "compare on these rows, in place of cross-fitting", false, "cascade"},
    {"--label", "COLUMN", "the column of the truth: 1, 0, or empty where nobody looked"},
    {"--labels", "LIST", "several columns of truth, by name or pattern: each gets a threshold of its own on its score",
     true, "threshold"},
    {"--class", "COLUMN", "the column that holds the name of the true class, where classes exclude each other"},
    {"--scores", "LIST", "the columns of scores, by name or pattern: a,b or 'score_*'", true},
    {"--rule", "or|and", "flag where any score reaches its threshold (or, the default) or where all do (and)"},
    {"-m,--metric", "NAME", "the metric to be greatest (default f1 where nothing else is asked for)", false,
     "threshold"},
    {"--cost-ratio", "D", "maximise TP - FP/D: one more true positive is worth D false ones"},
    {"--marginal-precision", "Q", "the same with D = (1-Q)/Q: an alert pays as long as it is right with probability Q"},
    {"--min-precision", "P", "most true positives with precision at least P"},
    {"--confidence", "C|point",
     "of the lower limit that --min-precision holds for (default 0.9 for one classifier, 0.975 for several); point: "
     "the "
     "estimate itself"},
    {"--max-fp", "B", "most true positives with false positives at most B"},
    {"--max-alerts", "B", "most true positives with true and false positives at most B"},
    {"--min-recall", "R", "fewest false positives with recall at least R"},
    {"-m,--metric", "NAME", "what one is judged by: f1, jaccard, fbeta:0.5 ... ('wald metrics' lists all)", true},
    {"--zero-division", "0|1", "the value of a rate that is 0/0 (default 1)"},
    {"--given", "KIND",
     "what the file holds: independent (default) or categorical probabilities, joint label vectors, or counts"},
    {"--average", "OVER",
     "what is one problem: each instance (default), each column (macro), or the whole table (micro)"},
    {"--exactly", "K", "choose exactly K labels"},
    {"--at-least", "K", "choose at least K labels"},
    {"--at-most", "K", "choose at most K labels"},
    {"--abstain", "COST", "leave an instance undecided where its expected loss is above COST"},
    {"--algorithm", "NAME", "an algorithm by name, in place of the best exact one (auto)"},
    {"--average", "macro|micro",
     "each label a problem of its own (macro, the default), or the counts of all added (micro)", false, "threshold"},
    {"--costs", "FILE", "costs of true classes (rows) and decisions (columns), in place of a metric"},
    {"--abstain-cost", "COST", "two thresholds on one score, between which a row is left to a person at this cost"},
    {"--fp-cost", "COST", "what a false positive costs beside --abstain-cost (default 1)"},
    {"--fn-cost", "COST", "what a missed positive costs beside --abstain-cost (default 1)"},
    {"--method", "NAME", "how: direct (default), path, path-equal, analytic, stacked or best-single"},
    {"--smoothing", "HOW", "against overfitting: none (default), bagged (with direct) or dropout (with the paths)"},
    {"--positives", "P", "the weight of all positives, known from elsewhere: recall needs it where rows are not rated"},
    {"--rated-from", "LIST", "scores below which nothing was labelled: a=0.3,b=0.5", true},
    {"--weights", "COLUMN", "the column that holds the weights of the rows", false, "cascade"},
    {"--folds", "K", "of the cross-fitted estimate (default 5, or 0 with --calibrate); 0: none", false, "cascade fit"},
    {"--folds", "K", "count each row by cascades that were fitted without it, in so many parts (default 5)", false,
     "cascade compare"},
    {"--halves", nullptr, "choose the order on one half of the rows, thresholds on the other", false, "cascade"},
    {"--seed", "N", "the seed of random orders, folds and halves (default 0)", false, "cascade"},
    {"--threads", "N", "the number of threads; 0, the default, is all of the machine's"},
    {"--prediction", "FILE", "the predictions, as 'wald predict' writes them"},
    {"--truth", "FILE", "the true labels, a 0/1 table"},
    {"--weights", "COLUMN", "the column of the truth that holds the weights of the rows"},
    {"--weights", "COLUMN", "the column that holds the weights of the rows (1/p for a row drawn with probability p)",
     false, "threshold"},
    {"--bootstrap", "N", "samples drawn anew, for limits of the thresholds themselves (default 0: none)"},
    {"--folds", "K", "count each row at thresholds that were chosen without it, too"},
    {"--level", "L", "the level of the intervals (default 0.95)"},
    {"--quantiles", "LIST", "quantiles of the utility to report, such as 0.05,0.5,0.95", true},
    {"--probability-at-least", "LIST", "values u for which to report P(utility >= u)", true},
    {"--seed", "N", "the seed where a distribution must be simulated (default 0)"},
    {"--seed", "N", "the seed of --bootstrap, --folds and --smoothing (default 0)", false, "threshold"},
    {"--draws", "N", "the number of draws where a distribution must be simulated (default 10000)"},
    {"--plot", "FILE", "draw the curves into FILE.svg or FILE.png, by gnuplot"},
    {"--plot", "FILE", "draw the frontier, and for two scores the plane of thresholds, into FILE.svg or FILE.png",
     false, "threshold"},
    {"--plot", "FILE", "draw the share of rows that stop after so many models into FILE.svg or FILE.png", false,
     "cascade fit"},
    {"--plot", "FILE", "draw cost against disagreement, and where rows stop, into FILE.svg or FILE.png", false,
     "cascade compare"},
    {"--save", "FILE", "keep the rows as a frontier for --load, and choose nothing"},
    {"--load", "FILE", "add the rows of a saved frontier", true},
    {"--answer", "FILE", "thresholds as 'wald threshold' writes them"},
    {"--thresholds", "LIST", "thresholds by hand: a=0.3,b=inf", true},
    {"--id", "COLUMN", "the column that names the instances"},
    {"--labels", "LIST", "the columns that are labels, by name or pattern: a,b or 'label_*' (default all others)",
     true},
    {"--input", "FORM", "csv or libsvm (default by the name: libsvm where it ends in .svm or .libsvm)"},
    {"--n-labels", "N", "the number of labels of libsvm input"},
    {"--format", "FORM", "csv or jsonl: one JSON object a line"},
    {"--format", "FORM", "json (default), or text for people", false, "threshold"},
    {"--format", "FORM", "json (default), or text for people", false, "cascade fit"},
    {"-o,--output", "FILE", "where the result goes (default standard output)"},
    {"-o,--output", "POLICY", "where the policy goes, for 'wald cascade apply' and every language (default nowhere)",
     false, "cascade fit"},
};

const std::vector<CommandSpec> command_table = {
    {"predict",
     "Choose the labels of greatest expected utility.",
     {"--metric", "--zero-division", "--given", "--average", "--exactly", "--at-least", "--at-most", "--abstain",
      "--algorithm", "--threads", "--id", "--labels", "--input", "--n-labels", "--format", "--output"},
     {"--metric"},
     "what is believed of the labels (default -, standard input)",
     "Example:\n"
     "  wald predict --metric f1 probabilities.csv\n"
     "  wald predict --metric f1 --average macro --id name -o predictions.csv named.csv"},
    {"expected",
     "Tell what given predictions are worth in expectation, and how that may vary.",
     {"--metric", "--prediction", "--zero-division", "--given", "--average", "--exactly", "--at-least", "--at-most",
      "--quantiles", "--probability-at-least", "--seed", "--draws", "--threads", "--id", "--labels", "--input",
      "--n-labels", "--output"},
     {"--metric", "--prediction"},
     "what is believed of the labels (default -, standard input)",
     "Example:\n"
     "  wald expected --metric f1 --quantiles 0.05,0.5,0.95 --prediction predictions.csv probabilities.csv"},
    {"curve",
     "Tell the expected utility of the best prediction with k labels, for every k.",
     {"--metric", "--zero-division", "--given", "--average", "--exactly", "--at-least", "--at-most", "--plot",
      "--threads", "--id", "--labels", "--input", "--n-labels", "--output"},
     {"--metric"},
     "what is believed of the labels (default -, standard input)",
     "Example:\n"
     "  wald curve --metric f1 probabilities.csv\n"
     "  wald curve --metric f1 --plot curve.svg -o curve.csv probabilities.csv"},
    {"regret",
     "Tell how much expected utility given predictions give away.",
     {"--metric", "--prediction", "--zero-division", "--given", "--average", "--exactly", "--at-least", "--at-most",
      "--threads", "--id", "--labels", "--input", "--n-labels", "--output"},
     {"--metric", "--prediction"},
     "what is believed of the labels (default -, standard input)",
     "Example:\n"
     "  wald regret --metric f1 --prediction predictions.csv probabilities.csv"},
    {"evaluate",
     "Tell what predictions were worth, now that the truth is known.",
     {"--metric", "--truth", "--average", "--zero-division", "--weights", "--id", "--labels", "--input", "--n-labels",
      "--output"},
     {"--metric", "--truth"},
     "the predictions, as 'wald predict' writes them (default -, standard input)",
     "Example:\n"
     "  wald evaluate --metric f1 --metric jaccard --truth truth.csv predictions.csv\n"
     "  wald predict --metric f1 probabilities.csv | wald evaluate --metric f1 --truth truth.csv -"},
    {"threshold",
     "Choose thresholds on the scores of one classifier or several.",
     {"--label",         "--labels",       "--class",
      "--scores",        "--rule",         "--metric",
      "--zero-division", "--cost-ratio",   "--marginal-precision",
      "--min-precision", "--confidence",   "--max-fp",
      "--max-alerts",    "--min-recall",   "--average",
      "--costs",         "--abstain-cost", "--fp-cost",
      "--fn-cost",       "--method",       "--smoothing",
      "--positives",     "--rated-from",   "--weights",
      "--bootstrap",     "--folds",        "--level",
      "--seed",          "--threads",      "--plot",
      "--save",          "--load",         "--format",
      "--output"},
     {"--scores"},
     "scores and labels, one file or several parts of one (default -, standard input)",
     "Example:\n"
     "  wald threshold --label fraud --scores s1,s2 --min-precision 0.5 scores.csv\n"
     "  wald threshold --label fraud --scores s1,s2 --max-alerts 3 --format text --plot frontier.svg scores.csv\n"
     "  wald threshold --label fraud --scores s1 scores.csv | wald threshold apply --answer - scores.csv",
     true},
    {"threshold apply",
     "Tell which rows thresholds flag: the table again, with a column more.",
     {"--answer", "--thresholds", "--rule", "--output"},
     {},
     "scores (default -, standard input)",
     "Example:\n"
     "  wald threshold apply --thresholds s1=0.8,s2=inf scores.csv\n"
     "  wald threshold --label fraud --scores s1 scores.csv | wald threshold apply --answer - scores.csv"},
    {"cascade",
     "Ask the models of an ensemble in a better order, and stop when what was heard suffices.",
     {},
     {},
     nullptr,
     "Example:\n  wald cascade fit -o policy.json ensemble.csv",
     false,
     nullptr,
     nullptr,
     true},
    {"cascade fit",
     "Choose in which order to ask the models of an ensemble, and when to stop.",
     {"--alpha", "--method",  "--order",     "--spend",      "--threshold", "--negatives-only", "--costs",  "--closest",
      "--gamma", "--columns", "--bin-width", "--label",      "--classes",   "--calibrate",      "--target", "--weights",
      "--folds", "--halves",  "--seed",      "--confidence", "--threads",   "--plot",           "--format", "--output"},
     {},
     "the scores of the models, a column each, one file or several parts of one (default -, standard input)",
     "Example:\n"
     "  wald cascade fit --alpha 0.01 -o policy.json ensemble.csv\n"
     "  wald cascade fit --calibrate aside.csv --target 0.5 --format text --plot stops.svg ensemble.csv",
     true},
    {"cascade apply",
     "Decide rows of scores by a policy: the decision, and how many models were asked.",
     {"--columns", "--classes", "--features", "--threads", "--format", "--output"},
     {},
     "the scores of the models, by their names (default -, standard input)",
     "Example:\n  wald cascade apply policy.json ensemble.csv",
     true,
     "POLICY",
     "what 'wald cascade fit -o', or another interface of the library, saved"},
    {"cascade compare",
     "Compare every method: what it costs at what disagreement, on rows that it was not fitted to.",
     {"--alpha", "--order", "--threshold", "--negatives-only", "--costs", "--closest", "--bin-width", "--columns",
      "--label", "--classes", "--test", "--weights", "--folds", "--seed", "--threads", "--plot", "--format",
      "--output"},
     {},
     "the scores of the models, a column each, one file or several parts of one (default -, standard input)",
     "Example:\n  wald cascade compare --alpha 0.1,0.2 --plot methods.svg ensemble.csv",
     true},
    {"metrics",
     "List the metrics: name, formula, what it is, and its properties.",
     {"--format", "--output"},
     {},
     nullptr,
     "Example:\n"
     "  wald metrics\n"
     "  wald metrics --format jsonl"},
    {"version", "Tell the version of the library.", {}, {}, nullptr, "Example:\n  wald version"},
};

const OptionSpec &option_of(const CommandSpec &command, const std::string &name) {
  const std::string_view whole = command.name, family = whole.substr(0, whole.find(' ')), any;
  for (const std::string_view owner : {whole, family, any}) {
    const auto found = std::find_if(option_table.begin(), option_table.end(), [&](const OptionSpec &option) {
      return long_name(option) == name && (option.command == nullptr ? any : option.command) == owner;
    });
    if (found != option_table.end()) return *found;
  }
  return option_table.front();  // not reached: every option of a command has an entry
}

std::string long_name(const OptionSpec &option) {
  const std::string names = option.names;
  return names.substr(names.find("--"));
}

}  // namespace wald::cli
