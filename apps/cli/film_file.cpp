#include "film_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <craton/files/apng.h>
#include <craton/files/new_file.h>
#include <craton/files/png.h>

#include "make_output.h"
#include "runtime.h"
#include "text.h"

extern char** environ;

namespace craton::cli {
namespace {

namespace fs = std::filesystem;

/// As `frame_name` gives it.
bool is_frame_name(std::string_view name) {
  if (!name.starts_with("frame_") || !name.ends_with(".png") || name.size() < 14) return false;
  return name.substr(6, name.size() - 10).find_first_not_of("0123456789") == std::string_view::npos;
}

/// Where the shell would find a program; "" where it would not.
std::string on_path(std::string_view program) {
  const char* path = std::getenv("PATH");
  for (const std::string_view folder : split(path ? path : "", ':')) {
    std::string file = fmt::format("{}/{}", folder.empty() ? "." : folder, program);
    std::error_code error;
    if (fs::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

/// Runs a program silently and waits for it: its exit status, or −1 where it could not be run or was killed.
int run_program(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions) != 0) return -1;
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = posix_spawn(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return -1;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// What ffmpeg's "concat" reads: each frame for its time. The last one stands twice, since its time is not kept otherwise.
std::string playlist(const std::vector<FilmFrame>& frames) {
  std::string text = "ffconcat version 1.0\n";
  for (const FilmFrame& frame : frames)
    text += fmt::format("file {}\nduration {:.3f}\n", frame.file, frame.milliseconds / 1000.0);
  return text + fmt::format("file {}\n", frames.back().file);
}

}  // namespace

std::string frame_name(std::size_t index) { return fmt::format("frame_{:04}.png", index + 1); }

void remove_frames(const std::string& folder) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (is_frame_name(name)) remove_old_file((fs::path(folder) / name).string());
  }
}

Result<void> write_frame_list(const std::string& folder, const std::vector<FilmFrame>& frames) {
  std::string json = fmt::format("{{\n  \"craton\": {},\n  \"frames\": [", json_string(CRATON_VERSION));
  for (std::size_t i = 0; i < frames.size(); ++i)
    json += fmt::format("{}\n    {{\"file\": {}, \"stage\": {}, \"iteration\": {}, \"of\": {}, \"milliseconds\": {}}}",
                        i ? "," : "", json_string(frames[i].file), json_string(frames[i].stage), frames[i].iteration,
                        frames[i].count, frames[i].milliseconds);
  return write_text(folder + "/frames.json", json + "\n  ]\n}\n");
}

Result<void> write_apng_film(const std::string& folder, const std::string& name, const std::vector<FilmFrame>& frames,
                             const Execution& execution) {
  CRATON_TRY(ApngFile film, ApngFile::create(folder + "/" + name));
  for (const FilmFrame& frame : frames) {
    if (execution.cancel && execution.cancel->cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
    CRATON_TRY(const AnyImage image, read_png(folder + "/" + frame.file));
    const auto* pixels = std::get_if<Rgb8Image>(&image);
    if (!pixels) return Error{ErrorCode::corrupt, folder + "/" + frame.file, "is no picture in colours"};
    CRATON_TRY(film.add(*pixels, frame.milliseconds, execution));
  }
  return film.commit();
}

std::string write_mp4_film(const std::string& folder, const std::string& name, const std::vector<FilmFrame>& frames) {
  const std::string path = folder + "/" + name;
  remove_old_file(path);  // of an earlier film
  const std::string ffmpeg = on_path("ffmpeg");
  if (ffmpeg.empty()) return "ffmpeg is not on the PATH";
  Result<NewFile> film = NewFile::create(path), list = NewFile::create(folder + "/playlist.txt");
  if (!film) return film.error().to_string();
  // Never put in place: it is gone with this call.
  const std::string order = playlist(frames);
  if (!list || !list->write(std::as_bytes(std::span(order)))) return "the list of frames could not be written";
  // Players want even sides and colours at half the resolution; 25 frames a second show every frame for its time.
  const int status = run_program({ffmpeg, "-y", "-f", "concat", "-safe", "0", "-i", list->temporary(), "-vf",
                                  "fps=25,pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p", "-c:v", "libx264", "-crf", "16",
                                  "-movflags", "+faststart", "-f", "mp4", film->temporary()});
  if (status != 0) return status < 0 ? "ffmpeg could not be run" : fmt::format("ffmpeg ended with exit code {}", status);
  const Result<void> done = film->commit();
  return done ? "" : done.error().to_string();
}

}  // namespace craton::cli
