// Small worlds on every domain, in files of small pages: seeds for world_file_fuzz.
//   world_seeds FOLDER
#include <sqlite3.h>

#include <cstdio>
#include <string>

#include "files/test_world.h"

namespace {

using namespace craton;

bool write(const std::string& path, const World& world) {
  const Result<void> written = write_world(path, world, all_terms());
  if (!written) {
    std::fprintf(stderr, "%s\n", written.error().to_string().c_str());
    return false;
  }
  // Pages of 4 KiB would be mostly empty.
  sqlite3* database = nullptr;
  const bool packed = sqlite3_open(path.c_str(), &database) == SQLITE_OK &&
                      sqlite3_exec(database, "PRAGMA page_size = 512; VACUUM", nullptr, nullptr, nullptr) == SQLITE_OK;
  return sqlite3_close(database) == SQLITE_OK && packed;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: world_seeds FOLDER\n");
    return 2;
  }
  const std::string folder = arguments[1];
  const std::string torus = files::test_recipe("map", R"({"kind": "torus", "width": 8, "height": 6, "step": 100})");
  const std::string plane = files::test_recipe("terrain", R"({"kind": "plane", "width": 5, "height": 3, "step": 2})");
  const std::string sphere = files::test_recipe("planet", R"({"kind": "sphere", "resolution": 4, "radius": 1000})");
  const bool good = write(folder + "/torus", files::rich_world(torus)) && write(folder + "/plane", files::rich_world(plane)) &&
                    write(folder + "/sphere", files::rich_world(sphere)) && write(folder + "/bare", files::bare_world(torus));
  return good ? 0 : 1;
}
