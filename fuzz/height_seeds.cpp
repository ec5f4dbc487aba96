// Small height maps of every kind and compression: seeds for height_file_fuzz.
//   height_seeds FOLDER
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include <craton/files/height_file.h>
#include <craton/files/png.h>

#include "files/exr_sample.h"

namespace {

using namespace craton;

std::string folder;

// With the three bytes in front that the fuzzer takes off.
bool keep(const std::string& name, char kind, char width, char height, const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(in), {}};
  std::ofstream out(folder + "/" + name, std::ios::binary);
  out << kind << width << height << content;
  return !content.empty() && out.good();
}

bool exr_seeds(const std::string& scratch) {
  struct Kind {
    exr_compression_t compression;
    const char* name;
  };
  for (const Kind kind : {Kind{EXR_COMPRESSION_NONE, "none"},
                          {EXR_COMPRESSION_RLE, "rle"},
                          {EXR_COMPRESSION_ZIPS, "zips"},
                          {EXR_COMPRESSION_ZIP, "zip"},
                          {EXR_COMPRESSION_PIZ, "piz"},
                          {EXR_COMPRESSION_PXR24, "pxr24"}}) {
    for (const std::uint32_t tile : {0u, 8u}) {
      for (const exr_pixel_type_t type : {EXR_PIXEL_FLOAT, EXR_PIXEL_HALF}) {
        const std::string name =
            std::string("exr_") + kind.name + (tile ? "_tiles" : "") + (type == EXR_PIXEL_HALF ? "_half" : "");
        const bool written = files::write_sample(
            scratch,
            {.width = 11, .height = 18, .channels = {"A", "Y"}, .type = type, .compression = kind.compression, .tile = tile});
        if (!written || !keep(name, 0, 0, 0, scratch)) return false;
      }
    }
  }
  return true;
}

bool other_seeds(const std::string& scratch) {
  std::vector<float> values;
  for (int i = 0; i < 20; ++i) values.push_back(static_cast<float>(i * i));
  return write_exr(scratch, {values, 5, 4}) && keep("exr_own", 0, 5, 4, scratch) &&
         write_r16(scratch, {values, 5, 4}, {0, 400}) && keep("r16", 1, 5, 4, scratch) && write_r32(scratch, {values, 5, 4}) &&
         keep("r32", 2, 5, 0, scratch) && write_r32(scratch, {std::span(values).first(16), 4, 4}) &&
         keep("r32_square", 2, 0, 0, scratch) && write_png(scratch, grey16({values, 5, 4}, {0, 400})) &&
         keep("png16", 3, 0, 0, scratch);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: height_seeds FOLDER\n");
    return 2;
  }
  folder = arguments[1];
  const std::string scratch = folder + "/scratch";
  const bool good = exr_seeds(scratch) && other_seeds(scratch);
  std::remove(scratch.c_str());
  return good ? 0 : 1;
}
