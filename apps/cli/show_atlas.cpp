#include "show_atlas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <span>

#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/files/world_file.h>
#include <craton/picture/usual.h>
#include <craton/worlds/kinds.h>

#include "height_input.h"
#include "runtime.h"
#include "show_pictures.h"
#include "text.h"
#include "world_input.h"

namespace craton::cli {
namespace {

Result<void> write_text(const std::string& path, const std::string& text) {
  CRATON_TRY(NewFile file, NewFile::create(path));
  CRATON_TRY(file.write(std::as_bytes(std::span(text))));
  return file.commit();
}

}  // namespace

void AtlasPageOptions::add_to(Arguments& args) {
  args.option("--title TEXT", title, "Of a page (--style atlas or parchment). Default: the world's name.").letters();
  args.flag("--svg-text", svg_text, "Names of a page in .svg as text that can be edited, instead of outlines.");
  args.flag("--no-labels", no_labels, "Leave the names of a page away.");
  args.flag("--no-grid", no_grid, "Leave the grid of a page away.");
}

bool is_page_style(std::string_view style) { return style == "atlas" || style == "parchment"; }

Result<void> write_atlas(const World& world, const AtlasJob& job, const Execution& execution) {
  AtlasOptions options;
  options.style = job.style == "parchment" ? AtlasStyle::parchment : AtlasStyle::atlas;
  options.size = job.size;
  options.projection = job.projection;
  options.centre = job.centre;
  options.title = job.page.title.empty() ? usual_title(world) : job.page.title;
  options.subtitle = usual_subtitle(world);
  options.labels = !job.page.no_labels;
  options.graticule = !job.page.no_grid;
  const Result<AtlasPage> page = atlas_page(world.surface, options, execution);
  if (!page) return picture_error(page.error());
  if (!page->font_note().empty()) complain("{}\n", page->font_note());
  if (lower(job.output).ends_with(".svg")) {
    const Result<std::string> text = page->svg(job.page.svg_text);
    if (!text) return picture_error(text.error());
    return write_text(job.output, *text);
  }
  const Result<Rgb8Image> image = page->picture();
  if (!image) return picture_error(image.error());
  return write_png(job.output, *image, {.threads = execution.threads});
}

Result<void> write_atlas(const std::string& world_name, const AtlasJob& job, const Execution& execution) {
  if (is_height_file(world_name)) return invalid("--style", "pages are drawn of worlds; a height file has other styles");
  const std::string path = world_path(world_name);
  CRATON_TRY(const WorldFileInfo info, read_world_info(path));
  WorldReadOptions read{.layers = {}, .execution = execution};
  for (const StoredLayer& layer : info.layers)
    for (const std::string_view name : atlas_layers())
      if (layer.info.name == name) read.layers.push_back(layer.info.name);
  const GridSize size = job.size;
  CRATON_TRY(
      check_memory(info.cells * 47 + 58'000'000 + std::uint64_t{size.width} * size.height * 48, path, "ask for a smaller page"));
  CRATON_TRY(check_writable(job.output));
  CRATON_TRY(const World world, read_world(path, all_terms(), read));
  return write_atlas(world, job, execution);
}

}  // namespace craton::cli
