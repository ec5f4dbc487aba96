#include "repository.h"

namespace craton {

const std::string& repository_folder() {
  static const std::string folder = CRATON_SOURCE_DIR;
  return folder;
}

}  // namespace craton
