#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/params.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>

namespace craton {

/// What a layer is. Names are lower-case letters, digits and _ (64 at most).
struct LayerInfo {
  std::string name;
  LayerType type = LayerType::number;
  std::string unit{};
  std::string doc{};
  std::vector<std::string> categories{};  ///< names of the values 0, 1, … of a category

  friend bool operator==(const LayerInfo&, const LayerInfo&) = default;
};

/// Smallest and largest value, and how many cells hold no number (NaN); of no cells: {0, 0}.
struct LayerRange {
  double min = 0, max = 0;
  std::uint64_t not_numbers = 0;
};

/// One value for each cell, in one flat array on a 64-byte boundary: float, 32-bit integer, or 8-bit category. New layers are 0.
class CRATON_API Layer {
 public:
  /// std::bad_alloc where there is not enough memory; Surface::add_layer makes an error of it.
  Layer(LayerInfo info, std::uint64_t cells);
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;

  const LayerInfo& info() const { return info_; }
  const std::string& name() const { return info_.name; }
  LayerType type() const { return info_.type; }
  std::uint64_t size() const { return cells_; }
  void set_unit(std::string unit) { info_.unit = std::move(unit); }
  /// Names of the values of a category.
  void set_categories(std::vector<std::string> names) { info_.categories = std::move(names); }
  /// Another unit, doc or categories; name and type must stay.
  void set_info(LayerInfo info);

  /// The values; asking for another type than the layer's is a bug.
  std::span<float> numbers();
  std::span<const float> numbers() const;
  std::span<std::int32_t> integers();
  std::span<const std::int32_t> integers() const;
  std::span<std::uint8_t> categories();
  std::span<const std::uint8_t> categories() const;

  std::span<std::byte> bytes();  ///< as they lie in memory (little-endian machines only)
  std::span<const std::byte> bytes() const;

  /// Trades values with another layer of the same type and size: how a stage that filled a new array hands it over.
  void swap_values(Layer& other);

  double value(std::uint64_t cell) const;  ///< of any type
  /// Both look at all values whatever happens: only the number of threads counts.
  LayerRange range(const Execution& execution = {}) const;
  /// 64 bits of the content; the same for the same values whatever the machine and the number of threads.
  std::uint64_t hash(const Execution& execution = {}) const;

 private:
  friend class Surface;
  struct Free {
    void operator()(std::byte* data) const;
  };
  LayerInfo info_;
  std::uint64_t cells_ = 0;
  std::unique_ptr<std::byte, Free> data_;
};

CRATON_API std::size_t bytes_per_cell(LayerType type);

/// Error where it is not a name for a layer or a table of objects.
CRATON_API Result<void> check_name(std::string_view name, std::string_view path);

}  // namespace craton
