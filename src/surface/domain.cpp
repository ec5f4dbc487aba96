#include <craton/surface/domain.h>

#include <array>
#include <vector>

#include "base/text.h"
#include "surface/checked_param.h"
#include "surface/sphere_tables.h"

namespace craton {
namespace {

Error unknown_kind(const DomainSpec& spec, std::string_view path) {
  std::vector<std::string_view> names;
  for (const DomainKind& kind : all_domain_kinds()) names.push_back(kind.id);
  return at_path(
      path,
      {ErrorCode::unknown_name, "kind",
       concat({"unknown domain \"", spec.kind, "\"; allowed ", joined(names), suggestion(nearest_name(spec.kind, names))})});
}

/// What `make` gives, as T; its error with `path` in front.
template <class T, class Made>
Result<T> placed(Result<Made> made, std::string_view path) {
  if (!made) return at_path(path, made.error());
  return T(*std::move(made));
}

template <class Params>
Result<Params> read(const DomainSpec& spec, std::string_view path) {
  return params_from<Params>(spec.params, path);
}

DomainExtent extent(const PlaneTile& tile) { return {tile.cell_count(), tile.spacing(), true}; }
DomainExtent extent(const Torus& torus) { return {torus.cell_count(), torus.spacing(), false}; }

}  // namespace

std::span<const DomainKind> all_domain_kinds() {
  static const DomainKind list[] = {
      {"plane", "Plane", "A window onto an endless plane: every tile fits its neighbours.", params_of<PlaneTile::Params>()},
      {"torus", "Map", "A map that repeats onto itself along x, y, both or neither.", params_of<Torus::Params>()},
      {"sphere", "Sphere", "A planet: a sphere under a cube of six square grids, one site in each cell.",
       params_of<CubeSphere::Params>()},
  };
  return list;
}

Result<Domain> make_domain(const DomainSpec& spec, Seed seed, std::uint32_t halo, std::string_view path,
                           const Execution& execution) {
  if (spec.kind == "plane") {
    CRATON_TRY(const PlaneTile::Params params, read<PlaneTile::Params>(spec, path));
    return placed<Domain>(PlaneTile::make(params, halo), path);
  }
  if (spec.kind == "torus") {
    CRATON_TRY(const Torus::Params params, read<Torus::Params>(spec, path));
    return placed<Domain>(Torus::make(params), path);
  }
  if (spec.kind == "sphere") {
    CRATON_TRY(const CubeSphere::Params params, read<CubeSphere::Params>(spec, path));
    return placed<Domain>(CubeSphere::make(params, seed.child("sites"), execution), path);
  }
  return unknown_kind(spec, path);
}

Result<DomainExtent> extent_of(const DomainSpec& spec, std::uint32_t halo, std::string_view path) {
  if (spec.kind == "sphere") {
    CRATON_TRY(const CubeSphere::Params params, read<CubeSphere::Params>(spec, path));
    const auto side = static_cast<std::uint32_t>(params.resolution);
    return DomainExtent{6 * std::uint64_t{side} * side, sphere_spacing(side, params.radius), false};
  }
  // The other two have no tables: making them costs nothing.
  CRATON_TRY(const Domain domain, make_domain(spec, {}, halo, path));
  if (const auto* tile = std::get_if<PlaneTile>(&domain)) return extent(*tile);
  return extent(std::get<Torus>(domain));
}

Cell cell_count(const Domain& domain) {
  return std::visit([](const auto& each) { return each.cell_count(); }, domain);
}

double spacing(const Domain& domain) {
  return std::visit([](const auto& each) { return each.spacing(); }, domain);
}

}  // namespace craton
