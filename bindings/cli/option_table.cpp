#include "option_table.hpp"

namespace wald::cli {

const std::vector<std::string> algorithm_names = {
    "auto",   "enumeration", "chai", "jansche", "jansche-approx", "ye",     "lewis", "n16", "n16-first-rise",
    "window", "categorical", "gfm",  "mode", "marginal-modes", "ascent", "bisection", "separable",
};

const std::vector<OptionSpec> option_table = {
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
    {"--threads", "N", "the number of threads; 0, the default, is all of the machine's"},
    {"--prediction", "FILE", "the predictions, as 'wald predict' writes them"},
    {"--truth", "FILE", "the true labels, a 0/1 table"},
    {"--weights", "COLUMN", "the column of the truth that holds the weights of the rows"},
    {"--quantiles", "LIST", "quantiles of the utility to report, such as 0.05,0.5,0.95", true},
    {"--probability-at-least", "LIST", "values u for which to report P(utility >= u)", true},
    {"--seed", "N", "the seed where a distribution must be simulated (default 0)"},
    {"--draws", "N", "the number of draws where a distribution must be simulated (default 10000)"},
    {"--plot", "FILE", "draw the curves into FILE.svg or FILE.png, by gnuplot"},
    {"--id", "COLUMN", "the column that names the instances"},
    {"--labels", "LIST", "the columns that are labels, by name or pattern: a,b or 'label_*' (default all others)",
     true},
    {"--input", "FORM", "csv or libsvm (default by the name: libsvm where it ends in .svm or .libsvm)"},
    {"--n-labels", "N", "the number of labels of libsvm input"},
    {"--format", "FORM", "csv or jsonl: one JSON object a line"},
    {"-o,--output", "FILE", "where the result goes (default standard output)"},
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

std::string long_name(const OptionSpec &option) {
  const std::string names = option.names;
  return names.substr(names.find("--"));
}

}  // namespace wald::cli
