#include <craton/files/float_file.h>

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "files/test_folder.h"

namespace craton {
namespace {

TEST(FloatFile, RoundTripKeepsEveryBit) {
  files::TestFolder folder;
  const std::vector<float> values{0.0f,
                                  -0.0f,
                                  1.5f,
                                  -std::numeric_limits<float>::denorm_min(),
                                  std::numeric_limits<float>::infinity(),
                                  std::numeric_limits<float>::quiet_NaN()};
  ASSERT_TRUE(write_f32(folder.path("a.f32"), values));
  const Result<std::vector<float>> back = read_f32(folder.path("a.f32"));
  ASSERT_TRUE(back) << back.error().to_string();
  ASSERT_EQ(back->size(), values.size());
  EXPECT_EQ(std::memcmp(back->data(), values.data(), values.size() * 4), 0);
  EXPECT_EQ(files::content_of(folder.path("a.f32")).substr(8, 4), std::string("\x00\x00\xc0\x3f", 4));
}

TEST(FloatFile, RefusesBrokenAndLargeFiles) {
  files::TestFolder folder;
  files::put(folder.path("odd"), "12345");
  EXPECT_EQ(read_f32(folder.path("odd")).error().code, ErrorCode::corrupt);
  files::put(folder.path("long"), "12345678");
  EXPECT_EQ(read_f32(folder.path("long"), 1).error().code, ErrorCode::unsupported);
  EXPECT_EQ(read_f32(folder.path("none")).error().code, ErrorCode::io);
  EXPECT_EQ(read_f32(folder.path("")).error().code, ErrorCode::io);
}

}  // namespace
}  // namespace craton
