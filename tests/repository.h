#pragma once

#include <string>

namespace craton {

/// Where the sources lie: tests read recipes and cases there.
const std::string& repository_folder();

}  // namespace craton
