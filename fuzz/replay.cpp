// Runs fuzz targets without libFuzzer, with any compiler: over the inputs of their corpora, and over mutants of these.
//   fuzz_replay TARGET MUTANTS FILE|FOLDER…      MUTANTS: how many of each input; the same ones in every run
//   fuzz_replay TARGET MUTANTS FILE|FOLDER… --keep FOLDER      as fuzz/coverage builds it: keeps mutants that reach new lines
// An expectation that does not hold ends with the name of the input and of its mutant on stderr; FUZZ_FOUND names a file for its
// bytes.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

using Run = int (*)(const std::uint8_t*, std::size_t);
using Mutate = std::size_t (*)(std::uint8_t*, std::size_t, std::size_t, unsigned);

// CMake names them: FUZZ_TARGETS is X(a) X(b) …
#define X(name)                                                                \
  extern "C" int name##_one_input(const std::uint8_t* data, std::size_t size); \
  extern "C" [[gnu::weak]] std::size_t name##_mutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed);
FUZZ_TARGETS
#undef X

// Counters of lines, where clang was asked for them.
extern "C" [[gnu::weak]] std::uint64_t* __llvm_profile_begin_counters();
extern "C" [[gnu::weak]] std::uint64_t* __llvm_profile_end_counters();

namespace {

struct Target {
  std::string_view name;
  Run run;
  Mutate mutate;  ///< null: bytes alone
};
const Target targets[] = {
#define X(name) {#name, name##_one_input, name##_mutator},
    FUZZ_TARGETS
#undef X
};

std::uint64_t state = 1;
std::size_t random_below(std::size_t count) {
  state = state * 6364136223846793005U + 1442695040888963407U;
  return static_cast<std::size_t>(state >> 33) % count;
}

/// libFuzzer's own, for those that change bytes: one of them is set, flipped, doubled or taken away.
std::size_t mutated(std::uint8_t* data, std::size_t size, std::size_t max_size) {
  if (size == 0) {
    if (max_size == 0) return 0;
    data[0] = static_cast<std::uint8_t>(random_below(256));
    return 1;
  }
  const std::size_t at = random_below(size);
  switch (random_below(5)) {
    case 0: data[at] = static_cast<std::uint8_t>(random_below(256)); return size;
    case 1: data[at] = static_cast<std::uint8_t>(data[at] ^ 1U << random_below(8)); return size;
    case 2: {  // a piece once more
      const std::size_t length = std::min(1 + random_below(size - at), max_size - size);
      std::memmove(data + at + length, data + at, size - at);
      return size + length;
    }
    case 3: {
      const std::size_t length = 1 + random_below(std::min<std::size_t>(size - at, 16));
      std::memmove(data + at, data + at + length, size - at - length);
      return size - length;
    }
    default: {
      constexpr std::uint8_t edges[] = {0, 1, 0x7F, 0x80, 0xFF, '"', '{', '0', '-', '.'};
      data[at] = edges[random_below(std::size(edges))];
      return size;
    }
  }
}

// What runs, for whoever reads how it ended.
char running[512] = "nothing";

const std::uint8_t* running_bytes = nullptr;
std::size_t running_size = 0;

extern "C" void tell(int signal) {
  if (const char* path = std::getenv("FUZZ_FOUND")) {
    const int file = ::open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    (void)!::write(file, running_bytes, running_size);
    ::close(file);
  }
  (void)!::write(STDERR_FILENO, running, std::strlen(running));
  (void)!::write(STDERR_FILENO, "\n", 1);
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

using Bytes = std::vector<std::uint8_t>;

void run(const Target& target, const Bytes& input, const std::string& name) {
  std::snprintf(running, sizeof running, "fuzz_replay: %s ended in %s", std::string(target.name).c_str(), name.c_str());
  // A copy of its own size: reading beyond it is seen where memory is watched.
  const Bytes exact(input.begin(), input.end());
  running_bytes = exact.data();
  running_size = exact.size();
  target.run(exact.data(), exact.size());
}

std::size_t reached() {
  if (!__llvm_profile_begin_counters) return 0;
  return static_cast<std::size_t>((__llvm_profile_end_counters() - __llvm_profile_begin_counters()) -
                                  std::count(__llvm_profile_begin_counters(), __llvm_profile_end_counters(), 0));
}

std::string keep;  // folder; "": none are kept
std::size_t most_reached = 0;

void keep_if_new(const Bytes& input) {
  const std::size_t now = keep.empty() ? 0 : reached();
  if (now <= most_reached) return;
  most_reached = now;
  std::ofstream out(keep + "/" + std::to_string(now), std::ios::binary);
  out.write(reinterpret_cast<const char*>(input.data()), static_cast<std::streamsize>(input.size()));
}

void run_mutants(const Target& target, const Bytes& input, const std::string& name, unsigned count) {
  constexpr std::size_t room = 4096;
  for (unsigned i = 1; i <= count; ++i) {
    state = i;
    Bytes mutant(input);
    const std::size_t size = input.size(), most = size + room;
    mutant.resize(most);
    std::size_t now = size;
    for (std::size_t times = 0; times <= random_below(4); ++times) {
      const auto seed = static_cast<unsigned>(random_below(1U << 30));
      now = target.mutate ? target.mutate(mutant.data(), now, most, seed) : mutated(mutant.data(), now, most);
    }
    mutant.resize(now);
    run(target, mutant, name + ", mutant " + std::to_string(i));
    keep_if_new(mutant);
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size) {
  return mutated(data, size, max_size);
}

int main(int count, char** words) {
  namespace fs = std::filesystem;
  const Target* target = nullptr;
  for (const Target& each : targets)
    if (count > 3 && each.name == words[1]) target = &each;
  if (!target) {
    std::fprintf(stderr, "usage: fuzz_replay TARGET MUTANTS FILE|FOLDER…; targets:");
    for (const Target& each : targets) std::fprintf(stderr, " %s", std::string(each.name).c_str());
    std::fprintf(stderr, "\n");
    return 2;
  }
  const auto mutants = static_cast<unsigned>(std::strtoul(words[2], nullptr, 10));
  std::vector<fs::path> inputs;
  for (int i = 3; i < count; ++i) {
    if (std::string_view(words[i]) == "--keep" && i + 1 < count) {
      keep = words[++i];
      continue;
    }
    if (!fs::is_directory(words[i]))
      inputs.emplace_back(words[i]);
    else
      for (const fs::directory_entry& entry : fs::directory_iterator(words[i]))
        if (entry.is_regular_file()) inputs.push_back(entry.path());
  }
  std::sort(inputs.begin(), inputs.end());
  if (!keep.empty())  // small ones first
    std::stable_sort(inputs.begin(), inputs.end(),
                     [](const fs::path& a, const fs::path& b) { return fs::file_size(a) < fs::file_size(b); });
  if (inputs.empty()) {
    std::fprintf(stderr, "fuzz_replay: there are no inputs\n");
    return 2;
  }
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) ::signal(signal, tell);
  std::vector<Bytes> read;
  for (const fs::path& path : inputs) {
    std::ifstream in(path, std::ios::binary);
    if (!in) {
      std::fprintf(stderr, "fuzz_replay: cannot read %s\n", path.c_str());
      return 2;
    }
    read.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    run(*target, read.back(), path.string());
  }
  most_reached = reached();
  for (std::size_t i = 0; i < read.size(); ++i) run_mutants(*target, read[i], inputs[i].string(), mutants);
  std::printf("%s: %zu inputs and %zu mutants read\n", std::string(target->name).c_str(), inputs.size(), inputs.size() * mutants);
  return 0;
}
