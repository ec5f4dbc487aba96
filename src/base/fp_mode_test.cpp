#include "base/fp_mode.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <limits>

#if defined(__SSE__)
#include <pmmintrin.h>
#include <xmmintrin.h>
#endif

namespace craton {
namespace {

/// Out of line, so that the compiler can neither compute it beforehand nor move it across a change of mode.
[[gnu::noinline]] double quotient(double a, double b) {
  asm volatile("" : "+m"(a), "+m"(b));
  return a / b;
}

constexpr double smallest_normal = std::numeric_limits<double>::min();

#if defined(__SSE__)

class HostMode : public testing::Test {
 protected:
  void TearDown() override { _mm_setcsr(host_); }

 private:
  unsigned host_ = _mm_getcsr();
};

using FloatingPointModeTest = HostMode;

TEST_F(FloatingPointModeTest, UndoesFlushToZero) {
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
  _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
  const double outside = quotient(smallest_normal, 4);
  double inside = 0, denormal_read = 0;
  {
    FloatingPointMode ieee;
    inside = quotient(smallest_normal, 4);
    denormal_read = quotient(std::numeric_limits<double>::denorm_min(), 0.5);
  }
  const double after = quotient(smallest_normal, 4);
  const bool flush = _MM_GET_FLUSH_ZERO_MODE() == _MM_FLUSH_ZERO_ON;
  const bool denormals = _MM_GET_DENORMALS_ZERO_MODE() == _MM_DENORMALS_ZERO_ON;
  _mm_setcsr(0x1F80);
  EXPECT_EQ(outside, 0.0) << "or this test shows nothing";
  EXPECT_EQ(inside, smallest_normal / 4);
  EXPECT_EQ(denormal_read, std::numeric_limits<double>::denorm_min() * 2);
  EXPECT_EQ(after, 0.0);
  EXPECT_TRUE(flush);
  EXPECT_TRUE(denormals);
}

TEST_F(FloatingPointModeTest, MasksExceptionsOfTheHost) {
  _mm_setcsr(0x1F80 & ~static_cast<unsigned>(_MM_MASK_DIV_ZERO));
  double inside = 0;
  {
    FloatingPointMode ieee;
    inside = quotient(1, 0);  // would end the process
  }
  const unsigned after = _mm_getcsr();
  _mm_setcsr(0x1F80);
  EXPECT_EQ(inside, std::numeric_limits<double>::infinity());
  EXPECT_EQ(after & _MM_MASK_DIV_ZERO, 0u);
  EXPECT_EQ(after & _MM_EXCEPT_DIV_ZERO, 0u) << "the host's flags are untouched";
}

#endif

#if !defined(__wasm__)
TEST(FloatingPointMode, RoundsToNearestAndRestores) {
  const double nearest = quotient(2, 3), least = quotient(1, 3);
  std::fesetround(FE_UPWARD);
  double inside = 0, inside_least = 0;
  {
    FloatingPointMode ieee;
    inside = quotient(2, 3);
    inside_least = quotient(1, 3);
    FloatingPointMode nested;
  }
  const int after = std::fegetround();
  const double upward = quotient(1, 3);
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(after, FE_UPWARD);
  EXPECT_EQ(inside, nearest);
  EXPECT_EQ(inside_least, least);
  EXPECT_GT(upward, least) << "or this test shows nothing";
}
#endif

}  // namespace
}  // namespace craton
