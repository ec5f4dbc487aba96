#include "requests/of.h"

#include <algorithm>

#include "base/text.h"
#include "requests/json.h"
#include "requests/values.h"

namespace craton::requests {
namespace {

constexpr std::string_view allowed = "one request with its parameters: {\"map\": {\"seed\": 7}}";

/// {"map": {"seed": 7}}, or the name of a world's file.
Result<Answer> asked(const Json& what, const RequestContext& context) {
  if (what.is_string()) return ask("open", Json{{"file", what}}.dump(), context);
  if (!what.is_object() || what.size() != 1) return refused("of", what, allowed);
  const std::string id = what.begin().key();
  if (const Result<const RequestInfo*> known = find_request(id); !known)
    return Error{known.error().code, concat({"of/", id.substr(0, 64)}), known.error().message};
  const Json& params = what.begin().value();
  if (!params.is_object()) return refused(concat({"of/", id}), params, "an object: {\"parameter\": value, …}");
  Result<Answer> answer = ask(id, params.dump(), context);
  if (!answer) return inside(concat({"of/", id}), answer.error());
  return answer;
}

}  // namespace

Result<void> refuse_files(std::span<const ParamInfo> declared, const ParamValues& values) {
  for (const ParamInfo& param : declared)
    if (const ParamValue* given = param.asset ? values.find(param.name) : nullptr;
        given && !std::get<std::string>(*given).empty())
      return Error{ErrorCode::unsupported, std::string(param.name), "files of this machine cannot be named here"};
  return {};
}

Result<std::vector<Answer>> answers_of(const std::string& of, std::size_t count, const RequestContext& context) {
  const auto wrong = [&](std::size_t found) {
    return Error{
        ErrorCode::invalid_value, "of",
        concat({"found ", std::to_string(found), ", allowed ", std::to_string(count), count == 1 ? ": " : ", each ", allowed})};
  };
  if (of.empty()) {
    if (context.of.size() != count) return wrong(context.of.size());
    return std::vector<Answer>(context.of.begin(), context.of.end());
  }
  RequestContext inner = context;
  inner.of = {};
  inner.take_file = nullptr;
  std::vector<Answer> answers;
  const std::size_t first = of.find_first_not_of(" \t\r\n");
  if (first != of.npos && of[first] != '{' && of[first] != '[') {
    if (count != 1) return wrong(1);
    CRATON_TRY(Answer answer, asked(Json(of), inner));
    answers.push_back(std::move(answer));
    return answers;
  }
  CRATON_TRY(const Json json, parsed(of, "of"));
  const Json list = json.is_array() ? json : Json::array({json});
  if (list.size() != count) return wrong(list.size());
  for (const Json& each : list) {
    CRATON_TRY(Answer answer, asked(each, inner));
    answers.push_back(std::move(answer));
  }
  return answers;
}

Result<Answer> answer_of(const std::string& of, const RequestContext& context) {
  CRATON_TRY(std::vector<Answer> answers, answers_of(of, 1, context));
  return std::move(answers.front());
}

Result<const World*> world_of(const Answer& answer, std::string_view wants) {
  if (const World* world = answer.world()) return world;
  return Error{ErrorCode::unsupported, "of", concat({wants, " wants a world or a window onto one, with cells"})};
}

Result<const World*> planet_of(const Answer& answer, std::string_view wants) {
  const World* world = answer.world();
  if (world && std::holds_alternative<CubeSphere>(world->surface.domain())) return world;
  return Error{ErrorCode::unsupported, "of", concat({wants, " wants a planet"})};
}

Result<const Layer*> layer_of(const Surface& surface, const std::string& name, std::string_view path) {
  std::vector<std::string_view> names;
  for (const auto& layer : surface.layers()) names.push_back(layer->name());
  if (names.empty()) return Error{ErrorCode::unsupported, std::string(path), "there is no layer"};
  if (name.empty()) {
    const Layer* height = surface.layer("height");
    return height ? height : surface.layers().front().get();
  }
  if (const Layer* layer = surface.layer(name)) return layer;
  return Error{
      ErrorCode::unknown_name, std::string(path),
      concat({"there is no layer \"", name, "\"; there are ", joined(names, ", "), suggestion(nearest_name(name, names))})};
}

Result<void> give_file(AnswerFile file, std::vector<AnswerFile>& files, const RequestContext& context) {
  if (context.take_file) return (*context.take_file)(std::move(file));
  files.push_back(std::move(file));
  return {};
}

Answer files_of(const Answer& of, std::vector<AnswerFile> files) {
  Answer::Parts parts{.seed = of.seed(), .name = std::string(of.name())};
  parts.files = std::move(files);
  return Answer::of_values(std::move(parts));
}

}  // namespace craton::requests
