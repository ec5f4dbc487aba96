// Plates by flood fill (Fusek 2020, "Generování procedurálních planet", section 5.4): random cells grow, each by a rate of its
// own, until they meet. plate_growth.h has the algorithm, plate_table.h what is known of each plate afterwards.
#include <algorithm>

#include "base/text.h"
#include "stages/all_stages.h"
#include "stages/crust/plate_table.h"

namespace craton {
namespace {

struct GrownPlatesParams {
  Write<std::int32_t> plate = "plate";
  WriteTable plates_made = "plates";
  int plates = 50;
  double rate_range = 0.5;
  bool random_driven = false;
  int rounds = 0;
};

Result<void> check_count(int plates, std::uint64_t cells, const std::string& path) {
  if (static_cast<std::uint64_t>(plates) <= cells) return {};
  return Error{ErrorCode::invalid_value, path + "/plates",
               concat({"found ", std::to_string(plates), " plates, but the domain has only ", std::to_string(cells),
                       " cells to grow from; take fewer plates or a higher resolution"})};
}

Result<void> run(const GrownPlatesParams& params, StageContext& context) {
  CRATON_TRY(check_count(params.plates, context.surface->cell_count(), context.path));
  const std::span<std::int32_t> plate = params.plate.values();
  std::fill(plate.begin(), plate.end(), 0);

  const GrowthRules rules{.plates = static_cast<std::uint32_t>(params.plates),
                          .rate_range = params.rate_range,
                          .random_driven = params.random_driven,
                          .rounds = static_cast<std::uint32_t>(params.rounds)};
  const auto after_round = [&](std::uint32_t round) -> Result<void> {
    if (context.execution.cancel && context.execution.cancel->cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
    // How many rounds there will be is not known: there is always one more to come.
    context.begin_iteration(round, round + 2);
    return context.end_iteration(*context.surface);
  };
  CRATON_TRY(const PlateGrowth growth, grow_plates(context.domain(), rules, context.seed, plate, after_round));
  CRATON_TRY(ObjectTable table,
             table_of_plates(context.domain(), plate, growth, context.seed.child("motion"), context.execution));
  return params.plates_made.set(std::move(table));
}

Reach reach(const GrownPlatesParams&, double) { return Reach::whole(); }

Result<void> check(const GrownPlatesParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  CRATON_TRY(const DomainExtent extent, extent_of(domain, 0, "/domain"));
  return check_count(params.plates, extent.cells, path);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<GrownPlatesParams>() {
  using P = GrownPlatesParams;
  static const ParamInfo list[] = {
      result_param<&P::plate>("plate", "Number of the plate, from 1; 0: none yet.", ""),
      integer_param<&P::plates>("plates", 1, 500, "", "How many plates grow, each from a random cell."),
      number_param<&P::rate_range>(
          "rate_range", 0, 5, "",
          "How different the rates of growth are: with e below 1 from 1 − e to 1 + e, else from 0 to e expansions in a round."),
      boolean_param<&P::random_driven>("random_driven",
                                       "A round expands one random plate instead of all, which makes their sizes very uneven."),
      integer_param<&P::rounds>("rounds", 0, 1'000'000, "",
                                "Stops after so many rounds, to watch plates grow; 0: when all cells have a plate."),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<GrownPlatesParams>() {
  static const TableUse list[] = {table_use<&GrownPlatesParams::plates_made>()};
  return list;
}

const StageEntry& grown_plates_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "grown_plates",
      .title = "Grown plates",
      .doc = "Plates of the crust that grow from random cells until they meet, a ring of cells in each expansion. As "
             "objects they know their cells, edges, centre and motion. Growth goes by cells: another resolution is "
             "another world.",
      .cite = "Fusek 2020",
      .reach_doc = "whole",
  });
  return entry;
}

}  // namespace craton
