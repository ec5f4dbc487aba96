#include "make_film.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/picture/layer_picture.h>

#include "make_output.h"
#include "show_pictures.h"
#include "text.h"

namespace craton::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t longest_side = 1024, enlarged_side = 768;  // pixels
// How long frames are seen, in milliseconds: one of many in a stage, what a stage leaves, the world.
constexpr std::uint32_t step_time = 80, stage_time = 700, last_time = 3000;

/// Small worlds are shown in whole multiples of their size.
GridSize frame_size(const Domain& domain) {
  GridSize size = picture_size(domain, longest_side);
  while (std::max(size.width, size.height) * 2 <= enlarged_side) size = {size.width * 2, size.height * 2};
  return size;
}

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The ground where the stage changed it or found waters on it, else what the stage wrote first.
const Layer* layer_shown(const PlannedStage& stage, const Surface& surface) {
  const auto objects = stage.entry->info.objects();
  const auto finds = [&](std::string_view table) { return std::find(objects.begin(), objects.end(), table) != objects.end(); };
  const Layer* ground = surface.layer(ground_layer);
  if (ground && (has(stage.writes, ground_layer) || finds("rivers") || finds("lakes"))) return ground;
  return stage.writes.empty() ? nullptr : surface.layer(stage.writes.front());
}

}  // namespace

Result<MakeFilm> MakeFilm::in_folder(std::string folder, const std::string& held, std::uint32_t frames_a_stage,
                                     const Execution& execution) {
  std::optional<FolderLock> lock;
  if (std::error_code error; !fs::equivalent(folder, held, error)) {
    CRATON_TRY(FolderLock taken, FolderLock::take(folder));
    lock = std::move(taken);
  }
  CRATON_TRY(check_writable(folder + "/film.png"));
  MakeFilm film(std::move(folder), frames_a_stage, execution);
  film.lock_ = std::move(lock);
  CRATON_TRY(film.start_anew());
  return film;
}

Result<void> MakeFilm::start_anew() {
  remove_frames(folder_);
  frames_.clear();
  return {};
}

Result<void> MakeFilm::draw(const Surface& surface, const Layer& layer, bool natural, FilmFrame frame) {
  const Domain& domain = surface.domain();
  LayerPictureOptions how{.size = frame_size(domain)};
  if (layer.name() == ground_layer) how.waters = waters_of(surface);
  if (natural) {
    how.style = MapStyle::natural;
    how.natural = natural_layers_of(surface);
  }
  CRATON_TRY(const Rgb8Image image, picture_of_layer(domain, layer, how, execution_));
  frame.file = frame_name(frames_.size());
  CRATON_TRY(write_png(folder_ + "/" + frame.file, image, execution_));
  frames_.push_back(std::move(frame));
  return {};
}

Result<void> MakeFilm::add(const Recipe& recipe, const PlannedStage& stage, const Surface& surface, std::uint32_t iteration,
                           std::uint32_t count) {
  // Of many iterations some, evenly; the last one always.
  const std::uint64_t some = frames_a_stage_;
  const bool last = iteration >= count;
  if (!last && count > some && iteration * some / count == (iteration - 1) * some / count) return {};
  const Layer* layer = layer_shown(stage, surface);
  if (!layer) return {};
  return draw(surface, *layer, false, {"", recipe.stages[stage.index].id, iteration, count, last ? stage_time : step_time});
}

Result<void> MakeFilm::finish(const World& world) {
  const Layer* ground = world.surface.layer(ground_layer);
  const bool metres = ground && ground->type() == LayerType::number && ground->info().unit == "m";
  if (metres) {
    const bool natural = natural_layers_of(world.surface).complete();
    CRATON_TRY(draw(world.surface, *ground, natural, {"", "", 1, 1, last_time}));
  }
  if (frames_.empty()) return invalid("--frames", "no stage of this recipe leaves a layer that could be drawn");
  frames_.back().milliseconds = last_time;
  CRATON_TRY(write_frame_list(folder_, frames_));
  CRATON_TRY(write_apng_film(folder_, "film.png", frames_, execution_));
  const std::string missing = write_mp4_film(folder_, "film.mp4", frames_);
  told_ = fmt::format("{}: {} frames, film.png{}", folder_, frames_.size(),
                      missing.empty() ? ", film.mp4" : fmt::format("; no film.mp4: {}", missing));
  return {};
}

}  // namespace craton::cli
