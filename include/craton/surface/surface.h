#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>
#include <craton/surface/layer.h>
#include <craton/surface/objects.h>

namespace craton {

/// A domain with everything that is known on it: layers (a value a cell) and objects.
///
///     Surface surface(*make_domain({"torus"}, Seed{7}, 0, ""));
///     Result<Layer*> height = surface.add_layer({.name = "height", .unit = "m"});
///     (*height)->numbers()[cell] = 12;
class CRATON_API Surface {
 public:
  explicit Surface(Domain domain) : domain_(std::move(domain)) {}

  const Domain& domain() const { return domain_; }
  Cell cell_count() const { return craton::cell_count(domain_); }

  const std::vector<std::unique_ptr<Layer>>& layers() const { return layers_; }  ///< in the order in which they were added
  Layer* layer(std::string_view name);
  const Layer* layer(std::string_view name) const;
  /// A new layer of zeros; an error where the name is bad or taken.
  Result<Layer*> add_layer(LayerInfo info);
  /// The layer of this name, added where there is none; an error where it is of another type. Unit, doc and categories become
  /// those given (an empty unit or doc leaves the old one).
  Result<Layer*> ensure_layer(LayerInfo info);
  /// The layer, which must be of this type; the error names the nearest one.
  Result<Layer*> need_layer(std::string_view name, LayerType type, std::string_view path);
  bool remove_layer(std::string_view name);

  const std::vector<ObjectTable>& objects() const { return objects_; }
  const ObjectTable* objects(std::string_view name) const;
  /// Replaces a table of the same name.
  Result<void> set_objects(ObjectTable table);

  /// Cuts the margin of a plane off all layers; their arrays shrink in place.
  void drop_halo();

 private:
  Domain domain_;
  std::vector<std::unique_ptr<Layer>> layers_;
  std::vector<ObjectTable> objects_;
};

}  // namespace craton
