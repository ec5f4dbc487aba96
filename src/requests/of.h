#pragma once

#include <string>
#include <vector>

#include <craton/requests/request.h>

/// What is shared by requests about what other requests gave.
namespace craton::requests {

constexpr std::size_t longest_of = 4 << 20;

/// The parameter `of` of a request about one answer.
template <class Request>
ParamInfo of_param(std::string_view doc) {
  return text_param<&Request::of>("of", longest_of, doc);
}

/// A text that names a file of this machine: refused where a context says so.
template <auto Member>
ParamInfo file_param(std::string_view name, std::string_view doc) {
  ParamInfo info = text_param<Member>(name, 4096, doc);
  info.asset = true;
  return info;
}

/// Refuses what names files.
Result<void> refuse_files(std::span<const ParamInfo> declared, const ParamValues& values);

/// `count` answers: those that the text asks for, or those of the context where it is empty.
Result<std::vector<Answer>> answers_of(const std::string& of, std::size_t count, const RequestContext& context);
Result<Answer> answer_of(const std::string& of, const RequestContext& context);

/// The world of an answer; the error says that `wants` needs one.
Result<const World*> world_of(const Answer& answer, std::string_view wants);
/// The same of a planet.
Result<const World*> planet_of(const Answer& answer, std::string_view wants);

/// The layer of this name, or `height` or else the first where none is named; the error names those that there are.
Result<const Layer*> layer_of(const Surface& surface, const std::string& name, std::string_view path = "layer");

/// A file that was made: to whoever takes files as they are made, or else to those of the answer.
Result<void> give_file(AnswerFile file, std::vector<AnswerFile>& files, const RequestContext& context);

/// An answer of files alone, called as what they were made of.
Answer files_of(const Answer& of, std::vector<AnswerFile> files);

}  // namespace craton::requests
