#include "picture/margin_plane.h"

namespace craton::picture {
namespace {

// Rounds towards −∞, as columns of margins are negative.
int half(int i) { return i >> 1; }

}  // namespace

void refine_row(const Plane& coarse, int y, int begin, int end, float* out, float* scratch) {
  const float* near = coarse.row(half(y));
  const float* far = coarse.row(half(y) + ((y & 1) != 0 ? 1 : -1));
  const int first = half(begin) - 1, last = half(end - 1) + 1;
  float* mixed = scratch - first;
  for (int i = first; i <= last; ++i) mixed[i] = 0.75F * near[i] + 0.25F * far[i];
  int x = begin;
  if ((x & 1) != 0 && x < end) {
    out[x] = 0.75F * mixed[half(x)] + 0.25F * mixed[half(x) + 1];
    ++x;
  }
  const int pairs = (end - x) / 2, start = half(x);
  float* pair = out + x;
  for (int i = 0; i < pairs; ++i) {
    const float here = 0.75F * mixed[start + i];
    pair[2 * i] = here + 0.25F * mixed[start + i - 1];
    pair[2 * i + 1] = here + 0.25F * mixed[start + i + 1];
  }
  x += 2 * pairs;
  if (x < end) out[x] = 0.75F * mixed[half(x)] + 0.25F * mixed[half(x) - 1];
}

void coarsen_rows(const float* upper, const float* lower, int begin, int end, float* out) {
  for (int i = begin; i < end; ++i) out[i] = 0.25F * ((upper[2 * i] + lower[2 * i]) + (upper[2 * i + 1] + lower[2 * i + 1]));
}

}  // namespace craton::picture
