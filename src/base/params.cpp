#include <craton/base/params.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace craton {
namespace {

template <class T>
std::string chars_of(T value) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

std::string_view type_name(const ParamValue& value) {
  constexpr std::string_view names[] = {"true or false", "a whole number", "a number", "a text", "a list of numbers"};
  return names[value.index()];
}

std::string_view type_name(ParamType type) {
  switch (type) {
    case ParamType::boolean: return "true or false";
    case ParamType::integer: return "a whole number";
    case ParamType::number: return "a number";
    case ParamType::choice: return "a name";
    case ParamType::numbers: return "a list of numbers";
    case ParamType::text: return "a text";
    case ParamType::layer: return "the name of a layer";
    case ParamType::noise: return "a noise";
  }
  return "";
}

/// As an error message shows it: texts in quotes, long ones cut.
std::string shown(const ParamValue& value) {
  constexpr std::size_t most_characters = 60;
  std::string text = to_string(value);
  if (text.size() > most_characters) text = concat({std::string_view(text).substr(0, most_characters), "…"});
  return std::holds_alternative<std::string>(value) ? concat({"\"", text, "\""}) : text;
}

Error refused(const ParamInfo& info, std::string_view path, std::string_view found) {
  return {ErrorCode::invalid_value, std::string(path), concat({"found ", found, ", allowed ", info.allowed()})};
}

Error wrong_type(const ParamInfo& info, std::string_view path, const ParamValue& value) {
  return {ErrorCode::invalid_value, std::string(path),
          concat({"found ", shown(value), " (", type_name(value), "), allowed ", type_name(info.type), ": ", info.allowed()})};
}

/// Written so that NaN is out of range; infinities are, whatever the declared range.
bool in_range(const ParamInfo& info, double value) { return value >= info.min && value <= info.max && value - value == 0.0; }

Result<ParamValue> check_integer(const ParamInfo& info, const ParamValue& value, std::string_view path) {
  const auto* integer = std::get_if<std::int64_t>(&value);
  if (integer == nullptr) return wrong_type(info, path, value);
  if (!in_range(info, static_cast<double>(*integer))) return refused(info, path, shown(value));
  return value;
}

Result<ParamValue> check_number(const ParamInfo& info, const ParamValue& value, std::string_view path) {
  double number = 0;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    number = static_cast<double>(*integer);
  } else if (const auto* real = std::get_if<double>(&value)) {
    number = *real;
  } else {
    return wrong_type(info, path, value);
  }
  if (!in_range(info, number)) return refused(info, path, shown(value));
  return ParamValue(number);
}

Result<ParamValue> check_numbers(const ParamInfo& info, const ParamValue& value, std::string_view path) {
  const auto* numbers = std::get_if<std::vector<double>>(&value);
  if (numbers == nullptr) return wrong_type(info, path, value);
  if (numbers->size() > info.max_length) return refused(info, path, concat({chars_of(numbers->size()), " numbers"}));
  for (std::size_t i = 0; i < numbers->size(); ++i) {
    if (in_range(info, (*numbers)[i])) continue;
    return refused(info, path,
                   concat({chars_of((*numbers)[i]), " as number ", chars_of(i + 1), " of ", chars_of(numbers->size())}));
  }
  return value;
}

Result<ParamValue> check_choice(const ParamInfo& info, const ParamValue& value, std::string_view path) {
  const auto* name = std::get_if<std::string>(&value);
  if (name == nullptr) return wrong_type(info, path, value);
  if (std::find(info.choices.begin(), info.choices.end(), *name) != info.choices.end()) return value;
  return Error{ErrorCode::unknown_name, std::string(path),
               concat({"found ", shown(value), ", allowed ", info.allowed(), suggestion(nearest_name(*name, info.choices))})};
}

Result<ParamValue> check_text(const ParamInfo& info, const ParamValue& value, std::string_view path) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return wrong_type(info, path, value);
  if (text->size() > info.max_length || text->find('\0') != text->npos) return refused(info, path, shown(value));
  return value;
}

/// For comparing names: letter case and the kind of dash do not matter.
char folded(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
  return c == '_' ? '-' : c;
}

bool begins_with(std::string_view text, std::string_view beginning) {
  return text.size() >= beginning.size() &&
         std::equal(beginning.begin(), beginning.end(), text.begin(), [](char a, char b) { return folded(a) == folded(b); });
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from one name to the other.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before(to.size() + 1), above(to.size() + 1), row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const bool same = folded(from[i - 1]) == folded(to[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && folded(from[i - 1]) == folded(to[j - 2]) && folded(from[i - 2]) == folded(to[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return above[to.size()];
}

std::string path_of(std::string_view place, std::string_view name) {
  return place.empty() || place == "--" ? concat({place, name}) : concat({place, "/", name});
}

Error unknown_parameter(std::span<const ParamInfo> declared, std::string_view path, std::string_view name) {
  std::vector<std::string_view> names;
  for (const ParamInfo& info : declared) names.push_back(info.name);
  const std::string known = names.empty() ? "there are none here" : concat({"allowed ", joined(names)});
  return {ErrorCode::unknown_name, path_of(path, name),
          concat({"unknown parameter \"", name, "\"; ", known, suggestion(nearest_name(name, names))})};
}

}  // namespace

void ParamValues::set(std::string name, ParamValue value) {
  for (auto& item : items_) {
    if (item.first != name) continue;
    item.second = std::move(value);
    return;
  }
  items_.emplace_back(std::move(name), std::move(value));
}

const ParamValue* ParamValues::find(std::string_view name) const {
  for (const auto& item : items_)
    if (item.first == name) return &item.second;
  return nullptr;
}

Result<ParamValue> ParamInfo::check(const ParamValue& value, std::string_view path) const {
  switch (type) {
    case ParamType::boolean:
      if (!std::holds_alternative<bool>(value)) return wrong_type(*this, path, value);
      return value;
    case ParamType::integer: return check_integer(*this, value, path);
    case ParamType::number: return check_number(*this, value, path);
    case ParamType::choice: return check_choice(*this, value, path);
    case ParamType::numbers: return check_numbers(*this, value, path);
    case ParamType::text:
    case ParamType::layer: return check_text(*this, value, path);
    case ParamType::noise: break;
  }
  return wrong_type(*this, path, value);
}

std::string ParamInfo::allowed() const {
  if (type == ParamType::boolean) return "true | false";
  if (type == ParamType::choice) return joined(choices);
  if (type == ParamType::text) return concat({"up to ", chars_of(max_length), " bytes of text"});
  if (type == ParamType::layer) return "the name of a layer";
  if (type == ParamType::noise) return "a noise: {\"kind\": …}";
  const bool whole = type == ParamType::integer;
  const auto bound = [whole](double value) {
    int exponent = 0;
    if (value > 0 && value < 1e-9 && std::frexp(value, &exponent) == 0.5)
      return concat({"2^", chars_of(std::int64_t{exponent} - 1)});
    // Below 2^63 a whole bound is written out in full, not as 1e+18.
    return whole && std::abs(value) < 0x1p63 ? chars_of(static_cast<std::int64_t>(value)) : chars_of(value);
  };
  const std::string range = concat({bound(min), " … ", bound(max), unit.empty() ? "" : " ", unit});
  return type == ParamType::numbers ? concat({"up to ", chars_of(max_length), " numbers, each ", range}) : range;
}

std::string to_string(const ParamValue& value) {
  struct Writer {
    std::string operator()(bool truth) const { return truth ? "true" : "false"; }
    std::string operator()(std::int64_t integer) const { return chars_of(integer); }
    std::string operator()(double number) const { return chars_of(number); }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(const std::vector<double>& numbers) const {
      std::vector<std::string> texts;
      for (double number : numbers) texts.push_back(chars_of(number));
      return concat({"[", joined(texts, ", "), "]"});
    }
  };
  return std::visit(Writer{}, value);
}

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates) {
  constexpr std::size_t longest = 64;  // nobody mistypes more; keeps hostile input from costing anything
  if (name.empty() || name.size() > longest) return {};
  std::string_view nearest;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (std::string_view candidate : candidates) {
    if (candidate.size() > longest) continue;
    std::size_t distance = edit_distance(name, candidate);
    // One slip in three letters is still a slip; more is another word. A beginning ("freq") is as good as one slip.
    const std::size_t tolerated = std::max<std::size_t>(1, std::min(name.size(), candidate.size()) / 3);
    if (name.size() >= 3 && begins_with(candidate, name)) distance = std::min<std::size_t>(distance, 1);
    if (distance > tolerated || distance >= candidate.size() || distance >= least) continue;
    nearest = candidate;
    least = distance;
  }
  return nearest;
}

Result<void> read_params(std::span<const ParamInfo> declared, const ParamValues& values, std::string_view path,
                         void* parameters) {
  // All checks come before the first assignment, so that an error leaves the parameters as they were.
  std::vector<std::pair<const ParamInfo*, ParamValue>> accepted;
  for (const auto& [name, value] : values.items()) {
    const auto info =
        std::find_if(declared.begin(), declared.end(), [&wanted = name](const ParamInfo& each) { return each.name == wanted; });
    if (info == declared.end()) return unknown_parameter(declared, path, name);
    CRATON_TRY(ParamValue checked, info->check(value, path_of(path, name)));
    accepted.emplace_back(&*info, std::move(checked));
  }
  for (const auto& [info, value] : accepted) info->assign(parameters, value);
  return {};
}

}  // namespace craton
