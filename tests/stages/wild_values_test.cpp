// Every number that a recipe may hold, as nobody means it. What is outside its declared range never reaches an algorithm; at the
// ends of the ranges each stage of each case in cases/ makes numbers, or says what is wrong and where.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include <craton/noise/noise.h>
#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/voxels.h>
#include "stage_cases.h"

namespace craton {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
constexpr double largest = std::numeric_limits<double>::max(), tiny = std::numeric_limits<double>::denorm_min();

bool is_number(const ParamInfo& param) { return param.type == ParamType::number || param.type == craton::ParamType::integer; }

void expect_refused(const ParamInfo& param, const ParamValue& value, const std::string& owner) {
  const std::string path = owner + "/" + std::string(param.name);
  const Result<ParamValue> checked = param.check(value, path);
  ASSERT_FALSE(checked) << path << " takes " << to_string(value);
  EXPECT_EQ(checked.error().path, path);
}

void expect_ranges_hold(std::span<const ParamInfo> params, const std::string& owner) {
  for (const ParamInfo& param : params) {
    const bool numbers = param.type == ParamType::numbers;
    if (!is_number(param) && !numbers) continue;
    const std::string path = owner + "/" + std::string(param.name);
    EXPECT_TRUE(std::isfinite(param.min) && std::isfinite(param.max) && param.min <= param.max) << path;
    const auto as_given = [&](double value) -> ParamValue {
      if (numbers) return std::vector<double>{value, value};
      return value;
    };
    for (const double value :
         {nan, infinity, -infinity, largest, -largest, std::nextafter(param.max, infinity) + param.max * 1e-6,
          std::nextafter(param.min, -infinity) - std::abs(param.min) * 1e-6})
      if (!(value >= param.min && value <= param.max)) expect_refused(param, as_given(value), owner);
    if (numbers) expect_refused(param, std::vector<double>(param.max_length + 1, param.min), owner);
    if (!numbers) expect_refused(param, std::vector<double>{}, owner);
    expect_refused(param, std::string(), owner);
    expect_refused(param, std::string("NaN"), owner);
    expect_refused(param, true, owner);
    if (param.type != ParamType::number) continue;
    for (const double value : {tiny, -0.0})
      if (value >= param.min && value <= param.max) { EXPECT_TRUE(param.check(value, path)) << path << " refuses " << value; }
  }
}

TEST(WildValues, NeverPassADeclaration) {
  for (const StageEntry& entry : all_stages()) expect_ranges_hold(entry.info.params, std::string(entry.info.id));
  for (const NoiseKind& kind : all_noise_kinds()) expect_ranges_hold(kind.params, std::string(kind.id));
  expect_ranges_hold(params_of<VoxelParams>(), "voxels");
}

/// Cancels work that takes longer than anyone waits here: extremes may ask for years of it.
class Patience {
 public:
  explicit Patience(std::chrono::milliseconds time)
      : waiter_([this, time] {
          std::unique_lock lock(mutex_);
          if (!ended_.wait_for(lock, time, [this] { return over_; })) token_.cancel();
        }) {}
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;
  ~Patience() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    ended_.notify_one();
    waiter_.join();
  }
  const CancelToken* token() const { return &token_; }

 private:
  CancelToken token_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::thread waiter_;
};

void expect_numbers_or_error(const nlohmann::json& stage_case, const std::string& kind, const std::string& what) {
  SCOPED_TRACE(what);
  const RecipeTerms terms = all_terms();
  const Result<Recipe> recipe = recipe_from_json(recipe_of_case(stage_case, kind, {.width = 33, .height = 27}), terms);
  if (!recipe) {
    EXPECT_FALSE(recipe.error().path.empty()) << recipe.error().to_string();
    return;
  }
  const Patience patience(std::chrono::milliseconds(300));
  const Result<World> world = make_world(
      *recipe, terms, {.execution = {.threads = 1, .cancel = patience.token()}, .memory_limit = std::uint64_t{1} << 30});
  if (!world) {
    EXPECT_FALSE(world.error().path.empty() && world.error().code != ErrorCode::cancelled) << world.error().to_string();
    return;
  }
  for (const auto& layer : world->surface.layers())
    for (Cell c = 0; c < layer->size(); ++c)
      ASSERT_TRUE(std::isfinite(layer->value(c))) << kind << ": " << layer->name() << " " << layer->value(c) << " in cell " << c;
}

class WildCases : public ::testing::TestWithParam<std::string> {};

TEST_P(WildCases, AtTheEndsOfRangesThereAreNumbersOrErrors) {
  const bool full = std::getenv("CRATON_FULL") != nullptr;
  const nlohmann::json original = stage_case(GetParam());
  const StageList stages = all_terms().stages;
  std::size_t count = std::hash<std::string_view>{}(GetParam());  // where a sample begins
  const std::string domain = original.at("domains").front();
  for (std::size_t i = 0; i < original.at("stages").size(); ++i) {
    const std::string id = original["stages"][i].at("stage");
    if (id == "noise" && GetParam() != case_names().front()) continue;  // every case has some
    const Result<const StageEntry*> entry = stages.find(id, 1, "/stage");
    ASSERT_TRUE(entry) << id;
    for (const ParamInfo& param : (*entry)->info.params) {
      if (!is_number(param)) continue;
      for (const double value : {param.min, param.max, 0.0, tiny}) {
        if (value < param.min || value > param.max || (value == tiny && param.type == craton::ParamType::integer)) continue;
        if (!full && ++count % 13 != 0) continue;
        nlohmann::json changed = original;
        nlohmann::json& place = changed["stages"][i][std::string(param.name)];
        if (param.type == craton::ParamType::integer)
          place = static_cast<std::int64_t>(value);
        else
          place = value;
        expect_numbers_or_error(changed, domain, id + "." + std::string(param.name) + " = " + to_string(ParamValue(value)));
        if (HasFatalFailure()) return;
      }
    }
  }
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, WildCases, ::testing::ValuesIn(case_names()), test_name);

}  // namespace
}  // namespace craton
