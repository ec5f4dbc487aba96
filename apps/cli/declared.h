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
  bool given(std::string_view param) const;
  /// Of those that were given, checked; errors name the option.
  Result<ParamValues> values() const;
  /// What they change in a recipe.
  Result<void> change(Recipe& recipe, const ParamValues& values, const RecipeTerms& terms) const;

 private:
  const RequestInfo& request_;
  std::map<std::string, std::string, std::less<>> texts_;
};

}  // namespace craton::cli
