#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <craton/base/result.h>
#include <craton/files/folder.h>
#include <craton/recipe/make.h>

#include "world_text.h"

namespace craton::cli {

/// What `make` tells of a world that it made.
struct MakeReport {
  std::string recipe, folder;
  std::uint64_t planned_bytes = 0, file_bytes = 0;
  unsigned threads = 0;
  double seconds = 0;
  std::vector<LayerFacts> layers;
};

std::string report_json(const World& world, const MakeReport& report);
void print_summary(const World& world, const MakeReport& report);

/// Of the pictures that `make` draws: the natural size, but no side longer than `longest` pixels (0: any). They are there to be
/// looked at; `show` gives all cells.
constexpr std::uint32_t usual_picture_side = 2048;
GridSize picture_size(const Domain& domain, std::uint32_t longest = usual_picture_side);

/// The folder that a command writes: held while this lives, and removed again where it was made for nothing.
class OutputFolder {
 public:
  /// `file` is one that will be written into it.
  static Result<OutputFolder> open(const std::string& path, const std::string& file);
  OutputFolder(OutputFolder&& other) noexcept;
  OutputFolder& operator=(OutputFolder&&) = delete;
  ~OutputFolder();

 private:
  OutputFolder(std::string path, FolderLock lock) : path_(std::move(path)), lock_(std::move(lock)) {}
  std::string path_;
  FolderLock lock_;
  bool created_ = false;
};

/// A text file, written beside and renamed.
Result<void> write_text(const std::string& path, std::string_view text);

}  // namespace craton::cli
