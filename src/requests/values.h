#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <craton/base/result.h>

/// Texts that hold JSON, and errors of what is in them.
namespace craton::requests {

/// A text that is an object with values of any kind, {"hills.scale": 300, "hills.enabled": false}, as "hills.scale=300", …; "" is
/// none. `path` is put into errors.
Result<std::vector<std::string>> assignments_of(std::string_view text, std::string_view path);

/// "a,b" or ["a", "b"].
Result<std::vector<std::string>> names_in(std::string_view text, std::string_view path);

/// Whether a text is JSON and no name: it begins with a brace or a comment.
bool is_json(std::string_view text);

/// The error of something that a parameter holds: "/stages/3" of "recipe" is "recipe/stages/3".
Error inside(std::string_view parameter, Error error);

}  // namespace craton::requests
