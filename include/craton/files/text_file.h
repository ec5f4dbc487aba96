#pragma once

#include <cstdint>
#include <string>

#include <craton/base/export.h>
#include <craton/base/result.h>

namespace craton {

/// The whole of a UTF-8 file, without its byte order mark. Folders, files of more than `max_bytes` and files that are not UTF-8
/// are errors.
CRATON_API Result<std::string> read_text_file(const std::string& path, std::uint64_t max_bytes);

}  // namespace craton
