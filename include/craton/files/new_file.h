#pragma once

#include <cstddef>
#include <cstdint>
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

  Result<void> write(std::span<const std::byte> bytes);  ///< after what `write` wrote before
  /// Anywhere in the file, which grows where it must; does not move the place of `write`. Any thread.
  Result<void> write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  Result<void> commit();  ///< makes the bytes safe on disk, then renames
  /// The same without waiting for the disk: after a power cut the file may be damaged. For what can be made again.
  Result<void> commit_unsynced();

  /// Where the bytes are until then, for libraries that want a name to write to.
  const std::string& temporary() const { return temporary_; }

 private:
  NewFile() = default;
  void discard() noexcept;
  Result<void> put_in_place(bool synced);
  Error failure(const char* what, int system_error) const;

  std::string path_;       // as the caller wrote it, for errors
  std::string target_;     // where links lead
  std::string temporary_;  // beside the target; empty once there is none
  int handle_ = -1;
};

/// Removes what processes that were killed while they wrote into `folder` left there (.NAME.part-…); what a living one writes is
/// left alone. NewFile calls it when a process writes into a folder for the first time.
CRATON_API void remove_left_overs(const std::string& folder);

/// Removes a file that an earlier run wrote into a folder that this one holds (FolderLock): its list, .craton-files, tells which
/// they are. Whatever else has that name stays.
CRATON_API void remove_old_file(const std::string& path);

/// Whether a file could be written at `path` now; to be asked before long work. Leaves nothing behind.
CRATON_API Result<void> check_writable(const std::string& path);

}  // namespace craton
