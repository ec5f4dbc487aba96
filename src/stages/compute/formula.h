#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/result.h>
#include <craton/surface/field.h>

#include "stages/compute/monotone_curve.h"
#include "stages/compute/terraces.h"

namespace craton {

/// Arithmetic on layers, written as text and read once:
///
///     Result<Formula> formula = Formula::parse("max(height, 0) * 0.001 + noise", "/value");
///
/// + − * / and brackets as usual, in floats, from the left; functions in the table of formula.cpp (docs/worlds.md tells them);
/// all else are names, whose values the caller has. Every operation has one form, the same bits everywhere.
class Formula {
 public:
  static constexpr std::size_t longest_text = 4096, most_nodes = 128, deepest = 32;

  static Result<Formula> parse(std::string_view text, const std::string& path);

  /// The names that stand in it, each once, as they appear.
  std::span<const std::string> names() const { return names_; }

  /// out[i] = the formula's value in cell first + i. values[n] is that of names()[n]; where `rows[n]` is not null, it holds the
  /// cells' values instead, counted from `first`. `out` may be one of the layers that are read.
  void evaluate(Cell first, std::size_t count, std::span<const Field> values, std::span<const float* const> rows,
                float* out) const;

 private:
  friend class FormulaReader;
  enum class Operation : std::uint8_t {
    number,
    name,
    negate,
    add,
    subtract,
    multiply,
    divide,
    lesser,
    greater,
    magnitude,
    root,
    mix,
    toward,
    held,
    crossed,
    curve,
    terraces
  };
  struct Node {
    Operation operation = Operation::number;
    std::array<std::uint8_t, 5> inputs{};  // nodes before it
    float number = 0;
    std::uint8_t index = 0;  // of the name, the curve or the terraces
  };
  struct Function;

  std::vector<Node> nodes_;  // the last one is the value
  std::vector<std::string> names_;
  std::vector<MonotoneCurve> curves_;
  std::vector<Terraces> terraces_;
};

}  // namespace craton
