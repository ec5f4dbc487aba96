#ifdef CRATON_HAS_REQUESTS

#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <craton/requests/request.h>

#include "answer.h"
#include "bytes.h"
#include "handles.h"
#include "stages.h"

using namespace craton::c;
using craton::Result;

namespace {

/// Tells the caller how far work is, and hears whether it shall stop.
class Teller final : public craton::Progress, public craton::MakeObserver {
 public:
  Teller(const craton_run_options& options, craton::CancelToken& token) : options_(options), token_(token) {}

  void report(double share_done) override {
    const std::lock_guard lock(mutex_);
    if (options_.progress(options_.user, share_done, what_.c_str()) != 0) token_.cancel();
  }
  void stage_begins(const craton::Recipe& recipe, const craton::PlannedStage& stage) override {
    const std::lock_guard lock(mutex_);
    what_ = recipe.stages[stage.index].id;
  }

 private:
  const craton_run_options& options_;
  craton::CancelToken& token_;
  std::mutex mutex_;
  std::string what_;
};

}  // namespace

void craton_run_options_init(craton_run_options* options, size_t struct_size) { init_sized(options, struct_size, {}); }

craton_status craton_requests(craton_bytes** made, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (made == nullptr) return null(error, "made");
    return give_bytes(craton::requests_json(), made);
  });
}

craton_status craton_recipes(craton_bytes** made, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (made == nullptr) return null(error, "made");
    nlohmann::ordered_json names = nlohmann::ordered_json::object();
    for (const craton::ShippedRecipe& each : craton::shipped_recipes()) names[std::string(each.kind)].push_back(each.name);
    return give_bytes(names.dump(), made);
  });
}

craton_status craton_recipe(const char* kind, const char* name, craton_bytes** made, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (kind == nullptr) return null(error, "kind");
    if (name == nullptr) return null(error, "name");
    if (made == nullptr) return null(error, "made");
    for (const craton::ShippedRecipe& each : craton::shipped_recipes())
      if (each.kind == kind && each.name == name) return give_bytes(std::string(each.text), made);
    return fail(error, CRATON_UNKNOWN, "name", "nothing of this kind and name comes with Craton; craton_recipes lists all");
  });
}

craton_status craton_ask(const char* request, const char* parameters, const craton_run_options* options, craton_answer** made,
                         craton_error* error) {
  return craton_ask_of(request, parameters, nullptr, 0, options, made, error);
}

craton_status craton_ask_of(const char* request, const char* parameters, const craton_answer* const* of, size_t count,
                            const craton_run_options* options, craton_answer** made, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (request == nullptr) return null(error, "request");
    if (of == nullptr && count > 0) return null(error, "of");
    if (made == nullptr) return null(error, "made");
    std::vector<craton::Answer> answers;
    for (std::size_t i = 0; i < count; ++i) {
      if (!alive(of[i])) return no_handle(error, "of");
      answers.push_back(of[i]->answer);
    }
    craton_run_options how{};
    CRATON_C_TRY(read_sized(options, how, "options", error));
    if (how.cancel != nullptr && !alive(how.cancel)) return no_handle(error, "options.cancel");
    if (how.stages == nullptr && how.stage_count > 0) return null(error, "options.stages");
    std::optional<craton::OwnStages> stages;
    if (how.stage_count > 0) {
      Result<craton::OwnStages> made_stages = own_stages(how.stages, how.stage_count);
      if (!made_stages) return fail(error, made_stages.error());
      stages = *std::move(made_stages);
    }
    craton::CancelToken own;
    craton::CancelToken& token = how.cancel != nullptr ? how.cancel->token : own;
    Teller teller(how, token);
    const bool tells = how.progress != nullptr;
    Result<craton::Answer> answer =
        craton::ask(request, parameters != nullptr ? parameters : "{}",
                    {.execution = {.threads = how.threads, .progress = tells ? &teller : nullptr, .cancel = &token},
                     .memory_limit = how.memory,
                     .observer = tells ? &teller : nullptr,
                     .stages = stages ? &*stages : nullptr,
                     .of = answers});
    if (!answer) return fail(error, answer.error());
    give(std::make_unique<craton_answer>(craton_answer{.answer = *std::move(answer)}), made);
    return CRATON_OK;
  });
}

void craton_answer_destroy(craton_answer* answer) { destroy(answer); }

#endif
