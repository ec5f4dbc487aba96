// libFuzzer: whatever bytes a height map holds, the reader gives one that is what it says, twice the same, or a clear error.
//   height_file_fuzz [libFuzzer options] CORPUS SEEDS          seeds are made by height_seeds
// The first byte chooses the kind of file, the next two give width and height of a raw one; the rest is the file.
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include <craton/files/height_file.h>

namespace {

constexpr std::uint64_t max_pixels = 1 << 14;
constexpr std::array<const char*, 4> endings{".exr", ".r16", ".r32", ".png"};

void expect(bool holds) {
  if (!holds) std::abort();
}

// The reader wants a path with an ending and a plain file; a file in memory and links to it are both.
class MemoryFile {
 public:
  MemoryFile() : handle_(::memfd_create("height", 0)) {
    expect(handle_ >= 0);
    std::string folder = (std::filesystem::temp_directory_path() / "craton-fuzz-XXXXXX").string();
    expect(::mkdtemp(folder.data()) != nullptr);
    folder_ = folder;
    const std::string file = "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(handle_);
    for (const char* ending : endings) std::filesystem::create_symlink(file, path(ending));
  }
  ~MemoryFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::string path(const char* ending) const { return folder_ + "/a" + ending; }

  void hold(const std::uint8_t* data, std::size_t size) {
    expect(::ftruncate(handle_, 0) == 0);
    for (std::size_t done = 0; done < size;) {
      const ssize_t count = ::pwrite(handle_, data + done, size - done, static_cast<off_t>(done));
      expect(count > 0);
      done += static_cast<std::size_t>(count);
    }
  }

 private:
  int handle_;
  std::string folder_;
};

bool same(const craton::HeightMap& a, const craton::HeightMap& b) {
  return a.width == b.width && a.height == b.height && a.metres == b.metres && a.values.size() == b.values.size() &&
         std::memcmp(a.values.data(), b.values.data(), a.values.size() * sizeof(float)) == 0;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static MemoryFile file;
  if (size < 3) return 0;
  file.hold(data + 3, size - 3);
  const std::string path = file.path(endings[data[0] % endings.size()]);
  const craton::RawLayout layout{data[1], data[2]};
  const craton::Result<craton::HeightMap> map = craton::read_height_map(path, layout, max_pixels);
  if (!map) {
    const craton::Error& error = map.error();
    expect(error.code == craton::ErrorCode::corrupt || error.code == craton::ErrorCode::unsupported ||
           error.code == craton::ErrorCode::invalid_value);
    expect(error.path == path && !error.message.empty());
    return 0;
  }
  expect(map->width > 0 && map->height > 0 && map->values.size() <= max_pixels);
  expect(map->values.size() == std::size_t{map->width} * map->height);
  expect((layout.width == 0 || layout.width == map->width) && (layout.height == 0 || layout.height == map->height));
  // A second reading gives the same heights: none is left as memory happened to be.
  const craton::Result<craton::HeightMap> again = craton::read_height_map(path, layout, max_pixels);
  expect(again.ok() && same(*map, *again));
  return 0;
}
