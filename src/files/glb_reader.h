#pragma once

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

/// Reads .glb files for tests, by the specification and not by the writer: whatever is not as it must be throws.
namespace craton::files {

class GlbReader {
 public:
  using Json = nlohmann::json;

  explicit GlbReader(std::string bytes) : bytes_(std::move(bytes)) {
    need(bytes_.size() >= 20 && bytes_.compare(0, 4, "glTF") == 0, "no glTF");
    need(word(4) == 2 && word(8) == bytes_.size(), "version or length");
    const std::size_t text = word(12);
    need(word(16) == 0x4E4F534A && text % 4 == 0 && 20 + text <= bytes_.size(), "the chunk of JSON");
    json = Json::parse(bytes_.substr(20, text));
    need(json.at("asset").at("version") == "2.0", "version");
    binary_ = 20 + text;
    if (binary_ < bytes_.size()) {
      need(word(binary_ + 4) == 0x004E4942 && word(binary_) == bytes_.size() - binary_ - 8, "the chunk of arrays");
      binary_ += 8;
      need(json.at("buffers").at(0).at("byteLength").get<std::size_t>() <= bytes_.size() - binary_, "length of the arrays");
    }
    check_nodes();
  }

  /// Numbers of an accessor, as they are stored.
  std::vector<double> numbers(std::size_t accessor) const {
    const Json& a = json.at("accessors").at(accessor);
    const Json& view = json.at("bufferViews").at(a.at("bufferView").get<std::size_t>());
    const std::size_t parts = a.at("type") == "VEC4" ? 4 : a.at("type") == "VEC3" ? 3 : 1;
    const int type = a.at("componentType");
    const std::size_t size = type == 5123 ? 2 : 4, count = a.at("count").get<std::size_t>() * parts;
    const std::size_t offset = view.at("byteOffset");
    need(type == 5123 || type == 5125 || type == 5126, "type");
    need(count > 0 && offset % 4 == 0 && count * size == view.at("byteLength").get<std::size_t>(), "length of an array");
    need(offset + count * size <= json.at("buffers").at(0).at("byteLength").get<std::size_t>(), "an array beyond its buffer");
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = number(binary_ + offset + i * size, type);
    if (a.contains("min")) check_bounds(a, values, parts);
    return values;
  }

  /// What a part of a mesh holds; every index is checked.
  struct Part {
    std::vector<double> positions, normals, colours, triangles;
    std::size_t material = 0;
  };
  Part part(std::size_t mesh, std::size_t primitive = 0) const {
    const Json& p = json.at("meshes").at(mesh).at("primitives").at(primitive);
    Part part;
    part.material = p.at("material");
    need(part.material < json.at("materials").size(), "material");
    const Json& attributes = p.at("attributes");
    need(json.at("accessors").at(attributes.at("POSITION").get<std::size_t>()).contains("min"), "bounds of positions");
    part.positions = numbers(attributes.at("POSITION"));
    if (attributes.contains("NORMAL")) part.normals = numbers(attributes.at("NORMAL"));
    if (attributes.contains("COLOR_0")) part.colours = numbers(attributes.at("COLOR_0"));
    part.triangles = numbers(p.at("indices"));
    need(part.triangles.size() % 3 == 0, "triangles");
    const bool shorts = json.at("accessors").at(p.at("indices").get<std::size_t>()).at("componentType") == 5123;
    for (const double index : part.triangles)
      need(index * 3 < static_cast<double>(part.positions.size()) && !(shorts && index > 65534), "index");
    return part;
  }

  Json json;

 private:
  static void need(bool holds, const char* what) {
    if (!holds) throw std::runtime_error(what);
  }
  std::uint32_t word(std::size_t at) const {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes_.data() + at, 4);
    return value;
  }
  double number(std::size_t at, int type) const {
    if (type == 5123) {
      std::uint16_t value = 0;
      std::memcpy(&value, bytes_.data() + at, 2);
      return value;
    }
    if (type == 5125) return word(at);
    float value = 0;
    std::memcpy(&value, bytes_.data() + at, 4);
    return static_cast<double>(value);
  }
  static void check_bounds(const Json& accessor, const std::vector<double>& values, std::size_t parts) {
    for (std::size_t k = 0; k < parts; ++k) {
      double low = values[k], high = values[k];
      for (std::size_t i = k; i < values.size(); i += parts) {
        low = std::min(low, values[i]);
        high = std::max(high, values[i]);
      }
      need(accessor.at("min").at(k).get<double>() == low && accessor.at("max").at(k).get<double>() == high, "bounds");
    }
  }
  /// Nodes form trees: each but the roots is the child of one.
  void check_nodes() const {
    std::vector<int> parents(json.at("nodes").size());
    for (const Json& node : json.at("nodes")) {
      if (node.contains("mesh")) need(node.at("mesh").get<std::size_t>() < json.at("meshes").size(), "mesh of a node");
      if (node.contains("children"))
        for (const Json& child : node.at("children")) ++parents.at(child.get<std::size_t>());
    }
    for (const Json& root : json.at("scenes").at(0).at("nodes")) ++parents.at(root.get<std::size_t>());
    for (const int count : parents) need(count == 1, "a node has no parent, or two");
  }

  std::string bytes_;
  std::size_t binary_ = 0;
};

}  // namespace craton::files
