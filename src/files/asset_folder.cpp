#include <craton/files/folder.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <system_error>
#include <vector>

#include <craton/base/hash.h>
#include <craton/base/tables.h>
#include <craton/files/height_file.h>
#include <craton/files/png.h>
#include <craton/files/text_file.h>
#include <craton/files/world_file.h>
#include <craton/recipe/table_json.h>
#include <craton/surface/world_source.h>
#include <craton/worlds/kinds.h>

#include "base/text.h"
#include "files/checksum.h"
#include "files/open_file.h"

namespace craton {
namespace {

namespace fs = std::filesystem;

Error refused(std::string_view name, std::string_view why) {
  return {ErrorCode::invalid_value, std::string(name), concat({"not a file name below the folder of assets: ", why})};
}

std::uint32_t key_of(std::uint8_t grey) { return grey * 0x10101U; }
std::uint32_t key_of(std::uint16_t grey) { return grey; }
std::uint32_t key_of(const Rgb8& pixel) { return static_cast<std::uint32_t>(pixel.r << 16 | pixel.g << 8 | pixel.b); }
std::uint32_t key_of(const Rgba8& pixel) { return key_of(Rgb8{pixel.r, pixel.g, pixel.b}); }
template <class Pixel>
bool is_painted(const Pixel&) {
  return true;
}
bool is_painted(const Rgba8& pixel) { return pixel.a > 0; }

/// A colour a plate, the darkest first (by red, then green, then blue).
Result<PlateDrawing> drawing_of_picture(const std::string& path) {
  constexpr std::size_t most_plates = 500;
  CRATON_TRY(const AnyImage any, read_png(path));
  return std::visit(
      [&](const auto& image) -> Result<PlateDrawing> {
        std::map<std::uint32_t, std::uint16_t> numbers;
        for (const auto& pixel : image.pixels) {
          if (is_painted(pixel)) numbers.emplace(key_of(pixel), std::uint16_t{0});
          if (numbers.size() > most_plates)
            return Error{ErrorCode::invalid_value, path,
                         "more than 500 colours; each is a plate: paint without soft edges, and save without loss"};
        }
        PlateDrawing drawing;
        drawing.plates.resize(numbers.size());
        drawing.width = image.width;
        drawing.height = image.height;
        std::uint16_t next = 0;
        for (auto& [colour, number] : numbers) number = ++next;
        drawing.numbers.reserve(image.pixels.size());
        for (const auto& pixel : image.pixels)
          drawing.numbers.push_back(is_painted(pixel) ? numbers.at(key_of(pixel)) : std::uint16_t{0});
        return drawing;
      },
      any);
}

class AssetFolder final : public AssetSource, public TableSource, public WorldSource {
 public:
  explicit AssetFolder(std::string folder) : folder_(std::move(folder)) {}

  Result<HeightMap> height_map(std::string_view name, const RawLayout& layout) const override {
    CRATON_TRY(const std::string path, path_of(name));
    return read_height_map(path, layout);
  }

  Result<BiomeTable> biome_table(std::string_view name) const override { return table(name, biome_table_from_json); }
  Result<PlantTable> plant_table(std::string_view name) const override { return table(name, plant_table_from_json); }
  Result<NameTable> name_table(std::string_view name) const override { return table(name, name_table_from_json); }

  Result<PlateDrawing> plate_drawing(std::string_view name) const override {
    CRATON_TRY(const std::string path, path_of(name));
    if (path.ends_with(".png")) return drawing_of_picture(path);
    CRATON_TRY(const std::string text, read_text_file(path, std::size_t{64} << 20));
    Result<PlateDrawing> drawing = plate_drawing_from_json(text);
    if (!drawing) return Error{drawing.error().code, concat({path, ": ", drawing.error().path}), drawing.error().message};
    return drawing;
  }

  Result<std::uint64_t> fingerprint(std::string_view name) const override {
    CRATON_TRY(const std::string path, path_of(name));
    CRATON_TRY(files::OpenFile file, files::open_to_read(path));
    std::uint64_t sum = 0;
    std::vector<std::byte> piece(std::size_t{1} << 18);
    while (const std::size_t count = std::fread(piece.data(), 1, piece.size(), file.stream.get()))
      sum = files::checksum(std::span(piece).first(count), sum);
    if (std::ferror(file.stream.get())) return Error{ErrorCode::io, path, "reading failed"};
    return sum;
  }

  Result<Surface> world(std::string_view name, std::span<const std::string_view> layers) const override {
    CRATON_TRY(const std::string path, path_of(name));
    CRATON_TRY(const WorldFileInfo info, read_world_info(path));
    WorldReadOptions options;
    for (const StoredLayer& each : info.layers)
      if (std::find(layers.begin(), layers.end(), each.info.name) != layers.end()) options.layers.push_back(each.info.name);
    if (options.layers.empty())
      return Error{ErrorCode::invalid_value, path, concat({"has none of the layers ", joined(layers, ", ")})};
    CRATON_TRY(World world, read_world(path, all_terms(), options));
    return std::move(world.surface);
  }

  Result<std::uint64_t> world_seed(std::string_view name) const override {
    CRATON_TRY(const std::string path, path_of(name));
    CRATON_TRY(const WorldFileInfo info, read_world_info(path));
    return info.seed;
  }

  Result<std::uint64_t> world_key(std::string_view name) const override {
    CRATON_TRY(const std::string path, path_of(name));
    std::error_code failed;
    const auto size = fs::file_size(path, failed);
    const auto when = failed ? fs::file_time_type{} : fs::last_write_time(path, failed);
    if (failed) return Error{ErrorCode::io, path, "cannot read: " + failed.message()};
    std::uint64_t key = files::checksum(std::as_bytes(std::span(path)), size);
    return mix64(key ^ static_cast<std::uint64_t>(when.time_since_epoch().count()));
  }

 private:
  template <class Table>
  Result<Table> table(std::string_view name, Result<Table> (*read)(std::string_view text)) const {
    CRATON_TRY(const std::string path, path_of(name));
    CRATON_TRY(const std::string text, read_text_file(path, 1 << 16));
    Result<Table> table = read(text);
    if (!table) return Error{table.error().code, concat({path, ": ", table.error().path}), table.error().message};
    return table;
  }

  // First by its letters, so that nothing outside is even looked at; then by where links lead.
  Result<std::string> path_of(std::string_view name) const {
    if (name.empty()) return refused(name, "it is empty");
    if (name.find('\0') != std::string_view::npos) return refused(name, "it holds a zero byte");
    const fs::path below{std::string(name)};
    if (below.is_absolute()) return refused(name, "it begins with \"/\"");
    for (const fs::path& part : below)
      if (part == "..") return refused(name, "it holds \"..\"");
    std::error_code failed;
    const fs::path folder = fs::canonical(folder_.empty() ? "." : folder_, failed);
    if (failed) return Error{ErrorCode::io, folder_, "cannot read this folder: " + failed.message()};
    const std::string path = (fs::path(folder_) / below).string();
    const fs::path file = fs::canonical(path, failed);
    if (failed) return Error{ErrorCode::io, path, "cannot read: " + failed.message()};
    const fs::path inside = file.lexically_relative(folder);
    if (inside.empty() || *inside.begin() == "..") return refused(name, "a link leads out of it");
    return path;
  }

  std::string folder_;
};

}  // namespace

std::unique_ptr<AssetSource> assets_in_folder(std::string folder) { return std::make_unique<AssetFolder>(std::move(folder)); }

}  // namespace craton
