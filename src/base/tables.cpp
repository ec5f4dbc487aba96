#include <craton/base/tables.h>

namespace craton {

TableSource::~TableSource() = default;

Result<NameTable> TableSource::name_table(std::string_view name) const {
  return Error{ErrorCode::unsupported, std::string(name), "there are no tables of names here"};
}

Result<PlateDrawing> TableSource::plate_drawing(std::string_view name) const {
  return Error{ErrorCode::unsupported, std::string(name), "there are no drawings of plates here"};
}

}  // namespace craton
