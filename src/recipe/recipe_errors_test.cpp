// Whatever a recipe says that it should not, the error names its path, what was found and what is allowed.
#include <gtest/gtest.h>

#include <craton/recipe/recipe.h>

#include "recipe/terms_test.h"

namespace craton {
namespace {

using enum ErrorCode;
using recipe::test::ground;
using recipe::test::recipe_of;
using recipe::test::terms;

struct Bad {
  std::string text;
  ErrorCode code;
  std::string path, part;  // the message holds the part
};

void expect_refused(const std::vector<Bad>& list) {
  for (const Bad& bad : list) {
    SCOPED_TRACE(bad.text.substr(0, 300));
    const auto read = recipe_from_json(bad.text, terms());
    if (read) {
      ADD_FAILURE() << "accepted";
      continue;
    }
    EXPECT_EQ(static_cast<int>(read.error().code), static_cast<int>(bad.code)) << read.error().to_string();
    EXPECT_EQ(read.error().path, bad.path) << read.error().to_string();
    EXPECT_NE(read.error().message.find(bad.part), std::string::npos) << read.error().to_string();
    EXPECT_EQ(read.error().to_string().find('\n'), std::string::npos);
    EXPECT_LT(read.error().to_string().size(), 2000U);
  }
}

std::string stage_with(std::string_view keys) { return recipe_of(concat({R"({"stage": "test_ground", )", keys, "}"})); }
std::string filter_with(std::string_view keys) {
  return recipe_of(concat({R"({"stage": "test_filter", "from": "height", )", keys, "}"}));
}
std::string recipe_with(std::string_view keys) { return recipe_of(ground, keys); }

TEST(RecipeErrors, NotJson) {
  expect_refused({
      {"", corrupt, "", "line 1, column 1"},
      {"{\"craton\": 1,\n \"world\": map}", corrupt, "/world", "line 2, column 11"},
      {"{\"craton\": 1,\n // a comment\n \"world\" \"map\"}", corrupt, "/world", "line 3"},
      {"{\"craton\": 1, /* never closed", corrupt, "/craton", "line 1"},
      {"{\"craton\": 1, /* never closed" + std::string(5000, '.'), corrupt, "/craton", "missing closing '*/'"},
      {"{\"craton\": 1, # no comment\n}", corrupt, "/craton", "line 1, column 15"},
      {R"({"craton": 1, "world": "map",})", corrupt, "/world", "column 30"},
      {R"({"craton": 1, "stages": [{},]})", corrupt, "/stages/0", "column 29"},
      {recipe_with("") + " {}", corrupt, "", "line 1"},
      {R"({"craton": 1, "seed": 1e999})", corrupt, "/seed", "1e999"},
      {R"({"craton": 1, "seed": NaN})", corrupt, "/seed", "column 23"},
      {std::string("{\"craton\": 1}\0", 14), corrupt, "", "byte 14 is zero"},
      {recipe_with("") + std::string(1 << 20, ' '), unsupported, "", "too large"},
      {R"({"a": )" + std::string(50, '['), unsupported,
       [] {
         std::string path = "/a";
         for (int i = 0; i < 39; ++i) path += "/0";
         return path;
       }(),
       "more than 40 objects and lists within each other"},
  });
}

TEST(RecipeErrors, NoRecipe) {
  expect_refused({
      {"3", invalid_value, "", "found 3 (a whole number), allowed a recipe"},
      {"[]", invalid_value, "", "a list of 0"},
      {"{}", invalid_value, "/craton", "missing"},
      {R"({"craton": 1, "craton": 1})", invalid_value, "/craton", "twice"},
      {R"({"craton": 2})", unsupported, "/craton", "found 2, but this Craton reads versions up to 1"},
      {R"({"craton": 9223372036854775807})", unsupported, "/craton", "reads versions up to 1"},
      {R"({"craton": 0})", invalid_value, "/craton", "found 0 (a whole number), allowed 1"},
      {R"({"craton": -1})", invalid_value, "/craton", "allowed 1"},
      {R"({"craton": 1.0})", invalid_value, "/craton", "found 1 (a number), allowed 1"},
      {R"({"craton": "1"})", invalid_value, "/craton", "found \"1\" (a text)"},
      {R"({"craton": 1, "sedd": 3})", unknown_name, "/sedd", "did you mean \"seed\"?"},
      {R"({"craton": 1, "stage": []})", unknown_name, "/stage", "did you mean \"stages\"?"},
      {R"({"note": "x"})", unknown_name, "/note", "allowed craton | name | doc | world | domain | seed | knobs | stages | keep"},
      {R"({"craton": 1})", invalid_value, "/world", "missing"},
      {R"({"craton": 1, "world": "anywere"})", unknown_name, "/world", "allowed anywhere | flat; did you mean \"anywhere\"?"},
      {R"({"craton": 1, "world": 3})", invalid_value, "/world", "found 3"},
      {R"({"craton": 1, "world": "flat"})", invalid_value, "/stages", "missing"},
      {recipe_with(R"("name": 3)"), invalid_value, "/name", "up to 200 bytes of text"},
      {recipe_with(R"("name": ")" + std::string(201, 'x') + "\""), invalid_value, "/name", "up to 200 bytes"},
      {recipe_with(R"("doc": ["a"])"), invalid_value, "/doc", "a list of 1"},
      {recipe_with(R"("doc": "a\u0000b")"), invalid_value, "/doc", "text"},
      {recipe_with(R"("seed": -1)"), invalid_value, "/seed", "found -1 (a whole number), allowed 0 … 2^63 − 1"},
      {recipe_with(R"("seed": 1.5)"), invalid_value, "/seed", "found 1.5 (a number)"},
      {recipe_with(R"("seed": 18446744073709551615)"), invalid_value, "/seed", "or a text: a larger number"},
      {recipe_with(R"("seed": "")"), invalid_value, "/seed", "found \"\""},
      {recipe_with(R"("seed": "-3")"), invalid_value, "/seed", "a word that starts with a letter"},
      {recipe_with(R"("seed": "0x")"), invalid_value, "/seed", "found \"0x\""},
      {recipe_with(R"("seed": null)"), invalid_value, "/seed", "found null"},
      {recipe_with(R"("keep": "height")"), invalid_value, "/keep", "a list of names of layers"},
      {recipe_with(R"("keep": [3])"), invalid_value, "/keep/0", "found 3"},
      {recipe_with(R"("keep": ["a", "B c"])"), invalid_value, "/keep/1", "found \"B c\", allowed 1 … 64 lower-case letters"},
      {recipe_with(R"("keep": ["a", "a"])"), invalid_value, "/keep/1", "twice"},
  });
}

TEST(RecipeErrors, Domains) {
  const std::string flat = R"({"craton": 1, "world": "flat", "domain": {"kind": "torus"}, "stages": []})";
  expect_refused({
      {recipe_with(R"("domain": "torus")"), invalid_value, "/domain", "allowed an object"},
      {recipe_with(R"("domain": {"kind": "tours"})"), unknown_name, "/domain/kind",
       "allowed torus | plane | sphere; did you mean \"torus\"?"},
      {recipe_with(R"("domain": {"kind": 1})"), invalid_value, "/domain/kind", "found 1"},
      {flat, unknown_name, "/domain/kind", "found \"torus\", allowed plane"},
      {recipe_with(R"("domain": {"widht": 3})"), unknown_name, "/domain/widht", "did you mean \"width\"?"},
      {recipe_with(R"("domain": {"kind": "sphere", "width": 3})"), unknown_name, "/domain/width", "\"sphere\" has no such key"},
      {recipe_with(R"("domain": {"width": 0})"), invalid_value, "/domain/width", "found 0, allowed"},
      {recipe_with(R"("domain": {"width": 8.5})"), invalid_value, "/domain/width", "allowed a whole number"},
      {recipe_with(R"("domain": {"step": {"layer": "x"}})"), invalid_value, "/domain/step", "found an object {…}"},
      {recipe_with(R"("domain": {"width": 65536, "height": 65536})"), invalid_value, "/domain/width", "65536 × 65536 samples"},
      {recipe_with(R"("domain": {"wrap": "botj"})"), unknown_name, "/domain/wrap", "did you mean \"both\"?"},
  });
}

TEST(RecipeErrors, Stages) {
  std::string many;
  for (int i = 0; i < 201; ++i)
    many +=
        concat({i ? "," : "", R"({"stage": "test_ground", "id": "n)", std::to_string(i), R"(", "noise": {"kind": "perlin"}})"});
  const std::string three = concat({ground, ",", R"({"stage": "test_filter", "from": "height"},)", ground});
  expect_refused({
      {recipe_of(""), invalid_value, "/stages", "a list of 0, allowed a list of 1 … 200 stages"},
      {recipe_of(many), invalid_value, "/stages", "a list of 201, allowed a list of 1 … 200 stages"},
      {R"({"craton": 1, "world": "flat", "stages": {}})", invalid_value, "/stages", "found an object"},
      {recipe_of("3"), invalid_value, "/stages/0", "allowed a stage"},
      {recipe_of("{}"), invalid_value, "/stages/0/stage", "missing"},
      {recipe_of(R"({"stage": 3})"), invalid_value, "/stages/0/stage", "found 3"},
      {recipe_of(R"({"stage": "test_gruond"})"), unknown_name, "/stages/0/stage", "did you mean \"test_ground\"?"},
      {recipe_of(R"({"stage": "a\nb"})"), unknown_name, "/stages/0/stage", "found \"a\\nb\", allowed "},
      {recipe_of(R"({"stage": ")" + std::string(5000, 'x') + "\"}"), unknown_name, "/stages/0/stage", "xxx…\", allowed "},
      {recipe_of(concat({ground, ",{}"})), invalid_value, "/stages/1/stage", "missing"},
      {recipe_of(three), invalid_value, "/stages/2/id", "the id \"test_ground\" is that of /stages/0 too"},
      {stage_with(R"("noise": {"kind": "perlin"}, "id": "Hills")"), invalid_value, "/stages/0/id",
       "found \"Hills\", allowed 1 … 64"},
      {stage_with(R"("noise": {"kind": "perlin"}, "id": "")"), invalid_value, "/stages/0/id", "found \"\""},
      {stage_with(R"("noise": {"kind": "perlin"}, "id": "a.b")"), invalid_value, "/stages/0/id", "lower-case"},
      {stage_with(R"("noise": {"kind": "perlin"}, "id": ")" + std::string(65, 'x') + "\""), invalid_value, "/stages/0/id",
       "1 … 64"},
      {stage_with(R"("noise": {"kind": "perlin"}, "id": 7)"), invalid_value, "/stages/0/id", "allowed a name"},
      {stage_with(R"("noise": {"kind": "perlin"}, "id": "domain")"), invalid_value, "/stages/0/id",
       "any name but domain | knobs"},
      {stage_with(R"("noise": {"kind": "perlin"}, "enabled": 0)"), invalid_value, "/stages/0/enabled", "true | false"},
      {stage_with(R"("noise": {"kind": "perlin"}, "note": "x")"), unknown_name, "/stages/0/note",
       "\"test_ground\" has no such key, allowed stage | id | enabled | noise | scale | offset | to"},
      {stage_with(R"("noise": {"kind": "perlin"}, "scal": 1)"), unknown_name, "/stages/0/scal", "did you mean \"scale\"?"},
      // a stage that is off is checked too
      {stage_with(R"("enabled": false)"), invalid_value, "/stages/0/noise", "missing"},
      {stage_with(R"("noise": {"kind": "perlin"}, "enabled": false, "scale": -1)"), invalid_value, "/stages/0/scale", "found -1"},
  });
}

TEST(RecipeErrors, Parameters) {
  expect_refused({
      {stage_with(R"("scale": 1)"), invalid_value, "/stages/0/noise", "missing: \"test_ground\" needs a noise"},
      {stage_with(R"("noise": "perlin")"), invalid_value, "/stages/0/noise", "found \"perlin\" (a text), allowed a noise"},
      {stage_with(R"("noise": {"kind": "fbm", "source": {"kind": "perlin", "frequency": -1}})"), invalid_value,
       "/stages/0/noise/source/frequency", "found -1"},
      {stage_with(R"("noise": {"kind": "fbm", "source": {"kind": "perlim"}})"), unknown_name, "/stages/0/noise/source/kind",
       "did you mean \"perlin\"?"},
      {stage_with(R"("noise": {"kind": "abs", "source": "n", "nodes": {"n": {"kind": "perlin", "x": 1}}})"), unknown_name,
       "/stages/0/noise/nodes/n/x", "no such key"},
      {stage_with(R"("noise": {"kind": "perlin", "nodes": {"n": {"kind": "perlin"}}})"), invalid_value, "/stages/0/noise/nodes/n",
       "no noise uses this node"},
      {stage_with(R"("noise": {"layer": "x"})"), invalid_value, "/stages/0/noise/kind", "missing"},
      {stage_with(R"("noise": {"kind": "perlin"}, "scale": 10001)"), invalid_value, "/stages/0/scale",
       "found 10001, allowed 0 … 10000 m"},
      {stage_with(R"("noise": {"kind": "perlin"}, "scale": "high")"), invalid_value, "/stages/0/scale",
       "found \"high\" (a text)"},
      {stage_with(R"("noise": {"kind": "perlin"}, "scale": null)"), invalid_value, "/stages/0/scale", "found null"},
      {stage_with(R"("noise": {"kind": "perlin"}, "scale": {})"), invalid_value, "/stages/0/scale/layer", "missing"},
      {stage_with(R"("noise": {"kind": "perlin"}, "scale": {"layer": 3})"), invalid_value, "/stages/0/scale/layer", "found 3"},
      {stage_with(R"("noise": {"kind": "perlin"}, "scale": {"layer": "x\ny"})"), invalid_value, "/stages/0/scale/layer",
       "found \"x\\ny\", allowed 1 … 64 lower-case letters, digits and _"},
      {stage_with(R"("noise": {"kind": "perlin"}, "scale": {"layer": "x", "by": 2})"), unknown_name, "/stages/0/scale/by",
       "\"scale\" has no such key, allowed layer"},
      {stage_with(R"("noise": {"kind": "perlin"}, "offset": {"layer": "x"})"), invalid_value, "/stages/0/offset",
       "no layer can stand in for this parameter; allowed -10000 … 10000 m"},
      {stage_with(R"("noise": {"kind": "perlin"}, "to": "Height")"), invalid_value, "/stages/0/to", "found \"Height\""},
      {stage_with(R"("noise": {"kind": "perlin"}, "to": "")"), invalid_value, "/stages/0/to", "found \"\""},
      {stage_with(R"("noise": {"kind": "perlin"}, "to": 3)"), invalid_value, "/stages/0/to", "the name of a layer"},
      {stage_with(R"("noise": {"kind": "perlin"}, "to": {"layer": "a"})"), invalid_value, "/stages/0/to", "found an object {…}"},
      {recipe_of(R"({"stage": "test_filter"})"), invalid_value, "/stages/0/from",
       "missing: \"test_filter\" needs the name of a layer; What is changed."},
      {filter_with(R"("steps": 0)"), invalid_value, "/stages/0/steps", "found 0, allowed 1 … 64"},
      {filter_with(R"("steps": 2.5)"), invalid_value, "/stages/0/steps", "allowed a whole number"},
      {filter_with(R"("steps": {"layer": "x"})"), invalid_value, "/stages/0/steps", "no layer can stand in"},
      {filter_with(R"("smooth": "yes")"), invalid_value, "/stages/0/smooth", "true | false"},
      {filter_with(R"("smooth": {"layer": "x"})"), invalid_value, "/stages/0/smooth",
       "found an object {…}, allowed true | false"},
      {filter_with(R"("shape": "sqare")"), unknown_name, "/stages/0/shape", "did you mean \"square\"?"},
      {filter_with(R"("weights": [1, "x"])"), invalid_value, "/stages/0/weights/1", "found \"x\" (a text), allowed a number"},
      {filter_with(R"("weights": [1, 2, 3, 4, 5])"), invalid_value, "/stages/0/weights", "5 numbers"},
      {filter_with(R"("weights": [1, 11])"), invalid_value, "/stages/0/weights", "found 11 as number 2 of 2"},
      {filter_with(R"("file": ")" + std::string(21, 'x') + "\""), invalid_value, "/stages/0/file", "up to 20 bytes of text"},
      {filter_with(R"("file": "a\u0000")"), invalid_value, "/stages/0/file", "up to 20 bytes of text"},
      {filter_with(R"("steps": 3, "steps": 3)"), invalid_value, "/stages/0/steps", "twice"},
  });
}

std::string knob(std::string_view keys) {
  return recipe_of(R"({"stage": "test_ground", "id": "hills", "noise": {"kind": "perlin"}, "offset": 3},
                      {"stage": "test_filter", "from": "height", "strength": {"layer": "m"}})",
                   concat({R"("knobs": {"k": {)", keys, "}}"}));
}

TEST(RecipeErrors, Knobs) {
  const std::string scale = R"("sets": {"hills.scale": [1, 2]})";
  std::string many;
  for (int i = 0; i < 101; ++i) many += concat({i ? "," : "", "\"k", std::to_string(i), R"(": {"value": 0, "sets": {}})"});
  const std::string two = recipe_of(
      R"({"stage": "test_ground", "id": "hills", "noise": {"kind": "perlin"}})",
      R"("knobs": {"a": {"value": 0, "sets": {"hills.scale": [1, 2]}}, "b": {"value": 0, "sets": {"hills.scale": [1, 2]}}})");
  expect_refused({
      {recipe_with(R"("knobs": [])"), invalid_value, "/knobs", "allowed an object of up to 100 knobs"},
      {recipe_with(R"("knobs": {)" + many + "}"), invalid_value, "/knobs", "up to 100 knobs"},
      {recipe_with(R"("knobs": {"A": {}})"), invalid_value, "/knobs/A", "lower-case"},
      {recipe_with(R"("knobs": {"a": 3})"), invalid_value, "/knobs/a", "allowed a knob"},
      {knob(""), invalid_value, "/knobs/k/value", "missing: allowed 0 … 1"},
      {knob(R"("value": 0.5)"), invalid_value, "/knobs/k/sets", "missing"},
      {knob(R"("vaule": 0.5, )" + scale), unknown_name, "/knobs/k/vaule", "did you mean \"value\"?"},
      {knob(R"("value": 1.5, )" + scale), invalid_value, "/knobs/k/value", "found 1.5 (a number), allowed 0 … 1"},
      {knob(R"("value": "x", )" + scale), invalid_value, "/knobs/k/value", "found \"x\""},
      {knob(R"("value": 1, "min": 1, "max": 1, )" + scale), invalid_value, "/knobs/k/max",
       "found 1, allowed more than \"min\", which is 1"},
      {knob(R"("value": 1, "min": 3, )" + scale), invalid_value, "/knobs/k/max", "which is 3"},
      {knob(R"("value": 1, "min": -1e10, )" + scale), invalid_value, "/knobs/k/min", "allowed -1e+09 … 1e+09"},
      {knob(R"("value": 1, "max": true, )" + scale), invalid_value, "/knobs/k/max", "found true"},
      {knob(R"("value": 1, "doc": 3, )" + scale), invalid_value, "/knobs/k/doc", "text"},
      {knob(R"("value": 1, "sets": {})"), invalid_value, "/knobs/k/sets", "stage.parameter"},
      {knob(R"("value": 1, "sets": [])"), invalid_value, "/knobs/k/sets", "a list of 0"},
      {knob(R"("value": 1, "sets": {"hlls.scale": [1, 2]})"), unknown_name, "/knobs/k/sets/hlls.scale",
       "no stage of this recipe is called \"hlls\"; there are hills | test_filter; did you mean \"hills\"?"},
      {knob(R"("value": 1, "sets": {"scale": [1, 2]})"), unknown_name, "/knobs/k/sets/scale", "write stage.parameter"},
      {knob(R"("value": 1, "sets": {"hills.scal": [1, 2]})"), unknown_name, "/knobs/k/sets/hills.scal",
       "\"scal\" is no numeric parameter of \"test_ground\"; allowed scale | offset; did you mean \"scale\"?"},
      {knob(R"("value": 1, "sets": {"hills.to": [1, 2]})"), unknown_name, "/knobs/k/sets/hills.to", "no numeric parameter"},
      {knob(R"("value": 1, "sets": {"hills.noise": [1, 2]})"), unknown_name, "/knobs/k/sets/hills.noise", "no numeric parameter"},
      {knob(R"("value": 1, "sets": {"hills.scale": 3})"), invalid_value, "/knobs/k/sets/hills.scale", "two values"},
      {knob(R"("value": 1, "sets": {"hills.scale": [1, 2, 3]})"), invalid_value, "/knobs/k/sets/hills.scale", "a list of 3"},
      {knob(R"("value": 1, "sets": {"hills.scale": [-1, 2]})"), invalid_value, "/knobs/k/sets/hills.scale/0",
       "found -1, allowed 0 … 10000 m"},
      {knob(R"("value": 0, "sets": {"hills.scale": [1, 10001]})"), invalid_value, "/knobs/k/sets/hills.scale/1", "found 10001"},
      {knob(R"("value": 0, "sets": {"hills.scale": [1, {"layer": "x"}]})"), invalid_value, "/knobs/k/sets/hills.scale/1",
       "found an object"},
      {knob(R"("value": 0, "sets": {"test_filter.steps": [1, 2.5]})"), invalid_value, "/knobs/k/sets/test_filter.steps/1",
       "a whole number"},
      {knob(R"("value": 0, "sets": {"hills.offset": [1, 2]})"), invalid_value, "/knobs/k/sets/hills.offset",
       "the stage \"hills\" gives this parameter too"},
      {knob(R"("value": 0, "sets": {"test_filter.strength": [0, 1]})"), invalid_value, "/knobs/k/sets/test_filter.strength",
       "gives this parameter too"},
      {knob(R"("value": 0, "sets": {"hills.scale": [1, 2], "hills.scale": [1, 2]})"), invalid_value, "/knobs/k/sets/hills.scale",
       "twice"},
      {two, invalid_value, "/knobs/b/sets/hills.scale", "the knob \"a\" sets this parameter too"},
  });
}

TEST(RecipeErrors, StayShortHoweverManyStages) {
  std::string stages;
  for (int i = 0; i < 200; ++i)
    stages += concat({i ? "," : "", R"({"stage": "test_ground", "noise": {"kind": "perlin"}, "id": ")", std::string(60, 'x'),
                      std::to_string(i), "\"}"});
  const std::string knob = R"("knobs": {"k": {"value": 0, "sets": {"y.scale": [1, 2]}}})";
  expect_refused({{recipe_of(stages, knob), unknown_name, "/knobs/k/sets/y.scale", "xxx19 | … (200 in all)"}});
}

// What is written when a world is saved must be readable when it is loaded.
TEST(RecipeErrors, TooLargeWhenWrittenInFull) {
  std::string stages;
  for (int i = 0; i < 200; ++i) {
    std::string mixed = R"({"kind":"perlin"})";
    for (int k = 0; k < 30; ++k) mixed = concat({R"({"kind":"mix","a":)", mixed, R"(,"b":1})"});
    stages += concat({i ? "," : "", R"({"stage":"test_ground","id":"n)", std::to_string(i), R"(","noise":)", mixed, "}"});
  }
  const std::string text = recipe_of(stages);
  EXPECT_LT(text.size(), std::size_t{1} << 20);
  expect_refused({{text, unsupported, "", "too large: written in full it has"}});
}

}  // namespace
}  // namespace craton
