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

  /// `form` is written as in a manual: "--size WIDTHxHEIGHT" is the parameter `size`.
  void add(Arguments& args, std::string_view form);
  /// A flag that sets a parameter to true, "--kites", or to false, "--no-legend".
  void add_flag(Arguments& args, std::string_view name);
  /// What the command itself says of a parameter.
  void set(std::string_view param, std::string text) { texts_[std::string(param)] = std::move(text); }
  bool given(std::string_view param) const;
  /// Of those that were given, checked; errors name the option.
  Result<ParamValues> values() const;
  /// Asks with them. Errors name the option, and those of the parameter `of` the command's input.
  Result<Answer> ask(const RequestContext& context, std::string_view input = "") const;
  /// What they change in a recipe.
  Result<void> change(Recipe& recipe, const ParamValues& values, const RecipeTerms& terms) const;

 private:
  const RequestInfo& request_;
  std::map<std::string, std::string, std::less<>> texts_;
  std::map<std::string, bool, std::less<>> flags_;  ///< their places stay, and options write into them
};

/// The first file of an answer; the name says nothing of its format.
Result<void> write_answer_file(const std::string& path, const Answer& answer);

}  // namespace craton::cli
