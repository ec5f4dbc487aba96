#include "picture/atlas/places.h"

#include <algorithm>

namespace craton::atlas {
Result<std::vector<NamedPlace>> named_places(const Surface& surface) {
  const ObjectTable* table = surface.objects("places");
  if (!table || table->rows() == 0) return std::vector<NamedPlace>{};
  const auto* names = table->values<std::string>("name");
  const auto* kinds = table->values<std::string>("kind");
  const auto* groups = table->values<std::string>("group");
  const auto* places = table->values<Vec3d>("place");
  const auto* lines = table->values<ObjectColumn::Path>("line");
  const auto* sizes = table->values<double>("size");
  const auto* ranks = table->values<std::int64_t>("rank");
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
