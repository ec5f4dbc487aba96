#include <craton/noise/noise.h>

#include <cstdio>

int main() {
  craton::NoiseSpec spec{.kind = "perlin"};
  spec.params.set("frequency", 0.01);
  auto noise = craton::Noise::make(spec, craton::Seed{7});
  if (!noise) return std::fprintf(stderr, "%s\n", noise.error().to_string().c_str()), 1;
  std::printf("%.9g\n", static_cast<double>(noise->at(craton::Point2{12345, 67890})));
}
