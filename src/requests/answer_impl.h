#pragma once

#include <memory>
#include <string>
#include <vector>

#include <craton/requests/answer.h>

namespace craton {

struct Answer::Impl {
  std::unique_ptr<const World> world;  ///< null: the arrays are its own
  bool window = false;
  std::uint64_t seed = 0;
  std::string name, recipe;
  std::vector<ObjectTable> own_tables;
  std::vector<Answer::OwnArray> own_arrays;
  std::vector<AnswerFile> files;
  std::shared_ptr<const VoxelScene> voxels;
  std::vector<AnswerArray> arrays;
};

}  // namespace craton
