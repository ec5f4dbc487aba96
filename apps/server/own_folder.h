#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include <craton/base/result.h>

namespace craton::server {

/// What the server keeps beside worlds, in .craton-server within their folder: `heights` that were sent, `recipes` that were
/// registered, and `passing` files, which end with the work they are for. All else in the folder of worlds belongs to people: of
/// that the server removes worlds, when it is told to, and nothing more.
class OwnFolder {
 public:
  /// Takes over what is there, and removes passing files of a server that was killed.
  explicit OwnFolder(const std::string& worlds);
  /// An error where a link stands in place of one of its folders: behind it lies what is not ours.
  static Result<void> check(const std::string& worlds);

  std::string heights() const { return path_ + "/heights"; }
  std::string recipes() const { return path_ + "/recipes"; }
  /// A new name, passing-NUMBER.ENDING.
  std::string passing_name(std::string_view ending) const;

 private:
  std::string path_;
  mutable std::atomic<std::uint64_t> next_{0};
};

/// A passing file: gone with this.
class PassingFile {
 public:
  PassingFile(const OwnFolder& folder, std::string_view ending) : path_(folder.passing_name(ending)) {}
  ~PassingFile();
  PassingFile(const PassingFile&) = delete;
  PassingFile& operator=(const PassingFile&) = delete;

  const std::string& path() const { return path_; }
  Result<void> write(std::string_view bytes) const;
  Result<std::string> read() const;

 private:
  std::string path_;
};

/// A whole file, put in place without waiting for the disk.
Result<void> write_passing(const std::string& path, std::string_view bytes);

}  // namespace craton::server
