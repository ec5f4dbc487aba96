#include "picture/atlas/places.h"

#include <algorithm>

namespace craton::atlas {
namespace {

template <class Value>
const std::vector<Value>* values_of(const ObjectTable& table, std::string_view name) {
  const ObjectColumn* column = table.column(name);
  return column ? std::get_if<std::vector<Value>>(&column->values) : nullptr;
}

}  // namespace

Result<std::vector<NamedPlace>> named_places(const Surface& surface) {
  const ObjectTable* table = surface.objects("places");
  if (!table || table->rows() == 0) return std::vector<NamedPlace>{};
  const auto* names = values_of<std::string>(*table, "name");
  const auto* kinds = values_of<std::string>(*table, "kind");
  const auto* groups = values_of<std::string>(*table, "group");
  const auto* places = values_of<Vec3d>(*table, "place");
  const auto* lines = values_of<ObjectColumn::Path>(*table, "line");
  const auto* sizes = values_of<double>(*table, "size");
  const auto* ranks = values_of<std::int64_t>(*table, "rank");
  if (!names || !places)
    return Error{ErrorCode::unsupported, "labels", "the table `places` has no columns \"name\" and \"place\""};
  std::vector<NamedPlace> all(names->size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].name = (*names)[i];
    all[i].place = (*places)[i];
    if (kinds) all[i].kind = (*kinds)[i];
    if (groups) all[i].group = (*groups)[i];
    if (lines) all[i].line = (*lines)[i];
    if (sizes) all[i].size = (*sizes)[i];
    if (ranks) all[i].rank = std::clamp<std::int64_t>((*ranks)[i], 1, 10);
  }
  std::stable_sort(all.begin(), all.end(), [](const NamedPlace& a, const NamedPlace& b) { return a.rank < b.rank; });
  return all;
}

}  // namespace craton::atlas
