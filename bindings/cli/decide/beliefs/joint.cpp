// Reads label vectors with their weights from CSV or libsvm form, and gathers them by instance.
#include "decide/beliefs/joint.hpp"

#include <numeric>
#include <optional>

#include "base/text.hpp"
#include "input/cells.hpp"
#include "input/columns.hpp"
#include "input/csv_scanner.hpp"
#include "input/libsvm.hpp"
#include "input/numbering.hpp"

namespace wald::cli {

void VectorGatherer::add(std::int64_t instance, double weight, const std::vector<std::int64_t> &ones) {
  instances_.push_back(instance);
  rows_.weights.push_back(weight);
  rows_.indices.insert(rows_.indices.end(), ones.begin(), ones.end());
  rows_.indptr.push_back(static_cast<std::int64_t>(rows_.indices.size()));
}

VectorTable VectorGatherer::gather(const std::string &source, const std::vector<std::string> &names,
                                   std::int64_t n_instances) {
  VectorTable out;
  out.first.assign(static_cast<std::size_t>(n_instances) + 1, 0);
  std::vector<double> total(static_cast<std::size_t>(n_instances), 0);
  for (std::size_t row = 0; row < instances_.size(); ++row) {
    const auto instance = static_cast<std::size_t>(instances_[row]);
    ++out.first[instance + 1];
    total[instance] += rows_.weights[row];
  }
  for (std::size_t instance = 0; instance < total.size(); ++instance)
    if (total[instance] == 0)
      throw InputError(source + ": " + (names.empty() ? "" : "instance " + shown(names[instance]) + ": ") +
                       "the weights are all 0");
  std::partial_sum(out.first.begin(), out.first.end(), out.first.begin());

  std::vector<std::int64_t> next(out.first.begin(), out.first.end() - 1);
  std::vector<std::size_t> order(instances_.size());
  for (std::size_t row = 0; row < instances_.size(); ++row)
    order[static_cast<std::size_t>(next[static_cast<std::size_t>(instances_[row])]++)] = row;
  out.weights.reserve(order.size());
  out.indices.reserve(rows_.indices.size());
  for (const std::size_t row : order) {
    out.weights.push_back(rows_.weights[row]);
    out.indices.insert(out.indices.end(), rows_.indices.begin() + rows_.indptr[row],
                       rows_.indices.begin() + rows_.indptr[row + 1]);
    out.indptr.push_back(static_cast<std::int64_t>(out.indices.size()));
  }
  return out;
}

namespace {

class JointReader : public TableHandler {
 public:
  JointReader(const Source &source, const Settings &settings, Beliefs &beliefs)
      : TableHandler(source), settings_(settings), beliefs_(beliefs) {}

  void header(const std::vector<std::string> &names) override {
    columns_.emplace(names, position);
    if (columns_->take("instance", Role::name)) beliefs_.name_column = "instance";
    columns_->take("weight", Role::weight);
    columns_->choose_labels(settings_.labels);
    beliefs_.labels = columns_->labels();
  }

  void cell(std::size_t column, std::string_view text) override {
    const auto place = [&] { return in_column(columns_->name(column)); };
    switch (columns_->role(column)) {
      case Role::label: {
        std::uint8_t present = 0;
        if (!is_zero_or_one(text, present)) bad_cell(position, place(), text, zero_or_one_rule);
        if (present != 0) ones_.push_back(static_cast<std::int64_t>(columns_->label(column)));
        break;
      }
      case Role::weight:
        if (!is_weight(text, weight_)) bad_cell(position, place(), text, weight_rule);
        break;
      case Role::name:
        require_utf8(position, place(), text);
        instance_ = instances_.number(text);
        break;
      case Role::group:
      case Role::ignored: require_utf8(position, place(), text);
    }
  }

  void end_row() override {
    gatherer_.add(instance_, weight_, ones_);
    ones_.clear();
  }

  void finish() {
    const bool named = !beliefs_.name_column.empty();
    beliefs_.rows = named ? instances_.count() : 1;
    beliefs_.names = instances_.names();
    beliefs_.what = gatherer_.gather(position.name, beliefs_.names, beliefs_.rows);
  }

 private:
  const Settings &settings_;
  Beliefs &beliefs_;
  std::optional<Columns> columns_;
  Numbering instances_;
  VectorGatherer gatherer_;
  std::vector<std::int64_t> ones_;
  std::int64_t instance_ = 0;
  double weight_ = 1;
};

}  // namespace

void read_joint_csv(Source &source, const Settings &settings, Beliefs &beliefs) {
  JointReader reader(source, settings, beliefs);
  scan_csv(source, reader);
  reader.finish();
}

void read_joint_libsvm(Source &source, Beliefs &beliefs) {
  Numbering instances;
  VectorGatherer gatherer;
  Position position;
  bool named = false;
  scan_libsvm(source, beliefs.n_labels(), LibsvmValue::zero_or_one, true, position, [&](const LibsvmRow &row) {
    if (position.line == 1) named = row.has_instance;
    if (row.has_instance != named) position.fail("instance: is given on some lines and not on others");
    gatherer.add(named ? instances.number(row.instance) : 0, row.weight, row.indices);
  });
  if (named) beliefs.name_column = "instance";
  beliefs.names = instances.names();
  beliefs.rows = named ? instances.count() : 1;
  beliefs.what = gatherer.gather(position.name, beliefs.names, beliefs.rows);
}

}  // namespace wald::cli
