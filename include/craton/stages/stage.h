#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/assets.h>
#include <craton/base/export.h>
#include <craton/base/params.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/noise/noise.h>
#include <craton/stages/bound.h>
#include <craton/surface/field.h>
#include <craton/surface/surface.h>

/// What happens to a surface: one algorithm a stage, declared once, run on any domain.
namespace craton {

/// How far a stage looks from a cell. On an endless plane a tile gets a margin for points and stencils; the others are refused.
struct Reach {
  enum class Kind { point, stencil, basin, whole };
  Kind kind = Kind::point;
  std::uint32_t cells = 0;  ///< of a stencil
  /// On an endless plane: the parameter by which a stage was told to take the tile for a world of its own, whose objects name
  /// its cells; "" where it was not.
  std::string_view alone_by{};

  static Reach point() { return {}; }
  static Reach stencil(std::uint32_t cells) { return {Kind::stencil, cells, {}}; }
  static Reach basin() { return {Kind::basin, 0, {}}; }
  static Reach whole() { return {Kind::whole, 0, {}}; }
  static Reach tile_alone(std::string_view by) { return {Kind::point, 0, by}; }
  bool alone() const { return !alone_by.empty(); }
};

struct StageInfo {
  std::string_view id, title, doc, cite{};
  int version = 1;                       ///< the version of worlds ("craton" in a recipe) from which on this algorithm stands
  std::string_view reach_doc = "point";  ///< how far it looks, in words
  std::span<const ParamInfo> params{};
  std::span<const TableUse> tables{};  ///< of objects
  bool sea = false;                    ///< ground below 0 m is sea to it
  bool follows_edits = false;          ///< goes by the land as people left it; the others by the land as it was made

  /// Names of the tables of objects that it writes or changes.
  CRATON_API std::vector<std::string_view> objects() const;
};

/// A numeric parameter that a layer stands in for: {"strength": {"layer": "mask"}}.
struct LayerInput {
  std::string param, layer;

  friend bool operator==(const LayerInput&, const LayerInput&) = default;
};

/// A stage in a recipe: which algorithm, under which name, with which parameters.
struct CRATON_API StageSpec {
  std::string stage;  ///< id of the algorithm
  std::string id;     ///< its own name in the recipe; its randomness comes from the child seed of this name
  bool enabled = true;
  ParamValues params{};
  std::vector<LayerInput> layers{};
  std::vector<NoiseInput> noises{};

  const NoiseSpec* noise(std::string_view param) const;
  const std::string* layer(std::string_view param) const;
};

/// What a stage gets beside its surface and parameters.
class CRATON_API StageContext {
 public:
  StageContext(Seed stage_seed, std::string stage_path) : seed(stage_seed), path(std::move(stage_path)) {}
  virtual ~StageContext() = default;

  Seed seed;            ///< the stage's own
  std::string path;     ///< of the stage in its recipe, for errors: "/stages/2"
  Execution execution;  ///< hand it to loops; progress counts the current iteration
  const AssetSource* assets = nullptr;
  Surface* surface = nullptr;       ///< what the stage works on
  const StageSpec* spec = nullptr;  ///< as the recipe has it

  const Domain& domain() const { return surface->domain(); }
  /// The layer that stands in for a number; null where a number is given.
  const Layer* layer_behind(std::string_view param) const;
  std::string path_of(std::string_view param) const { return path + "/" + std::string(param); }

  /// Told before iteration `index` of `count`: progress counts on from there.
  virtual void begin_iteration(std::uint32_t index, std::uint32_t count);
  /// Told after an iteration that left the surface presentable: step mode shows it. An error ends the stage.
  virtual Result<void> end_iteration(const Surface& surface);

  /// Keeps a layer's values within a parameter's range: what a stage sees is always allowed (NaN becomes the lower bound).
  /// Parameters that allow ±1e9 and more take a layer as it is.
  Result<std::span<const float>> bounded(const Layer& layer, const ParamInfo& param);
  /// A copy of a layer's values as they are now.
  std::span<const float> frozen(const Layer& layer);

 private:
  std::vector<std::unique_ptr<Layer>> bounded_;  // copies, made only of layers that leave the range
};

using StageRun = Result<void> (*)(Surface& surface, const StageSpec& spec, StageContext& context);
using StageReach = Reach (*)(const StageSpec& spec, double spacing);
/// What can be refused before anything runs; `path` is the stage's.
using StageCheck = Result<void> (*)(const StageSpec& spec, const DomainSpec& domain, const std::string& path);

/// An algorithm. Yours is as good as ours: put it into a StageList. `stage_of` makes one.
struct StageEntry {
  StageInfo info;
  StageRun run = nullptr;
  StageReach reach = nullptr;  ///< null: point
  StageCheck check = nullptr;  ///< null: nothing more to check
};

/// A layer that a stage of a recipe uses, and the parameter that names it.
struct StageLayer {
  std::string name;
  LayerAccess access = LayerAccess::read;
  LayerType type = LayerType::number;
  std::string param;
};
using StageLayers = std::vector<StageLayer>;
CRATON_API StageLayers stage_layers(const StageEntry& entry, const StageSpec& spec);

/// Craton's own stages, in the order of the reference.
CRATON_API std::span<const StageEntry> all_stages();

/// The stages that recipes can use: Craton's own, and the user's.
///
///     StageList stages;              // all of Craton's
///     stages.add(my_stage);          // shows up in recipes, schema and reference like any other
class CRATON_API StageList {
 public:
  StageList();
  /// An error where the declaration is not sound (id taken or not a name, no `run`, …).
  Result<void> add(const StageEntry& entry);

  std::span<const StageEntry> entries() const { return entries_; }
  /// The newest of this id that recipes of `version` know; the error suggests a near name.
  Result<const StageEntry*> find(std::string_view id, int version, std::string_view path) const;

 private:
  std::vector<StageEntry> entries_;
};

/// Parameters of a stage from its spec, with layers, noises and tables bound to the surface. A field that is a layer which the
/// stage writes stays as it was when the stage began, unless the stage needs of each cell only that cell (`cells_apart`).
CRATON_API Result<void> bind_stage(std::span<const ParamInfo> declared, std::span<const TableUse> tables, bool cells_apart,
                                   const StageSpec& spec, Surface& surface, StageContext& context, void* parameters);
/// Whether the noises that must be given are.
CRATON_API Result<void> check_noises(std::span<const ParamInfo> declared, const StageSpec& spec, const std::string& path);
/// Without a surface: layers and tables are not bound, fields that are layers stay at their defaults. For reach and checks, whose
/// specs are checked already.
CRATON_API void plain_stage_params(std::span<const ParamInfo> declared, const StageSpec& spec, void* parameters);
template <class P>
P plain_params(const StageSpec& spec) {
  P parameters{};
  plain_stage_params(params_of<P>(), spec, &parameters);
  return parameters;
}

namespace detail {

template <class F>
struct run_params;
template <class P>
struct run_params<Result<void> (*)(P&, StageContext&)> {
  using type = std::remove_const_t<P>;
};

}  // namespace detail

/// A stage from its typed functions; parameters and tables are those of their struct, P:
///
///     Result<void> run(const P& params, StageContext& context);
///     Reach reach(const P& params, double spacing);                 // or (params, spec, spacing), or nullptr: point
///     Result<void> check(const P& params, const StageSpec& spec, const DomainSpec& domain, const std::string& path);   // or
///     nullptr
///
///     StageEntry dunes = stage_of<run>({.id = "dunes", .title = "Dunes", .doc = "Raises parallel ridges of sand."});
template <auto run, auto reach = nullptr, auto check = nullptr>
StageEntry stage_of(StageInfo info) {
  using P = typename detail::run_params<decltype(run)>::type;
  info.params = params_of<P>();
  info.tables = tables_of<P>();
  constexpr bool cells_apart = std::is_same_v<decltype(reach), std::nullptr_t>;
  StageEntry entry{.info = info, .run = [](Surface& surface, const StageSpec& spec, StageContext& context) -> Result<void> {
                     P parameters{};
                     CRATON_TRY(bind_stage(params_of<P>(), tables_of<P>(), cells_apart, spec, surface, context, &parameters));
                     return run(parameters, context);
                   }};
  if constexpr (!cells_apart)
    entry.reach = [](const StageSpec& spec, double spacing) {
      if constexpr (std::is_invocable_v<decltype(reach), const P&, const StageSpec&, double>)
        return reach(plain_params<P>(spec), spec, spacing);
      else
        return reach(plain_params<P>(spec), spacing);
    };
  if constexpr (!std::is_same_v<decltype(check), std::nullptr_t>)
    entry.check = [](const StageSpec& spec, const DomainSpec& domain, const std::string& path) -> Result<void> {
      CRATON_TRY(check_noises(params_of<P>(), spec, path));
      return check(plain_params<P>(spec), spec, domain, path);
    };
  return entry;
}

}  // namespace craton
