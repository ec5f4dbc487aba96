// A noise on a grid in three dimensions, far from the origin.
#include <cstdio>

#include <craton/requests/request.h>

int main() {
  const craton::Result<craton::Answer> noise = craton::ask("noise", R"({"seed": 7, "dimensions": 3, "at": [1099511627776, 0, 0],
      "size": [64, 32, 16], "step": 2, "noise": {"kind": "fbm", "octaves": 5, "source": {"kind": "perlin", "frequency": 0.01}}})");
  if (!noise) return std::fprintf(stderr, "%s\n", noise.error().to_string().c_str()), 2;
  const craton::AnswerArray& value = *noise->array("value");
  const craton::LayerRange range = value.layer->range();
  std::printf("value %016llx, %.4f … %.4f\n", static_cast<unsigned long long>(value.layer->hash()), range.min, range.max);
  std::printf("%llu x %llu x %llu\n", static_cast<unsigned long long>(value.axes[2].size),
              static_cast<unsigned long long>(value.axes[1].size), static_cast<unsigned long long>(value.axes[0].size));
  return 0;
}
