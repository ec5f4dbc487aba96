#include "own_folder.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include <craton/files/new_file.h>

namespace craton::server {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view own_name = ".craton-server", passing_prefix = "passing-";

/// As `passing_name` gives it.
bool is_passing(std::string_view name) {
  if (!name.starts_with(passing_prefix)) return false;
  const std::string_view number = name.substr(passing_prefix.size(), name.find('.') - passing_prefix.size());
  return !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

OwnFolder::OwnFolder(const std::string& worlds) : path_(fmt::format("{}/{}", worlds, own_name)) {
  std::error_code error;
  for (const std::string& folder : {heights(), recipes(), path_ + "/passing"}) {
    fs::create_directories(folder, error);
    remove_left_overs(folder);
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(path_ + "/passing", error))
    if (is_passing(entry.path().filename().string()) && !entry.is_directory(error)) fs::remove(entry.path(), error);
}

Result<void> OwnFolder::check(const std::string& worlds) {
  const fs::path own = fs::path(worlds) / own_name;
  for (const fs::path& folder : {own, own / "heights", own / "recipes", own / "passing"}) {
    std::error_code error;
    if (fs::is_symlink(folder, error))
      return Error{ErrorCode::io, "--folder",
                   fmt::format("{} is a link; the server's own folder may hold none", folder.string())};
  }
  return {};
}

std::string OwnFolder::passing_name(std::string_view ending) const {
  return fmt::format("{}/passing/{}{}.{}", path_, passing_prefix, next_++, ending);
}

PassingFile::~PassingFile() {
  std::error_code error;
  fs::remove(path_, error);
}

Result<void> PassingFile::write(std::string_view bytes) const { return write_passing(path_, bytes); }

Result<std::string> PassingFile::read() const {
  std::ifstream in(path_, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in.good() && !in.eof()) return Error{ErrorCode::io, path_, "cannot be read back"};
  return bytes;
}

Result<void> write_passing(const std::string& path, std::string_view bytes) {
  CRATON_TRY(NewFile file, NewFile::create(path));
  CRATON_TRY(file.write(std::as_bytes(std::span(bytes))));
  return file.commit_unsynced();
}

}  // namespace craton::server
