#include "files/png_deflate.h"

#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "base/parallel.h"

namespace craton::files {
namespace {

constexpr std::size_t band_bytes = std::size_t{1} << 20;
constexpr std::size_t window = 32768;  // how far back deflate looks
constexpr std::size_t most_pixel_bytes = 8;

struct Band {
  std::vector<std::uint8_t> chunk;  // "IDAT" and the compressed bytes
  std::size_t filtered_bytes = 0;
  std::uint32_t adler = 1;
  bool failed = false;
};

/// Rows as PNG wants them, with zeros before their first pixel and above the first row.
class RowReader {
 public:
  explicit RowReader(const PngRows& rows) : rows_(rows) {
    for (auto* row : {&here_, &above_}) row->assign(rows.row_bytes + most_pixel_bytes, 0);
  }
  void read(std::uint32_t y) {
    if (next_ != y && y > 0) fill(y - 1, here_);
    std::swap(here_, above_);
    fill(y, here_);
    if (y == 0) std::fill(above_.begin(), above_.end(), std::uint8_t{0});
    next_ = y + 1;
  }
  const std::uint8_t* here() const { return here_.data() + most_pixel_bytes; }
  const std::uint8_t* above() const { return above_.data() + most_pixel_bytes; }

 private:
  void fill(std::uint32_t y, std::vector<std::uint8_t>& row) const {
    const std::uint8_t* in = rows_.first + y * rows_.row_bytes;
    std::uint8_t* out = row.data() + most_pixel_bytes;
    if (!rows_.swap_pairs) {
      std::memcpy(out, in, rows_.row_bytes);
      return;
    }
    for (std::size_t i = 0; i + 1 < rows_.row_bytes; i += 2) {
      out[i] = in[i + 1];
      out[i + 1] = in[i];
    }
  }
  const PngRows& rows_;
  std::vector<std::uint8_t> here_, above_;
  std::uint32_t next_ = std::numeric_limits<std::uint32_t>::max();
};

/// Sum of the bytes as signed numbers, without their signs: small where a filter guesses well (PNG specification, 12.8).
std::uint64_t cost(const std::uint8_t* bytes, std::size_t count) {
  std::uint64_t sum = 0;
  for (std::size_t begin = 0; begin < count; begin += 65536) {
    std::uint32_t part = 0;
    const std::size_t end = std::min(count, begin + 65536);
    for (std::size_t i = begin; i < end; ++i)
      part += static_cast<std::uint32_t>(std::abs(static_cast<int>(static_cast<std::int8_t>(bytes[i]))));
    sum += part;
  }
  return sum;
}

/// Writes the filter's number and the filtered row. `other` has room for a row.
void filter_row(const RowReader& row, const PngRows& rows, std::uint8_t* out, std::vector<std::uint8_t>& other) {
  const auto apply = [&](int filter, std::uint8_t* to) {
    png_filter(filter, row.here(), row.above(), rows.row_bytes, rows.pixel_bytes, to);
  };
  out[0] = 4;
  apply(4, out + 1);
  if (rows.palette) return;
  other.resize(rows.row_bytes);
  std::uint64_t best = cost(out + 1, rows.row_bytes);
  for (const int filter : {1, 2, 3}) {
    apply(filter, other.data());
    const std::uint64_t found = cost(other.data(), rows.row_bytes);
    if (found >= best) continue;
    best = found;
    out[0] = static_cast<std::uint8_t>(filter);
    std::memcpy(out + 1, other.data(), rows.row_bytes);
  }
}

std::vector<std::uint8_t> filtered(const PngRows& rows, std::uint32_t begin, std::uint32_t end) {
  std::vector<std::uint8_t> bytes((rows.row_bytes + 1) * (end - begin));
  RowReader reader(rows);
  std::vector<std::uint8_t> other;
  for (std::uint32_t y = begin; y < end; ++y) {
    reader.read(y);
    filter_row(reader, rows, bytes.data() + (rows.row_bytes + 1) * (y - begin), other);
  }
  return bytes;
}

/// Whether a noticeable part of the bytes lies in long runs of the same one.
bool has_runs(const std::vector<std::uint8_t>& bytes) {
  constexpr std::size_t long_run = 16;
  std::size_t in_runs = 0, run = 1;
  for (std::size_t i = 1; i <= bytes.size(); ++i) {
    if (i < bytes.size() && bytes[i] == bytes[i - 1]) {
      ++run;
      continue;
    }
    if (run >= long_run) in_runs += run;
    run = 1;
  }
  return in_runs > bytes.size() / 32;
}

bool deflate_band(std::span<const std::uint8_t> before, std::span<const std::uint8_t> bytes, int level, int strategy, bool last,
                  std::vector<std::uint8_t>& out) {
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, -15, 9, strategy) != Z_OK) return false;
  if (!before.empty()) deflateSetDictionary(&stream, before.data(), static_cast<uInt>(before.size()));
  const std::size_t start = out.size();
  // The bound holds for one flush at the end; some bytes more for the marker that joins bands.
  out.resize(start + deflateBound(&stream, static_cast<uLong>(bytes.size())) + 64);
  stream.next_in = const_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = out.data() + start;
  stream.avail_out = static_cast<uInt>(out.size() - start);
  const int state = deflate(&stream, last ? Z_FINISH : Z_SYNC_FLUSH);
  const bool whole = stream.avail_in == 0 && stream.avail_out > 0 && state == (last ? Z_STREAM_END : Z_OK);
  out.resize(start + stream.total_out);
  deflateEnd(&stream);
  return whole;
}

Band make_band(const PngRows& rows, std::uint32_t begin, std::uint32_t end) {
  Band band;
  const std::vector<std::uint8_t> bytes = filtered(rows, begin, end);
  band.filtered_bytes = bytes.size();
  band.adler = static_cast<std::uint32_t>(adler32_z(1, bytes.data(), bytes.size()));
  for (const char letter : {'I', 'D', 'A', 'T'}) band.chunk.push_back(static_cast<std::uint8_t>(letter));
  if (begin == 0) band.chunk.insert(band.chunk.end(), {0x78, 0x01});  // a zlib stream with a window of 32 KiB
  const bool last = end == rows.height;
  if (rows.palette) {
    // What lies before the band may be repeated in it: filtered again, since bands know nothing of each other.
    const auto back = static_cast<std::uint32_t>(std::min<std::size_t>(begin, window / (rows.row_bytes + 1) + 1));
    const std::vector<std::uint8_t> before = filtered(rows, begin - back, begin);
    const std::span<const std::uint8_t> tail = std::span(before).last(std::min(before.size(), window));
    band.failed = !deflate_band(tail, bytes, 9, Z_FILTERED, last, band.chunk);
  } else {
    // Fields of numbers have no repeats worth a search. Measured on relief maps of 2048² and 4096²: Huffman codes alone are
    // within 5% of libpng's usual level 6 and need a fifteenth of its time; runs keep paper and flat seas small.
    band.failed = !deflate_band({}, bytes, 1, has_runs(bytes) ? Z_RLE : Z_HUFFMAN_ONLY, last, band.chunk);
  }
  return band;
}

}  // namespace

void png_filter(int filter, const std::uint8_t* row, const std::uint8_t* above, std::size_t bytes, int pixel_bytes,
                std::uint8_t* out) {
  const std::uint8_t *left = row - pixel_bytes, *corner = above - pixel_bytes;
  switch (filter) {
    case 1:
      for (std::size_t i = 0; i < bytes; ++i) out[i] = static_cast<std::uint8_t>(row[i] - left[i]);
      return;
    case 2:
      for (std::size_t i = 0; i < bytes; ++i) out[i] = static_cast<std::uint8_t>(row[i] - above[i]);
      return;
    case 3:
      for (std::size_t i = 0; i < bytes; ++i) out[i] = static_cast<std::uint8_t>(row[i] - ((left[i] + above[i]) >> 1));
      return;
    case 4:
      for (std::size_t i = 0; i < bytes; ++i) {
        const auto a = static_cast<std::int16_t>(left[i]), b = static_cast<std::int16_t>(above[i]);
        const auto c = static_cast<std::int16_t>(corner[i]);
        const auto from_a = static_cast<std::int16_t>(std::abs(b - c)), from_b = static_cast<std::int16_t>(std::abs(a - c));
        const auto from_c = static_cast<std::int16_t>(std::abs(a + b - 2 * c));
        const std::int16_t upper = from_b <= from_c ? b : c;
        const std::int16_t guess = ((from_a <= from_b) & (from_a <= from_c)) ? a : upper;
        out[i] = static_cast<std::uint8_t>(row[i] - guess);
      }
      return;
    default: std::memcpy(out, row, bytes);
  }
}

Result<std::vector<std::vector<std::uint8_t>>> png_data(const PngRows& rows, const Execution& execution) {
  const auto rows_of_band = static_cast<std::uint32_t>(std::max<std::size_t>(1, band_bytes / (rows.row_bytes + 1)));
  std::vector<Band> bands((rows.height + rows_of_band - 1) / rows_of_band);
  CRATON_TRY(parallel_blocks(rows.height, rows_of_band, execution, [&](std::uint64_t begin, std::uint64_t end) {
    bands[begin / rows_of_band] = make_band(rows, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
  }));
  std::vector<std::vector<std::uint8_t>> chunks;
  std::uint32_t adler = 1;
  for (Band& band : bands) {
    if (band.failed) return Error{ErrorCode::unsupported, "", "zlib could not compress the picture"};
    adler = static_cast<std::uint32_t>(adler32_combine(adler, band.adler, static_cast<z_off_t>(band.filtered_bytes)));
    chunks.push_back(std::move(band.chunk));
  }
  for (const int shift : {24, 16, 8, 0}) chunks.back().push_back(static_cast<std::uint8_t>(adler >> shift));
  return chunks;
}

}  // namespace craton::files
