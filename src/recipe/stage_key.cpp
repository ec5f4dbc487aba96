#include "recipe/stage_key.h"

#include <craton/base/hash.h>
#include <craton/base/names.h>
#include <craton/recipe/noise_json.h>
#include <craton/surface/sites.h>

#include "base/text.h"

namespace craton::recipe {
namespace {

/// Bump it where the bytes behind a key change their meaning.
constexpr std::string_view key_version = "craton stage 3";

/// Pieces with their lengths, so that no two lists of pieces give the same text.
class KeyText {
 public:
  void add(std::string_view piece) {
    text_ += std::to_string(piece.size());
    text_ += ':';
    text_ += piece;
  }
  void add(std::uint64_t number) { add(std::string_view(std::to_string(number))); }
  void add(const BlobKey& key) {
    add(key.high);
    add(key.low);
  }
  void add(std::span<const ParamInfo> declared, const ParamValues& given) {
    for (const ParamInfo& info : declared) {
      const ParamValue* value = given.find(info.name);
      add(info.name);
      add(std::string_view(to_string(value ? *value : info.default_value)));
    }
  }
  BlobKey key() const {
    const auto hash = [&](std::string_view prefix) {
      const std::string whole = concat({prefix, text_});
      return mix64_bytes(std::as_bytes(std::span(whole.data(), whole.size())));
    };
    return {hash("high"), hash("low")};
  }

 private:
  std::string text_;
};

void add_domain(KeyText& text, const Recipe& recipe, std::uint32_t halo) {
  text.add(recipe.domain.kind);
  for (const DomainKind& kind : all_domain_kinds())
    if (kind.id == recipe.domain.kind) text.add(kind.params, recipe.domain.params);
  text.add(halo);
  if (recipe.domain.kind == "sphere") text.add(recipe.seed);  // where its sites are
}

/// False where what one of them depends on is not known.
bool add_made(const std::vector<std::string>& names, const auto& made, KeyText& text) {
  for (const std::string& name : names) {
    const auto found = made.find(name);
    const std::optional<BlobKey> key = found == made.end() ? BlobKey{} : found->second;
    if (!key) return false;
    text.add(name);
    text.add(*key);
  }
  return true;
}

}  // namespace

std::optional<BlobKey> stage_key(const Recipe& recipe, const PlannedStage& stage, std::uint32_t halo, const MadeKeys& made,
                                 const AssetSource* assets) {
  const StageSpec& spec = recipe.stages[stage.index];
  const StageInfo& info = stage.entry->info;
  KeyText text;
  text.add(key_version);
  text.add(info.id);
  text.add(static_cast<std::uint64_t>(info.version));
  text.add(Seed{recipe.seed}.child(spec.id).value);
  add_domain(text, recipe, halo);
  text.add(info.params, spec.params);
  for (const NoiseInput& noise : spec.noises) {
    text.add(noise.name);
    text.add(std::string_view(noise_spec_to_json(*noise.noise)));
  }
  for (const LayerInput& input : spec.layers) {
    text.add(input.param);
    text.add(input.layer);
  }
  for (const auto* names : {&stage.reads, &stage.writes})
    if (!add_made(*names, made.layers, text)) return std::nullopt;
  for (const auto* names : {&stage.tables_read, &stage.tables_written})
    if (!add_made(*names, made.tables, text)) return std::nullopt;
  // Where an earlier stage has moved sites or set the radius, all that follows stands on them.
  for (const std::string_view name : {sites_table, globe_table})
    if (const auto moved = made.tables.find(std::string(name)); moved != made.tables.end()) {
      if (!moved->second) return std::nullopt;
      text.add(name);
      text.add(*moved->second);
    }
  for (const ParamInfo& param : info.params) {
    if (!param.asset || !assets) continue;
    const ParamValue* given = spec.params.find(param.name);
    const auto& file = std::get<std::string>(given ? *given : param.default_value);
    if (file.empty()) continue;
    const Result<std::uint64_t> content = assets->fingerprint(file);
    if (!content) return std::nullopt;
    text.add(*content);
  }
  if (const auto* names = dynamic_cast<const NameSource*>(assets)) text.add(names->names_fingerprint());
  return text.key();
}

BlobKey part_of(const BlobKey& key, std::string_view name) {
  KeyText text;
  text.add(key);
  text.add(name);
  return text.key();
}

}  // namespace craton::recipe
