#pragma once

#include <string>

namespace craton::requests {

/// How an answer is drawn.
struct PictureRequest {
  std::string layer, style, ramp;
  int longest = 1024;
  bool legend = false;
};

}  // namespace craton::requests
