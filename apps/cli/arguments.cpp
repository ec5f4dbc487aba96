#include "arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include <craton/base/printable.h>

#include "text.h"

namespace craton::cli {
namespace {

// Help that fits a terminal: long sentences are broken beside their option.
class Formatter : public CLI::Formatter {
 public:
  Formatter() { column_width(28); }
  std::string make_option_desc(const CLI::Option* option) const override { return wrapped(option->get_description(), 82); }
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text = option->get_type_name().empty() ? "" : " " + option->get_type_name();
    if (!option->get_default_str().empty()) text += " (" + option->get_default_str() + ")";
    return text;
  }
  std::string make_footer(const CLI::App* app) const override {
    const std::string footer = app->get_footer();
    return footer.empty() ? "" : "\n" + footer + "\n";
  }
};

// CLI11 tells that something was left over; we tell what was probably meant.
std::string unknown_argument(const CLI::App& app) {
  const CLI::App* used = &app;
  for (const CLI::App* sub : app.get_subcommands()) used = sub;
  std::vector<std::string> left = used->remaining(true);
  if (left.empty()) left = app.remaining(true);
  if (left.empty()) return "unexpected argument";
  const std::string word = left.front().substr(0, left.front().find('='));
  std::vector<std::string> names;
  if (word.starts_with("-")) {
    for (const CLI::Option* option : used->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  } else if (used == &app) {
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) names.push_back(sub->get_name());
  }
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string_view what = word.starts_with("-") ? "unknown option"
                                : used == &app        ? "unknown command"
                                                      : "unexpected argument";
  const std::string where = used == &app ? "" : used->get_name() + ": ";
  return fmt::format("{}{} \"{}\"{}", where, what, word, suggestion(word, candidates));
}

// "--size WxH" → "--size" and "WxH".
std::pair<std::string, std::string> name_and_type(std::string_view form) {
  const std::size_t space = form.find(' ');
  if (space == std::string_view::npos) return {std::string(form), ""};
  return {std::string(form.substr(0, space)), std::string(form.substr(space + 1))};
}

constexpr char not_empty_name[] = "not empty";

/// An empty text is no name, number or file: most likely a variable of a script that nobody set.
CLI::Option* not_empty(CLI::Option* option) {
  return option->check([](const std::string& text) { return text.empty() ? "is empty" : ""; }, "", not_empty_name);
}

template <class Target>
Option add_option(CLI::App& app, std::string_view form, Target& target, std::string help) {
  auto [name, type] = name_and_type(form);
  return Option(not_empty(app.add_option(std::move(name), target, std::move(help)))->type_name(std::move(type)));
}

}  // namespace

Option Option::show_default() {
  option_->capture_default_str();
  return *this;
}

Option Option::required() {
  option_->required();
  return *this;
}

Option Option::may_be_empty() {
  option_->get_validator(not_empty_name)->active(false);
  return *this;
}

Option Option::letters() {
  option_->check([](const std::string& text) { return is_utf8(text) ? "" : "\"" + printable(text) + "\" is not UTF-8"; });
  return *this;
}

Option Option::repeatable() {
  option_->expected(1)->take_all();
  return *this;
}

Option Option::group(const std::string& title) {
  option_->group(title);
  return *this;
}

bool Option::given() const { return option_ && option_->count() > 0; }

Option Arguments::option(std::string_view form, std::string& target, std::string help) {
  return add_option(*app_, form, target, std::move(help));
}

Option Arguments::option(std::string_view form, std::vector<std::string>& target, std::string help) {
  return add_option(*app_, form, target, std::move(help));
}

Option Arguments::option(std::string_view form, const std::function<void(const std::string&)>& take, std::string help) {
  auto [name, type] = name_and_type(form);
  CLI::Option* added = app_->add_option_function<std::string>(std::move(name), take, std::move(help));
  return Option(not_empty(added)->type_name(std::move(type)));
}

Option Arguments::flag(std::string_view name, bool& target, std::string help) {
  return Option(app_->add_flag(std::string(name), target, std::move(help)));
}

void Arguments::footer(std::string text) { app_->footer(std::move(text)); }

bool Arguments::chosen() const { return app_->parsed(); }

CommandLine::CommandLine(std::string name, std::string help, std::string footer)
    : app_(std::make_unique<CLI::App>(std::move(help), std::move(name))) {
  app_->formatter(std::make_shared<Formatter>());
  app_->footer(std::move(footer));
  app_->require_subcommand(0, 1);
}

CommandLine::~CommandLine() = default;

void CommandLine::version(std::function<std::string()> text, const std::string& help) {
  version_ = std::move(text);
  app_->set_version_flag("--version", version_, help);
}

Arguments CommandLine::command(std::string name, std::string help) {
  return Arguments(app_->add_subcommand(std::move(name), std::move(help)));  // it inherits the formatter
}

Result<std::string> CommandLine::parse(std::vector<std::string> words) {
  const auto bad = [](std::string message) { return Error{ErrorCode::invalid_value, "", std::move(message)}; };
  try {
    std::reverse(words.begin(), words.end());  // as CLI11 takes them
    app_->parse(std::move(words));
    return std::string();
  } catch (const CLI::CallForHelp&) { return app_->help(); } catch (const CLI::CallForVersion&) {
    return version_() + "\n";
  } catch (const CLI::ExtrasError&) { return bad(unknown_argument(*app_)); } catch (const CLI::ParseError& error) {
    return bad(error.what());
  }
}

}  // namespace craton::cli
