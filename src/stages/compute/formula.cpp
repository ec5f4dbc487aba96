#include "stages/compute/formula.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>

#include <craton/base/params.h>

#include "base/number_text.h"
#include "base/text.h"
#include "stages/compute/cell_functions.h"
#include "stages/fields.h"

namespace craton {

struct Formula::Function {
  std::string_view name;
  std::size_t inputs;  // a curve's points come after them
  Operation operation;
  std::string_view form;
};

namespace {

constexpr std::size_t block = 256;  // cells at a time: all rows of a formula stay in the nearest cache

template <class Operation>
void each_cell(float* to, std::size_t count, Operation operation) {
  CRATON_CELLS_APART
  for (std::size_t i = 0; i < count; ++i) to[i] = operation(i);
}

}  // namespace

/// Reads from left to right, each operation after what it needs.
class FormulaReader {
 public:
  FormulaReader(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  Result<Formula> read() {
    if (text_.size() > Formula::longest_text) return fail(0, "is longer than 4096 letters");
    CRATON_TRY(sum());
    skip_space();
    if (at_ < text_.size()) return unexpected("the end, or + - * /");
    return std::move(formula_);
  }

  static constexpr Formula::Function functions[] = {
      {"min", 2, Formula::Operation::lesser, "min(x, y)"},
      {"max", 2, Formula::Operation::greater, "max(x, y)"},
      {"abs", 1, Formula::Operation::magnitude, "abs(x)"},
      {"sqrt", 1, Formula::Operation::root, "sqrt(x)"},
      {"mix", 3, Formula::Operation::mix, "mix(x, y, share)"},
      {"toward", 3, Formula::Operation::toward, "toward(x, y, strength)"},
      {"clamp", 4, Formula::Operation::held, "clamp(x, low, high, knee)"},
      {"cross", 5, Formula::Operation::crossed, "cross(x, y, selector, threshold, width)"},
      {"curve", 1, Formula::Operation::curve, "curve(x, x0, y0, x1, y1, …)"},
      {"curve_flat", 1, Formula::Operation::curve, "curve_flat(x, x0, y0, …)"},
      {"lines", 1, Formula::Operation::curve, "lines(x, x0, y0, …)"},
      {"lines_flat", 1, Formula::Operation::curve, "lines_flat(x, x0, y0, …)"},
      {"terraces", 5, Formula::Operation::terraces, "terraces(x, step, offset, sharpness, slope, unevenness, seed, low, count)"},
  };

 private:
  using Node = std::uint8_t;
  using Operation = Formula::Operation;

  Error fail(std::size_t place, std::string_view why) const {
    return {ErrorCode::invalid_value, path_, concat({"letter ", std::to_string(place + 1), ": ", why})};
  }
  Error unexpected(std::string_view wanted) const {
    if (at_ >= text_.size()) return fail(at_, concat({"the formula ends, expected ", wanted}));
    const char found = text_[at_];
    const bool plain = found > ' ' && found <= '~';
    return fail(at_, concat({plain ? concat({"found \"", text_.substr(at_, 1), "\""}) : std::string("found a strange letter"),
                             ", expected ", wanted}));
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  bool take(char wanted) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  Result<Node> add(Formula::Node node) {
    if (formula_.nodes_.size() >= Formula::most_nodes) return fail(at_, "more than 128 operations");
    formula_.nodes_.push_back(node);
    return static_cast<Node>(formula_.nodes_.size() - 1);
  }
  Result<Node> add(Operation operation, Node a, Node b) { return add({.operation = operation, .inputs = {a, b}}); }

  Result<Node> sum() {
    if (++depth_ > Formula::deepest) return fail(at_, "brackets are nested too deeply");
    CRATON_TRY(Node left, product());
    for (;;) {
      const bool plus = take('+');
      if (!plus && !take('-')) break;
      CRATON_TRY(const Node right, product());
      CRATON_TRY(left, add(plus ? Operation::add : Operation::subtract, left, right));
    }
    --depth_;
    return left;
  }

  Result<Node> product() {
    CRATON_TRY(Node left, factor());
    for (;;) {
      const bool times = take('*');
      if (!times && !take('/')) return left;
      CRATON_TRY(const Node right, factor());
      CRATON_TRY(left, add(times ? Operation::multiply : Operation::divide, left, right));
    }
  }

  Result<Node> factor() {
    skip_space();
    if (take('-')) {
      if (++depth_ > Formula::deepest) return fail(at_, "too many signs");
      CRATON_TRY(const Node of, factor());
      --depth_;
      return add({.operation = Operation::negate, .inputs = {of}});
    }
    if (take('(')) {
      CRATON_TRY(const Node inside, sum());
      if (!take(')')) return unexpected(")");
      return inside;
    }
    if (at_ < text_.size() && ((text_[at_] >= '0' && text_[at_] <= '9') || text_[at_] == '.')) {
      CRATON_TRY(const double value, number());
      return add({.operation = Operation::number, .number = static_cast<float>(value)});
    }
    return name_or_call();
  }

  Result<double> number() {
    skip_space();
    const bool minus = take('-');
    skip_space();
    double value = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error == std::errc::invalid_argument) return unexpected("a number");
    if (error != std::errc() || !(std::abs(value) <= 1e30)) return fail(at_, "the number is too large; allowed -1e30 … 1e30");
    at_ = static_cast<std::size_t>(end - text_.data());
    return minus ? -value : value;
  }

  std::string_view word() {
    const std::size_t begin = at_;
    const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
    while (at_ < text_.size() && fits(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  Result<Node> name_or_call() {
    const std::size_t begin = at_;
    const std::string_view name = word();
    if (name.empty()) return unexpected("a number, a name, a function or (");
    if (take('(')) return call(name, begin);
    auto found = std::find(formula_.names_.begin(), formula_.names_.end(), name);
    if (found == formula_.names_.end()) found = formula_.names_.insert(found, std::string(name));
    return add({.operation = Operation::name, .index = static_cast<std::uint8_t>(found - formula_.names_.begin())});
  }

  Result<Node> call(std::string_view name, std::size_t begin) {
    const auto* function =
        std::find_if(std::begin(functions), std::end(functions), [&](const auto& each) { return each.name == name; });
    if (function == std::end(functions)) {
      std::vector<std::string_view> known;
      for (const auto& each : functions) known.push_back(each.name);
      return fail(begin, concat({"there is no function \"", name.substr(0, 64), "\", allowed ", joined(known),
                                 suggestion(nearest_name(name, known))}));
    }
    Formula::Node node{.operation = function->operation};
    for (std::size_t i = 0; i < function->inputs; ++i) {
      if (i > 0 && !take(',')) return unexpected(concat({", since ", function->form, " needs more"}));
      CRATON_TRY(node.inputs[i], sum());
    }
    if (function->operation == Operation::curve) { CRATON_TRY(node.index, points(name)); }
    if (function->operation == Operation::terraces) { CRATON_TRY(node.index, terraces()); }
    if (!take(')')) return unexpected(concat({") after ", function->form}));
    return add(node);
  }

  /// The points of a curve, which are plain numbers.
  Result<std::uint8_t> points(std::string_view name) {
    const std::size_t begin = at_;
    std::vector<double> numbers;
    while (take(',')) {
      CRATON_TRY(const double value, number());
      numbers.push_back(value);
      if (numbers.size() > 128) return fail(at_, "a curve has 64 points at most");
    }
    if (const Result<void> good = MonotoneCurve::check(numbers, path_); !good) return fail(begin, good.error().message);
    formula_.curves_.emplace_back(numbers, name.starts_with("lines") ? CurveForm::linear : CurveForm::smooth,
                                  name.ends_with("flat") ? CurveBeyond::flat : CurveBeyond::straight);
    return static_cast<std::uint8_t>(formula_.curves_.size() - 1);
  }

  /// What all cells of terraces share.
  Result<std::uint8_t> terraces() {
    constexpr double most[] = {1, 4294967295.0, 1e6, 10000}, least[] = {0, 0, -1e6, 0};
    constexpr std::string_view names[] = {"unevenness", "seed", "low", "count"};
    double numbers[4];
    for (std::size_t i = 0; i < 4; ++i) {
      if (!take(',')) return unexpected(concat({", and the ", names[i], " of the terraces"}));
      const std::size_t begin = at_;
      CRATON_TRY(numbers[i], number());
      const bool any = i != 1 && i != 3;
      if (numbers[i] < least[i] || numbers[i] > most[i] || (!any && numbers[i] != std::floor(numbers[i])))
        return fail(begin, concat({"the ", names[i], " of terraces may be ", number_text(least[i]), " … ", number_text(most[i]),
                                   any ? "" : ", whole numbers"}));
    }
    formula_.terraces_.push_back(Terraces::make(static_cast<std::uint32_t>(numbers[1]), static_cast<float>(numbers[0]),
                                                static_cast<float>(numbers[2]), static_cast<std::int32_t>(numbers[3])));
    return static_cast<std::uint8_t>(formula_.terraces_.size() - 1);
  }

  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0, depth_ = 0;
  Formula formula_;
};

Result<Formula> Formula::parse(std::string_view text, const std::string& path) { return FormulaReader(text, path).read(); }

void Formula::evaluate(Cell begin, std::size_t all, std::span<const Field> values, std::span<const float* const> rows,
                       float* out) const {
  const auto room = std::make_unique_for_overwrite<float[]>(nodes_.size() * block);
  std::vector<const float*> row(nodes_.size());
  const auto own = [&](std::size_t node) { return room.get() + node * block; };
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    row[n] = own(n);
    const Node& node = nodes_[n];
    const bool constant = node.operation == Operation::name && !rows[node.index] && !values[node.index].varies();
    if (node.operation == Operation::number) std::fill_n(own(n), std::min(block, all), node.number);
    if (constant) std::fill_n(own(n), std::min(block, all), values[node.index][0]);
  }
  for (std::size_t done = 0; done < all; done += block) {
    const std::size_t count = std::min(block, all - done);
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      const Node& node = nodes_[n];
      float* to = own(n);
      const float *a = row[node.inputs[0]], *b = row[node.inputs[1]], *c = row[node.inputs[2]], *d = row[node.inputs[3]],
                  *e = row[node.inputs[4]];
      const auto each = [to, count](auto operation) { each_cell(to, count, operation); };
      switch (node.operation) {
        case Operation::number: break;
        case Operation::name:
          if (rows[node.index])
            row[n] = rows[node.index] + done;
          else if (values[node.index].varies())
            row[n] = values[node.index].values().data() + begin + done;
          break;
        case Operation::negate: each([=](std::size_t i) { return -a[i]; }); break;
        case Operation::add: each([=](std::size_t i) { return a[i] + b[i]; }); break;
        case Operation::subtract: each([=](std::size_t i) { return a[i] - b[i]; }); break;
        case Operation::multiply: each([=](std::size_t i) { return a[i] * b[i]; }); break;
        case Operation::divide: each([=](std::size_t i) { return a[i] / b[i]; }); break;
        case Operation::lesser: each([=](std::size_t i) { return b[i] < a[i] ? b[i] : a[i]; }); break;
        case Operation::greater: each([=](std::size_t i) { return a[i] < b[i] ? b[i] : a[i]; }); break;
        case Operation::magnitude: each([=](std::size_t i) { return greater(a[i], -a[i]); }); break;
        case Operation::root: each([=](std::size_t i) { return std::sqrt(greater(a[i], 0)); }); break;
        case Operation::mix: each([=](std::size_t i) { return a[i] * (1 - c[i]) + b[i] * c[i]; }); break;
        case Operation::toward: each([=](std::size_t i) { return by_strength(a[i], b[i], c[i]); }); break;
        case Operation::held: each([=](std::size_t i) { return held(a[i], b[i], c[i], d[i]); }); break;
        case Operation::crossed: each([=](std::size_t i) { return crossed(a[i], b[i], c[i], d[i], e[i]); }); break;
        case Operation::terraces:
          each([=, shape = terraces_[node.index]](std::size_t i) { return shape(a[i], b[i], c[i], d[i], e[i]); });
          break;
        case Operation::curve: curves_[node.index].fill(a, count, to); break;
      }
    }
    std::copy_n(row.back(), count, out + done);
  }
}

}  // namespace craton
