#pragma once

#include <cstdint>
#include <string>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/files/new_file.h>
#include <craton/picture/image.h>

namespace craton {

/// A film as an animated PNG, frame by frame. It plays again and again; what knows no animation shows the first frame. Of each
/// further frame only the rectangle that differs from the one before is written.
///
///     Result<ApngFile> film = ApngFile::create("film.png");
///     for (const Rgb8Image& frame : frames) CRATON_TRY(film->add(frame, 80));
///     return film->commit();
class CRATON_API ApngFile {
 public:
  /// Written beside and renamed by `commit`: on failure an old file survives and nothing else remains.
  static Result<ApngFile> create(const std::string& path);

  /// All frames are of one size; each is seen for so long (1 … 65535).
  Result<void> add(const Rgb8Image& frame, std::uint32_t milliseconds, const Execution& execution = {});
  Result<void> commit();  ///< an error where there is no frame

  std::uint32_t frames() const { return frames_; }

 private:
  struct Part {
    std::uint32_t x = 0, y = 0, width = 0, height = 0;
  };
  ApngFile(std::string path, NewFile file) : path_(std::move(path)), file_(std::move(file)) {}
  Result<void> write_start(const Rgb8Image& frame);
  Part changed_part(const Rgb8Image& frame) const;
  Result<void> write_control(const Part& part, std::uint32_t milliseconds);
  Result<void> write_pixels(const Rgb8Image& frame, const Part& part, const Execution& execution);

  std::string path_;
  NewFile file_;
  Rgb8Image last_;
  std::uint32_t frames_ = 0, sequence_ = 0;
};

}  // namespace craton
