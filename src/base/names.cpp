#include <craton/base/names.h>

namespace craton {

NameSource::~NameSource() = default;

}  // namespace craton
