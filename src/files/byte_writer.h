#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include <craton/files/new_file.h>

namespace craton::files {

/// Bytes for a file, handed over in large pieces; or, without one, gathered. Numbers are little endian.
class ByteWriter {
 public:
  ByteWriter() = default;
  explicit ByteWriter(NewFile& file) : file_(&file) {}

  void text(std::string_view text) { buffer_.append(text); }
  /// The shortest text that is this number.
  template <class T>
  void number(T value) {
    std::array<char, 32> digits;
    buffer_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  }
  template <class T>
  void bytes(T value) {
    std::array<char, sizeof(T)> raw;
    std::memcpy(raw.data(), &value, sizeof(T));
    if constexpr (std::endian::native == std::endian::big) std::reverse(raw.begin(), raw.end());
    buffer_.append(raw.data(), raw.size());
  }
  /// Gives the file what has gathered, where that is much.
  Result<void> pass_on(std::size_t from = 1 << 20) {
    if (!file_ || buffer_.size() < from) return {};
    CRATON_TRY(file_->write(std::as_bytes(std::span(buffer_))));
    buffer_.clear();
    return {};
  }
  Result<void> finish() { return pass_on(1); }
  /// What has gathered.
  std::string take() { return std::move(buffer_); }

 private:
  NewFile* file_ = nullptr;
  std::string buffer_;
};

}  // namespace craton::files
