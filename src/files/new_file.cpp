#include <craton/files/new_file.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

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

// Unique among processes by their id, within one by a counter; a left-over of a process that was killed makes the open
// fail with EEXIST, and the next number is tried.
std::string neighbour_name(const std::string& target) {
  static std::atomic<std::uint64_t> counter{0};
  const std::string suffix = ".part-" + std::to_string(::getpid()) + "-" + std::to_string(counter.fetch_add(1));
  const std::size_t slash = target.rfind('/');
  const std::string name = slash == std::string::npos ? target : target.substr(slash + 1);
  // Names end at 255 bytes: a long one is shortened, never the suffix.
  return folder_of(target) + "/." + name.substr(0, 200) + suffix;
}

}  // namespace

Error NewFile::failure(const char* what, int system_error) const {
  return {ErrorCode::io, path_, std::string(what) + ": " + reason(system_error)};
}

Result<NewFile> NewFile::create(const std::string& path) {
  if (path.empty()) return Error{ErrorCode::io, "", "cannot write: the file name is empty"};
  if (path.back() == '/') return Error{ErrorCode::io, path, "cannot write: this is a folder"};
  Result<std::string> target = resolved(path);
  if (!target) return target.error();
  CRATON_TRY(check_old_file(path, *target));

  NewFile file;
  file.path_ = path;
  file.target_ = *std::move(target);
  struct stat old {};
  const bool replaces = ::stat(file.target_.c_str(), &old) == 0;
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const std::string name = neighbour_name(file.target_);
    file.handle_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file.handle_ >= 0) {
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

Result<void> NewFile::commit() {
  // Some file systems cannot sync (EINVAL, ENOTSUP); that is no reason to lose the file.
  if (::fsync(handle_) != 0 && errno != EINVAL && errno != ENOTSUP && errno != EROFS) return failure("writing failed", errno);
  if (::close(std::exchange(handle_, -1)) != 0) return failure("writing failed", errno);
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) return failure("cannot put the file in place", errno);
  temporary_.clear();
  // The name itself is safe only when its folder is on disk too; best effort, the file is whole either way.
  if (const int folder = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); folder >= 0) {
    (void)::fsync(folder);
    ::close(folder);
  }
  return {};
}

Result<void> check_writable(const std::string& path) {
  Result<NewFile> file = NewFile::create(path);
  if (!file) return file.error();
  return {};
}

}  // namespace craton
