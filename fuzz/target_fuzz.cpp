// libFuzzer: whatever a request-target holds, the reader gives its parts or a clear error; what it gives leads out of no folder
// and holds no control character; written and read again it is the same. Routes are matched against it too.
//   target_fuzz [libFuzzer options] CORPUS SEEDS          seeds are the files in target_seeds/
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "apps/server/route.h"
#include "apps/server/target.h"

namespace {

using namespace craton::server;

void expect(bool holds) {
  if (!holds) std::abort();
}

bool is_plain(std::string_view text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return false;
  return is_utf8(text);
}

std::string encoded(std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

std::string written(const Target& target) {
  std::string text;
  for (const std::string& segment : target.path) text += "/" + encoded(segment);
  if (text.empty()) text = "/";
  char divider = '?';
  for (const auto& [name, value] : target.query) {
    text += divider + encoded(name) + "=" + encoded(value);
    divider = '&';
  }
  return text;
}

const Router& routes() {
  static const Router router = [] {
    Router made;
    const Handler nothing = [](const Call&) -> Outcome { return Response{}; };
    made.add({.pattern = "/a/{x}/{name}.{format}",
              .summary = "",
              .params = {{.name = "x", .kind = ParamKind::integer, .min = -100, .max = 100},
                         {.name = "name", .kind = ParamKind::text, .max = 16},
                         {.name = "format", .kind = ParamKind::choice, .choices = {"png", "f32"}},
                         {.name = "scale", .kind = ParamKind::number, .standard = "1", .min = 0, .max = 1e6},
                         {.name = "flag", .kind = ParamKind::flag, .standard = "0"}},
              .handler = nothing});
    made.add({.method = Method::post,
              .pattern = "/a/{x}.png",
              .summary = "",
              .params = {{.name = "x", .kind = ParamKind::text}},
              .handler = nothing});
    return made;
  }();
  return router;
}

void match(const Target& target) {
  for (const Method method : {Method::get, Method::post, Method::options}) {
    const Request request{.method = method, .target = target};
    const Match found = routes().match(request);
    if (const auto* refusal = std::get_if<Response>(&found)) {
      expect(refusal->status == 204 || (refusal->status >= 400 && refusal->status < 500));
    } else {
      const Call& call = std::get<Call>(found);
      if (method == Method::get)
        expect(call.integer("x") >= -100 && call.integer("x") <= 100 && call.number("scale") >= 0 && call.number("scale") <= 1e6);
      expect(!call.key().empty());
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const craton::Result<Target> target = parse_target(text);
  if (!target) {
    expect(!target.error().message.empty());
    return 0;
  }
  for (const std::string& segment : target->path) {
    expect(!segment.empty() && segment != "." && segment != ".." && segment.find_first_of("/\\") == std::string::npos);
    expect(is_plain(segment));
  }
  for (const auto& [name, value] : target->query) expect(is_plain(name) && is_plain(value));
  if (const std::string again = written(*target); again.size() <= most_target_bytes) {
    const craton::Result<Target> same = parse_target(again);
    // Names may be empty or equal only where they were so before.
    expect(same.ok() && *same == *target);
  }
  match(*target);
  return 0;
}
