#include <craton/base/result.h>

namespace craton {

std::string Error::to_string() const { return path.empty() ? message : path + ": " + message; }

}  // namespace craton
