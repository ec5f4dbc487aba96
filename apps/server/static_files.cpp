#include "static_files.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace craton::server {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t most_file_bytes = std::uint64_t{32} << 20;

struct FileType {
  std::string_view ending, type;
  bool text;
};
constexpr std::array file_types = {
    FileType{".html", "text/html; charset=utf-8", true},
    FileType{".js", "text/javascript; charset=utf-8", true},
    FileType{".mjs", "text/javascript; charset=utf-8", true},
    FileType{".css", "text/css; charset=utf-8", true},
    FileType{".json", "application/json", true},
    FileType{".map", "application/json", true},
    FileType{".svg", "image/svg+xml", true},
    FileType{".txt", "text/plain; charset=utf-8", true},
    FileType{".wasm", "application/wasm", true},
    FileType{".webmanifest", "application/manifest+json", true},
    FileType{".png", "image/png", false},
    FileType{".jpg", "image/jpeg", false},
    FileType{".webp", "image/webp", false},
    FileType{".ico", "image/x-icon", false},
    FileType{".woff2", "font/woff2", false},
    FileType{".glb", "model/gltf-binary", false},
};

constexpr std::string_view no_page =
    "<!doctype html><meta charset=utf-8><title>Craton</title><style>body{font:16px/1.5 sans-serif;max-width:40em;margin:4em auto}"
    "</style><h1>Craton serves worlds</h1><p>The studio's page is not built here: <code>./run</code> builds it, and "
    "<code>craton serve --studio DIR</code> says where it lies. The <a href=\"/api/v1/openapi.json\">API</a> works.";

const FileType* type_of(std::string_view name) {
  for (const FileType& each : file_types)
    if (name.ends_with(each.ending)) return &each;
  return nullptr;
}

Response not_found() { return error_response(404, "not_found", "", "there is nothing at this address"); }

Response whole_file(const std::string& path, const FileType& type, Keep keep) {
  std::ifstream in(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in.good() && !in.eof()) return not_found();
  Response response = bytes_response(std::move(bytes), std::string(type.type));
  response.keep = keep;
  return response;
}

bool is_inside(const fs::path& path, const std::string& folder) {
  const std::string text = path.string();
  return text.size() > folder.size() && text.starts_with(folder) && text[folder.size()] == '/';
}

}  // namespace

StaticFiles::StaticFiles(const std::string& folder) {
  std::error_code error;
  if (folder.empty()) return;
  folder_ = fs::canonical(folder, error).string();
  there_ = !error && fs::is_regular_file(folder_ + "/index.html", error);
}

std::string content_type_of(std::string_view file_name) {
  const FileType* type = type_of(file_name);
  return std::string(type ? type->type : "application/octet-stream");
}

Outcome StaticFiles::answer(const Target& target) const {
  if (!there_) {
    if (!target.path.empty()) return not_found();
    return bytes_response(std::string(no_page), "text/html; charset=utf-8");
  }
  fs::path path = folder_;
  for (const std::string& segment : target.path) {
    if (segment.starts_with('.')) return not_found();
    path /= segment;
  }
  if (target.path.empty()) path /= "index.html";
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error || !is_inside(real, folder_) || !fs::is_regular_file(real, error)) return not_found();
  const FileType* type = type_of(real.filename().string());
  const std::uint64_t bytes = fs::file_size(real, error);
  if (!type || error || bytes > most_file_bytes) return not_found();
  const auto changed = fs::last_write_time(real, error).time_since_epoch().count();
  // Vite names what lies in assets/ by its content.
  const Keep keep = target.path.size() > 1 && target.path.front() == "assets" ? Keep::forever : Keep::revalidate;
  Work work;
  work.stamp = fmt::format("{} {} {}", real.string(), bytes, changed);
  work.keep = keep;
  work.compress = type->text;
  work.run = [real = real.string(), type, keep](const CancelToken&) { return whole_file(real, *type, keep); };
  return work;
}

}  // namespace craton::server
