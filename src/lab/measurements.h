#pragma once

#include <vector>

#include <craton/lab/lab.h>

/// The measurements of a noise, one file each.
namespace craton::lab {

struct FieldFindings {
  LabField field;
  std::vector<LabCorrelation> correlations;
};
Result<FieldFindings> measure_fields(const LabSubject& subject, const LabEffort& effort, Seed seed, const Execution& execution);

Result<std::vector<LabHistogram>> measure_histograms(const LabSubject& subject, const LabEffort& effort, Seed seed,
                                                     const Execution& execution);

Result<LabPlaneSpectrum> measure_plane(const LabSubject& subject, const LabEffort& effort, Seed seed, const Execution& execution);

Result<LabSlices> measure_slices(const LabSubject& subject, const LabEffort& effort, bool through_vertex, Seed seed,
                                 const Execution& execution);

}  // namespace craton::lab
