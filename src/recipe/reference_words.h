#pragma once

#include <string>
#include <string_view>

#include <craton/stages/stage.h>

/// What the references say of a declaration, in the terminal and in Markdown alike.
namespace craton::recipe {

/// "number or layer", "layer (changed)", …
std::string type_words(const ParamInfo& param);
/// The shortest stage that can be read: {"stage": …} with what must be given, as if it began in column `indent`.
std::string example_stage(const StageEntry& entry, std::size_t indent);
/// Up to the first full stop.
std::string_view first_sentence(std::string_view text);

}  // namespace craton::recipe
