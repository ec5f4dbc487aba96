#include <craton/surface/layer.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <limits>
#include <new>

#include <craton/base/hash.h>
#include "base/parallel.h"
#include "base/text.h"
#include "surface/inline_mix64.h"
#include "surface/zero_memory.h"

namespace craton {
namespace {

static_assert(std::endian::native == std::endian::little, "layers are written and hashed as they lie in memory");

constexpr std::uint64_t cells_per_block = 1 << 16;  // of range()
constexpr std::uint64_t bytes_per_block = 1 << 18;  // of hash(): part of its definition

/// How to run a loop whose result must be whole: nobody can stop it half-way.
Execution undisturbed(const Execution& execution) { return {.threads = execution.threads}; }

std::uint64_t word_at(const std::byte* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

/// Eight chains of mix64, one for each eighth word, joined at the end; the rest that does not fill 64 bytes is hashed alone.
std::uint64_t block_hash(std::span<const std::byte> bytes) {
  std::uint64_t chains[8];
  for (std::uint64_t i = 0; i < 8; ++i) chains[i] = golden_ratio * (i + 1);
  std::size_t place = 0;
  for (; place + 64 <= bytes.size(); place += 64)
    for (std::size_t i = 0; i < 8; ++i) chains[i] = mixed((chains[i] ^ word_at(bytes.data() + place + 8 * i)) + golden_ratio);
  std::uint64_t hash = mix64_bytes(bytes.subspan(place));
  for (std::uint64_t chain : chains) hash = mixed((hash ^ chain) + golden_ratio);
  return hash;
}

struct BlockRange {
  double min = std::numeric_limits<double>::infinity(), max = -std::numeric_limits<double>::infinity();
  std::uint64_t not_numbers = 0;
};

/// Sixteen columns of minima and maxima, so that the compiler takes whole vectors; comparisons with NaN leave them alone.
BlockRange range_of(std::span<const float> values) {
  constexpr std::size_t lanes = 16;
  constexpr float endless = std::numeric_limits<float>::infinity();
  float low[lanes], high[lanes];
  std::uint32_t not_numbers[lanes] = {};
  std::fill_n(low, lanes, endless);
  std::fill_n(high, lanes, -endless);
  const auto take = [&](std::size_t i, float value) {
    low[i] = value < low[i] ? value : low[i];
    high[i] = value > high[i] ? value : high[i];
    not_numbers[i] += value != value ? 1 : 0;
  };
  std::size_t place = 0;
  for (; place + lanes <= values.size(); place += lanes)
    for (std::size_t i = 0; i < lanes; ++i) take(i, values[place + i]);
  for (; place < values.size(); ++place) take(0, values[place]);

  BlockRange range;
  for (std::size_t i = 0; i < lanes; ++i) {
    range.min = std::min<double>(range.min, low[i]);
    range.max = std::max<double>(range.max, high[i]);
    range.not_numbers += not_numbers[i];
  }
  return range;
}

template <class Integer>
BlockRange range_of(std::span<const Integer> values) {
  Integer low = std::numeric_limits<Integer>::max(), high = std::numeric_limits<Integer>::min();
  for (Integer value : values) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return {static_cast<double>(low), static_cast<double>(high), 0};
}

template <class T>
LayerRange range_in_blocks(std::span<const T> values, const Execution& execution) {
  std::vector<BlockRange> blocks((values.size() + cells_per_block - 1) / cells_per_block);
  (void)parallel_blocks(values.size(), cells_per_block, undisturbed(execution), [&](std::uint64_t begin, std::uint64_t end) {
    blocks[begin / cells_per_block] = range_of(values.subspan(begin, end - begin));
  });
  BlockRange all;
  for (const BlockRange& block : blocks) {
    all.min = std::min(all.min, block.min);
    all.max = std::max(all.max, block.max);
    all.not_numbers += block.not_numbers;
  }
  if (all.not_numbers == values.size()) return {0, 0, all.not_numbers};
  return {all.min + 0.0, all.max + 0.0, all.not_numbers};  // −0 becomes 0
}

}  // namespace

std::size_t bytes_per_cell(LayerType type) { return type == LayerType::category ? 1 : 4; }

Result<void> check_name(std::string_view name, std::string_view path) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  if (!name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), allowed)) return {};
  const std::string_view shown = name.substr(0, 80);
  return Error{
      ErrorCode::invalid_value, std::string(path),
      concat({"found \"", shown, shown.size() < name.size() ? "…" : "", "\", allowed 1 … 64 lower-case letters, digits and _"})};
}

void Layer::Free::operator()(std::byte* data) const { FreeZeroMemory{}(data); }

Layer::Layer(LayerInfo info, std::uint64_t cells)
    : info_(std::move(info)), cells_(cells), data_(zero_memory(cells * bytes_per_cell(info_.type)).release()) {
  if (data_ == nullptr) throw std::bad_alloc();
}

std::span<float> Layer::numbers() {
  assert(type() == LayerType::number);
  return {reinterpret_cast<float*>(data_.get()), static_cast<std::size_t>(cells_)};
}
std::span<const float> Layer::numbers() const { return const_cast<Layer*>(this)->numbers(); }

std::span<std::int32_t> Layer::integers() {
  assert(type() == LayerType::integer);
  return {reinterpret_cast<std::int32_t*>(data_.get()), static_cast<std::size_t>(cells_)};
}
std::span<const std::int32_t> Layer::integers() const { return const_cast<Layer*>(this)->integers(); }

std::span<std::uint8_t> Layer::categories() {
  assert(type() == LayerType::category);
  return {reinterpret_cast<std::uint8_t*>(data_.get()), static_cast<std::size_t>(cells_)};
}
std::span<const std::uint8_t> Layer::categories() const { return const_cast<Layer*>(this)->categories(); }

std::span<std::byte> Layer::bytes() { return {data_.get(), static_cast<std::size_t>(cells_) * bytes_per_cell(type())}; }
std::span<const std::byte> Layer::bytes() const { return const_cast<Layer*>(this)->bytes(); }

void Layer::set_info(LayerInfo info) {
  assert(info.name == info_.name && info.type == info_.type);
  info_ = std::move(info);
}

void Layer::swap_values(Layer& other) {
  assert(type() == other.type() && size() == other.size());
  data_.swap(other.data_);
}

double Layer::value(std::uint64_t cell) const {
  assert(cell < cells_);
  switch (type()) {
    case LayerType::number: return numbers()[cell];
    case LayerType::integer: return integers()[cell];
    case LayerType::category: return categories()[cell];
  }
  return 0;
}

LayerRange Layer::range(const Execution& execution) const {
  if (cells_ == 0) return {};
  switch (type()) {
    case LayerType::number: return range_in_blocks(numbers(), execution);
    case LayerType::integer: return range_in_blocks(integers(), execution);
    case LayerType::category: return range_in_blocks(categories(), execution);
  }
  return {};
}

std::uint64_t Layer::hash(const Execution& execution) const {
  const std::span<const std::byte> content = bytes();
  std::vector<std::uint64_t> blocks((content.size() + bytes_per_block - 1) / bytes_per_block);
  (void)parallel_blocks(content.size(), bytes_per_block, undisturbed(execution), [&](std::uint64_t begin, std::uint64_t end) {
    blocks[begin / bytes_per_block] = block_hash(content.subspan(begin, end - begin));
  });
  std::uint64_t hash = mix64(cells_ * golden_ratio ^ (static_cast<std::uint64_t>(type()) + 1));
  for (std::uint64_t block : blocks) hash = mix64((hash ^ block) + golden_ratio);
  return hash;
}

}  // namespace craton
