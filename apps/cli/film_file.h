#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>

/// Frames in a folder → files that play.
namespace craton::cli {

struct FilmFrame {
  std::string file;  ///< in the folder
  std::string stage;
  std::uint32_t iteration = 0, count = 0;
  std::uint32_t milliseconds = 0;
};

/// frame_0001.png …, which frames of all films are called.
std::string frame_name(std::size_t index);
/// Frames of another film would be taken for those of this one.
void remove_frames(const std::string& folder);

/// frames.json: which frame shows what, and for how long.
Result<void> write_frame_list(const std::string& folder, const std::vector<FilmFrame>& frames);
/// An animated PNG of them.
Result<void> write_apng_film(const std::string& folder, const std::string& name, const std::vector<FilmFrame>& frames,
                             const Execution& execution);
/// An MP4 of them, made by ffmpeg where that is on the PATH. What it says: "" where it was made, else why not.
std::string write_mp4_film(const std::string& folder, const std::string& name, const std::vector<FilmFrame>& frames);

}  // namespace craton::cli
