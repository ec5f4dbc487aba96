#include "files/made_bytes.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "base/text.h"

namespace craton::files {
namespace {

namespace fs = std::filesystem;

/// A folder that nobody else has, and that is gone with it.
class OwnFolder {
 public:
  static Result<OwnFolder> make() {
    std::error_code error;
    const fs::path parent = fs::temp_directory_path(error);
    std::string name = (parent / "craton-XXXXXX").string();
    if (error || ::mkdtemp(name.data()) == nullptr)
      return Error{ErrorCode::io, parent.string(), "there can be no folder for files that are handed on"};
    return OwnFolder(std::move(name));
  }
  OwnFolder(OwnFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  OwnFolder& operator=(OwnFolder&&) = delete;
  ~OwnFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  explicit OwnFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace

Result<std::string> made_bytes(std::string_view ending, const std::function<Result<void>(const std::string& path)>& write) {
  CRATON_TRY(const OwnFolder folder, OwnFolder::make());
  const std::string path = concat({folder.path(), "/made", ending});
  CRATON_TRY(write(path));
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file && !file.eof()) return Error{ErrorCode::io, path, "cannot be read"};
  return bytes;
}

}  // namespace craton::files
