#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/result.h>

// Only arguments.cpp includes CLI11: its header costs seconds in every file that does.
namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace craton::cli {

/// One option or positional argument, to say more about it. A handle: copies mean the same option.
class Option {
 public:
  Option() = default;
  explicit Option(CLI::Option* option) : option_(option) {}

  Option show_default();  ///< the target's value of now is told in the help
  Option required();
  Option may_be_empty();                   ///< of texts: "" says something, too; elsewhere it is an error
  Option letters();                        ///< of texts that are drawn: what is not UTF-8 is an error
  Option repeatable();                     ///< of lists: one value each time it is given
  Option group(const std::string& title);  ///< the help tells it below this title
  bool given() const;                      ///< on the command line

 private:
  CLI::Option* option_ = nullptr;
};

/// What one command takes. Targets must live as long as the command line. A handle: copies mean the same command.
class Arguments {
 public:
  Arguments() = default;
  explicit Arguments(CLI::App* app) : app_(app) {}

  /// `form` is written as in a manual: "--size WxH", "-o,--output FILE"; or the name alone of a positional argument.
  Option option(std::string_view form, std::string& target, std::string help);
  Option option(std::string_view form, std::vector<std::string>& target, std::string help);
  Option option(std::string_view form, const std::function<void(const std::string&)>& take, std::string help);
  Option flag(std::string_view name, bool& target, std::string help);
  void footer(std::string text);
  bool chosen() const;  ///< the command line names this command

 private:
  CLI::App* app_ = nullptr;
};

/// The whole command line: a program of commands.
class CommandLine {
 public:
  CommandLine(std::string name, std::string help, std::string footer);
  ~CommandLine();

  /// --version prints what `text` tells.
  void version(std::function<std::string()> text, const std::string& help);
  Arguments command(std::string name, std::string help);

  /// What was asked to be printed (help, version) in place of running a command; empty: run the chosen one.
  Result<std::string> parse(std::vector<std::string> words);

 private:
  std::unique_ptr<CLI::App> app_;
  std::function<std::string()> version_;
};

}  // namespace craton::cli
