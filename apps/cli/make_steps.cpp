#include "make_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/picture/layer_picture.h>

#include "make_output.h"

namespace craton::cli {
namespace {

namespace fs = std::filesystem;

/// 00001_hills.png and the like: what an earlier run wrote here.
bool is_step_name(std::string_view name) {
  const std::size_t digits = std::min(name.find('_'), name.size());
  return digits >= 3 && digits < name.size() && name.ends_with(".png") &&
         std::all_of(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(digits),
                     [](char c) { return std::isdigit(static_cast<unsigned char>(c)); });
}

}  // namespace

Result<StepPictures> StepPictures::in_folder(std::string folder, const Execution& execution) {
  StepPictures pictures(std::move(folder), execution);
  CRATON_TRY(pictures.start_anew());
  return pictures;
}

Result<void> StepPictures::start_anew() {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return Error{ErrorCode::io, folder_, "cannot make this folder: " + error.message()};
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename().string();
    if (is_step_name(name)) remove_old_file(folder_ + "/" + name);
  }
  drawn_ = 0;
  return {};
}

Result<void> StepPictures::draw(const Recipe& recipe, const PlannedStage& stage, const Surface& surface, std::uint32_t iteration,
                                std::uint32_t count) {
  if (stage.writes.empty()) return {};
  const Layer* layer = surface.layer(stage.writes.front());
  if (!layer) return {};
  CRATON_TRY(const Rgb8Image image,
             picture_of_layer(surface.domain(), *layer, {.size = picture_size(surface.domain())}, execution_));
  // All as wide, so that names sort in their order, however many there will be.
  const std::string part = count > 1 ? fmt::format("_{:05}", iteration) : "";
  return write_png(fmt::format("{}/{:05}_{}{}.png", folder_, ++drawn_, recipe.stages[stage.index].id, part), image,
                   {.threads = execution_.threads});
}

}  // namespace craton::cli
