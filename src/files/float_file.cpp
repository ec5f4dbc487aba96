#include <craton/files/float_file.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <new>
#include <system_error>

#include <craton/files/new_file.h>

#include "files/open_file.h"

namespace craton {
namespace {

// On big-endian machines bytes are turned in blocks, so that no second copy of a large layer is needed.
Result<void> write_values(NewFile& file, std::span<const float> values) {
  if constexpr (std::endian::native == std::endian::little) {
    return file.write(std::as_bytes(values));
  } else {
    std::vector<std::byte> block;
    while (!values.empty()) {
      const std::span<const float> part = values.first(std::min<std::size_t>(values.size(), 1 << 16));
      block.assign(std::as_bytes(part).begin(), std::as_bytes(part).end());
      for (std::size_t i = 0; i < block.size(); i += 4) std::reverse(block.begin() + i, block.begin() + i + 4);
      CRATON_TRY(file.write(block));
      values = values.subspan(part.size());
    }
    return {};
  }
}

}  // namespace

Result<void> write_f32(const std::string& path, std::span<const float> values) {
  CRATON_TRY(NewFile file, NewFile::create(path));
  CRATON_TRY(write_values(file, values));
  return file.commit();
}

Result<std::vector<float>> read_f32(const std::string& path, std::uint64_t max_values) {
  CRATON_TRY(files::OpenFile file, files::open_to_read(path));
  if (file.size % 4 != 0)
    return Error{ErrorCode::corrupt, path, "not a row of floats: " + std::to_string(file.size) + " bytes are no multiple of 4"};
  if (file.size / 4 > max_values)
    return Error{ErrorCode::unsupported, path,
                 "too large: " + std::to_string(file.size / 4) + " values, at most " + std::to_string(max_values)};
  std::vector<float> values(file.size / 4);
  if (std::fread(values.data(), 4, values.size(), file.stream.get()) != values.size())
    return Error{ErrorCode::io, path, "reading failed"};
  if constexpr (std::endian::native == std::endian::big)
    for (float& value : values) {
      auto* bytes = reinterpret_cast<unsigned char*>(&value);
      std::reverse(bytes, bytes + 4);
    }
  return values;
}

}  // namespace craton
