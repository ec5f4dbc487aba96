#include "surface/object_bytes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <string>
#include <type_traits>
#include <utility>

namespace craton {
namespace {

// In the order of the variant.
constexpr std::array<std::string_view, std::variant_size_v<ColumnValues>> type_names{"number", "integer", "text",
                                                                                     "place",  "path",    "cells"};

class Writer {
 public:
  template <class Word>
  void word(Word value) {
    for (std::size_t i = 0; i < sizeof(Word); ++i) bytes_.push_back(static_cast<std::byte>(value >> (8 * i)));
  }
  void value(double number) { word(std::bit_cast<std::uint64_t>(number)); }
  void value(std::int64_t integer) { word(static_cast<std::uint64_t>(integer)); }
  void value(Cell cell) { word(cell); }
  void value(char letter) { bytes_.push_back(static_cast<std::byte>(letter)); }
  void value(const Vec3d& place) {
    value(place.x);
    value(place.y);
    value(place.z);
  }
  // Lists: all lengths, then all elements.
  template <class T>
  void column(const std::vector<T>& values) {
    if constexpr (requires(const T& list) { list.begin(); }) {
      for (const T& list : values) word(std::uint64_t{list.size()});
      for (const T& list : values)
        for (const auto& element : list) value(element);
    } else {
      for (const T& each : values) value(each);
    }
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

template <class T>
constexpr std::size_t stored_bytes = std::is_same_v<T, Vec3d> ? 24 : sizeof(T);

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class Word>
  Word word() {
    Word value = 0;
    for (std::size_t i = 0; i < sizeof(Word); ++i)
      value = static_cast<Word>(value | static_cast<Word>(std::to_integer<Word>(bytes_[i]) << (8 * i)));
    bytes_ = bytes_.subspan(sizeof(Word));
    return value;
  }
  void value(double& number) { number = std::bit_cast<double>(word<std::uint64_t>()); }
  void value(std::int64_t& integer) { integer = static_cast<std::int64_t>(word<std::uint64_t>()); }
  void value(Cell& cell) { cell = word<Cell>(); }
  void value(char& letter) { letter = static_cast<char>(word<std::uint8_t>()); }
  void value(Vec3d& place) {
    value(place.x);
    value(place.y);
    value(place.z);
  }

  /// False where the bytes do not fit; asked before any room is made.
  template <class T>
  bool column(std::vector<T>& values, std::uint64_t rows) {
    if constexpr (requires(const T& list) { list.begin(); }) {
      constexpr std::size_t element_bytes = stored_bytes<typename T::value_type>;
      if (rows > bytes_.size() / 8) return false;
      std::uint64_t left = (bytes_.size() - 8 * rows) / element_bytes;
      if ((bytes_.size() - 8 * rows) % element_bytes != 0) return false;
      std::vector<std::uint64_t> lengths(rows);
      for (std::uint64_t& length : lengths) {
        length = word<std::uint64_t>();
        if (length > left) return false;
        left -= length;
      }
      if (left != 0) return false;
      values.resize(rows);
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i].resize(lengths[i]);
        for (auto& element : values[i]) value(element);
      }
    } else {
      if (bytes_.size() % stored_bytes<T> != 0 || bytes_.size() / stored_bytes<T> != rows) return false;
      values.resize(rows);
      for (T& each : values) value(each);
    }
    return true;
  }

 private:
  std::span<const std::byte> bytes_;
};

template <std::size_t Index = 0>
bool read_values(std::string_view type, std::uint64_t rows, std::span<const std::byte> bytes, ColumnValues& out) {
  if constexpr (Index < std::variant_size_v<ColumnValues>) {
    if (type_names[Index] != type) return read_values<Index + 1>(type, rows, bytes, out);
    return Reader(bytes).column(out.emplace<Index>(), rows);
  } else {
    return false;
  }
}

}  // namespace

std::string_view column_type_name(const ColumnValues& values) { return type_names[values.index()]; }

bool is_column_type(std::string_view name) { return std::find(type_names.begin(), type_names.end(), name) != type_names.end(); }

bool cells_exist(const ColumnValues& values, std::uint64_t cells) {
  const auto* column = std::get_if<std::vector<ObjectColumn::Cells>>(&values);
  const auto exists = [&](Cell cell) { return cell < cells || cell == no_cell; };
  return !column || std::all_of(column->begin(), column->end(),
                                [&](const ObjectColumn::Cells& list) { return std::all_of(list.begin(), list.end(), exists); });
}

std::vector<std::byte> bytes_of_column(const ColumnValues& values) {
  Writer writer;
  std::visit([&](const auto& column) { writer.column(column); }, values);
  return writer.take();
}

std::optional<ColumnValues> column_of_bytes(std::string_view type, std::uint64_t rows, std::span<const std::byte> bytes) {
  ColumnValues values;
  if (!read_values(type, rows, bytes, values)) return {};
  return values;
}

// A table: its texts and numbers each with a length before it.

namespace {

void add_piece(std::span<const std::byte> piece, std::vector<std::byte>& bytes) {
  for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<std::byte>(std::uint64_t{piece.size()} >> (8 * i)));
  bytes.insert(bytes.end(), piece.begin(), piece.end());
}
void add_piece(std::string_view text, std::vector<std::byte>& bytes) { add_piece(std::as_bytes(std::span(text)), bytes); }

class PieceReader {
 public:
  explicit PieceReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::span<const std::byte> piece() {
    if (bytes_.size() < 8) return failed();
    const auto length = Reader(bytes_).word<std::uint64_t>();
    bytes_ = bytes_.subspan(8);
    if (length > bytes_.size()) return failed();
    const std::span<const std::byte> found = bytes_.first(length);
    bytes_ = bytes_.subspan(length);
    return found;
  }
  std::string text() {
    const std::span<const std::byte> found = piece();
    return {reinterpret_cast<const char*>(found.data()), found.size()};
  }
  bool ok() const { return ok_; }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::span<const std::byte> failed() {
    ok_ = false;
    bytes_ = {};
    return {};
  }

  std::span<const std::byte> bytes_;
  bool ok_ = true;
};

}  // namespace

std::vector<std::byte> bytes_of_table(const ObjectTable& table) {
  std::vector<std::byte> bytes;
  for (const std::string_view text : {std::string_view(table.name), std::string_view(table.doc)}) add_piece(text, bytes);
  for (const ObjectColumn& column : table.columns) {
    for (const std::string_view text : {std::string_view(column.name), std::string_view(column.unit),
                                        std::string_view(column.doc), column_type_name(column.values)})
      add_piece(text, bytes);
    add_piece(std::to_string(column.size()), bytes);
    add_piece(bytes_of_column(column.values), bytes);
  }
  return bytes;
}

std::optional<ObjectTable> table_of_bytes(std::span<const std::byte> bytes) {
  PieceReader reader(bytes);
  ObjectTable table{reader.text(), reader.text(), {}};
  while (reader.ok() && !reader.at_end()) {
    ObjectColumn column{reader.text(), reader.text(), reader.text(), {}};
    const std::string type = reader.text(), rows = reader.text();
    std::uint64_t count = 0;
    const auto [end, error] = std::from_chars(rows.data(), rows.data() + rows.size(), count);
    if (error != std::errc() || end != rows.data() + rows.size()) return {};
    std::optional<ColumnValues> values = column_of_bytes(type, count, reader.piece());
    if (!values) return {};
    column.values = *std::move(values);
    table.columns.push_back(std::move(column));
  }
  if (!reader.ok()) return {};
  return table;
}

}  // namespace craton
