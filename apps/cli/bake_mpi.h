#pragma once

#include <memory>

#include <craton/requests/bake_hooks.h>

namespace craton::cli {

/// The processes that `mpirun` or `srun` started, where this is one of several and Craton was built with MPI; else null.
/// `told` hears of what this one does.
std::unique_ptr<BakeHooks> bake_processes(BakeHooks& told);
/// Ends all of them where one has failed: the others would wait for it for ever.
void end_processes(bool failed);

}  // namespace craton::cli
