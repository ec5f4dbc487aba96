// Several processes that bake together. One of them keeps a counter, of which each takes the next number without the other's help
// (one-sided: MPI_Fetch_and_op), so that a slow one holds nobody.
#include "bake_mpi.h"

#ifdef CRATON_HAS_MPI

#include <mpi.h>

#include <cstdlib>

namespace craton::cli {
namespace {

class MpiProcesses : public BakeHooks {
 public:
  explicit MpiProcesses(BakeHooks& told) : told_(told) {
    MPI_Comm_rank(MPI_COMM_WORLD, &own_);
    MPI_Comm_size(MPI_COMM_WORLD, &count_);
    const MPI_Aint bytes = own_ == 0 ? sizeof(std::uint64_t) : 0;
    MPI_Win_allocate(bytes, sizeof(std::uint64_t), MPI_INFO_NULL, MPI_COMM_WORLD, &counter_, &window_);
    if (own_ == 0) *counter_ = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, window_);
  }
  ~MpiProcesses() override {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }
  MpiProcesses(const MpiProcesses&) = delete;
  MpiProcesses& operator=(const MpiProcesses&) = delete;

  void state(const BakeState& state) override {
    if (own_ == 0) told_.state(state);
  }
  std::uint64_t processes() const override { return static_cast<std::uint64_t>(count_); }
  std::uint64_t own_number() const override { return static_cast<std::uint64_t>(own_); }
  std::uint64_t take_number() override {
    const std::uint64_t one = 1;
    std::uint64_t taken = 0;
    MPI_Fetch_and_op(&one, &taken, MPI_UINT64_T, 0, 0, MPI_SUM, window_);
    MPI_Win_flush(0, window_);
    return taken;
  }
  void wait_for_all() override { MPI_Barrier(MPI_COMM_WORLD); }

 private:
  BakeHooks& told_;
  int own_ = 0, count_ = 1;
  std::uint64_t* counter_ = nullptr;
  MPI_Win window_ = MPI_WIN_NULL;
};

/// A program that nobody started as one of several stays away from MPI.
bool started_by_mpi() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", "PMI_RANK"})
    if (std::getenv(name)) return true;
  return false;
}

}  // namespace

std::unique_ptr<BakeHooks> bake_processes(BakeHooks& told) {
  if (!started_by_mpi() || MPI_Init(nullptr, nullptr) != MPI_SUCCESS) return nullptr;
  return std::make_unique<MpiProcesses>(told);
}

void end_processes(bool failed) {
  int begun = 0;
  MPI_Initialized(&begun);
  if (!begun) return;
  if (failed) MPI_Abort(MPI_COMM_WORLD, 2);
  MPI_Finalize();
}

}  // namespace craton::cli

#else

namespace craton::cli {

std::unique_ptr<BakeHooks> bake_processes(BakeHooks&) { return nullptr; }
void end_processes(bool) {}

}  // namespace craton::cli

#endif
