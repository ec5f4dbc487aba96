#pragma once

#include "stages/water/hydrography.h"
#include "stages/water/on_planes.h"

namespace craton {

/// The waters as members of a stage's parameters, where they come first; they are loaded before the stage runs.
///
///     struct WaterfallsParams : ReadWaters { … };
///     Result<void> run(const WaterfallsParams& params, StageContext&) { … params.waters.rivers … }
template <LayerAccess rivers_access, LayerAccess lakes_access>
struct BoundWaters {
  BoundLayer<std::int32_t, lakes_access> lake = "lake";
  BoundTable<rivers_access> rivers = rivers_table;
  BoundTable<lakes_access> lakes = lakes_table;
  Hydrography waters{};
};
using ReadWaters = BoundWaters<LayerAccess::read, LayerAccess::read>;
using ChangeRivers = BoundWaters<LayerAccess::change, LayerAccess::read>;
using ChangeWaters = BoundWaters<LayerAccess::change, LayerAccess::change>;

/// The tables of such parameters: those of the waters, and further members.
template <class P, auto... Members>
std::span<const TableUse> tables_with_waters() {
  static const TableUse list[] = {table_use<&P::rivers>(), table_use<&P::lakes>(), table_use<Members>()...};
  return list;
}

template <auto run, class P>
Result<void> run_on_waters(P& params, StageContext& context) {
  CRATON_TRY(params.waters,
             Hydrography::load(context.domain(), params.rivers.get(), params.lakes.get(), params.lake.values(), context.path));
  return run(params, context);
}

/// A stage of such parameters.
template <auto run>
StageEntry waters_stage_of(StageInfo info) {
  return whole_stage_of<run_on_waters<run, typename detail::run_params<decltype(run)>::type>>(info);
}

}  // namespace craton
