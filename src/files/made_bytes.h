#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <craton/base/export.h>
#include <craton/base/result.h>

namespace craton::files {

/// What a writer of files makes, as bytes: through a file in a folder for such things, which is gone afterwards. For formats
/// whose libraries want a file.
CRATON_API Result<std::string> made_bytes(std::string_view ending,
                                          const std::function<Result<void>(const std::string& path)>& write);

}  // namespace craton::files
