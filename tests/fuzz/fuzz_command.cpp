// Files from anywhere, read by every command that has a reader of its own. The first line of the input names the run, the
// rest are its files, separated by lines "----". Whatever they hold: an error, which begins with the file if it is of a file,
// or an answer, which is JSON if that was asked for.
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "base/errors.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "fuzz.hpp"

namespace {

using namespace wald::cli;
using Words = std::vector<std::string>;

struct Run {
  const char *name;
  Words files;  // as the command is given them; the last is the one that all commands have
  Words words;  // options with their values
  bool json = true;
};

const std::vector<Run> &runs() {
  static const std::vector<Run> all = {
      {"predict", {"p.csv"}, {"predict", "--metric", "f1", "--format", "json"}},
      {"macro", {"p.csv"}, {"predict", "--metric", "gmean", "--average", "macro", "--id", "id", "--format", "json"}},
      {"joint", {"v.csv"}, {"predict", "--metric", "jaccard", "--kind", "joint", "--format", "json"}},
      {"counts", {"c.csv"}, {"predict", "--metric", "f1", "--kind", "counts", "--format", "json"}},
      {"expected", {"--prediction=d.csv", "p.csv"}, {"expected", "--metric", "f1", "--quantiles", "0.1,0.9"}},
      {"evaluate", {"--truth=y.csv", "d.csv"}, {"evaluate", "--metric", "f1", "--metric", "jaccard"}},
      {"compare", {"y.csv", "a.csv", "b.csv"}, {"compare", "--metric", "f1", "--format", "json"}},
      {"worth", {"--truth=y.csv", "p.csv"}, {"worth", "--metric", "f1", "--format", "json"}},
      {"fit", {"x.csv"}, {"fit", "--learner", "br", "--targets", "y_*", "--ignore", "note", "--weights", "w"}},
      {"libsvm", {"x.svm"}, {"fit", "--learner", "br", "--task", "labels"}},
      {"model", {"--model=m.json", "x.csv"}, {"predict", "--metric", "f1", "--format", "json"}},
      {"threshold", {"s.csv"}, {"threshold", "--label", "y", "--scores", "s1,s2", "--weights", "w", "--min-precision", "0.5"}},
      {"answer", {"--answer=t.json", "s.csv"}, {"threshold", "apply"}, false},
      {"fixed", {"s.csv"}, {"threshold", "evaluate", "--label", "y", "--scores", "s1,s2", "--thresholds", "s1=0.4,s2=0.6"}},
      {"select", {"--known=k.csv", "s.csv"}, {"threshold", "select", "--scores", "s1", "--max-fdr", "0.2"}, false},
      {"benefit", {"s.csv"}, {"decision-curve", "--label", "y", "--scores", "s1", "--format", "json"}},
      {"reliability", {"s.csv"}, {"reliability", "--label", "y", "--scores", "s1"}},
      {"prevalence", {"--calibrate=k.csv", "s.csv"}, {"prevalence", "--scores", "s1", "--label", "y"}},
      {"calibrate", {"s.csv"}, {"calibrate", "fit", "--probabilities", "s1", "--label", "y"}},
      {"calibration", {"c.json", "s.csv"}, {"calibrate", "apply", "--probabilities", "s1"}, false},
      {"cascade", {"e.csv"}, {"cascade", "fit", "--alpha", "0.1"}},
      {"policy", {"p.json", "e.csv"}, {"cascade", "apply", "--format", "json"}},
      {"route", {"r.csv"}, {"route", "fit", "--confidences", "c_*", "--answers", "a_*", "--truth", "y", "--costs", "1,20"}},
      {"lists", {"r.jsonl"}, {"route", "fit", "--confidences", "c", "--answers", "a", "--truth", "y", "--costs", "1,20"}},
      {"routed", {"p.json", "r.csv"}, {"route", "apply", "--confidences", "c_*", "--answers", "a_*", "--format", "json"}},
      {"watch", {"w.csv"}, {"watch", "--promise", "precision>=0.9"}, false},
      {"watched", {"--load=w.json", "w.csv"}, {"watch"}, false},
      {"estimate", {"e.csv"}, {"estimate", "--metric", "f1", "--format", "json"}, false},
      {"masks", {"m.npy"}, {"masks", "--metric", "f1"}, false},
      {"exclusive", {"m.npy"}, {"masks", "--metric", "jaccard", "--classes", "exclusive"}, false},
      {"raters", {"m.npy"}, {"masks", "--metric", "f1", "--samples"}, false},
      {"coco", {"--truth=t.json", "d.json"}, {"detections"}},
      {"spans", {"--truth=t.csv", "d.csv"}, {"detections", "--form", "spans"}},
      {"bio", {"--truth=t.txt", "d.txt"}, {"detections", "--form", "bio"}},
      {"images", {"--truth=t.csv", "d.csv"},
       {"detections", "--form", "spans", "--average", "instance", "--min-recall", "0.5", "--certify", "0.9"}},
  };
  return all;
}

/// A folder for the files, gone at the end.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "wald-fuzz-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    folder_ = pattern + "/";
  }
  ~Scratch() { std::filesystem::remove_all(folder_); }

  std::string path(const std::string &name) const { return folder_ + name; }

 private:
  std::string folder_;
};

/// While it lives, what the command writes goes nowhere.
class Silence {
 public:
  Silence() {
    std::fflush(nullptr);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    for (const int stream : {1, 2}) {
      kept_[stream - 1] = dup(stream);
      dup2(nowhere, stream);
    }
    close(nowhere);
  }
  ~Silence() {
    std::fflush(nullptr);
    for (const int stream : {1, 2}) {
      dup2(kept_[stream - 1], stream);
      close(kept_[stream - 1]);
    }
  }

 private:
  int kept_[2];
};

/// Whether the command gives an answer. An exception that main() does not expect ends the program.
bool answers(Words words, const std::string &folder) {
  words.insert(words.begin(), "wald");
  std::vector<char *> arguments;
  for (std::string &word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const Silence silence;
  try {
    run_command(*parse_command_line(static_cast<int>(words.size()), arguments.data()));
    return true;
  } catch (const PromiseBroken &) {
    return true;
  } catch (const InputError &error) {
    REQUIRE(std::string_view(error.what()).substr(0, folder.size()) == folder);
  } catch (const Failure &) {
  } catch (const UsageError &) {  // options that do not fit what the files hold
  } catch (const wald::Error &error) {
    REQUIRE(error.status() != WALD_ERROR_INTERNAL && error.status() != WALD_ERROR_MEMORY);
  }
  return false;
}

/// The next part of the files' text, up to a line "----".
std::string next_part(std::string &rest) {
  static const std::string separator = "\n----\n";
  const std::size_t at = rest.find(separator);
  std::string part = rest.substr(0, at);
  rest = at == std::string::npos ? "" : rest.substr(at + separator.size());
  return part;
}

std::string text_of(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// One value over several lines, or one on each line.
bool is_json(const std::string &text) {
  if (nlohmann::json::accept(text)) return true;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!nlohmann::json::accept(line)) return false;
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size) {
  static const Scratch scratch;
  std::string rest(reinterpret_cast<const char *>(data), size);
  const std::string name = rest.substr(0, rest.find('\n'));
  rest = name.size() < rest.size() ? rest.substr(name.size() + 1) : "";
  for (const Run &run : runs()) {
    if (name != run.name) continue;
    Words words = run.words;
    for (const std::string &file : run.files) {
      const std::size_t value = file.find('=') + 1;  // 0 if the file stands alone
      const std::string path = scratch.path(file.substr(value));
      std::ofstream(path, std::ios::binary) << next_part(rest);
      if (value > 0) words.push_back(file.substr(0, value - 1));
      words.push_back(path);
    }
    const std::string output = scratch.path("out.json");
    std::filesystem::remove(output);
    if (run.json) words.insert(words.end(), {"--output", output});
    if (answers(words, scratch.path("")) && run.json) REQUIRE(is_json(text_of(output)));
    return 0;
  }
  return 0;
}
