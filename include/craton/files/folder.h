#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <craton/base/assets.h>
#include <craton/base/export.h>
#include <craton/base/result.h>

/// Folders behind the interfaces of base/assets.h.
namespace craton {

/// Height maps in a folder: names are paths below it. Absolute paths, ".." and links that lead out of it are refused.
CRATON_API std::unique_ptr<AssetSource> assets_in_folder(std::string folder);

/// A cache in a folder, made where there is none; the blobs used longest ago are thrown away beyond `max_bytes`. Several
/// processes may share it; a damaged blob counts as none.
CRATON_API Result<std::unique_ptr<BlobStore>> cache_in_folder(std::string folder, std::uint64_t max_bytes);

/// Holds a folder for this process while it lives, so that no two commands write into it at once.
/// Meanwhile this process writes through no link in it (where one stands, writing is an error), and keeps a list of the files
/// that it wrote there (.craton-files), for `remove_old_file`.
class CRATON_API FolderLock {
 public:
  /// Makes the folder where there is none; an error where another process holds it.
  static Result<FolderLock> take(const std::string& folder);
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  FolderLock() = default;
  std::string folder_;
  int handle_ = -1;
};

}  // namespace craton
