#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <craton/base/export.h>
#include <craton/base/params.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/surface/coords.h>
#include <craton/surface/cube_sphere.h>
#include <craton/surface/plane_tile.h>
#include <craton/surface/topology.h>
#include <craton/surface/torus.h>

/// Where a world lies. Three domains share one shape, the concept Topology, so that a stage is written once.
namespace craton {

using Domain = std::variant<PlaneTile, Torus, CubeSphere>;

/// A domain as a recipe writes it: {"kind": "torus", "width": 512, …}.
struct DomainSpec {
  std::string kind = "torus";
  ParamValues params{};
};

struct DomainKind {
  std::string_view id, title, doc;
  std::span<const ParamInfo> params;
};

/// plane, torus, sphere.
CRATON_API std::span<const DomainKind> all_domain_kinds();

/// `halo` is the margin of a plane; the others have none. The sphere's jitter comes from `seed.child("sites")`. `path` is the
/// place of the spec, for errors: "/domain".
CRATON_API Result<Domain> make_domain(const DomainSpec& spec, Seed seed, std::uint32_t halo, std::string_view path,
                                      const Execution& execution = {});

/// Its number of cells and their spacing in metres, without making its tables: for plans.
struct DomainExtent {
  std::uint64_t cells = 0;
  double spacing = 0;
  bool endless = false;  ///< a window onto something without borders: stages that need the whole are refused
};
CRATON_API Result<DomainExtent> extent_of(const DomainSpec& spec, std::uint32_t halo, std::string_view path);

CRATON_API Cell cell_count(const Domain& domain);
CRATON_API double spacing(const Domain& domain);

}  // namespace craton
