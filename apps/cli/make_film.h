#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/recipe/make.h>

#include <optional>

#include <craton/files/folder.h>

#include "film_file.h"

namespace craton::cli {

/// `make --frames DIR`: how a world came to be, as a film. A picture after every stage and inside long ones, all of one size; in
/// the end the world as it is. Heights are drawn with their waters, other layers as they are.
class MakeFilm {
 public:
  /// Makes the folder; frames of an earlier film are removed from it. A stage gives at most so many frames.
  /// `held` is a folder that the command holds already; the film may go into it.
  static Result<MakeFilm> in_folder(std::string folder, const std::string& held, std::uint32_t frames_a_stage,
                                    const Execution& execution);

  /// Removes what was drawn: the world was given up.
  Result<void> start_anew();
  Result<void> add(const Recipe& recipe, const PlannedStage& stage, const Surface& surface, std::uint32_t iteration,
                   std::uint32_t count);
  /// The last picture, then all of them as film.png and, where ffmpeg is found, film.mp4.
  Result<void> finish(const World& world);

  /// "64 frames, film.png, film.mp4 …": what there is, and what not and why.
  const std::string& told() const { return told_; }

 private:
  MakeFilm(std::string folder, std::uint32_t frames_a_stage, const Execution& execution)
      : folder_(std::move(folder)), frames_a_stage_(frames_a_stage), execution_(execution) {}
  Result<void> draw(const Surface& surface, const Layer& layer, bool natural, FilmFrame frame);

  std::optional<FolderLock> lock_;
  std::string folder_;
  std::uint32_t frames_a_stage_;
  Execution execution_;
  std::vector<FilmFrame> frames_;
  std::string told_;
};

}  // namespace craton::cli
