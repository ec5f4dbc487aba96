#include <craton/base/tables.h>

namespace craton {

TableSource::~TableSource() = default;

}  // namespace craton
