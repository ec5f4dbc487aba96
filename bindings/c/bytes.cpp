#include "bytes.h"

#include "handles.h"

namespace craton::c {

craton_status give_bytes(std::string bytes, craton_bytes** made) {
  give(std::make_unique<craton_bytes>(craton_bytes{.bytes = std::move(bytes)}), made);
  return CRATON_OK;
}

}  // namespace craton::c

using namespace craton::c;

craton_status craton_bytes_get(const craton_bytes* bytes, const char** data, size_t* size, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(bytes)) return no_handle(error, "bytes");
    if (data != nullptr) *data = bytes->bytes.c_str();
    if (size != nullptr) *size = bytes->bytes.size();
    return CRATON_OK;
  });
}

void craton_bytes_destroy(craton_bytes* bytes) { destroy(bytes); }

craton_status craton_cancel_create(craton_cancel** made, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (made == nullptr) return null(error, "made");
    give(std::make_unique<craton_cancel>(), made);
    return CRATON_OK;
  });
}

craton_status craton_cancel_raise(craton_cancel* cancel, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(cancel)) return no_handle(error, "cancel");
    cancel->token.cancel();
    return CRATON_OK;
  });
}

void craton_cancel_destroy(craton_cancel* cancel) { destroy(cancel); }
