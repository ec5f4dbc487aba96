#pragma once

#include <string>

#include "route.h"

namespace craton::server {

/// The files of the page. Nothing outside its folder is ever given: names that begin with a dot and links that lead out are not
/// there.
class StaticFiles {
 public:
  explicit StaticFiles(const std::string& folder);

  bool there() const { return there_; }
  /// What the path of a target gives; "/" is index.html.
  Outcome answer(const Target& target) const;

 private:
  std::string folder_;  // as the system knows it
  bool there_ = false;
};

std::string content_type_of(std::string_view file_name);

}  // namespace craton::server
