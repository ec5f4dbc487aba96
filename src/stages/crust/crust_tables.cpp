#include <algorithm>
#include <cmath>
#include <string>

#include "stages/crust/crust_plan.h"

namespace craton::crust {
namespace {

constexpr std::string_view plates_name = "plates", cells_name = "plate_mesh";
constexpr double degrees = 180 / 3.14159265358979323846;

std::string kind_of(const PlanPlate& plate) {
  if (plate.continental > 0.6) return "continental";
  return plate.continental < 0.1 ? "oceanic" : "mixed";
}

}  // namespace

ObjectTable plates_objects(const PlateMesh& mesh, const CrustPlan& plan) {
  const double metres = mesh.ground().metres_a_unit();
  std::vector<Vec3d> centre, motion, pole, turn;
  std::vector<double> rate, area, share, age, buoyancy;
  std::vector<std::string> kind;
  for (std::size_t p = 0; p < plan.plates.size(); ++p) {
    const PlanPlate& plate = plan.plates[p];
    centre.push_back(plate.centre * metres);
    motion.push_back(plan.velocity(mesh.ground(), p, plate.centre));
    turn.push_back(plate.turn);
    pole.push_back(mesh.ground().is_sphere() ? unit(plate.turn) : Vec3d{});
    rate.push_back(mesh.ground().is_sphere() ? length(plate.turn) * degrees : 0);
    area.push_back(plate.area * metres * metres * 1e-6);
    share.push_back(plate.continental);
    age.push_back(plate.age);
    buoyancy.push_back(plate.buoyancy);
    kind.push_back(kind_of(plate));
  }
  return {std::string(plates_name),
          "The plates; row i is number i + 1 of the layer `plate`.",
          {{"centre", "m", "Its middle.", centre},
           {"motion", "mm/year", "How the middle moves, on a planet of the Earth's size.", motion},
           {"pole", "", "Direction of the pole about which it turns, seen from which it turns to the left; 0 on maps.", pole},
           {"rate", "°/My", "How fast it turns.", rate},
           {"kind", "", "continental, oceanic or mixed.", kind},
           {"area", "km²", "", area},
           {"continental_share", "", "The share of continental crust.", share},
           {"age", "My", "Mean age of its sea floor.", age},
           {"buoyancy", "", "Of two oceanic plates the less buoyant one sinks.", buoyancy},
           {"rotation", "", "Pole times rate in radians a million years; on maps the motion.", turn}}};
}

template <class Value>
std::vector<std::int64_t> whole(const std::vector<Value>& values) {
  return {values.begin(), values.end()};
}

ObjectTable mesh_objects(const CrustPlan& plan) {
  // The first rows also hold what there is only one of.
  std::vector<std::int64_t> header(plan.plate.size(), 0);
  header[0] = plan.mesh;
  header[1] = static_cast<std::int64_t>(plan.seed.value);
  ObjectTable table{std::string(cells_name),
                    "The coarse mesh that plates live on, whatever the resolution of the world.",
                    {{"plate", "", "Row of its plate.", whole(plan.plate)},
                     {"province", "", "Core of a continent, −1 in the sea.", whole(plan.province)},
                     {"margin", "km", "Distance to the edge of continental crust, below 0 outside.", plan.margin},
                     {"age", "My", "Of the sea floor.", plan.age},
                     {"rise", "m", "How high the core lies beside others.", plan.rise},
                     {"header", "", "Row 0: cells along an edge of the cube; row 1: the seed.", header}}};
  if (!plan.belt.empty()) table.columns.push_back({"belt", "m", "Ranges that collisions left.", plan.belt});
  if (!plan.turned.empty())
    table.columns.push_back({"turned", "",
                             "How the crust has moved since the start: the vector part of the unit quaternion of its rotation, "
                             "or kilometres on maps.",
                             plan.turned});
  return table;
}

namespace {

std::vector<std::int32_t> narrow(const std::vector<std::int64_t>& values) {
  std::vector<std::int32_t> result;
  for (const std::int64_t value : values) result.push_back(static_cast<std::int32_t>(value));
  return result;
}

bool read_plates(const ObjectTable& table, CrustPlan& plan) {
  const auto* turn = table.values<Vec3d>("rotation");
  const auto* buoyancy = table.values<double>("buoyancy");
  if (!turn || !buoyancy) return false;
  for (std::size_t p = 0; p < turn->size(); ++p) {
    PlanPlate plate;
    plate.turn = (*turn)[p];
    plate.buoyancy = (*buoyancy)[p];
    plan.plates.push_back(plate);
  }
  const auto all_finite = [](const PlanPlate& plate) { return std::isfinite(dot(plate.turn, plate.turn) + plate.buoyancy); };
  return !plan.plates.empty() && std::all_of(plan.plates.begin(), plan.plates.end(), all_finite);
}

bool read_mesh(const ObjectTable& table, CrustPlan& plan) {
  const auto* plate = table.values<std::int64_t>("plate");
  const auto* province = table.values<std::int64_t>("province");
  const auto* header = table.values<std::int64_t>("header");
  const auto* margin = table.values<double>("margin");
  const auto* age = table.values<double>("age");
  const auto* rise = table.values<double>("rise");
  if (!plate || !province || !header || !margin || !age || !rise || header->size() < 2) return false;
  if ((*header)[0] < 1 || (*header)[0] > 200) return false;  // before a mesh of that size is made
  plan.mesh = static_cast<int>((*header)[0]);
  plan.seed = Seed{static_cast<std::uint64_t>((*header)[1])};
  plan.plate = narrow(*plate);
  plan.province = narrow(*province);
  plan.margin = *margin;
  plan.age = *age;
  plan.rise = *rise;
  if (const auto* belt = table.values<double>("belt")) plan.belt = *belt;
  if (const auto* turned = table.values<Vec3d>("turned")) plan.turned = *turned;
  for (const std::int32_t number : plan.plate)
    if (number < 0 || static_cast<std::size_t>(number) >= plan.plates.size()) return false;
  for (const std::vector<double>* values : {margin, age, rise})
    if (!std::all_of(values->begin(), values->end(), [](double value) { return std::isfinite(value); })) return false;
  return true;
}

}  // namespace

Result<CrustPlan> plan_from_tables(const ObjectTable* plates, const ObjectTable* cells, const std::string& path) {
  CrustPlan plan;
  if (plates && cells && read_plates(*plates, plan) && read_mesh(*cells, plan)) return plan;
  return Error{ErrorCode::invalid_value, path, "there are no plates here: the stage `plates` makes them"};
}

}  // namespace craton::crust
