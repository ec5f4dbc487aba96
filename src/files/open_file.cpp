#include "files/open_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <system_error>

namespace craton::files {

Result<OpenFile> open_to_read(const std::string& path) {
  auto refused = [&](int code) {
    return Error{ErrorCode::io, path, "cannot read: " + std::error_code(code, std::generic_category()).message()};
  };
  // Asked first: opening a pipe would wait for a writer.
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return refused(errno);
  if (S_ISDIR(status.st_mode)) return Error{ErrorCode::io, path, "cannot read: this is a folder"};
  if (!S_ISREG(status.st_mode)) return Error{ErrorCode::io, path, "cannot read: this is not a plain file"};
  OpenFile file;
  file.stream.reset(std::fopen(path.c_str(), "rbe"));
  if (!file.stream) return refused(errno);
  file.size = static_cast<std::uint64_t>(status.st_size);
  return file;
}

}  // namespace craton::files
