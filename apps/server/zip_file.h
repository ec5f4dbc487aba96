#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/result.h>
#include <craton/files/new_file.h>

namespace craton::server {

/// A ZIP archive (APPNOTE 6.3.10, without the 64-bit parts), written beside and renamed. Names are UTF-8.
class ZipFile {
 public:
  static Result<ZipFile> create(const std::string& path);

  Result<void> add(const std::string& name, std::string_view bytes);
  Result<void> commit();

 private:
  struct Entry {
    std::string name;
    std::uint32_t checksum = 0, packed = 0, size = 0, offset = 0;
    bool deflated = false;
  };
  explicit ZipFile(NewFile file) : file_(std::move(file)) {}
  static std::string record(const Entry& entry, bool central);
  Result<void> write(std::string_view bytes);

  NewFile file_;
  std::vector<Entry> entries_;
  std::uint64_t offset_ = 0;
};

}  // namespace craton::server
