#pragma once

#include <map>
#include <string>
#include <string_view>

#include <craton/requests/request.h>

#include "arguments.h"

namespace craton::cli {

/// Options made of parameters that a request of the library declares: their sentences, ranges and checks are the library's.
class DeclaredOptions {
 public:
  explicit DeclaredOptions(std::string_view request);

  /// `form` is written as in a manual: "--size WIDTHxHEIGHT" is the parameter `size`, where none is named.
  Option add(Arguments& args, std::string_view form, std::string_view param = "");
  /// A flag that sets a parameter to true, "--kites", or to false, "--no-legend".
  Option add_flag(Arguments& args, std::string_view name);
  /// What the command itself says of a parameter.
  void set(std::string_view param, std::string text) { texts_[std::string(param)] = std::move(text); }
  /// The option that says it has another name.
  void call(std::string_view param, std::string_view option) { called_[std::string(param)] = option; }
  bool given(std::string_view param) const;
  /// As it was given, or its default.
  std::string text(std::string_view param) const;
  /// Of those that were given, checked; errors name the option.
  Result<ParamValues> values() const;
  /// Asks with them. Errors name the option, and those of the parameter `of` the command's input.
  Result<Answer> ask(const RequestContext& context, std::string_view input = "") const;
  /// What they change in a recipe.
  Result<void> change(Recipe& recipe, const ParamValues& values, const RecipeTerms& terms) const;

 private:
  std::string option_of(std::string_view param) const;
  Error as_option(Error error) const;

  const RequestInfo& request_;
  std::map<std::string, std::string, std::less<>> texts_;
  std::map<std::string, std::string, std::less<>> called_;
  std::map<std::string, bool, std::less<>> flags_;  ///< their places stay, and options write into them
};

/// A file that was made, under a name of the user's.
Result<void> write_file(const std::string& path, const AnswerFile& file);
/// The same under its own name in a folder, which is made where it is missing.
Result<void> write_file_below(const std::string& folder, const AnswerFile& file);
/// The first file of an answer.
Result<void> write_answer_file(const std::string& path, const Answer& answer);

}  // namespace craton::cli
