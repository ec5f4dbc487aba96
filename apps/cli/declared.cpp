#include "declared.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include <craton/files/new_file.h>

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

/// As somebody would write it; "" where nothing is the default.
std::string default_text(const ParamInfo& param) {
  if (const auto* numbers = std::get_if<std::vector<double>>(&param.default_value))
    return fmt::format("{}", fmt::join(*numbers, param.name == "size" ? "x" : ","));
  if (const auto* text = std::get_if<std::string>(&param.default_value)) return *text;
  // 0 often means that something is chosen: the sentence says so.
  if (param.doc.find("; 0: ") != std::string_view::npos || param.doc.starts_with("0: ")) return "";
  return to_string(param.default_value);
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
  std::string doc(param.doc);
  if (param.type == ParamType::choice) doc += fmt::format(" [{}]", param.allowed());
  if (const std::string standard = default_text(param); !standard.empty()) doc += fmt::format(" Default: {}.", standard);
  args.option(
      form, [this, name](const std::string& text) { texts_[name] = text; }, std::move(doc));
}

void DeclaredOptions::add_flag(Arguments& args, std::string_view name) {
  const bool off = name.starts_with("--no-");
  const std::string key(name.substr(off ? 5 : 2));
  const std::string doc(param_of(request_, key).doc);
  args.flag(name, flags_[key], off ? fmt::format("Not so: {}", doc) : doc);
}

bool DeclaredOptions::given(std::string_view param) const { return texts_.contains(param); }

Result<Answer> DeclaredOptions::ask(const RequestContext& context, std::string_view input) const {
  CRATON_TRY(const ParamValues given, values());
  Result<Answer> answer = request_.run(given, context);
  if (answer) return answer;
  if (answer.error().path == "of" && !input.empty())
    return Error{answer.error().code, std::string(input), answer.error().message};
  return as_option(answer.error());
}

Result<void> write_answer_file(const std::string& path, const Answer& answer) {
  const std::string& bytes = answer.files().front().bytes;
  CRATON_TRY(NewFile file, NewFile::create(path));
  CRATON_TRY(file.write(std::as_bytes(std::span(bytes))));
  return file.commit();
}

Result<ParamValues> DeclaredOptions::values() const {
  ParamValues values;
  for (const auto& [name, text] : texts_) {
    const ParamInfo& param = param_of(request_, name);
    const std::string option = "--" + name;
    CRATON_TRY(const ParamValue value, parse_value(param, text, option));
    CRATON_TRY(ParamValue checked, param.check(value, option));
    values.set(name, std::move(checked));
  }
  for (const auto& [name, on] : flags_)
    if (on) values.set(name, !std::get<bool>(param_of(request_, name).default_value));
  return values;
}

Result<void> DeclaredOptions::change(Recipe& recipe, const ParamValues& values, const RecipeTerms& terms) const {
  const Result<void> changed = request_.change(recipe, values, terms);
  return changed ? changed : as_option(changed.error());
}

}  // namespace craton::cli
