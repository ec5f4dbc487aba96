#include "files/held_folders.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <list>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>

#include <craton/files/text_file.h>

namespace craton::files {
namespace {

constexpr std::string_view list_name = ".craton-files";
constexpr std::string_view list_head = "Files that craton wrote into this folder; its next run may remove them.\n";
constexpr std::uint64_t most_list_bytes = std::uint64_t{16} << 20;

struct Folder {
  std::string path;                                           // as it was named, without slashes at its end
  std::optional<std::set<std::string, std::less<>>> names{};  // of our files, once somebody asks; paths below the folder
  bool listed = true;                                         // false where the list is not ours or cannot be written

  std::string list() const { return path + "/" + std::string(list_name); }

  void read() {
    if (names) return;
    names.emplace();
    struct stat status {};
    if (::lstat(list().c_str(), &status) != 0) return;
    const Result<std::string> text = read_text_file(list(), most_list_bytes);
    listed = S_ISREG(status.st_mode) && text && text->starts_with(list_head);
    if (!listed) return;
    std::string_view rest = std::string_view(*text).substr(list_head.size());
    for (std::size_t end; (end = rest.find('\n')) != std::string_view::npos; rest.remove_prefix(end + 1))
      names->emplace(rest.substr(0, end));
  }

  // A name is added before its file appears. One that cannot be added is never removed: that is the worst of it.
  void add(std::string_view name) {
    read();
    if (!listed || name.find('\n') != std::string_view::npos || names->contains(name)) return;
    const int handle = ::open(list().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (handle < 0) return;
    struct stat status {};
    std::string line = ::fstat(handle, &status) == 0 && status.st_size == 0 ? std::string(list_head) : std::string();
    line.append(name).append("\n");
    listed = ::write(handle, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    ::close(handle);
    if (listed) names->emplace(name);
  }
};

struct Held {
  std::mutex mutex;
  std::list<Folder> folders;
};
Held& held() {
  static Held all;
  return all;
}

std::string without_slashes(const std::string& folder) { return folder.substr(0, folder.find_last_not_of('/') + 1); }

/// Where in `path` begins what lies below the folder; npos where it lies elsewhere.
std::size_t below(const std::string& path, const std::string& folder) {
  if (!path.starts_with(folder) || path.size() <= folder.size() || path[folder.size()] != '/') return std::string::npos;
  return path.find_first_not_of('/', folder.size());
}

}  // namespace

void hold_folder(const std::string& folder) {
  const std::lock_guard lock(held().mutex);
  held().folders.push_back({without_slashes(folder)});
}

void release_folder(const std::string& folder) {
  const std::lock_guard lock(held().mutex);
  const auto found = std::find_if(held().folders.begin(), held().folders.end(),
                                  [path = without_slashes(folder)](const Folder& each) { return each.path == path; });
  if (found != held().folders.end()) held().folders.erase(found);
}

Result<void> check_no_link_in_held_folder(const std::string& path) {
  std::size_t start = std::string::npos;
  {
    const std::lock_guard lock(held().mutex);
    for (const Folder& folder : held().folders) start = std::min(start, below(path, folder.path));
  }
  while (start < path.size()) {
    start = std::min(path.find('/', start), path.size());
    const std::string part = path.substr(0, start++);
    struct stat status {};
    if (::lstat(part.c_str(), &status) == 0 && S_ISLNK(status.st_mode))
      return Error{ErrorCode::io, part, "is a link, and nothing is written through links inside an output folder; remove it"};
  }
  return {};
}

void note_file(const std::string& path) {
  const std::lock_guard lock(held().mutex);
  for (Folder& folder : held().folders)
    if (const std::size_t start = below(path, folder.path); start != std::string::npos) folder.add(path.substr(start));
}

bool is_noted(const std::string& path) {
  const std::lock_guard lock(held().mutex);
  for (Folder& folder : held().folders) {
    const std::size_t start = below(path, folder.path);
    if (start == std::string::npos) continue;
    folder.read();
    if (folder.names->contains(std::string_view(path).substr(start))) return true;
  }
  return false;
}

}  // namespace craton::files
