#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/noise/noise.h>

/// The lab: what a noise is like, measured over many seeds. It follows the measurements of source 001 (kite and hat noise) and
/// treats all noises alike. All lengths here are in lattice cells of the noise, all frequencies in cycles a cell, all angles in
/// degrees from the x axis towards y.
namespace craton {

struct LabPlace {
  double x = 0, y = 0;
};

/// A square seen from above: from `low` to `high` on both axes.
struct LabWindow {
  double low = 0, high = 4;
};

/// Where on its lattice a noise is looked at.
struct LabPlaces {
  LabWindow field{0, 4};            ///< means and variances
  LabWindow correlations{0, 4};     ///< correlations with the anchors
  std::vector<LabPlace> anchors{};  ///< two places that correlations are measured from
  std::vector<LabPlace> histograms{};
  std::vector<LabPlace> vertices{};  ///< some vertices of the lattice; slices are laid through the first
};

/// A noise to be measured.
struct LabSubject {
  std::string name;
  NoiseSpec spec;
  double cell_metres = 1024;  ///< how long a cell of its lattice is
  LabPlaces places;
};

/// The kind with its default parameters, a cell 1024 m long. Places are those of source 001 for the noises it knows, and those of
/// Perlin or kite noise for others on squares or triangles. An error names kinds that do not exist, are made of others or have no
/// 2D form.
CRATON_API Result<LabSubject> lab_subject_of_kind(std::string_view kind);
/// Any noise. Its cell is that of the lowest frequency in it; an error where there is none.
CRATON_API Result<LabSubject> lab_subject_of_spec(std::string name, NoiseSpec spec);

/// How much is measured. Defaults are those of source 001.
struct LabEffort {
  std::uint32_t field_side = 256;  ///< samples along a side of means, variances and correlations
  std::uint32_t field_realisations = 10000;
  std::uint32_t histogram_realisations = 1000000;
  std::uint32_t plane_side = 2000;  ///< samples along a side of the plane whose spectrum is taken
  double plane_cells = 100;
  std::uint32_t plane_realisations = 100;
  std::uint32_t slices = 20000;  ///< in each direction
  std::uint32_t slice_samples = 2000;
  double slice_cells = 100;
  std::uint32_t view_side = 256;  ///< of pictures, in pixels

  CRATON_API static LabEffort quick();  ///< seconds, not minutes: the same measurements with larger errors
};

/// Mean and variance of every place of a window over many seeds.
struct LabField {
  LabWindow window;
  std::uint32_t side = 0;
  std::vector<float> mean, variance;  ///< row by row, from the window's low corner
  double mean_variance = 0;           ///< over the window
  double variance_spread = 0;         ///< deviation of the variance over the window, of its mean
  double vertex_variance = 0;         ///< the largest at a vertex, of the mean variance
  /// The share of places where Student's test rejects "the mean is 0" at the 5 % level; of a noise whose mean is 0 everywhere it
  /// is 0.05 but for chance. Places near each other are rejected together, so that the share itself scatters: by
  /// `rejected_error`.
  double rejected = 0, rejected_error = 0;
};

/// Correlation of one place with all others of a window.
struct LabCorrelation {
  LabPlace anchor;
  LabWindow window;
  std::uint32_t side = 0;
  std::vector<float> covariance, correlation;
  double lowest = 0;     ///< correlation, over the window
  LabPlace lowest_at{};  ///< where
};

/// The values at one place over many seeds.
struct LabHistogram {
  LabPlace place;
  double reach = 0;  ///< bins share −reach … reach evenly
  std::vector<std::uint64_t> counts;
  double mean = 0, deviation = 0, kurtosis = 0;  ///< kurtosis: 3 of a normal distribution
  int modes = 0;                                 ///< peaks that stand out from chance
  double dip = 0;  ///< how far the histogram falls between its two highest modes, of the lower of them; 0 where it has one
};

/// How the modulus of a plane depends on direction at one distance from frequency 0.
struct LabRing {
  double frequency = 0;             ///< of its middle
  std::array<double, 13> wave{};    ///< amplitude of the m-fold part, of the mean
  std::array<double, 13> corner{};  ///< where it is largest first, 0 … 360/m
  double error = 0;                 ///< what sampling alone would give an amplitude
};

/// The mean modulus of the Fourier transform of a large square.
struct LabPlaneSpectrum {
  std::uint32_t side = 0;      ///< odd; frequency 0 is in the middle
  double highest = 0;          ///< frequency at the edges
  std::vector<float> modulus;  ///< of its largest value
  std::vector<double> radial;  ///< mean over rings 1/plane_cells wide, of the largest of them
  double ring_step = 0;
  double peak_frequency = 0;      ///< of the radial mean
  double centroid_frequency = 0;  ///< mean frequency, weighted by energy
  /// The line of half the largest radial mean on the outer side of the peak: its distance from 0 every 5°.
  std::vector<double> outline;
  std::array<double, 13> outline_wave{};         ///< amplitude of its m-fold part, of its mean
  std::array<double, 13> outline_wave_corner{};  ///< the direction of its first corner, 0 … 360/m
  double outline_error = 0;                      ///< what sampling alone would give an amplitude
  std::vector<LabRing> rings;                    ///< every half cycle a cell; half a cycle wide
};

/// Spectra along straight lines in several directions.
struct LabSlices {
  bool through_vertex = false;
  double frequency_step = 0;
  std::vector<double> directions;            ///< degrees; the first ten are even
  std::vector<std::vector<double>> modulus;  ///< [direction][frequency], mean over slices
  /// Σ_f std_θ |F| ∕ Σ_f mean_θ |F| over the ten even directions: as measured, what sampling alone would give, and without that.
  double index_raw = 0, sampling_floor = 0, index = 0, index_error = 0;
  /// The same over all directions, some of which run along the lines of square lattices and some along those of triangular ones.
  double index_all = 0, index_all_error = 0;
  /// The same of roots of mean powers instead of mean moduli. A line that runs along a lattice has one distance from its vertices
  /// all the way; that makes its moduli differ more from seed to seed and their mean smaller, but leaves the mean power as it is.
  double index_power = 0, index_power_error = 0;
  /// The two directions that differ most: Σ_f |F₁ − F₂| ∕ Σ_f (F₁ + F₂), and what sampling alone would give.
  double extreme = 0, extreme_floor = 0;
  std::array<double, 2> extreme_directions{};
};

/// One realisation as a picture.
struct LabView {
  std::string title;
  double cells = 0;  ///< across
  std::uint32_t side = 0;
  std::vector<float> values;
};

struct LabFinding {
  LabSubject subject;
  LabEffort effort;
  ValueRange range;
  LabField field;
  std::vector<LabCorrelation> correlations;
  std::vector<LabHistogram> histograms;
  LabPlaneSpectrum plane;
  LabSlices slices, vertex_slices;
  LabView near, far, fractal;  ///< fractal: without values where the noise cannot be summed
};

/// An effort as people ask for it: what is not said is as quick or full ones have it.
struct LabEffortChoice {
  bool full = false;                           ///< as many realisations as source 001 took
  std::optional<std::int64_t> realisations{};  ///< of means and variances, 100 … 1000000; all else in proportion
  std::optional<std::int64_t> samples{};       ///< along a side of the plane and along lines: even, 64 … 8192
  std::optional<double> cells{};               ///< how long the plane and lines are: 4 … 4096
};
/// Errors have the path "realisations", "samples" or "size".
CRATON_API Result<LabEffort> lab_effort(const LabEffortChoice& choice);

/// An error where the effort asks for too little, or for more memory than `most_bytes` with so many threads (0: the machine's).
CRATON_API Result<void> check_lab_effort(const LabSubject& subject, const LabEffort& effort, unsigned threads = 0,
                                         std::uint64_t most_bytes = std::uint64_t{4} << 30);

/// Measures a noise. The same findings for any number of threads.
CRATON_API Result<LabFinding> measure_noise(const LabSubject& subject, const LabEffort& effort, Seed seed,
                                            const Execution& execution = {});

}  // namespace craton
