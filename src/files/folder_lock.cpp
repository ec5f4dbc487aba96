#include <craton/files/folder.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace craton {

// The lock file stays: were it removed, two processes could hold two files of this name.
Result<FolderLock> FolderLock::take(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return Error{ErrorCode::io, folder, "cannot make this folder: " + failed.message()};
  FolderLock lock;
  lock.handle_ = ::open((folder + "/.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock.handle_ < 0)
    return Error{ErrorCode::io, folder,
                 "cannot write into this folder: " + std::error_code(errno, std::generic_category()).message()};
  // Where a file system knows no locks, work goes on without one.
  if (::flock(lock.handle_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return Error{ErrorCode::io, folder, "another process writes into this folder; wait for it, or give another folder"};
  return lock;
}

FolderLock::FolderLock(FolderLock&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  if (this != &other) {
    if (handle_ >= 0) ::close(handle_);
    handle_ = std::exchange(other.handle_, -1);
  }
  return *this;
}

FolderLock::~FolderLock() {
  if (handle_ >= 0) ::close(handle_);
}

}  // namespace craton
