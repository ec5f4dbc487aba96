#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include <craton/base/result.h>

namespace craton::files {

struct CloseStream {
  void operator()(std::FILE* stream) const { std::fclose(stream); }
};

/// A plain file open for reading, and its size in bytes.
struct OpenFile {
  std::unique_ptr<std::FILE, CloseStream> stream;
  std::uint64_t size = 0;
};

Result<OpenFile> open_to_read(const std::string& path);

}  // namespace craton::files
