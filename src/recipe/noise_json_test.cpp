#include <craton/recipe/noise_json.h>

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "recipe/noise_reader.h"

namespace craton {
namespace {

// Kinds of every form, so that these tests do not depend on which noises exist.
enum class Shape { round, square };

struct LeafParams {
  double frequency = 0.01;
  int steps = 4;
  bool normalise = true;
  Shape shape = Shape::round;
  std::vector<double> amplitudes;
};
struct TestMixParams {
  double share = 0.5;
};
struct ScaleParams {
  double by = 1;
};
struct TestConstantParams {
  double value = 0;
};

}  // namespace

template <>
std::span<const std::string_view> choice_names<Shape>() {
  static constexpr std::string_view names[] = {"round", "square"};
  return names;
}

namespace {

std::span<const NoiseKind> kinds() {
  static const ParamInfo leaf[] = {
      number_param<&LeafParams::frequency>("frequency", 0.001, 512, "1/m", "Cells per metre."),
      integer_param<&LeafParams::steps>("steps", 1, 64, "", "Steps."),
      boolean_param<&LeafParams::normalise>("normalise", "Whether."),
      choice_param<&LeafParams::shape>("shape", "Which."),
      numbers_param<&LeafParams::amplitudes>("amplitudes", -10, 10, 4, "", "Weights."),
  };
  static const auto noisy = [](ParamInfo info) {
    info.may_be_noise = true;
    return info;
  };
  static const ParamInfo mix[] = {noisy(number_param<&TestMixParams::share>("share", 0, 1, "", "How much of b."))};
  static const ParamInfo scale[] = {noisy(number_param<&ScaleParams::by>("by", -8, 8, "", "Factor."))};
  static const ParamInfo constant[] = {number_param<&TestConstantParams::value>("value", -1e6, 1e6, "", "The value.")};
  static constexpr NoiseInputInfo source[] = {{"source", "What is changed."}};
  static constexpr NoiseInputInfo two[] = {{"a", "One."}, {"b", "The other."}};
  static const NoiseKind list[] = {{.id = "leaf", .dimensions = 7, .params = leaf},
                                   {.id = "abs", .dimensions = 7, .inputs = source},
                                   {.id = "scale", .dimensions = 7, .params = scale, .inputs = source},
                                   {.id = "mix", .dimensions = 7, .params = mix, .inputs = two},
                                   {.id = "constant", .dimensions = 7, .params = constant}};
  return list;
}

Result<NoiseSpec> read(std::string_view text) { return recipe::read_noise_spec(text, kinds()); }

const NoiseSpec& input(const NoiseSpec& spec, std::string_view name) {
  for (const NoiseInput& each : spec.inputs)
    if (each.name == name) return *each.noise;
  ADD_FAILURE() << "no input " << name;
  return spec;
}

template <class T>
T param(const NoiseSpec& spec, std::string_view name) {
  const ParamValue* value = spec.params.find(name);
  if (!value || !std::holds_alternative<T>(*value)) {
    ADD_FAILURE() << name << " is missing or of another type";
    return {};
  }
  return std::get<T>(*value);
}

bool same(const NoiseSpec& a, const NoiseSpec& b) {
  if (a.kind != b.kind || a.seed != b.seed || a.params.items() != b.params.items() || a.inputs.size() != b.inputs.size())
    return false;
  for (std::size_t i = 0; i < a.inputs.size(); ++i)
    if (a.inputs[i].name != b.inputs[i].name || !same(*a.inputs[i].noise, *b.inputs[i].noise)) return false;
  return true;
}

std::string nested(int noises) {  // noises within each other
  std::string text;
  for (int i = 1; i < noises; ++i) text += R"({"kind":"abs","source":)";
  return text + R"({"kind":"leaf"})" + std::string(static_cast<std::size_t>(noises - 1), '}');
}

TEST(NoiseJson, ReadsParametersOfEveryType) {
  const auto spec = read(R"({"kind": "leaf", "frequency": 1, "steps": 7, "normalise": false, "shape": "square",
                             "amplitudes": [1, -0.5, 2e0], "seed": "rock"})");
  ASSERT_TRUE(spec) << spec.error().to_string();
  EXPECT_EQ(spec->kind, "leaf");
  EXPECT_EQ(spec->seed, "rock");
  EXPECT_EQ(param<double>(*spec, "frequency"), 1.0);
  EXPECT_EQ(param<std::int64_t>(*spec, "steps"), 7);
  EXPECT_EQ(param<bool>(*spec, "normalise"), false);
  EXPECT_EQ(param<std::string>(*spec, "shape"), "square");
  EXPECT_EQ(param<std::vector<double>>(*spec, "amplitudes"), (std::vector<double>{1, -0.5, 2}));
}

TEST(NoiseJson, ReadsInputsAndNumbersInTheirPlace) {
  const auto spec =
      read(R"({"kind": "mix", "a": {"kind": "leaf"}, "b": 0.25, "share": {"kind": "abs", "source": {"kind": "leaf"}}})");
  ASSERT_TRUE(spec) << spec.error().to_string();
  EXPECT_EQ(input(*spec, "a").kind, "leaf");
  EXPECT_EQ(input(*spec, "b").kind, "constant");
  EXPECT_EQ(param<double>(input(*spec, "b"), "value"), 0.25);
  EXPECT_EQ(input(input(*spec, "share"), "source").kind, "leaf");
  EXPECT_TRUE(spec->params.items().empty());
  EXPECT_TRUE(input(*spec, "a").seed.empty());
}

TEST(NoiseJson, SharesNodes) {
  const auto spec = read(R"({"kind": "mix", "a": "hills", "b": "rough", "share": "hills",
      "nodes": {"rough": {"kind": "abs", "source": "hills", "seed": "stone"}, "hills": {"kind": "leaf"}}})");
  ASSERT_TRUE(spec) << spec.error().to_string();
  ASSERT_EQ(spec->inputs.size(), 3U);
  EXPECT_EQ(spec->inputs[0].noise, spec->inputs[2].noise);
  EXPECT_EQ(spec->inputs[0].noise, spec->inputs[1].noise->inputs[0].noise);
  EXPECT_EQ(input(*spec, "a").seed, "hills");
  EXPECT_EQ(input(*spec, "b").seed, "stone");
}

TEST(NoiseJson, ANodeMayHaveTheSeedOfItsPlace) {
  const auto spec = read(R"({"kind": "mix", "a": "x", "b": "x", "nodes": {"x": {"kind": "leaf", "seed": ""}}})");
  ASSERT_TRUE(spec) << spec.error().to_string();
  EXPECT_EQ(input(*spec, "a").seed, "");
}

// Each node names the one before twice: 2^30 noises when written out.
TEST(NoiseJson, SharingCostsNothing) {
  std::string text = R"({"kind": "mix", "a": "n29", "b": "n29", "nodes": {"n0": {"kind": "leaf"})";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "\"n" + std::to_string(i - 1) + "\"";
    text += ", \"n" + std::to_string(i) + "\": {\"kind\": \"mix\", \"a\": " + before + ", \"b\": " + before + "}";
  }
  const auto spec = read(text + "}}");
  ASSERT_TRUE(spec) << spec.error().to_string();
  const std::string written = noise_spec_to_json(*spec);
  EXPECT_LT(written.size(), 4000U);
  const auto again = read(written);
  ASSERT_TRUE(again) << again.error().to_string();
  EXPECT_EQ(noise_spec_to_json(*again), written);
}

struct Bad {
  std::string text;
  ErrorCode code;
  std::string path, part;  // the message holds the part
};

std::vector<Bad> bad_texts() {
  using enum ErrorCode;
  const std::string leaf = R"({"kind": "leaf"})";
  const auto slashes = [](int count) {
    std::string path;
    for (int i = 0; i < count; ++i) path += "/source";
    return path;
  };
  std::string zeros;
  for (int i = 0; i < 34; ++i) zeros += "/0";
  std::vector<Bad> list{
      // not JSON
      {"", corrupt, "", "line 1, column 1"},
      {"{", corrupt, "", "line 1"},
      {"{\"kind\": \"leaf\",\n\"steps\": 0x1}", corrupt, "/steps", "line 2, column 11"},
      {R"({"kind": "leaf"} {})", corrupt, "", "line 1, column 18"},
      {R"({"kind": "leaf"},)", corrupt, "", "column 17"},
      {R"({"kind": "leaf"} // no)", corrupt, "", "column 18"},
      {R"({"kind": "leaf", /* no */ "steps": 1})", corrupt, "/kind", "column 18"},
      {R"({"kind": "leaf",})", corrupt, "/kind", "column 17"},
      {R"({'kind': 'leaf'})", corrupt, "", "column 2"},
      {R"({"kind": "leaf", "frequency": NaN})", corrupt, "/frequency", "column 31"},
      {R"({"kind": "leaf", "frequency": Infinity})", corrupt, "/frequency", "column 31"},
      {R"({"kind": "leaf", "frequency": 1e999})", corrupt, "/frequency", "1e999"},
      {R"({"kind": "leaf", "amplitudes": [1, -1e999]})", corrupt, "/amplitudes/0", "1e999"},
      {R"({"kind": "leaf", "frequency": .5})", corrupt, "/frequency", "column 31"},
      {R"({"kind": "leaf", "frequency": 01})", corrupt, "/frequency", "column 32"},
      {"{\"kind\": \"le\xff\"}", corrupt, "/kind", "UTF-8"},
      {std::string("{\"kind\": \"leaf\"}\0", 17), corrupt, "", "byte 17 is zero"},
      {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", unsupported, zeros, "nested deeper"},
      // not a noise
      {"3", invalid_value, "", "found 3 (a whole number), allowed a noise"},
      {"null", invalid_value, "", "found null"},
      {"[]", invalid_value, "", "a list of 0"},
      {R"("leaf")", invalid_value, "", "found \"leaf\" (a text)"},
      {"{}", invalid_value, "/kind", "missing"},
      {R"({"steps": 3})", invalid_value, "/kind", "missing"},
      {R"({"kind": 3})", invalid_value, "/kind", "found 3"},
      {R"({"kind": "laef"})", unknown_name, "/kind", "did you mean \"leaf\"?"},
      {R"({"kind": "Q"})", unknown_name, "/kind", "found \"Q\", allowed leaf | abs | scale | mix | constant"},
      // keys
      {R"({"kind": "leaf", "kind": "abs"})", invalid_value, "/kind", "twice"},
      {R"({"kind": "leaf", "steps": 1, "steps": 1})", invalid_value, "/steps", "twice"},
      {R"({"kind": "leaf", "step": 1})", unknown_name, "/step", "did you mean \"steps\"?"},
      {R"({"kind": "leaf", "a/b~": 1})", unknown_name, "/a~1b~0", "no such key"},
      {R"({"kind": "leaf", "x\ny": 1})", unknown_name, "/x\\ny", "no such key"},
      {R"({"kind": "leaf", "source": {"kind": "leaf"}})", unknown_name, "/source", "no such key"},
      {R"({"kind": "abs", "source": {"kind": "leaf", "nodes": {}}})", unknown_name, "/source/nodes", "outermost"},
      {R"({"kind": "leaf", "seed": 7})", invalid_value, "/seed", "allowed a name"},
      // parameters
      {R"({"kind": "leaf", "steps": 0})", invalid_value, "/steps", "found 0, allowed 1 … 64"},
      {R"({"kind": "leaf", "steps": 2.0})", invalid_value, "/steps", "allowed a whole number"},
      {R"({"kind": "leaf", "steps": 99999999999999999999})", invalid_value, "/steps", "allowed a whole number"},
      {R"({"kind": "leaf", "steps": "3"})", invalid_value, "/steps", "a text"},
      {R"({"kind": "leaf", "steps": null})", invalid_value, "/steps", "found null, allowed 1 … 64"},
      {R"({"kind": "leaf", "frequency": 1e300})", invalid_value, "/frequency", "allowed 0.001 … 512 1/m"},
      {R"({"kind": "leaf", "frequency": -0.0})", invalid_value, "/frequency", "allowed"},
      {R"({"kind": "leaf", "frequency": true})", invalid_value, "/frequency", "found true"},
      {R"({"kind": "leaf", "frequency": {"kind": "leaf"}})", invalid_value, "/frequency", "may be none"},
      {R"({"kind": "leaf", "normalise": 1})", invalid_value, "/normalise", "true | false"},
      {R"({"kind": "leaf", "shape": "sqare"})", unknown_name, "/shape", "did you mean \"square\"?"},
      {R"({"kind": "leaf", "shape": 1})", invalid_value, "/shape", "round | square"},
      {R"({"kind": "leaf", "amplitudes": 1})", invalid_value, "/amplitudes", "a list of numbers"},
      {R"({"kind": "leaf", "amplitudes": [1, "x"]})", invalid_value, "/amplitudes/1", "found \"x\" (a text), allowed a number"},
      {R"({"kind": "leaf", "amplitudes": [[1]]})", invalid_value, "/amplitudes/0", "a list of 1"},
      {R"({"kind": "leaf", "amplitudes": [1, 11]})", invalid_value, "/amplitudes", "found 11 as number 2 of 2"},
      {R"({"kind": "leaf", "amplitudes": [1, 1, 1, 1, 1]})", invalid_value, "/amplitudes", "5 numbers"},
      {R"({"kind": "leaf", "frequency": [1]})", invalid_value, "/frequency", "allowed a number"},
      // inputs
      {R"({"kind": "abs"})", invalid_value, "/source", "missing"},
      {R"({"kind": "mix", "a": {"kind": "leaf"}})", invalid_value, "/b", "missing"},
      {R"({"kind": "abs", "source": 3})", invalid_value, "/source", "allowed a noise"},
      {R"({"kind": "abs", "source": null})", invalid_value, "/source", "found null"},
      {R"({"kind": "abs", "source": [1]})", invalid_value, "/source", "a list of 1"},
      {R"({"kind": "mix", "a": {"kind": "leaf"}, "b": true})", invalid_value, "/b", "found true"},
      {R"({"kind": "mix", "a": {"kind": "leaf"}, "b": 1e7})", invalid_value, "/b", "allowed -1e+06"},
      {R"({"kind": "mix", "a": {"kind": "leaf"}, "b": 1, "share": 2})", invalid_value, "/share", "allowed 0 … 1"},
      {R"({"kind": "abs", "source": {"kind": "abs", "source": {"kind": "leaf", "frequency": 0}}})", invalid_value,
       "/source/source/frequency", "found 0"},
      // nodes
      {R"({"kind": "leaf", "nodes": []})", invalid_value, "/nodes", "a list of 0"},
      {R"({"kind": "abs", "source": "x"})", unknown_name, "/source", "there are no \"nodes\""},
      {R"({"kind": "abs", "source": "hlls", "nodes": {"hills": {"kind": "leaf"}}})", unknown_name, "/source",
       "no node is called \"hlls\"; there are hills; did you mean \"hills\"?"},
      {R"({"kind": "leaf", "nodes": {"x": {"kind": "leaf"}}})", invalid_value, "/nodes/x", "no noise uses this node"},
      {R"({"kind": "leaf", "nodes": {"": {"kind": "leaf"}}})", invalid_value, "/nodes/", "name"},
      {R"({"kind": "abs", "source": "x", "nodes": {"x": "y", "y": {"kind": "leaf"}}})", invalid_value, "/nodes/x", "found \"y\""},
      {R"({"kind": "abs", "source": "x", "nodes": {"x": {"kind": "leaf"}, "x": {"kind": "leaf"}}})", invalid_value, "/nodes/x",
       "twice"},
      {R"({"kind": "abs", "source": "x", "nodes": {"x": {"kind": "abs", "source": "x"}}})", invalid_value, "/nodes/x/source",
       R"(contains itself: "x" → "x")"},
      {R"({"kind": "abs", "source": "x", "nodes": {"x": {"kind": "scale", "source": {"kind": "leaf"}, "by": "y"},
                                                   "y": {"kind": "abs", "source": "x"}}})",
       invalid_value, "/nodes/y/source", R"(contains itself: "x" → "y" → "x")"},
      {R"({"kind": "abs", "source": "x", "nodes": {"x": {"kind": "leaf", "steps": 0}}})", invalid_value, "/nodes/x/steps",
       "found 0"},
      {R"({"kind": "leaf", "shape": "x", "nodes": {"x": {"kind": "leaf"}}})", unknown_name, "/shape", "round | square"},
      // sizes
      {nested(33), unsupported, slashes(32), "more than 32 noises within each other"},
      {nested(1000), unsupported, slashes(34), "nested deeper than 32 noises"},
      {leaf + std::string(1 << 20, ' '), unsupported, "", "too large"},
  };
  std::string long_key = R"({"kind": "leaf", ")" + std::string(5000, 'x') + R"(": 1})";
  list.push_back({long_key, unknown_name, "/" + std::string(60, 'x') + "…", "no such key"});
  std::string many = R"({"kind": "mix", "a": "n0", "b": 1, "nodes": {)";
  for (int i = 0; i < 1000; ++i) many += (i ? ", \"n" : "\"n") + std::to_string(i) + "\": " + leaf;
  list.push_back({many + "}}", unsupported, "/nodes/n999", "more than 1000 noises"});
  std::string keys = R"({"kind": "leaf")";
  for (int i = 0; i < 1001; ++i) keys += ", \"k" + std::to_string(i) + "\": 1";
  list.push_back({keys + "}", unsupported, "/k999", "more than 1000 keys"});
  return list;
}

TEST(NoiseJson, RefusesWithPathAndReason) {
  for (const Bad& bad : bad_texts()) {
    SCOPED_TRACE(bad.text.substr(0, 200));
    const auto spec = read(bad.text);
    if (spec) {
      ADD_FAILURE() << "accepted";
      continue;
    }
    EXPECT_EQ(static_cast<int>(spec.error().code), static_cast<int>(bad.code)) << spec.error().to_string();
    EXPECT_EQ(spec.error().path, bad.path);
    EXPECT_NE(spec.error().message.find(bad.part), std::string::npos) << spec.error().to_string();
    EXPECT_EQ(spec.error().to_string().find('\n'), std::string::npos);
    EXPECT_LT(spec.error().to_string().size(), 500U);
  }
}

TEST(NoiseJson, DepthCountsReferences) {
  EXPECT_TRUE(read(nested(32)));
  // A chain of nodes, each within the next; the last is asked for below `outer` others.
  const auto chain = [](int length, int outer) {
    std::string text;
    for (int i = 0; i < outer; ++i) text += R"({"kind": "abs", "source": )";
    const std::string last = "\"n" + std::to_string(length - 1) + "\"";
    text += R"({"kind": "mix", "a": )" + last + R"(, "b": )" + last + "}" + std::string(static_cast<std::size_t>(outer), '}');
    text.pop_back();
    text += R"(, "nodes": {"n0": {"kind": "leaf"})";
    for (int i = 1; i < length; ++i)
      text += ", \"n" + std::to_string(i) + R"(": {"kind": "abs", "source": "n)" + std::to_string(i - 1) + "\"}";
    return text + "}}";
  };
  const auto fits = read(chain(28, 3));
  EXPECT_TRUE(fits) << fits.error().to_string();
  const auto deep = read(chain(29, 3));
  ASSERT_FALSE(deep);
  EXPECT_NE(deep.error().message.find("32 noises within each other"), std::string::npos);

  // A node that was read near the top is too deep further down.
  std::string late = R"({"kind": "mix", "a": "n", "b": )";
  for (int i = 0; i < 30; ++i) late += R"({"kind": "abs", "source": )";
  late += R"("n")" + std::string(30, '}') + R"(, "nodes": {"n": {"kind": "abs", "source": {"kind": "leaf"}}}})";
  EXPECT_FALSE(read(late));
}

TEST(NoiseJson, RoundTripKeepsEverything) {
  const std::string texts[] = {
      R"({"kind": "leaf"})",
      R"({"kind": "leaf", "frequency": 0.1, "steps": 64, "normalise": true, "shape": "round", "amplitudes": [], "seed": "a\"ü\n"})",
      R"({"kind": "mix", "a": {"kind": "leaf", "frequency": 0.30000000000000004}, "b": 1, "share": 1, "seed": "top"})",
      R"({"kind": "mix", "a": "x", "b": "y", "share": "x", "nodes": {"x": {"kind": "abs", "source": "y"}, "y": {"kind": "leaf", "seed": ""}}})",
      R"({"kind": "mix", "a": "x", "b": "x", "share": {"kind": "mix", "a": "y", "b": "y"},
          "nodes": {"x": {"kind": "leaf", "steps": 1, "seed": "s"}, "y": {"kind": "leaf", "steps": 2, "seed": "s"}}})",
      nested(32),
  };
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    const auto spec = read(text);
    ASSERT_TRUE(spec) << spec.error().to_string();
    const std::string written = noise_spec_to_json(*spec);
    const auto back = read(written);
    ASSERT_TRUE(back) << back.error().to_string() << "\n" << written;
    EXPECT_TRUE(same(*spec, *back)) << written;
    EXPECT_EQ(noise_spec_to_json(*back), written);
    EXPECT_EQ(written.back(), '\n');
  }
}

TEST(NoiseJson, WritesShortNoisesOnOneLine) {
  const auto spec =
      read(R"({"kind":"mix","a":"x","b":{"kind":"leaf","frequency":0.5},"share":"x","nodes":{"x":{"kind":"abs","source":
      {"kind":"scale","source":{"kind":"leaf","amplitudes":[1,2,3,4],"shape":"square"},"by":{"kind":"leaf","frequency":0.001,"steps":3}}}}})");
  ASSERT_TRUE(spec) << spec.error().to_string();
  EXPECT_EQ(noise_spec_to_json(*spec), R"({
  "kind": "mix",
  "a": "x",
  "b": {"kind": "leaf", "frequency": 0.5},
  "share": "x",
  "nodes": {
    "x": {
      "kind": "abs",
      "source": {
        "kind": "scale",
        "source": {"kind": "leaf", "amplitudes": [1, 2, 3, 4], "shape": "square"},
        "by": {"kind": "leaf", "frequency": 0.001, "steps": 3}
      }
    }
  }
}
)");
}

TEST(NoiseJson, ASpecOfAProgramIsWrittenToo) {
  NoiseSpec spec{.kind = "leaf", .seed = "bad \xff byte"};
  spec.params.set("frequency", std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(noise_spec_to_json(spec), "{\"kind\": \"leaf\", \"frequency\": null, \"seed\": \"bad \xef\xbf\xbd byte\"}\n");
}

// ---- the real kinds

TEST(NoiseJson, NoKindTakesTheNamesOfTheForm) {
  for (const NoiseKind& kind : all_noise_kinds()) {
    for (const std::string_view taken : {"kind", "seed", "nodes"}) {
      for (const ParamInfo& info : kind.params) EXPECT_NE(info.name, taken) << kind.id;
      for (const NoiseInputInfo& info : kind.inputs) EXPECT_NE(info.name, taken) << kind.id;
    }
  }
}

TEST(NoiseJson, EveryDefaultIsReadBack) {
  for (const NoiseKind& kind : all_noise_kinds()) {
    NoiseSpec spec{.kind = std::string(kind.id)};
    for (const ParamInfo& info : kind.params) spec.params.set(std::string(info.name), info.default_value);
    for (const NoiseInputInfo& info : kind.inputs)
      if (!spec.params.find(info.name)) spec.inputs.push_back({std::string(info.name), NoiseSpec{.kind = "perlin"}});
    const std::string text = noise_spec_to_json(spec);
    const auto back = noise_spec_from_json(text);
    ASSERT_TRUE(back) << back.error().to_string() << "\n" << text;
    EXPECT_TRUE(same(spec, *back)) << text;
  }
}

TEST(NoiseJson, ATextIsTheNoiseOfItsSpec) {
  NoiseSpec perlin{.kind = "perlin"};
  perlin.params.set("frequency", 0.03);
  NoiseSpec hills{.kind = "fbm", .inputs = {{"source", perlin}}};
  hills.params.set("octaves", std::int64_t{3});
  const auto read_back =
      noise_spec_from_json(R"({"kind": "fbm", "octaves": 3, "source": {"kind": "perlin", "frequency": 0.03}})");
  ASSERT_TRUE(read_back) << read_back.error().to_string();
  const auto a = Noise::make(hills, Seed{5}), b = Noise::make(*read_back, Seed{5});
  ASSERT_TRUE(a && b);
  for (std::int64_t i = 0; i < 100; ++i) EXPECT_EQ(a->at(Point2{i * 9999, -i * 777}), b->at(Point2{i * 9999, -i * 777}));
}

}  // namespace
}  // namespace craton
