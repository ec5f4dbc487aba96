#include "declared.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
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
    case ParamType::boolean: return ParamValue{text == "true"};  // of a flag, or said by the command
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
  const std::string standard = to_string(param.default_value);
  const bool told = param.doc.find("; 0: ") != std::string_view::npos || param.doc.starts_with("0: ");
  return standard == "0" && told ? "" : standard;
}

}  // namespace

DeclaredOptions::DeclaredOptions(std::string_view request) : request_(**find_request(request)) {}

/// Errors of the library name parameters; here they are options.
Error DeclaredOptions::as_option(Error error) const {
  const std::string name(split(error.path, '/').front());
  const auto named = [&](const ParamInfo& each) { return each.name == name; };
  if (std::any_of(request_.params.begin(), request_.params.end(), named)) error.path.replace(0, name.size(), option_of(name));
  return error;
}

std::string DeclaredOptions::option_of(std::string_view param) const {
  const auto found = called_.find(param);
  return found != called_.end() ? found->second : fmt::format("--{}", param);
}

Option DeclaredOptions::add(Arguments& args, std::string_view form, std::string_view param_name) {
  const std::string option(form.substr(0, form.find(' ')));
  const std::string name = param_name.empty() ? option.substr(2) : std::string(param_name);
  if (!param_name.empty()) call(name, option);
  const ParamInfo& param = param_of(request_, name);
  std::string doc(param.doc);
  if (param.type == ParamType::choice) doc += fmt::format(" [{}]", param.allowed());
  if (const std::string standard = default_text(param); !standard.empty()) doc += fmt::format(" Default: {}.", standard);
  return args.option(
      form, [this, name](const std::string& text) { texts_[name] = text; }, std::move(doc));
}

Option DeclaredOptions::add_flag(Arguments& args, std::string_view name) {
  const bool off = name.starts_with("--no-");
  const std::string key(name.substr(off ? 5 : 2));
  const std::string doc(param_of(request_, key).doc);
  return args.flag(name, flags_[key], off ? fmt::format("Not so: {}", doc) : doc);
}

bool DeclaredOptions::given(std::string_view param) const {
  const auto flag = flags_.find(param);
  return texts_.contains(param) || (flag != flags_.end() && flag->second);
}

std::string DeclaredOptions::text(std::string_view param) const {
  const auto found = texts_.find(param);
  return found != texts_.end() ? found->second : default_text(param_of(request_, param));
}

Result<Answer> DeclaredOptions::ask(const RequestContext& context, std::string_view input) const {
  CRATON_TRY(const ParamValues given, values());
  Result<Answer> answer = request_.run(given, context);
  if (answer) return answer;
  if (answer.error().path == "of" && !input.empty())
    return Error{answer.error().code, std::string(input), answer.error().message};
  return as_option(answer.error());
}

Result<void> write_file(const std::string& path, const AnswerFile& file) {
  CRATON_TRY(NewFile made, NewFile::create(path));
  CRATON_TRY(made.write(std::as_bytes(std::span(file.bytes))));
  return made.commit();
}

Result<void> write_file_below(const std::string& folder, const AnswerFile& file) {
  const std::filesystem::path path = std::filesystem::path(folder) / file.name;
  std::error_code failed;
  std::filesystem::create_directories(path.parent_path(), failed);
  if (failed) return Error{ErrorCode::io, path.parent_path().string(), "cannot make this folder: " + failed.message()};
  return write_file(path.string(), file);
}

Result<void> write_answer_file(const std::string& path, const Answer& answer) { return write_file(path, answer.files().front()); }

Result<ParamValues> DeclaredOptions::values() const {
  ParamValues values;
  for (const auto& [name, text] : texts_) {
    const ParamInfo& param = param_of(request_, name);
    const std::string option = option_of(name);
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
