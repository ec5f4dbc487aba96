// From heights to a file that people look at: relief maps, and PNG of them. Items are pixels.
#include "bench/harness.h"

#if defined(CRATON_HAS_PICTURES)

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <vector>

#include <craton/files/png.h>
#include <craton/noise/noise.h>
#include <craton/picture/relief.h>

namespace craton::bench {
namespace {

constexpr std::uint32_t side = 4096;
constexpr std::uint64_t pixels = std::uint64_t{side} * side;
constexpr Ground ground{.metres_x = 30, .metres_y = 30, .wrap_x = true, .wrap_y = true};

/// Land and sea of some two kilometres.
Result<std::shared_ptr<const std::vector<float>>> terrain() {
  NoiseSpec perlin{.kind = "perlin"};
  perlin.params.set("frequency", 0.001);
  NoiseSpec fbm{.kind = "fbm", .inputs = {{"source", perlin}}};
  fbm.params.set("octaves", std::int64_t{9});
  CRATON_TRY(const Noise noise, Noise::make(fbm, Seed{7}));
  auto heights = std::make_shared<std::vector<float>>(pixels);
  CRATON_TRY(noise.grid(Grid2{.width = side, .height = side}, *heights));
  for (float& height : *heights) height *= 2000;
  return std::shared_ptr<const std::vector<float>>(std::move(heights));
}

Result<Work> prepare_relief(unsigned threads) {
  const auto heights = terrain();
  if (!heights) return heights.error();
  return Work{{pixels,
               [heights = *heights, threads] {
                 const Result<Rgb8Image> image = relief_picture({*heights, side, side}, ground, {}, {}, {.threads = threads});
                 keep(image ? image->pixels.data() : nullptr);
               },
               {},
               {}},
              {}};
}

Result<Work> prepare_png(unsigned threads) {
  CRATON_TRY(const auto heights, terrain());
  CRATON_TRY(Rgb8Image drawn, relief_picture({*heights, side, side}, ground));
  const auto image = std::make_shared<const Rgb8Image>(std::move(drawn));
  std::error_code error;
  const std::string path =
      (std::filesystem::temp_directory_path(error) / fmt::format("craton-bench-{}.png", static_cast<long>(getpid()))).string();
  return Work{{pixels,
               [image, path, threads] { keep(write_png(path, *image, {.threads = threads}) ? image.get() : nullptr); },
               {},
               [path] {
                 std::error_code ignored;
                 std::filesystem::remove(path, ignored);
               }},
              {}};
}

}  // namespace

std::vector<Row> picture_rows(unsigned threads) {
  return {{fmt::format("picture/relief/{}/{}t", side, threads), [threads] { return prepare_relief(threads); }},
          {fmt::format("picture/png-rgb/{}/{}t", side, threads), [threads] { return prepare_png(threads); }}};
}

}  // namespace craton::bench

#else

namespace craton::bench {

std::vector<Row> picture_rows(unsigned) { return {}; }

}  // namespace craton::bench

#endif
