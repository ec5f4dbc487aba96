#include "noise_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "presets.h"
#include "text.h"

namespace craton::cli {
namespace {

constexpr std::string_view octaves = "octaves";

/// The command has an option --output of its own: the file.
std::string option_of(std::string_view parameter) {
  std::string name = (parameter == "output" ? "--noise-" : "--") + std::string(parameter);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

const ParamInfo* find_param(const NoiseKind& kind, std::string_view name) {
  const auto found = std::find_if(kind.params.begin(), kind.params.end(), [&](const ParamInfo& p) { return p.name == name; });
  return found == kind.params.end() ? nullptr : &*found;
}

bool is_source(const NoiseKind& kind) { return kind.inputs.empty(); }

// Others need more than one noise or a place in a chain, and are written as files.
bool has_options(const NoiseKind& kind) { return is_source(kind) || is_fractal(kind); }

template <class Condition>
std::vector<std::string_view> kinds_where(Condition holds) {
  std::vector<std::string_view> ids;
  for (const NoiseKind& kind : all_noise_kinds())
    if (holds(kind)) ids.push_back(kind.id);
  return ids;
}

std::vector<std::string_view> kinds_with(std::string_view parameter) {
  return kinds_where([&](const NoiseKind& kind) { return has_options(kind) && find_param(kind, parameter); });
}
std::vector<std::string_view> source_kinds() { return kinds_where(is_source); }
std::vector<std::string_view> fractal_kinds() { return kinds_where(is_fractal); }

std::string sentence_of(const ParamInfo& param) { return fmt::format("{} [{}]", param.doc, param.allowed()); }

std::string default_of(const ParamInfo& param) {
  const auto* list = std::get_if<std::vector<double>>(&param.default_value);
  return list && list->empty() ? "" : to_string(param.default_value);
}

// The default of most kinds first, then those that differ: "default 0.01 (white: 1)".
std::string defaults_of(std::string_view parameter) {
  std::map<std::string, std::vector<std::string_view>> kinds_of_default;
  for (const NoiseKind& kind : all_noise_kinds())
    if (const ParamInfo* param = has_options(kind) ? find_param(kind, parameter) : nullptr)
      kinds_of_default[default_of(*param)].push_back(kind.id);
  const auto common = std::max_element(kinds_of_default.begin(), kinds_of_default.end(),
                                       [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  std::string text = common->first.empty() ? "" : ", default " + common->first;
  for (const auto& [value, kinds] : kinds_of_default)
    if (value != common->first) text += fmt::format(" ({}: {})", joined(kinds), value);
  return text;
}

std::string help_of(const ParamInfo& param) {
  const std::vector<std::string_view> kinds = kinds_with(param.name);
  auto has = [&](std::string_view id) { return std::find(kinds.begin(), kinds.end(), id) != kinds.end(); };
  const auto obvious = [&](const std::vector<std::string_view>& ids) {
    return std::all_of(ids.begin(), ids.end(), has) || std::none_of(ids.begin(), ids.end(), has);
  };
  const std::string text = sentence_of(param) + defaults_of(param.name);
  return obvious(source_kinds()) && obvious(fractal_kinds()) ? text : text + fmt::format("; for {}", joined(kinds));
}

std::string_view type_name(ParamType type) {
  switch (type) {
    case ParamType::boolean: return "true|false";
    case ParamType::integer: return "N";
    case ParamType::number: return "X";
    case ParamType::choice: return "NAME";
    case ParamType::numbers: return "X,X,…";
    case ParamType::text: return "TEXT";
    case ParamType::layer:
    case ParamType::noise: return "NAME";
  }
  return "";
}

Result<ParamValue> parse_value(const ParamInfo& param, const std::string& text, std::string_view option) {
  switch (param.type) {
    case ParamType::boolean:
      if (text == "true" || text == "on" || text == "yes" || text == "1") return ParamValue{true};
      if (text == "false" || text == "off" || text == "no" || text == "0") return ParamValue{false};
      return invalid(option, fmt::format("\"{}\" is neither true nor false", text));
    case ParamType::integer: {
      CRATON_TRY(const std::int64_t value, parse_integer(text, option));
      return ParamValue{value};
    }
    case ParamType::number: {
      CRATON_TRY(const double value, parse_number(text, option));
      return ParamValue{value};
    }
    case ParamType::choice:
    case ParamType::text:
    case ParamType::layer:
    case ParamType::noise: return ParamValue{text};
    case ParamType::numbers: {
      CRATON_TRY(std::vector<double> values, parse_numbers(text, option));
      return ParamValue{std::move(values)};
    }
  }
  return invalid(option, "cannot be set here");
}

Result<void> set_param(NoiseSpec& spec, const ParamInfo& param, const std::string& text) {
  const std::string option = option_of(param.name);
  CRATON_TRY(const ParamValue value, parse_value(param, text, option));
  CRATON_TRY(ParamValue checked, param.check(value, option));
  spec.params.set(std::string(param.name), std::move(checked));
  return {};
}

}  // namespace

const NoiseKind* find_noise_kind(std::string_view id) {
  for (const NoiseKind& kind : all_noise_kinds())
    if (kind.id == id) return &kind;
  return nullptr;
}

bool is_fractal(const NoiseKind& kind) { return kind.inputs.size() == 1 && find_param(kind, octaves); }

void NoiseOptions::add_to(Arguments& args) {
  kind_option_ = args.option("--kind NAME", kind_, fmt::format("Which noise: {}.", joined(source_kinds()))).show_default();
  fractal_option_ =
      args.option("--fractal NAME", fractal_, fmt::format("How octaves of it are summed: {}.", joined(fractal_kinds())))
          .show_default();
  const std::vector<std::string> presets = preset_names();
  file_option_ =
      args.option("--spec FILE", file_,
                  fmt::format("A noise that is written as JSON, in place of kind and parameters: FILE.json, or one of {}.",
                              presets.empty() ? "no presets (none are installed)" : fmt::format("{}", fmt::join(presets, ", "))));
  std::set<std::string> added;
  for (const NoiseKind& kind : all_noise_kinds())
    for (const ParamInfo& param : kind.params) {
      const std::string name(param.name);
      if (!has_options(kind) || !added.insert(name).second) continue;
      args.option(
              fmt::format("{} {}", option_of(name), type_name(param.type)),
              [this, name](const std::string& text) { given_[name] = text; }, help_of(param))
          .group(is_source(kind) ? "Parameters of the noise" : "Parameters of fractals (any of them makes one)");
    }
}

Result<NoiseSpec> NoiseOptions::spec_of_file() const {
  const std::string extra = kind_option_.given()      ? "--kind"
                            : fractal_option_.given() ? "--fractal"
                            : !given_.empty()         ? option_of(given_.begin()->first)
                                                      : "";
  if (!extra.empty()) return invalid(extra, fmt::format("not together with --spec: \"{}\" tells the whole noise", file_));
  return load_noise(file_);
}

Result<NoiseSpec> NoiseOptions::spec() const {
  if (file_option_.given()) return spec_of_file();
  const NoiseKind* kind = find_noise_kind(kind_);
  if (!kind) {
    const auto sources = source_kinds();
    return Error{ErrorCode::unknown_name, "--kind",
                 fmt::format("no noise is called \"{}\"{}; there are {}", kind_, suggestion(kind_, sources), joined(sources))};
  }
  if (is_fractal(*kind))
    return invalid("--kind", fmt::format("{0} is made of another noise; name that one with --kind and add --fractal {0}", kind_));
  if (!is_source(*kind))
    return invalid("--kind", fmt::format("{} is made of other noises; write them as a file for --spec", kind_));
  const NoiseKind* fractal = find_noise_kind(fractal_);
  if (!fractal || !is_fractal(*fractal)) {
    const auto fractals = fractal_kinds();
    return Error{
        ErrorCode::unknown_name, "--fractal",
        fmt::format("no fractal is called \"{}\"{}; there are {}", fractal_, suggestion(fractal_, fractals), joined(fractals))};
  }
  NoiseSpec source{.kind = kind_};
  NoiseSpec sum{.kind = fractal_};
  bool summed = fractal_option_.given();
  for (const auto& [name, text] : given_) {
    if (const ParamInfo* param = find_param(*kind, name)) {
      CRATON_TRY(set_param(source, *param, text));
    } else if (const ParamInfo* of_sum = find_param(*fractal, name)) {
      CRATON_TRY(set_param(sum, *of_sum, text));
      // One octave alone is the noise itself.
      summed = summed || name != octaves || text != "1";
    } else {
      return Error{ErrorCode::unknown_name, option_of(name),
                   fmt::format("{} has no such parameter; it belongs to {}", kind_, joined(kinds_with(name)))};
    }
  }
  if (!summed) return source;
  sum.inputs.push_back({std::string(fractal->inputs[0].name), std::move(source)});
  return sum;
}

Error NoiseOptions::explained(Error error) const {
  if (file_option_.given()) {
    if (!error.path.empty() && error.path[0] != '/') error.path.insert(0, "/");
    return in_file(file_, std::move(error));
  }
  const std::string last = error.path.substr(error.path.rfind('/') + 1);  // npos + 1 is 0: the whole path
  if (!kinds_with(last).empty()) error.path = option_of(last);
  return error;
}

std::string describe_noise_kinds() {
  std::string out;
  for (const NoiseKind& kind : all_noise_kinds()) {
    std::string dimensions;
    for (int d = 1; d <= 8; ++d)
      if (kind.dimensions >> (d - 1) & 1) dimensions += fmt::format("{}{}D", dimensions.empty() ? "" : ", ", d);
    out += fmt::format("{} — {} ({})\n", kind.id, kind.title, dimensions);
    auto paragraph = [&](std::string_view text) {
      const std::string lines = wrapped(text, 96);
      for (std::string_view line : split(lines, '\n')) out += fmt::format("  {}\n", line);
    };
    paragraph(kind.doc);
    if (!kind.cite.empty()) paragraph(kind.cite);
    auto entry = [&](std::string_view name, std::string_view text) {
      const std::string lines = wrapped(text, 74);
      for (std::string_view line : split(lines, '\n')) {
        out += fmt::format("    {:<18}{}\n", name, line);
        name = "";
      }
    };
    for (const NoiseInputInfo& input : kind.inputs) entry(input.name, fmt::format("{} [a noise]", input.doc));
    for (const ParamInfo& param : kind.params) {
      std::string text = sentence_of(param);
      if (const std::string value = default_of(param); !value.empty()) text += ", default " + value;
      if (param.may_be_noise) text += "; may be a noise";
      entry(has_options(kind) ? option_of(param.name) : std::string(param.name), text);
    }
    out += '\n';
  }
  if (!out.empty()) out.pop_back();
  return out;
}

}  // namespace craton::cli
