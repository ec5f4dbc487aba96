#include <craton/files/folder.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "files/held_folders.h"

namespace craton {
// The folder itself is locked: no file for it is left there, and none of another's is touched.
Result<FolderLock> FolderLock::take(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return Error{ErrorCode::io, folder, "cannot make this folder: " + failed.message()};
  FolderLock lock;
  lock.handle_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock.handle_ < 0)
    return Error{ErrorCode::io, folder,
                 "cannot write into this folder: " + std::error_code(errno, std::generic_category()).message()};
  // Where a file system knows no locks, work goes on without one.
  if (::flock(lock.handle_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return Error{ErrorCode::io, folder, "another process writes into this folder; wait for it, or give another folder"};
  lock.folder_ = folder;
  files::hold_folder(folder);
  return lock;
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : folder_(std::move(other.folder_)), handle_(std::exchange(other.handle_, -1)) {
  other.folder_.clear();
}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(handle_, other.handle_);
  return *this;
}

FolderLock::~FolderLock() {
  if (!folder_.empty()) files::release_folder(folder_);
  if (handle_ >= 0) ::close(handle_);
}

}  // namespace craton
