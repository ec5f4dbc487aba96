#include "world_making.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <craton/files/png.h>
#include <craton/files/world_file.h>
#include <craton/picture/layer_picture.h>
#include <craton/worlds/map.h>
#include <craton/worlds/planet.h>

#include "memory_blobs.h"
#include "world_pictures.h"

namespace craton::server {
namespace {

constexpr std::uint32_t step_picture_side = 512, most_iteration_pictures = 48;
constexpr std::uint64_t remembered_bytes = std::uint64_t{512} << 20;

/// Tells the job of stages, with a small picture of each where pictures are wanted; rests and ends where the job shall.
class Watcher final : public MakeObserver {
 public:
  Watcher(Job& job, const MakeOrder& order, const RecipeTerms& terms)
      : job_(job), terms_(terms), pictures_(order.steps), history_(order.history) {}

  /// The recipe of a world whose iterations somebody ended; the run then ended with an error.
  std::optional<Recipe> take_finished() { return std::exchange(finished_, std::nullopt); }

  Result<void> attempt_begins(const Recipe& recipe, std::uint32_t attempt) override {
    if (attempt > 0) job_.start_anew();
    count_ = static_cast<std::size_t>(
        std::count_if(recipe.stages.begin(), recipe.stages.end(), [](const StageSpec& each) { return each.enabled; }));
    index_ = 0;
    return {};
  }
  void stage_begins(const Recipe& recipe, const PlannedStage& stage) override { job_.begin_stage(recipe.stages[stage.index].id); }
  Result<void> step_done(const Recipe& recipe, const PlannedStage& stage, const Surface& surface, std::uint32_t iteration,
                         std::uint32_t count) override {
    const std::string& id = recipe.stages[stage.index].id;
    const std::string title(stage.entry->info.title);
    if (iteration == count) {
      job_.end_stage(index_++, count_, id, title, pictures_ ? picture_of(surface, stage) : std::string());
      (void)job_.rest();
      job_.clear_finish();
      return {};
    }
    const std::uint32_t each = (count + most_iteration_pictures - 1) / most_iteration_pictures;
    if (history_ && iteration % each == 0) job_.end_iteration(index_, id, title, iteration, count, picture_of(surface, stage));
    if (!job_.rest()) return {};
    // The stage shall end here: then the recipe says so, and gives the same world to everybody.
    Recipe shorter = recipe;
    shorter.require.clear();
    job_.clear_finish();
    for (const std::string_view many : {"iterations", "rounds"}) {
      const std::optional<std::int64_t> asked = counted_by(recipe.stages[stage.index], *stage.entry, many);
      if (!asked) continue;
      // At other resolutions than that of its numbers a stage takes more or fewer iterations than asked for.
      const std::int64_t done = *asked > 0 ? std::max<std::int64_t>(1, *asked * iteration / count) : std::int64_t{iteration};
      CRATON_TRY(set_in_recipe(shorter, fmt::format("{}.{}={}", id, many, done), terms_));
      finished_ = std::move(shorter);
      return Error{ErrorCode::cancelled, "", "finished"};
    }
    return {};
  }

 private:
  /// Where a stage ends after as many iterations as this parameter says: its value; 0 where they are as many as it takes.
  static std::optional<std::int64_t> counted_by(const StageSpec& spec, const StageEntry& entry, std::string_view param) {
    for (const ParamInfo& each : entry.info.params) {
      if (each.name != param) continue;
      const ParamValue* given = spec.params.find(param);
      const auto* value = std::get_if<std::int64_t>(given ? given : &each.default_value);
      return value ? std::optional(*value) : std::nullopt;
    }
    return {};
  }

  /// The ground once there is some, else what the stage wrote. A picture that cannot be drawn is left out.
  static std::string picture_of(const Surface& surface, const PlannedStage& stage) {
    const Layer* layer = surface.layer("height");
    if (!layer && !stage.writes.empty()) layer = surface.layer(stage.writes.front());
    if (!layer) return {};
    const GridSize natural = natural_size(surface.domain());
    LayerPictureOptions how;
    how.size = std::max(natural.width, natural.height) > step_picture_side ? fitted(natural, step_picture_side) : GridSize{};
    const Result<Rgb8Image> image = picture_of_layer(surface.domain(), *layer, how);
    if (!image) return {};
    Result<std::string> png = png_bytes(*image);
    return png ? *std::move(png) : std::string();
  }

  Job& job_;
  const RecipeTerms& terms_;
  bool pictures_, history_;
  std::optional<Recipe> finished_;
  std::size_t index_ = 0, count_ = 0;
};

}  // namespace

Result<void> resize_world(Recipe& recipe, std::uint32_t longest, const RecipeTerms& terms) {
  if (longest == 0) return {};
  if (recipe.domain.kind == "sphere")
    return set_in_recipe(recipe, fmt::format("domain.resolution={}", std::max(8U, longest / 4)), terms);
  CRATON_TRY(const LevelSizes levels, levels_of(recipe.domain));
  const GridSize natural = levels.sizes.back();
  if (std::max(natural.width, natural.height) == longest) return {};
  return resize_map(recipe, fitted(natural, longest));
}

Result<MakeOrder> read_make_order(Services& services, JsonBody& body, std::uint32_t standard_size, std::uint32_t most) {
  MakeOrder order;
  std::shared_ptr<const BookEntry> entry;
  const Json* recipe = body.find("recipe");
  CRATON_TRY(const std::string preset, body.text("preset", "", 64));
  const Json* heights = body.find("heightmap");
  if (recipe) {
    CRATON_TRY(const std::shared_ptr<const BookEntry> read, services.book.read(*recipe));
    entry = read;
  } else if (!preset.empty() || heights) {
    entry = services.book.find(preset.empty() ? "earth" : preset);
    if (!entry) return Error{ErrorCode::unknown_name, "/preset", "no recipe of this name or hash is known"};
  } else {
    return Error{ErrorCode::invalid_value, "/recipe", "is missing; give a recipe, or the id of a preset"};
  }
  if (!entry->recipe)
    return Error{ErrorCode::unsupported, "/recipe", "voxel worlds are endless: their chunks are at /api/v1/voxels"};
  order.recipe = *entry->recipe;
  CRATON_TRY(const double low, body.number("low", -8000, -1e5, 1e5));
  CRATON_TRY(const double high, body.number("high", 8000, -1e5, 1e5));
  if (heights) {
    CRATON_TRY(const std::string file, body.text("heightmap", "", 64));
    if (!HeightUploads::is_upload(file))
      return Error{ErrorCode::unknown_name, "/heightmap", "is not a file that POST /api/v1/heightmaps gave"};
    if (Result<void> taken = take_planet_heights(order.recipe, {file, low, high}); !taken)
      return Error{taken.error().code, "/heightmap", taken.error().message};
  }
  if (const Json* seed = body.find("seed")) {
    CRATON_TRY(const std::uint64_t number, seed_of(*seed, "/seed"));
    order.recipe.seed = number;
  }
  CRATON_TRY(const std::string name, body.text("name", "", 120));
  if (!name.empty()) order.recipe.name = name;
  CRATON_TRY(const std::int64_t size, body.integer("size", standard_size, 16, most));
  if (Result<void> sized = resize_world(order.recipe, static_cast<std::uint32_t>(size), services.book.terms()); !sized)
    return Error{sized.error().code, "/size", sized.error().message};
  CRATON_TRY(const Plan plan, plan_recipe(order.recipe, services.book.terms()));
  if (plan.bytes > services.options.making_bytes)
    return Error{
        ErrorCode::unsupported, "/size",
        fmt::format("its layers need {} MiB, allowed are {} MiB", plan.bytes >> 20, services.options.making_bytes >> 20)};
  return order;
}

namespace {

Result<MakeOrder> read_zoom(Services& services, const Json& json, JsonBody& body) {
  Result<JsonBody> part = JsonBody::part(json);
  if (!part) return Error{part.error().code, "/zoom", part.error().message};
  const auto placed = [](const Error& error) { return Error{error.code, "/zoom" + error.path, error.message}; };
  const Result<std::string> world = part->text("world", "", 64);
  if (!world) return placed(world.error());
  for (const char* name : {"lat", "lon"})
    if (!part->find(name)) return Error{ErrorCode::invalid_value, fmt::format("/zoom/{}", name), "is missing: degrees"};
  const Result<double> lat = part->number("lat", 0, -90, 90);
  if (!lat) return placed(lat.error());
  const Result<double> lon = part->number("lon", 0, -540, 540);
  if (!lon) return placed(lon.error());
  const Result<double> span = part->number("span_km", 200, 10, 4000);
  if (!span) return placed(span.error());
  if (Result<void> end = part->end(); !end) return placed(end.error());
  const Result<WorldRecord> record = services.worlds.find(*world);
  if (!record) return Error{ErrorCode::unknown_name, "/zoom/world", "there is no such world"};
  CRATON_TRY(const std::int64_t size, body.integer("size", 512, 64, 2048));
  CRATON_TRY(const std::string name, body.text("name", "", 120));
  MakeOrder order;
  order.zoom = MakeOrder::Zoom{
      *record, {{*lat, *lon}, *span * 1000, static_cast<std::uint32_t>(size)}, name.empty() ? *world + " region" : name};
  order.recipe.name = order.zoom->name;
  return order;
}

/// What a region takes from its planet, of what is there.
Result<PlanetZoom> zoom_of(Services& services, const MakeOrder::Zoom& order, Job& job) {
  constexpr std::string_view wanted[] = {
      "height", "temperature", "temperature_warmest", "temperature_coldest", "rain", "discharge", "river", "lake"};
  CRATON_TRY(const std::shared_ptr<const WorldFileInfo> info, services.worlds.info(order.planet));
  std::vector<std::string> layers;
  for (const StoredLayer& layer : info->layers)
    if (std::find(std::begin(wanted), std::end(wanted), layer.info.name) != std::end(wanted)) layers.push_back(layer.info.name);
  CRATON_TRY(const std::shared_ptr<const World> planet, services.worlds.world(order.planet, layers));
  Result<PlanetZoom> zoom =
      zoom_into(*planet, order.options, services.book.terms(), {.threads = services.threads, .cancel = &job.cancel});
  if (zoom) zoom->recipe.name = order.name;
  return zoom;
}

Result<World> made_world(Services& services, const MakeOrder& order, const Recipe& recipe, const AssetSource& assets, Job& job) {
  Watcher watcher(job, order, services.book.terms());
  MemoryBlobs blobs(remembered_bytes);
  MakeOptions options;
  options.execution = {.threads = services.threads, .progress = &job, .cancel = &job.cancel};
  options.assets = &assets;
  options.observer = &watcher;
  options.step_iterations = true;
  options.memory_limit = services.options.making_bytes;
  // Whoever looks on may end a stage early: then what came before it need not be made again.
  if (order.history) options.cache = &blobs;
  Result<World> world = make_world(recipe, services.book.terms(), options);
  while (!world && !job.cancel.cancelled()) {
    const std::optional<Recipe> shorter = watcher.take_finished();
    if (!shorter) break;
    job.start_anew();
    world = make_world(*shorter, services.book.terms(), options);
  }
  return world;
}

}  // namespace

Result<MakeOrder> read_world_order(Services& services, JsonBody& body) {
  if (const Json* zoom = body.find("zoom")) return read_zoom(services, *zoom, body);
  return read_make_order(services, body, 0, 16384);
}

Result<void> make_and_keep(Services& services, const MakeOrder& order, const std::string& id, Job& job) {
  std::optional<PlanetZoom> zoom;
  std::unique_ptr<AssetSource> rasters;
  if (order.zoom) {
    job.begin_stage("zooming");
    CRATON_TRY(PlanetZoom found, zoom_of(services, *order.zoom, job));
    zoom = std::move(found);
    rasters = assets_of(*zoom);
  }
  CRATON_TRY(const World world, zoom ? made_world(services, order, zoom->recipe, *rasters, job)
                                     : made_world(services, order, order.recipe, services.heights, job));
  job.begin_stage("writing");
  // Once it is renamed into place it is there for good, whatever happens to this process.
  CRATON_TRY(write_world(services.worlds.path_of(id), world, services.book.terms(),
                         {.threads = services.threads, .cancel = &job.cancel}));
  job.set_world(id);
  return {};
}

}  // namespace craton::server
