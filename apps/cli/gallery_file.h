#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/result.h>

/// Galleries: lists of pictures, each told by the commands that draw it. docs/galleries.md has the words of such a list.
namespace craton::cli {

struct GalleryCommand {
  std::vector<std::string> words;  ///< without `craton`
  std::vector<std::string> draft;  ///< what drafts say otherwise
  std::string place;               ///< file and line, for errors
};

struct GalleryTile {
  std::string name;  ///< of the picture that is written alone; empty: none
  unsigned colours = 256;
  bool dithered = false;
  std::string title, note;
  std::vector<GalleryCommand> commands;
  std::string picture{};  ///< the file that the commands leave
};

struct GalleryRow {
  std::string heading, note;
  std::vector<GalleryTile> tiles{};
};

struct GallerySheet {
  std::string name;  ///< empty: no page, only pictures that are written alone
  std::string title{}, subtitle{}, footer{};
  std::uint32_t columns = 3, shrink = 1;
  double type_size = 13;
  unsigned colours = 256;
  bool dithered = false;
  std::vector<GalleryRow> rows{};
};

/// Errors name the file and the line.
Result<std::vector<GallerySheet>> parse_gallery(std::string_view text, const std::string& file);

}  // namespace craton::cli
