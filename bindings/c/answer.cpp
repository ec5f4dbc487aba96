#ifdef CRATON_HAS_REQUESTS

#include "answer.h"

#include <string>

#include <craton/picture/category_colours.h>
#include <craton/requests/request.h>

#include "bytes.h"
#include "handles.h"

using namespace craton::c;
using craton::AnswerArray;
using craton::Result;

namespace {

craton_status array_of(const craton_answer* answer, std::uint32_t number, const AnswerArray*& array, craton_error* error) {
  if (!alive(answer)) return no_handle(error, "answer");
  const std::size_t count = answer->answer.arrays().size();
  if (number >= count)
    return fail(error, CRATON_UNKNOWN, "array", "found " + std::to_string(number) + " of " + std::to_string(count));
  array = &answer->answer.arrays()[number];
  return CRATON_OK;
}

std::uint32_t type_of(const craton::Layer& layer) {
  return layer.type() == craton::LayerType::number    ? CRATON_FLOAT32
         : layer.type() == craton::LayerType::integer ? CRATON_INT32
                                                      : CRATON_UINT8;
}

craton_array_info info_of(const AnswerArray& array) {
  const craton::Layer& layer = *array.layer;
  craton_array_info filled{};
  filled.type = type_of(layer);
  filled.dimensions = static_cast<std::uint32_t>(array.axes.size());
  filled.categories = static_cast<std::uint32_t>(layer.info().categories.size());
  filled.count = layer.size();
  filled.bytes = layer.bytes().size();
  for (std::size_t k = 0; k < array.axes.size(); ++k) {
    const craton::AnswerAxis& axis = array.axes[k];
    filled.size[k] = axis.size;
    filled.placed[k] = axis.placed ? 1 : 0;
    filled.origin[k] = axis.origin;
    filled.step[k] = axis.step;
    copy_text(axis.name, filled.axis[k], sizeof filled.axis[k]);
  }
  copy_text(layer.name(), filled.name, sizeof filled.name);
  copy_text(layer.info().unit, filled.unit, sizeof filled.unit);
  return filled;
}

craton_status too_small(craton_error* error, std::size_t room, std::uint64_t needed) {
  return fail(error, CRATON_TOO_SMALL, "values",
              "there is room for " + std::to_string(room) + " of " + std::to_string(needed) + " bytes");
}

/// Copies a block out of an array, axis by axis; rows along the last one lie together.
class BlockCopy {
 public:
  BlockCopy(const AnswerArray& array, const std::uint64_t* begin, const std::uint64_t* size, std::byte* out)
      : array_(array), begin_(begin), size_(size), out_(out), value_bytes_(craton::bytes_per_cell(array.layer->type())) {}

  void copy(std::size_t axis, std::uint64_t index) {
    const std::uint64_t first = index * array_.axes[axis].size + begin_[axis];
    if (axis + 1 == array_.axes.size()) {
      const std::size_t bytes = size_[axis] * value_bytes_;
      std::memcpy(out_, array_.layer->bytes().data() + first * value_bytes_, bytes);
      out_ += bytes;
      return;
    }
    for (std::uint64_t k = 0; k < size_[axis]; ++k) copy(axis + 1, first + k);
  }

 private:
  const AnswerArray& array_;
  const std::uint64_t* begin_;
  const std::uint64_t* size_;
  std::byte* out_;
  std::size_t value_bytes_;
};

/// A text that the answer makes of itself.
template <class Make>
craton_status tell(const craton_answer* answer, craton_bytes** made, craton_error* error, Make&& make) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(answer)) return no_handle(error, "answer");
    if (made == nullptr) return null(error, "made");
    Result<std::string> text = make(answer->answer);
    return text ? give_bytes(*std::move(text), made) : fail(error, text.error());
  });
}

}  // namespace

craton_status craton_answer_describe(const craton_answer* answer, craton_bytes** made, craton_error* error) {
  return tell(answer, made, error, [](const craton::Answer& from) { return Result<std::string>(from.description()); });
}

craton_status craton_answer_table(const craton_answer* answer, const char* name, craton_bytes** made, craton_error* error) {
  if (name == nullptr) return null(error, "name");
  return tell(answer, made, error, [&](const craton::Answer& from) { return from.table_text(name); });
}

craton_status craton_answer_geojson(const craton_answer* answer, const char* names, craton_bytes** made, craton_error* error) {
  return tell(answer, made, error, [&](const craton::Answer& from) { return from.geojson(names != nullptr ? names : ""); });
}

craton_status craton_answer_picture(const craton_answer* answer, const char* parameters, craton_bytes** made,
                                    craton_error* error) {
  return tell(answer, made, error,
              [&](const craton::Answer& from) { return craton::picture_of(from, parameters != nullptr ? parameters : "{}"); });
}

craton_status craton_answer_write(const craton_answer* answer, const char* path, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(answer)) return no_handle(error, "answer");
    if (path == nullptr) return null(error, "path");
    const Result<void> written = answer->answer.write(path);
    return written ? CRATON_OK : fail(error, written.error());
  });
}

void craton_array_info_init(craton_array_info* info, size_t struct_size) { init_sized(info, struct_size, {}); }

craton_status craton_answer_count(const craton_answer* answer, uint32_t* arrays, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(answer)) return no_handle(error, "answer");
    if (arrays == nullptr) return null(error, "arrays");
    *arrays = static_cast<std::uint32_t>(answer->answer.arrays().size());
    return CRATON_OK;
  });
}

craton_status craton_answer_find(const craton_answer* answer, const char* name, uint32_t* array, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(answer)) return no_handle(error, "answer");
    if (name == nullptr) return null(error, "name");
    if (array == nullptr) return null(error, "array");
    const std::span<const AnswerArray> all = answer->answer.arrays();
    std::string there;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].layer->name() == name) {
        *array = static_cast<std::uint32_t>(i);
        return CRATON_OK;
      }
      there += (i > 0 ? ", " : "") + all[i].layer->name();
    }
    return fail(error, CRATON_UNKNOWN, "name",
                "no array is called \"" + std::string(name).substr(0, 64) + "\"; there are " + there);
  });
}

craton_status craton_answer_get(const craton_answer* answer, uint32_t array, craton_array_info* info, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    const AnswerArray* found = nullptr;
    CRATON_C_TRY(array_of(answer, array, found, error));
    return write_sized(info_of(*found), info, "info", error);
  });
}

craton_status craton_answer_category(const craton_answer* answer, uint32_t array, uint32_t value, char* name, size_t bytes,
                                     craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    const AnswerArray* found = nullptr;
    CRATON_C_TRY(array_of(answer, array, found, error));
    if (name == nullptr) return null(error, "name");
    const std::vector<std::string>& names = found->layer->info().categories;
    if (value >= names.size())
      return fail(error, CRATON_UNKNOWN, "value",
                  "found " + std::to_string(value) + " of " + std::to_string(names.size()) + " categories");
    if (bytes == 0) return fail(error, CRATON_TOO_SMALL, "name", "there is no room for the zero at its end");
    copy_text(names[value], name, bytes);
    return CRATON_OK;
  });
}

craton_status craton_answer_colours(const craton_answer* answer, uint32_t array, uint8_t* rgb, uint32_t count,
                                    craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    const AnswerArray* found = nullptr;
    CRATON_C_TRY(array_of(answer, array, found, error));
    if (found->layer->type() != craton::LayerType::category)
      return fail(error, CRATON_UNSUPPORTED, "array", "the values of " + found->layer->name() + " are no categories");
    if (rgb == nullptr && count > 0) return null(error, "rgb");
    const std::vector<craton::Rgb8> colours = craton::category_colours(found->layer->info().categories);
    if (count > colours.size())
      return fail(error, CRATON_INVALID, "count",
                  "found " + std::to_string(count) + ", allowed 0 … " + std::to_string(colours.size()));
    for (std::uint32_t i = 0; i < count; ++i) {
      *rgb++ = colours[i].r;
      *rgb++ = colours[i].g;
      *rgb++ = colours[i].b;
    }
    return CRATON_OK;
  });
}

craton_status craton_answer_hash(const craton_answer* answer, uint32_t array, uint64_t* hash, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    const AnswerArray* found = nullptr;
    CRATON_C_TRY(array_of(answer, array, found, error));
    if (hash == nullptr) return null(error, "hash");
    *hash = found->layer->hash();
    return CRATON_OK;
  });
}

craton_status craton_answer_data(const craton_answer* answer, uint32_t array, const void** values, size_t* bytes,
                                 craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    const AnswerArray* found = nullptr;
    CRATON_C_TRY(array_of(answer, array, found, error));
    if (values == nullptr) return null(error, "values");
    *values = found->layer->bytes().data();
    if (bytes != nullptr) *bytes = found->layer->bytes().size();
    return CRATON_OK;
  });
}

craton_status craton_answer_read(const craton_answer* answer, uint32_t array, void* values, size_t bytes, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    const AnswerArray* found = nullptr;
    CRATON_C_TRY(array_of(answer, array, found, error));
    if (values == nullptr) return null(error, "values");
    const std::span<const std::byte> from = found->layer->bytes();
    if (bytes < from.size()) return too_small(error, bytes, from.size());
    std::memcpy(values, from.data(), from.size());
    return CRATON_OK;
  });
}

craton_status craton_answer_window(const craton_answer* answer, uint32_t array, const uint64_t* begin, const uint64_t* size,
                                   void* values, size_t bytes, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    const AnswerArray* found = nullptr;
    CRATON_C_TRY(array_of(answer, array, found, error));
    if (begin == nullptr) return null(error, "begin");
    if (size == nullptr) return null(error, "size");
    if (values == nullptr) return null(error, "values");
    std::uint64_t needed = craton::bytes_per_cell(found->layer->type());
    for (std::size_t k = 0; k < found->axes.size(); ++k) {
      const craton::AnswerAxis& axis = found->axes[k];
      if (begin[k] > axis.size || size[k] > axis.size - begin[k])
        return fail(error, CRATON_INVALID, "begin",
                    "axis " + std::string(axis.name) + " has " + std::to_string(axis.size) + " entries, asked for " +
                        std::to_string(size[k]) + " from " + std::to_string(begin[k]) + " on");
      needed *= size[k];
    }
    if (bytes < needed) return too_small(error, bytes, needed);
    BlockCopy(*found, begin, size, static_cast<std::byte*>(values)).copy(0, 0);
    return CRATON_OK;
  });
}

craton_status craton_answer_cells(const craton_answer* answer, const double* places, size_t count, int64_t* cells,
                                  craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(answer)) return no_handle(error, "answer");
    if (count == 0) return CRATON_OK;
    if (places == nullptr) return null(error, "places");
    if (cells == nullptr) return null(error, "cells");
    for (std::size_t i = 0; i < count; ++i) {
      const Result<std::optional<std::uint64_t>> cell = answer->answer.cell_at(places[2 * i], places[2 * i + 1]);
      if (!cell) return fail(error, cell.error());
      cells[i] = *cell ? static_cast<std::int64_t>(**cell) : -1;
    }
    return CRATON_OK;
  });
}

craton_status craton_answer_places(const craton_answer* answer, double* first, double* second, size_t count,
                                   craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(answer)) return no_handle(error, "answer");
    if (first == nullptr) return null(error, "first");
    if (second == nullptr) return null(error, "second");
    const Result<void> filled = answer->answer.places({first, count}, {second, count});
    return filled ? CRATON_OK : fail(error, filled.error());
  });
}

craton_status craton_answer_file_count(const craton_answer* answer, uint32_t* files, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(answer)) return no_handle(error, "answer");
    if (files == nullptr) return null(error, "files");
    *files = static_cast<std::uint32_t>(answer->answer.files().size());
    return CRATON_OK;
  });
}

craton_status craton_answer_file(const craton_answer* answer, uint32_t file, const char** name, const char** type,
                                 const void** data, size_t* bytes, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(answer)) return no_handle(error, "answer");
    const std::span<const craton::AnswerFile> files = answer->answer.files();
    if (file >= files.size())
      return fail(error, CRATON_UNKNOWN, "file", "found " + std::to_string(file) + " of " + std::to_string(files.size()));
    if (name != nullptr) *name = files[file].name.c_str();
    if (type != nullptr) *type = files[file].type.c_str();
    if (data != nullptr) *data = files[file].bytes.data();
    if (bytes != nullptr) *bytes = files[file].bytes.size();
    return CRATON_OK;
  });
}

#endif
