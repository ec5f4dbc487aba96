#include <craton/files/world_check.h>

#include <filesystem>
#include <new>

#include "files/check_parts.h"
#include "files/world_tables.h"

namespace craton {
namespace {

using namespace files;

Result<bool> is_endless_file(const std::string& path) {
  CRATON_TRY(const FileHead head, head_of_file(path));
  CRATON_TRY(const int format, format_of_head(head.bytes, path));
  return is_endless(format);
}

Result<WorldCheck> rescue_finite(const std::string& path, const std::string& to, const RecipeTerms& terms,
                                 const Execution& execution) {
  CRATON_TRY(CheckedWorld checked, check_finite(path, true, terms, execution));
  if (!checked.rest) return Error{ErrorCode::corrupt, path, "cannot be saved: its recipe is lost, or of another program"};
  CRATON_TRY(write_world(to, *checked.rest, terms, execution));
  return std::move(checked.check);
}

/// Runs out of memory as errors are told.
template <class Run>
Result<WorldCheck> guarded(const std::string& path, Run run) {
  try {
    return run();
  } catch (const std::bad_alloc&) { return Error{ErrorCode::unsupported, path, "too large for the memory of this machine"}; }
}

}  // namespace

Result<WorldCheck> check_world(const std::string& path, const RecipeTerms& terms, const Execution& execution) {
  return guarded(path, [&]() -> Result<WorldCheck> {
    CRATON_TRY(const bool endless, is_endless_file(path));
    if (endless) return check_endless(path, "", terms);
    CRATON_TRY(CheckedWorld checked, check_finite(path, false, terms, execution));
    return std::move(checked.check);
  });
}

Result<WorldCheck> rescue_world(const std::string& path, const std::string& to, const RecipeTerms& terms,
                                const Execution& execution) {
  std::error_code failed;
  if (std::filesystem::equivalent(path, to, failed))
    return Error{ErrorCode::invalid_value, to, "is the damaged world itself; save it elsewhere, it is not overwritten"};
  return guarded(path, [&]() -> Result<WorldCheck> {
    CRATON_TRY(const bool endless, is_endless_file(path));
    return endless ? check_endless(path, to, terms) : rescue_finite(path, to, terms, execution);
  });
}

}  // namespace craton
