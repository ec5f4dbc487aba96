#pragma once

#include <string>

#include <craton/requests/request.h>

namespace craton::requests {

/// How an answer is drawn.
struct PictureRequest {
  std::string layer, style, ramp;
  int longest = 1024;
  bool legend = false;
};

/// The bytes of a PNG.
Result<std::string> draw(const Answer& answer, const PictureRequest& request, const Execution& execution);

}  // namespace craton::requests
