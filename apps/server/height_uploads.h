#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/assets.h>
#include <craton/base/tables.h>

#include "own_folder.h"

namespace craton::server {

/// A height map that somebody sent.
struct HeightUpload {
  std::string file;  ///< upload-HASH.png: its name in recipes
  std::uint64_t bytes = 0;
  std::uint32_t width = 0, height = 0;
  double min = 0, max = 0;
  bool metres = false;
};

/// Height maps in a folder of their own, named by what they hold: recipes name them like any file, and nothing else can be
/// reached there. As a source of assets it is theirs and that of the recipes that come with Craton. Safe from many threads.
class HeightUploads final : public AssetSource, public TableSource {
 public:
  /// `others`: where all other names are looked up; may be null, and must outlive this.
  HeightUploads(const OwnFolder& own, const AssetSource* others);

  /// `format`: png, exr, or r32 (raw floats, which need both sides unless they are square). Nothing is kept of what cannot be
  /// read, or has more than 2^26 samples.
  Result<HeightUpload> add(std::string_view bytes, const std::string& format, const RawLayout& layout);
  std::vector<HeightUpload> list() const;  ///< names and bytes alone
  Result<void> remove(const std::string& file);
  static bool is_upload(std::string_view name);

  Result<HeightMap> height_map(std::string_view name, const RawLayout& layout) const override;
  Result<std::uint64_t> fingerprint(std::string_view name) const override;
  Result<BiomeTable> biome_table(std::string_view name) const override;
  Result<PlantTable> plant_table(std::string_view name) const override;
  Result<NameTable> name_table(std::string_view name) const override;
  Result<PlateDrawing> plate_drawing(std::string_view name) const override;

  static constexpr std::uint64_t most_upload = std::uint64_t{64} << 20, most_bytes = std::uint64_t{512} << 20;
  static constexpr std::size_t most_files = 64;

 private:
  const OwnFolder& passing_;
  std::string folder_;
  const AssetSource* others_;
  const TableSource* tables_;
  std::unique_ptr<AssetSource> own_;
  mutable std::mutex mutex_;
};

}  // namespace craton::server
