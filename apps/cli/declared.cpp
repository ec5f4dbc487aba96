#include "declared.h"

#include <fmt/format.h>

#include <algorithm>

#include "text.h"

namespace craton::cli {
namespace {

const ParamInfo& param_of(const RequestInfo& request, std::string_view name) {
  return *std::find_if(request.params.begin(), request.params.end(), [&](const ParamInfo& each) { return each.name == name; });
}

/// "3400km", "1500m" or "1500".
Result<double> parse_length(std::string_view text, std::string_view option) {
  double unit = 1;
  std::string_view number = text;
  if (number.ends_with("km")) {
    unit = 1000;
    number.remove_suffix(2);
  } else if (number.ends_with("m")) {
    number.remove_suffix(1);
  }
  const Result<double> value = parse_number(number, option);
  if (!value) return invalid(option, fmt::format("found \"{}\"; write a length, as 200km or 1500m", text));
  return *value * unit;
}

/// "2048x1024"; with one number, a square.
Result<ParamValue> parse_size_value(const std::string& text, std::string_view option) {
  CRATON_TRY(const GridSize sides, parse_sides(text, option));
  return ParamValue{std::vector<double>{static_cast<double>(sides.width), static_cast<double>(sides.height)}};
}

Result<ParamValue> parse_value(const ParamInfo& param, const std::string& text, const std::string& option) {
  switch (param.type) {
    case ParamType::integer: {
      CRATON_TRY(const std::int64_t value, parse_integer(text, option));
      return ParamValue{value};
    }
    case ParamType::number: {
      CRATON_TRY(const double value, param.unit == "m" ? parse_length(text, option) : parse_number(text, option));
      return ParamValue{value};
    }
    case ParamType::numbers: {
      if (param.name == "size") return parse_size_value(text, option);
      CRATON_TRY(std::vector<double> values, parse_numbers(text, option));
      return ParamValue{std::move(values)};
    }
    default: return ParamValue{text};
  }
}

/// Errors of the library name parameters; here they are options.
Error as_option(Error error) {
  if (!error.path.empty()) error.path.insert(0, "--");
  return error;
}

}  // namespace

DeclaredOptions::DeclaredOptions(std::string_view request) : request_(**find_request(request)) {}

void DeclaredOptions::add(Arguments& args, std::string_view form) {
  const std::string name(form.substr(2, form.find(' ') - 2));
  const ParamInfo& param = param_of(request_, name);
  const bool choices = param.type == ParamType::choice;
  args.option(
      form, [this, name](const std::string& text) { texts_[name] = text; },
      choices ? fmt::format("{} [{}]", param.doc, param.allowed()) : std::string(param.doc));
}

bool DeclaredOptions::given(std::string_view param) const { return texts_.contains(param); }

Result<ParamValues> DeclaredOptions::values() const {
  ParamValues values;
  for (const auto& [name, text] : texts_) {
    const ParamInfo& param = param_of(request_, name);
    const std::string option = "--" + name;
    CRATON_TRY(const ParamValue value, parse_value(param, text, option));
    CRATON_TRY(ParamValue checked, param.check(value, option));
    values.set(name, std::move(checked));
  }
  return values;
}

Result<void> DeclaredOptions::change(Recipe& recipe, const ParamValues& values, const RecipeTerms& terms) const {
  const Result<void> changed = request_.change(recipe, values, terms);
  return changed ? changed : as_option(changed.error());
}

}  // namespace craton::cli
