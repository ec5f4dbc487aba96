#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <craton/base/export.h>
#include <craton/base/result.h>

namespace craton {

/// A file in the making: bytes go to a neighbour of `path`, and only `commit` puts it in place, whole. Whatever
/// fails before that, an old file of this name survives and nothing else remains.
///
///     Result<NewFile> file = NewFile::create("world.f32");
///     if (!file) return file.error();
///     CRATON_TRY(file->write(bytes));
///     return file->commit();
class CRATON_API NewFile {
 public:
  static Result<NewFile> create(const std::string& path);

  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&& other) noexcept;
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();

  Result<void> write(std::span<const std::byte> bytes);
  Result<void> commit();  ///< makes the bytes safe on disk, then renames

 private:
  NewFile() = default;
  void discard() noexcept;
  Error failure(const char* what, int system_error) const;

  std::string path_;       // as the caller wrote it, for errors
  std::string target_;     // where links lead
  std::string temporary_;  // beside the target; empty once there is none
  int handle_ = -1;
};

/// Whether a file could be written at `path` now; to be asked before long work. Leaves nothing behind.
CRATON_API Result<void> check_writable(const std::string& path);

}  // namespace craton
