#include <craton/base/params.h>

#include <gtest/gtest.h>

#include <limits>

namespace craton {
namespace {

enum class Gradients { circle, fixed };

struct Sample {
  bool ridged = false;
  int octaves = 6;
  float persistence = 0.5f;
  double frequency = 0.01;
  Gradients gradients = Gradients::fixed;
  std::vector<double> amplitudes;
};

}  // namespace

template <>
std::span<const std::string_view> choice_names<Gradients>() {
  static constexpr std::string_view names[] = {"circle", "fixed"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<Sample>() {
  static const ParamInfo list[] = {
      boolean_param<&Sample::ridged>("ridged", "Folds the noise."),
      integer_param<&Sample::octaves>("octaves", 1, 24, "", "How many noises are added."),
      number_param<&Sample::persistence>("persistence", 0, 1, "", "Weight of an octave against the one before."),
      number_param<&Sample::frequency>("frequency", 0x1p-48, 512, "1/m", "Lattice cells per metre."),
      choice_param<&Sample::gradients>("gradients", "Where gradients point."),
      numbers_param<&Sample::amplitudes>("amplitudes", 0, 100, 3, "m", "Weights of the octaves."),
  };
  return list;
}

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

ParamValues one(std::string name, ParamValue value) {
  ParamValues values;
  values.set(std::move(name), std::move(value));
  return values;
}

Error error_of(std::string name, ParamValue value, std::string_view path = "/source") {
  const Result<Sample> read = params_from<Sample>(one(std::move(name), std::move(value)), path);
  EXPECT_FALSE(read);
  return read ? Error{} : read.error();
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Params, DefaultsComeFromTheStruct) {
  const std::span<const ParamInfo> list = params_of<Sample>();
  EXPECT_EQ(list[1].default_value, ParamValue(std::int64_t{6}));
  EXPECT_EQ(list[2].default_value, ParamValue(0.5));
  EXPECT_EQ(list[4].default_value, ParamValue(std::string("fixed")));
  for (const ParamInfo& info : list) EXPECT_TRUE(info.check(info.default_value, "")) << info.name;
  EXPECT_EQ(params_from<Sample>({}, "")->octaves, 6);
}

TEST(Params, ReadsEveryType) {
  ParamValues values;
  values.set("ridged", true);
  values.set("octaves", std::int64_t{3});
  values.set("persistence", 0.25);
  values.set("frequency", std::int64_t{2});  // a whole number where a number is asked for
  values.set("gradients", std::string("circle"));
  values.set("amplitudes", std::vector<double>{20, 5, 0.5});
  const Result<Sample> read = params_from<Sample>(values, "");
  ASSERT_TRUE(read) << read.error().to_string();
  EXPECT_TRUE(read->ridged);
  EXPECT_EQ(read->octaves, 3);
  EXPECT_EQ(read->persistence, 0.25f);
  EXPECT_EQ(read->frequency, 2.0);
  EXPECT_EQ(read->gradients, Gradients::circle);
  EXPECT_EQ(read->amplitudes, (std::vector<double>{20, 5, 0.5}));
}

TEST(Params, SettingAgainReplaces) {
  ParamValues values;
  values.set("a", true);
  values.set("b", std::int64_t{1});
  values.set("a", 2.0);
  ASSERT_EQ(values.items().size(), 2u);
  EXPECT_EQ(*values.find("a"), ParamValue(2.0));
  EXPECT_EQ(values.items()[0].first, "a") << "the order stays";
  EXPECT_EQ(values.find("c"), nullptr);
}

TEST(Params, BoundsAreInclusive) {
  EXPECT_TRUE(params_from<Sample>(one("octaves", std::int64_t{1}), ""));
  EXPECT_TRUE(params_from<Sample>(one("octaves", std::int64_t{24}), ""));
  EXPECT_TRUE(params_from<Sample>(one("frequency", 512.0), ""));
  EXPECT_EQ(error_of("octaves", std::int64_t{25}).to_string(), "/source/octaves: found 25, allowed 1 … 24");
  EXPECT_EQ(error_of("octaves", std::int64_t{0}).code, ErrorCode::invalid_value);
  EXPECT_EQ(error_of("octaves", std::numeric_limits<std::int64_t>::min()).code, ErrorCode::invalid_value);
  EXPECT_EQ(error_of("frequency", 513.0).message, "found 513, allowed 2^-48 … 512 1/m");
}

TEST(Params, NotANumberAndInfinityAreRefusedEverywhere) {
  for (double bad : {nan, -nan, inf, -inf}) {
    EXPECT_EQ(error_of("frequency", bad).code, ErrorCode::invalid_value);
    EXPECT_EQ(error_of("amplitudes", std::vector<double>{1, bad}).code, ErrorCode::invalid_value);
  }
  EXPECT_TRUE(has(error_of("frequency", nan).message, "found nan"));
  ParamInfo unbounded{.name = "x", .default_value = 0.0, .min = -inf, .max = inf, .unit = "", .doc = "", .choices = {}};
  EXPECT_TRUE(unbounded.check(1e308, "x"));
  EXPECT_FALSE(unbounded.check(inf, "x"));
  EXPECT_FALSE(unbounded.check(nan, "x"));
}

TEST(Params, WrongTypesSayBoth) {
  const Error error = error_of("octaves", 3.5);
  EXPECT_EQ(error.message, "found 3.5 (a number), allowed a whole number: 1 … 24");
  EXPECT_EQ(error_of("octaves", true).code, ErrorCode::invalid_value);
  EXPECT_EQ(error_of("ridged", std::int64_t{1}).message, "found 1 (a whole number), allowed true or false: true | false");
  EXPECT_EQ(error_of("frequency", std::string("fast")).message, "found \"fast\" (a text), allowed a number: 2^-48 … 512 1/m");
  EXPECT_EQ(error_of("frequency", true).code, ErrorCode::invalid_value);
  EXPECT_EQ(error_of("gradients", 2.0).code, ErrorCode::invalid_value);
  EXPECT_EQ(error_of("amplitudes", 2.0).code, ErrorCode::invalid_value);
}

TEST(Params, ListsAreBounded) {
  EXPECT_EQ(error_of("amplitudes", std::vector<double>{1, 2, 3, 4}).message,
            "found 4 numbers, allowed up to 3 numbers, each 0 … 100 m");
  EXPECT_EQ(error_of("amplitudes", std::vector<double>{1, -2}).message,
            "found -2 as number 2 of 2, allowed up to 3 numbers, each 0 … 100 m");
  EXPECT_TRUE(params_from<Sample>(one("amplitudes", std::vector<double>{}), ""));
}

TEST(Params, UnknownChoicesGetASuggestion) {
  const Error error = error_of("gradients", std::string("circel"));
  EXPECT_EQ(error.code, ErrorCode::unknown_name);
  EXPECT_EQ(error.to_string(), "/source/gradients: found \"circel\", allowed circle | fixed; did you mean \"circle\"?");
  EXPECT_EQ(error_of("gradients", std::string("hexagon")).message, "found \"hexagon\", allowed circle | fixed");
  EXPECT_FALSE(has(error_of("gradients", std::string(100000, 'x')).message, std::string(100, 'x'))) << "long input is cut";
}

TEST(Params, UnknownNamesGetASuggestionAndAPath) {
  const Error error = error_of("octave", std::int64_t{1});
  EXPECT_EQ(error.code, ErrorCode::unknown_name);
  EXPECT_EQ(error.path, "/source/octave");
  EXPECT_EQ(error.message,
            "unknown parameter \"octave\"; allowed ridged | octaves | persistence | frequency | gradients | amplitudes; did you "
            "mean \"octaves\"?");
  EXPECT_EQ(error_of("octave", std::int64_t{1}, "--").path, "--octave");
  EXPECT_EQ(error_of("octaves", std::int64_t{99}, "--").path, "--octaves");
  EXPECT_EQ(error_of("octaves", std::int64_t{99}, "").path, "octaves");
  EXPECT_FALSE(has(error_of("colour", std::int64_t{1}).message, "did you mean"));
}

TEST(Params, AnErrorChangesNothing) {
  Sample sample;
  ParamValues values = one("octaves", std::int64_t{3});
  values.set("persistence", 7.0);
  EXPECT_FALSE(read_params(params_of<Sample>(), values, "", &sample));
  EXPECT_EQ(sample.octaves, 6);
}

TEST(Params, NearestName) {
  constexpr std::string_view names[] = {"perlin", "value", "simplex", "white", "frequency"};
  EXPECT_EQ(nearest_name("perlni", names), "perlin") << "swapped neighbours";
  EXPECT_EQ(nearest_name("Perlin", names), "perlin") << "letter case";
  EXPECT_EQ(nearest_name("simplx", names), "simplex");
  EXPECT_EQ(nearest_name("sinplec", names), "simplex");
  EXPECT_EQ(nearest_name("freq", names), "frequency") << "a beginning";
  EXPECT_EQ(nearest_name("cellular", names), "");
  EXPECT_EQ(nearest_name("", names), "");
  EXPECT_EQ(nearest_name("x", {}), "");
  EXPECT_EQ(nearest_name(std::string(1000000, 'p'), names), "");
}

TEST(Params, ValuesAsText) {
  EXPECT_EQ(to_string(ParamValue(true)), "true");
  EXPECT_EQ(to_string(ParamValue(std::int64_t{-5})), "-5");
  EXPECT_EQ(to_string(ParamValue(0.1)), "0.1");
  EXPECT_EQ(to_string(ParamValue(std::string("fixed"))), "fixed");
  EXPECT_EQ(to_string(ParamValue(std::vector<double>{1, 2.5})), "[1, 2.5]");
  EXPECT_EQ(to_string(ParamValue(std::vector<double>{})), "[]");
}

}  // namespace
}  // namespace craton
