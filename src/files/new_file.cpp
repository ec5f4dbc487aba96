#include <craton/files/new_file.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "files/held_folders.h"
#include "files/unfinished_files.h"

namespace craton {
namespace {

std::string reason(int system_error) { return std::error_code(system_error, std::generic_category()).message(); }

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// Following links by hand keeps a link a link: the file it leads to is replaced, not the link.
Result<std::string> resolved(const std::string& path) {
  CRATON_TRY(files::check_no_link_in_held_folder(path));
  std::string target = path;
  for (int hops = 0; hops < 40; ++hops) {
    std::error_code none;
    if (!std::filesystem::is_symlink(target, none)) return target;
    const std::filesystem::path next = std::filesystem::read_symlink(target, none);
    if (none) return Error{ErrorCode::io, path, "cannot follow the link: " + none.message()};
    target = next.is_absolute() ? next.string() : folder_of(target) + "/" + next.string();
  }
  return Error{ErrorCode::io, path, "cannot follow the link: too many links"};
}

Result<void> check_old_file(const std::string& path, const std::string& target) {
  struct stat old {};
  if (::stat(target.c_str(), &old) != 0) {
    if (errno == ENOENT) return {};
    return Error{ErrorCode::io, path, "cannot write: " + reason(errno)};
  }
  if (S_ISDIR(old.st_mode)) return Error{ErrorCode::io, path, "cannot write: this is a folder"};
  if (!S_ISREG(old.st_mode)) return Error{ErrorCode::io, path, "cannot write: this is not a plain file"};
  if (::access(target.c_str(), W_OK) != 0) return Error{ErrorCode::io, path, "cannot write: " + reason(errno)};
  return {};
}

// Some file systems cannot sync; that is no reason to lose the file.
bool cannot_sync(int system_error) { return system_error == EINVAL || system_error == ENOTSUP || system_error == EROFS; }

constexpr std::string_view part_mark = ".part-";

// Unique among processes by their id, within one by a counter; where the name is taken, the next number is tried.
std::string neighbour_name(const std::string& target) {
  static std::atomic<std::uint64_t> counter{0};
  const std::string name = target.substr(target.rfind('/') + 1);
  // Names end at 255 bytes: a long one is shortened, never what follows.
  return concat({folder_of(target), "/.", name.substr(0, 200), part_mark, std::to_string(::getpid()), "-",
                 std::to_string(counter.fetch_add(1))});
}

// A lock on the neighbour tells others that its writer lives; it ends with the process, however that ends. False where a
// sweeper was faster and took the new file for a left-over. Where there are no locks, nobody can sweep either.
bool held_as_ours(int handle) {
  if (::flock(handle, LOCK_EX | LOCK_NB) != 0) return errno != EWOULDBLOCK;
  struct stat status {};
  return ::fstat(handle, &status) != 0 || status.st_nlink > 0;
}

// Where a process writes for the first time, it clears what others left when they were killed.
void sweep_once(const std::string& folder) {
  static std::mutex mutex;
  static std::set<std::string> swept;
  {
    const std::lock_guard lock(mutex);
    if (!swept.insert(folder).second) return;
  }
  remove_left_overs(folder);
}

}  // namespace

namespace files {

bool is_part_name(std::string_view name) {
  const std::size_t mark = name.rfind(part_mark);
  if (!name.starts_with('.') || mark == std::string_view::npos || mark < 2) return false;
  const std::string_view numbers = name.substr(mark + part_mark.size());
  const std::size_t dash = numbers.find('-');
  return dash != std::string_view::npos && dash > 0 && dash + 1 < numbers.size() &&
         numbers.substr(dash + 1).find_first_not_of("0123456789") == std::string_view::npos &&
         numbers.substr(0, dash).find_first_not_of("0123456789") == std::string_view::npos;
}

void remove_if_left_over(const std::string& path) {
  const int handle = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (handle < 0) return;
  struct stat status {};
  if (::fstat(handle, &status) == 0 && S_ISREG(status.st_mode) && ::flock(handle, LOCK_EX | LOCK_NB) == 0)
    (void)::unlink(path.c_str());
  ::close(handle);
}

}  // namespace files

Error NewFile::failure(const char* what, int system_error) const {
  return {ErrorCode::io, path_, std::string(what) + ": " + reason(system_error)};
}

Result<NewFile> NewFile::create(const std::string& path) {
  if (path.empty()) return Error{ErrorCode::io, "", "cannot write: the file name is empty"};
  if (path.back() == '/') return Error{ErrorCode::io, path, "cannot write: this is a folder"};
  CRATON_TRY(std::string target, resolved(path));
  CRATON_TRY(check_old_file(path, target));
  sweep_once(folder_of(target));

  NewFile file;
  file.path_ = path;
  file.target_ = std::move(target);
  struct stat old {};
  const bool replaces = ::stat(file.target_.c_str(), &old) == 0;
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const std::string name = neighbour_name(file.target_);
    file.handle_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file.handle_ >= 0) {
      if (!held_as_ours(file.handle_)) {
        ::close(std::exchange(file.handle_, -1));
        errno = EEXIST;
        continue;
      }
      file.temporary_ = name;
      // The new file keeps the rights of the old one; where that is refused, the user's defaults are good enough.
      if (replaces) (void)!::fchmod(file.handle_, old.st_mode & 07777);
      return file;
    }
    if (errno != EEXIST) break;
  }
  const int system_error = errno;
  if (system_error == ENOENT || system_error == ENOTDIR)
    return Error{ErrorCode::io, path, "cannot write: there is no folder \"" + folder_of(file.target_) + "\""};
  return file.failure("cannot write", system_error);
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      handle_(std::exchange(other.handle_, -1)) {}

NewFile& NewFile::operator=(NewFile&& other) noexcept {
  if (this != &other) {
    discard();
    path_ = std::move(other.path_);
    target_ = std::move(other.target_);
    temporary_ = std::exchange(other.temporary_, {});
    handle_ = std::exchange(other.handle_, -1);
  }
  return *this;
}

NewFile::~NewFile() { discard(); }

void NewFile::discard() noexcept {
  if (handle_ >= 0) ::close(handle_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  handle_ = -1;
  temporary_.clear();
}

Result<void> NewFile::write(std::span<const std::byte> bytes) {
  // Pieces stay below what one call may write on any system (2 GiB on Linux).
  constexpr std::size_t piece = std::size_t{1} << 26;
  while (!bytes.empty()) {
    const ssize_t written = ::write(handle_, bytes.data(), std::min(bytes.size(), piece));
    if (written < 0) {
      if (errno == EINTR) continue;
      return failure("writing failed", errno);
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> NewFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  constexpr std::size_t piece = std::size_t{1} << 26;
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(handle_, bytes.data(), std::min(bytes.size(), piece), static_cast<off_t>(offset));
    if (written < 0) {
      if (errno == EINTR) continue;
      return failure("writing failed", errno);
    }
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> NewFile::commit() { return put_in_place(true); }
Result<void> NewFile::commit_unsynced() { return put_in_place(false); }

Result<void> NewFile::put_in_place(bool synced) {
  if (synced && ::fsync(handle_) != 0 && !cannot_sync(errno)) return failure("writing failed", errno);
  files::note_file(target_);
  // Renamed before it is closed: until then its lock keeps sweepers away from it.
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) return failure("cannot put the file in place", errno);
  temporary_.clear();
  if (::close(std::exchange(handle_, -1)) != 0 && synced) return failure("writing failed", errno);
  if (!synced) return {};
  // The name itself is safe only when its folder is on disk too. A folder that may not be read cannot be synced.
  const int folder = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return errno == EACCES ? Result<void>() : failure("writing its folder failed", errno);
  const int failed = ::fsync(folder) != 0 && !cannot_sync(errno) ? errno : 0;
  ::close(folder);
  if (failed) return failure("writing its folder failed", failed);
  return {};
}

void remove_left_overs(const std::string& folder) {
  std::error_code failed;
  std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, failed);
  for (; !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed))
    if (files::is_part_name(entry->path().filename().string())) files::remove_if_left_over(entry->path().string());
}

void remove_old_file(const std::string& path) {
  struct stat status {};
  if (!files::is_noted(path) || !files::check_no_link_in_held_folder(path)) return;
  if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  (void)::unlink(path.c_str());
}

Result<void> check_writable(const std::string& path) {
  Result<NewFile> file = NewFile::create(path);
  if (!file) return file.error();
  return {};
}

}  // namespace craton
