#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/assets.h>
#include <craton/base/export.h>
#include <craton/base/params.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/requests/answer.h>
#include <craton/requests/bake_hooks.h>
#include <craton/requests/own_stages.h>

/// What users can ask for, each declared once: name, parameters with type, default, range, unit and sentence, and what is done.
/// Commands, the interface for C and packages of other languages are made from this list.
namespace craton {

struct RequestContext {
  Execution execution{};
  /// Bytes that layers and arrays may take; 0: what the machine has. A request beyond it is refused before it starts.
  std::uint64_t memory_limit = 0;
  // Of worlds that are made, all may be null:
  MakeObserver* observer = nullptr;
  BlobStore* cache = nullptr;         ///< stages whose inputs did not change are taken from here
  bool step_iterations = false;       ///< tell the observer of iterations too
  const OwnStages* stages = nullptr;  ///< that recipes of maps, planets and other whole worlds may use, too
  /// What a request is about whose parameter `of` says nothing: as many as it takes.
  std::span<const Answer> of{};
  BakeHooks* bake = nullptr;  ///< may be null
  bool files = true;          ///< off: parameters that name files of this machine are refused
  /// Takes files as they are made, which then are not in the answer: no long film is held in memory at once. May be null.
  const std::function<Result<void>(AnswerFile)>* take_file = nullptr;
};

struct RequestInfo {
  std::string_view id;
  std::string_view doc;    ///< what it does, in a sentence
  std::string_view gives;  ///< what comes back, in words
  std::span<const ParamInfo> params;
  Result<Answer> (*run)(const ParamValues&, const RequestContext&);
  /// What the request's own parameters change in a recipe that somebody else read; null where they change none. Errors name the
  /// parameter.
  Result<void> (*change)(Recipe&, const ParamValues&, const RecipeTerms&) = nullptr;
  /// How many answers it is about. Its first parameter, `of`, says what they are: {"map": {"seed": 7}}, or a list of such.
  std::size_t takes = 0;
};

/// In the order of docs and help: worlds and windows first, then what is made of them.
CRATON_API std::span<const RequestInfo> all_requests();
/// The error names the nearest.
CRATON_API Result<const RequestInfo*> find_request(std::string_view id);

/// Does it. Errors name the parameter, and within a recipe the place in it: "size", "recipe/stages/3/scale".
///
///     Result<Answer> map = ask("map", R"({"seed": 7, "knobs": {"land": 0.5}})");
///     const AnswerArray* height = map->array("height");
CRATON_API Result<Answer> ask(std::string_view request, const ParamValues& values, const RequestContext& context = {});
/// The same with the parameters as a JSON object. A text may also be given as a whole number (a seed), or as an object or list,
/// whose JSON text it then is (a recipe); null leaves a parameter at its default.
///
///     ask("page", R"({"of": {"map": {"seed": 7}}, "title": "Ostria"})")->files()[0].bytes      // a PNG
///     ask("page", "{}", {.of = {&*map, 1}})                                                     // of an answer that is at hand
CRATON_API Result<Answer> ask(std::string_view request, std::string_view json, const RequestContext& context = {});
CRATON_API Result<ParamValues> values_from_json(std::span<const ParamInfo> declared, std::string_view json);

/// What values_from_json takes, as JSON Schema (draft 2020-12); without `files` parameters that name files of this machine are
/// left out.
CRATON_API std::string params_schema(std::span<const ParamInfo> declared, bool files = true);

/// A picture of what was answered, as the bytes of a PNG; parameters are picture_params(), in JSON.
CRATON_API std::span<const ParamInfo> picture_params();
CRATON_API Result<std::string> picture_of(const Answer& answer, std::string_view json = "{}", const Execution& execution = {});

/// All declarations as JSON, those of pictures among them: what packages of other languages are made from.
CRATON_API std::string requests_json();

/// A recipe or noise that comes with Craton, inside the library.
struct ShippedRecipe {
  std::string_view kind;  ///< "world", "stage", "voxels", "noise"
  std::string_view name;
  std::string_view text;  ///< JSON
};
CRATON_API std::span<const ShippedRecipe> shipped_recipes();

}  // namespace craton
