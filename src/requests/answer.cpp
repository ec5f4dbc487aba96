#include <craton/requests/answer.h>

#include <algorithm>

#include <craton/files/geojson.h>
#include <craton/files/world_file.h>
#include <craton/surface/nearest_object.h>
#include <craton/worlds/kinds.h>

#include "base/text.h"
#include "requests/answer_impl.h"
#include "requests/values.h"

namespace craton {
namespace {

struct AxesOf {
  std::vector<AnswerAxis> operator()(const PlaneTile& tile) const {
    return {{"y", tile.size().height, true, tile.origin().y, tile.step()},
            {"x", tile.size().width, true, tile.origin().x, tile.step()}};
  }
  std::vector<AnswerAxis> operator()(const Torus& torus) const {
    return {{"y", torus.size().height, true, 0, torus.step()}, {"x", torus.size().width, true, 0, torus.step()}};
  }
  std::vector<AnswerAxis> operator()(const CubeSphere& sphere) const {
    return {{"face", 6}, {"row", sphere.resolution()}, {"column", sphere.resolution()}};
  }
};

std::uint64_t held(const std::string& text) { return sizeof(std::string) + text.capacity(); }
template <class Value>
std::uint64_t held(const std::vector<Value>& list) {
  return sizeof(std::vector<Value>) + list.capacity() * sizeof(Value);
}
template <class Value>
std::uint64_t held(const Value& value) {
  return sizeof value;
}

std::uint64_t bytes_of(const ObjectTable& table) {
  std::uint64_t bytes = 0;
  for (const ObjectColumn& column : table.columns)
    bytes += std::visit(
        [](const auto& list) {
          std::uint64_t all = 0;
          for (const auto& each : list) all += held(each);
          return all;
        },
        column.values);
  return bytes;
}

Error no_world() { return {ErrorCode::unsupported, "answer", "it is no world with cells: its arrays tell where they lie"}; }

}  // namespace

Answer Answer::of_world(World world, bool window) {
  auto impl = std::make_shared<Impl>();
  impl->window = window;
  impl->seed = world.recipe.seed;
  impl->name = world.recipe.name;
  impl->world = std::make_unique<const World>(std::move(world));
  const Surface& surface = impl->world->surface;
  const std::vector<AnswerAxis> axes = std::visit(AxesOf{}, surface.domain());
  for (const auto& layer : surface.layers()) impl->arrays.push_back({layer.get(), axes});
  return Answer(std::move(impl));
}

Answer Answer::of_values(Parts parts) {
  auto impl = std::make_shared<Impl>();
  impl->window = true;
  impl->seed = parts.seed;
  impl->name = std::move(parts.name);
  impl->recipe = std::move(parts.recipe);
  impl->own_tables = std::move(parts.tables);
  impl->own_arrays = std::move(parts.arrays);
  impl->files = std::move(parts.files);
  impl->voxels = std::move(parts.voxels);
  for (const OwnArray& each : impl->own_arrays) impl->arrays.push_back({each.layer.get(), each.axes});
  return Answer(std::move(impl));
}

std::span<const AnswerArray> Answer::arrays() const { return impl_->arrays; }

const AnswerArray* Answer::array(std::string_view name) const {
  const auto found = std::find_if(impl_->arrays.begin(), impl_->arrays.end(),
                                  [&](const AnswerArray& each) { return each.layer->name() == name; });
  return found == impl_->arrays.end() ? nullptr : &*found;
}

std::span<const ObjectTable> Answer::tables() const {
  return impl_->world ? std::span(impl_->world->surface.objects()) : std::span(impl_->own_tables);
}
std::span<const AnswerFile> Answer::files() const { return impl_->files; }
const World* Answer::world() const { return impl_->world.get(); }
const std::shared_ptr<const VoxelScene>& Answer::voxels() const { return impl_->voxels; }
std::string_view Answer::name() const { return impl_->name; }
bool Answer::window() const { return impl_->window; }
std::uint64_t Answer::seed() const { return impl_->seed; }

std::uint64_t Answer::bytes() const {
  std::uint64_t bytes = 0;
  for (const AnswerArray& array : arrays()) bytes += array.layer->bytes().size();
  for (const ObjectTable& table : tables()) bytes += bytes_of(table);
  for (const AnswerFile& file : files()) bytes += file.bytes.size();
  return bytes;
}

namespace {

Result<Point2> point_of(double x, double y) {
  const Result<std::int64_t> east = units_from_metres(x), south = units_from_metres(y);
  if (!east) return Error{east.error().code, "x", east.error().message};
  if (!south) return Error{south.error().code, "y", south.error().message};
  return Point2{*east, *south};
}

struct CellAt {
  double first, second;

  template <class Flat>
  Result<std::optional<std::uint64_t>> operator()(const Flat& flat) const {
    CRATON_TRY(const Point2 point, point_of(first, second));
    const std::optional<Cell> cell = flat.nearest(point);
    return cell ? std::optional<std::uint64_t>(*cell) : std::nullopt;
  }
  Result<std::optional<std::uint64_t>> operator()(const CubeSphere& sphere) const {
    if (!(first >= -90 && first <= 90))
      return Error{ErrorCode::invalid_value, "latitude",
                   concat({"found ", to_string(ParamValue{first}), ", allowed -90 … 90 degrees"})};
    if (!(second >= -540 && second <= 540))
      return Error{ErrorCode::invalid_value, "longitude",
                   concat({"found ", to_string(ParamValue{second}), ", allowed -540 … 540 degrees"})};
    return std::optional<std::uint64_t>(sphere.nearest(direction_of(LatLon{first, second})));
  }
};

struct PlaceOf {
  Cell cell;

  template <class Flat>
  LatLon operator()(const Flat& flat) const {
    const Point2 point = flat.position(cell);
    return {metres_from_units(point.x), metres_from_units(point.y)};
  }
  LatLon operator()(const CubeSphere& sphere) const { return sphere.lat_lon(cell); }
};

}  // namespace

Result<std::optional<std::uint64_t>> Answer::cell_at(double first, double second) const {
  if (!world()) return no_world();
  return std::visit(CellAt{first, second}, world()->surface.domain());
}

Result<void> Answer::places(std::span<double> first, std::span<double> second) const {
  if (!world()) return no_world();
  const Surface& surface = world()->surface;
  if (first.size() != surface.cell_count() || second.size() != surface.cell_count())
    return Error{ErrorCode::invalid_value, "places",
                 concat({"there must be room for ", std::to_string(surface.cell_count()), " places"})};
  for (Cell cell = 0; cell < surface.cell_count(); ++cell) {
    const LatLon place = std::visit(PlaceOf{cell}, surface.domain());
    first[cell] = place.latitude;
    second[cell] = place.longitude;
  }
  return {};
}

Result<std::string> Answer::geojson(std::string_view names) const {
  if (!world()) return no_world();
  GeoJsonOptions options;
  for (std::size_t begin = 0; begin < names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    options.objects.emplace_back(names.substr(begin, end - begin));
    begin = end + 1;
  }
  return geojson_text(*world(), options);
}

Result<void> Answer::write(const std::string& path, const Execution& execution) const {
  if (!world() || window())
    return Error{ErrorCode::unsupported, "path", "is for whole worlds; of what else there is write arrays and files"};
  return write_world(path, *world(), all_terms(), execution);
}

}  // namespace craton
