#include "noise/plan.h"

#include <algorithm>
#include <cstring>

namespace craton {

void Block::take(std::span<const std::unique_ptr<GridEvaluator>> evaluators, const Chunk& chunk) {
  evaluators_ = evaluators;
  chunk_ = chunk;
  chunk_.row_stride = chunk.size[0];
  chunk_.slice_stride = static_cast<std::ptrdiff_t>(chunk.size[0]) * chunk.size[1];
  chunk_.addend_row_stride = chunk_.row_stride;
  chunk_.addend_slice_stride = chunk_.slice_stride;
  count_ = std::size_t{chunk.size[0]} * chunk.size[1] * chunk.size[2];
}

void Block::take(const PointBatch& batch) {
  evaluators_ = {};
  batch_.dimensions = batch.dimensions;
  batch_.count = count_ = batch.count;
  batch_.distances = batch.distances;
  batch_.measured = batch.measured;
  for (std::size_t a = 0; a < static_cast<std::size_t>(batch.dimensions); ++a)
    std::copy_n(batch.position[a].begin(), count_, batch_.position[a].begin());
}

Displacement Block::displacement(const DomainRegisters& domain) {
  Displacement metres;
  for (std::size_t a = 0; a < max_dimensions; ++a)
    if (domain[a] != no_register) metres.metres[a] = values(domain[a]);
  return metres;
}

void Block::octave(std::size_t generator, const DomainRegisters& domain, Register to, bool add) {
  float* out = values(to);
  if (!evaluators_.empty()) {
    Chunk chunk = chunk_;
    chunk.out = out;
    chunk.addend = add ? out : nullptr;
    if (to == rows_.result) {
      chunk.out = rows_.out;
      chunk.row_stride = rows_.row_stride;
      chunk.slice_stride = rows_.slice_stride;
    }
    const Displacement metres = displacement(domain);
    if (metres)
      evaluators_[generator]->fill_displaced(chunk, metres);
    else
      evaluators_[generator]->fill(chunk);
    return;
  }
  batch_.displacement = displacement(domain);
  BatchValues batch;
  if (add) std::memcpy(batch.data, out, count_ * sizeof(float));
  generators_[generator]->at_points(batch_, batch, add);
  std::memcpy(out, batch.data, count_ * sizeof(float));
}

void Block::octave_slopes(std::size_t generator, const DomainRegisters& domain, float* out,
                          const std::array<float*, max_dimensions>& slopes) {
  if (!evaluators_.empty()) return evaluators_[generator]->fill_slopes(chunk_, displacement(domain), out, slopes);
  batch_.displacement = displacement(domain);
  SlopeValues values;
  generators_[generator]->slopes_at_points(batch_, values);
  std::memcpy(out, values.value.data, count_ * sizeof(float));
  for (std::size_t a = 0; a < static_cast<std::size_t>(batch_.dimensions); ++a)
    std::memcpy(slopes[a], values.slope[a].data, count_ * sizeof(float));
}

void Block::octave_vectors(std::size_t generator, const DomainRegisters& domain, const std::array<float*, 3>& out) {
  if (!evaluators_.empty()) return evaluators_[generator]->fill_vectors(chunk_, displacement(domain), out);
  batch_.displacement = displacement(domain);
  VectorValues values;
  generators_[generator]->vectors_at_points(batch_, values);
  for (std::size_t a = 0; a < static_cast<std::size_t>(batch_.dimensions); ++a)
    std::memcpy(out[a], values[a].data, count_ * sizeof(float));
}

void NoisePlan::finish() {
  std::vector<std::size_t> last(registers, 0);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto touch = [&](Register& r) {
      if (r != no_register) last[r] = i;
    };
    steps[i]->reads(touch);
    steps[i]->writes(touch);
  }
  for (const Register r : results)
    if (r != no_register) last[r] = steps.size();

  std::vector<Register> place(registers, no_register), free;
  Register used = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps[i]->writes([&](Register& r) {
      if (r == no_register) return;
      if (place[r] == no_register) {
        if (free.empty()) free.push_back(used++);
        place[r] = free.back();
        free.pop_back();
      }
    });
    // What is read for the last time is free for later steps, not yet for this one: a step may write before it reads.
    std::vector<Register> done;
    const auto release = [&](Register& r) {
      if (r == no_register) return;
      if (last[r] == i && std::find(done.begin(), done.end(), r) == done.end()) done.push_back(r);
    };
    steps[i]->reads(release);
    steps[i]->writes(release);
    for (const Register r : done) free.push_back(place[r]);
    const auto rename = [&](Register& r) {
      if (r != no_register) r = place[r];
    };
    steps[i]->reads(rename);
    steps[i]->writes(rename);
  }
  for (Register& r : results)
    if (r != no_register) r = place[r];
  registers = used;
}

}  // namespace craton
