// Whatever can be asked for, in C++: worlds, planets, windows onto endless ones, noises.
//
//   requests map '{"seed": 7}' height.png        asks, draws the heights, and prints all layers
//   requests                                     what can be asked for
#include <cstdio>
#include <fstream>
#include <string>

#include <craton/requests/request.h>

namespace {

int fail(const craton::Error& error) {
  std::fprintf(stderr, "requests: %s\n", error.to_string().c_str());
  return 2;
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) {
    for (const craton::RequestInfo& request : craton::all_requests()) {
      std::printf("%s: %s\n", std::string(request.id).c_str(), std::string(request.doc).c_str());
      for (const craton::ParamInfo& param : request.params)
        std::printf("  %-12s %s [%s]\n", std::string(param.name).c_str(), std::string(param.doc).c_str(),
                    param.allowed().c_str());
    }
    return 0;
  }
  const craton::Result<craton::Answer> answer = craton::ask(words[1], std::string_view(count > 2 ? words[2] : "{}"));
  if (!answer) return fail(answer.error());
  for (const craton::AnswerArray& array : answer->arrays())
    std::printf("%-20s %016llx %llu values %s\n", array.layer->name().c_str(),
                static_cast<unsigned long long>(array.layer->hash()), static_cast<unsigned long long>(array.layer->size()),
                array.layer->info().unit.c_str());
  if (count < 4) return 0;
  const craton::Result<std::string> png = craton::picture_of(*answer);
  if (!png) return fail(png.error());
  std::ofstream(words[3], std::ios::binary) << *png;
  return 0;
}
