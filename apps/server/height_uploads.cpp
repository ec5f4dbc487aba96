#include "height_uploads.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include <craton/base/hash.h>
#include <craton/files/folder.h>
#include <craton/files/height_file.h>
#include <craton/files/new_file.h>

namespace craton::server {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view prefix = "upload-";
constexpr std::uint64_t most_samples = std::uint64_t{1} << 26;
constexpr std::size_t hash_letters = 16;

Error unknown_table(std::string_view name) { return {ErrorCode::unknown_name, std::string(name), "there is no such table"}; }

Result<void> write_bytes(const std::string& path, std::string_view bytes) {
  CRATON_TRY(NewFile file, NewFile::create(path));
  CRATON_TRY(file.write(std::as_bytes(std::span(bytes))));
  return file.commit();
}

}  // namespace

HeightUploads::HeightUploads(const OwnFolder& own, const AssetSource* others)
    : passing_(own),
      folder_(own.heights()),
      others_(others),
      tables_(dynamic_cast<const TableSource*>(others)),
      own_(assets_in_folder(folder_)) {}

bool HeightUploads::is_upload(std::string_view name) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  const std::string_view ending = name.substr(std::min(name.size(), hash_letters));
  return name.substr(0, hash_letters).find_first_not_of("0123456789abcdef") == std::string_view::npos &&
         (ending == ".png" || ending == ".exr");
}

Result<HeightUpload> HeightUploads::add(std::string_view bytes, const std::string& format, const RawLayout& layout) {
  const std::lock_guard lock(mutex_);
  const std::string hash = fmt::format("{:016x}", mix64_bytes(std::as_bytes(std::span(bytes))));
  const PassingFile sent(passing_, format);
  CRATON_TRY(sent.write(bytes));
  const Result<HeightMap> map = read_height_map(sent.path(), layout, most_samples);
  if (!map) return Error{ErrorCode::invalid_value, "body", map.error().message};
  if (map->values.empty()) return Error{ErrorCode::invalid_value, "body", "holds no heights"};
  const auto [least, most] = std::minmax_element(map->values.begin(), map->values.end());
  HeightUpload upload{.file = fmt::format("{}{}.{}", prefix, hash, format == "png" ? "png" : "exr"),
                      .bytes = bytes.size(),
                      .width = map->width,
                      .height = map->height,
                      .min = double{*least},
                      .max = double{*most},
                      .metres = map->metres};
  const std::string path = fmt::format("{}/{}", folder_, upload.file);
  std::error_code error;
  if (fs::exists(path, error)) return upload;
  std::uint64_t sum = bytes.size();
  std::size_t files = 1;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    sum += entry.file_size(error);
    ++files;
  }
  if (files > most_files + 1 || sum > most_bytes)
    return Error{ErrorCode::unsupported, "full",
                 fmt::format("{} height maps or {} MiB are kept; delete some", most_files, most_bytes >> 20)};
  if (format == "r32")
    CRATON_TRY(write_exr(path, {map->values, map->width, map->height}));
  else
    CRATON_TRY(write_bytes(path, bytes));
  return upload;
}

std::vector<HeightUpload> HeightUploads::list() const {
  std::vector<HeightUpload> all;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename().string();
    if (is_upload(name)) all.push_back({.file = name, .bytes = entry.file_size(error)});
  }
  std::sort(all.begin(), all.end(), [](const HeightUpload& a, const HeightUpload& b) { return a.file < b.file; });
  return all;
}

Result<void> HeightUploads::remove(const std::string& file) {
  std::error_code error;
  if (!is_upload(file) || !fs::remove(fmt::format("{}/{}", folder_, file), error))
    return Error{ErrorCode::unknown_name, "file", "there is no such height map"};
  return {};
}

Result<HeightMap> HeightUploads::height_map(std::string_view name, const RawLayout& layout) const {
  if (is_upload(name)) return own_->height_map(name, layout);
  if (others_) return others_->height_map(name, layout);
  return Error{ErrorCode::unknown_name, std::string(name), "there is no such height map"};
}

Result<std::uint64_t> HeightUploads::fingerprint(std::string_view name) const {
  if (is_upload(name)) return own_->fingerprint(name);
  if (others_) return others_->fingerprint(name);
  return Error{ErrorCode::unknown_name, std::string(name), "there is no such file"};
}

Result<BiomeTable> HeightUploads::biome_table(std::string_view name) const {
  return tables_ ? tables_->biome_table(name) : Result<BiomeTable>(unknown_table(name));
}
Result<PlantTable> HeightUploads::plant_table(std::string_view name) const {
  return tables_ ? tables_->plant_table(name) : Result<PlantTable>(unknown_table(name));
}
/// A picture that was sent may be one of plates.
Result<PlateDrawing> HeightUploads::plate_drawing(std::string_view name) const {
  const auto* tables = is_upload(name) ? dynamic_cast<const TableSource*>(own_.get()) : tables_;
  return tables ? tables->plate_drawing(name) : Result<PlateDrawing>(unknown_table(name));
}
Result<NameTable> HeightUploads::name_table(std::string_view name) const {
  return tables_ ? tables_->name_table(name) : Result<NameTable>(unknown_table(name));
}

}  // namespace craton::server
