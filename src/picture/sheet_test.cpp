#include <craton/picture/sheet.h>

#include <gtest/gtest.h>

namespace craton {
namespace {

Sheet small_sheet() {
  Sheet sheet{.title = "Plate", .subtitle = "of two", .footer = "foot", .inner_width = 200};
  sheet.rows.push_back(
      {"Row", "note", {{Rgb8Image(90, 60, {10, 20, 30}), "one", "a"}, {Rgb8Image(90, 60, {200, 100, 0}), "two", "b"}}});
  return sheet;
}

TEST(Sheet, PicturesKeepTheirPixels) {
  const Result<Rgb8Image> image = draw_sheet(small_sheet());
  ASSERT_TRUE(image) << image.error().to_string();
  std::size_t dark = 0, orange = 0;
  for (const Rgb8& pixel : image->pixels) {
    dark += pixel == Rgb8{10, 20, 30};
    orange += pixel == Rgb8{200, 100, 0};
  }
  EXPECT_EQ(dark, 90u * 60u);
  EXPECT_EQ(orange, 90u * 60u);
}

TEST(Sheet, RowsBreakWhereThePageEnds) {
  Sheet sheet = small_sheet();
  const std::uint32_t one_line = draw_sheet(sheet)->height;
  sheet.rows[0].tiles.push_back(sheet.rows[0].tiles[0]);
  const Result<Rgb8Image> image = draw_sheet(sheet);
  ASSERT_TRUE(image);
  EXPECT_GT(image->height, one_line + 60);
  EXPECT_EQ(image->width, draw_sheet(small_sheet())->width);
}

TEST(Sheet, RefusesWhatCannotBeDrawn) {
  Sheet sheet = small_sheet();
  sheet.rows[0].tiles[0].picture = Rgb8Image(300, 10);
  EXPECT_FALSE(draw_sheet(sheet));
  sheet.rows[0].tiles[0].picture = Rgb8Image();
  EXPECT_FALSE(draw_sheet(sheet));
  sheet = small_sheet();
  sheet.inner_width = 4000000000u;
  EXPECT_FALSE(draw_sheet(sheet));
  sheet = small_sheet();
  sheet.type_size = 0;
  EXPECT_FALSE(draw_sheet(sheet));
}

}  // namespace
}  // namespace craton
