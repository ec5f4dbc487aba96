// What source 001 says about its four noises and must hold, and that the lab is the same with any number of threads.
#include <craton/lab/lab.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include <craton/lab/report.h>

#include "lab/measurements.h"
#include "lab/words.h"

namespace craton {
namespace {

using namespace lab;

LabSubject subject(std::string_view kind) {
  const Result<LabSubject> made = lab_subject_of_kind(kind);
  EXPECT_TRUE(made) << made.error().to_string();
  return *made;
}

LabEffort small() {
  LabEffort effort;
  effort.field_side = 64;
  effort.field_realisations = 2000;
  effort.histogram_realisations = 2000;
  effort.plane_side = 200;
  effort.plane_cells = 20;
  effort.plane_realisations = 4;
  effort.slices = 400;
  effort.slice_samples = 500;
  effort.slice_cells = 50;
  effort.view_side = 32;
  return effort;
}

TEST(Lab, VarianceIsZeroAtVerticesOfGradientNoises) {
  for (const char* kind : {"perlin", "simplex", "kite", "hat"}) {
    const Result<FieldFindings> found = measure_fields(subject(kind), small(), Seed{1}, {});
    ASSERT_TRUE(found);
    EXPECT_GT(found->field.mean_variance, 0.05) << kind;
    // Vertices of triangles are not whole units: 2^-21 of a cell off at most.
    EXPECT_LT(found->field.vertex_variance, 1e-9) << kind;
    float lowest = 1;
    for (const float v : found->field.variance) lowest = std::min(lowest, v);
    EXPECT_LT(lowest, 0.01 * found->field.mean_variance) << kind << ": the map does not show it";
  }
  const Result<FieldFindings> value = measure_fields(subject("value"), small(), Seed{1}, {});
  ASSERT_TRUE(value);
  EXPECT_GT(value->field.vertex_variance, 1);
}

/// Lattices that repeat have their vertices in rows, odd rows half a cell further.
TEST(Lab, VarianceIsZeroAtVerticesOfLatticesThatRepeat) {
  NoiseSpec kite{.kind = "kite"};
  kite.params.set("frequency", 1.0 / 1024);
  kite.params.set("period", std::vector<double>{16, 16});
  for (const Result<LabSubject>& made : {lab_subject_of_kind("tiling_simplex"), lab_subject_of_spec("tiles", kite)}) {
    ASSERT_TRUE(made) << made.error().to_string();
    const Result<FieldFindings> found = measure_fields(*made, small(), Seed{1}, {});
    ASSERT_TRUE(found);
    EXPECT_GT(found->field.mean_variance, 0.05) << made->name;
    EXPECT_LT(found->field.vertex_variance, 1e-9) << made->name;
  }
}

TEST(Lab, MeansAreZeroAsFarAsChanceAllows) {
  for (const char* kind : {"perlin", "kite"}) {
    const Result<FieldFindings> found = measure_fields(subject(kind), small(), Seed{2}, {});
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->field.rejected, 0.05, 4 * found->field.rejected_error + 0.01) << kind;
    for (const LabCorrelation& c : found->correlations) EXPECT_LT(c.lowest, -0.2) << kind;
  }
  // Distances are never below 0: every place is rejected.
  const Result<FieldFindings> cellular = measure_fields(subject("cellular"), small(), Seed{2}, {});
  ASSERT_TRUE(cellular);
  EXPECT_GT(cellular->field.rejected, 0.99);
}

TEST(Lab, APlaceIsCorrelatedWithItself) {
  const Result<FieldFindings> found = measure_fields(subject("perlin"), small(), Seed{3}, {});
  ASSERT_TRUE(found);
  const LabCorrelation& middle = found->correlations[0];  // (2.5, 2.5): a sample
  ASSERT_EQ(middle.side, 64U);
  const std::size_t at = 40 * 64 + 40;
  EXPECT_NEAR(middle.correlation[at], 1, 1e-5);
  EXPECT_NEAR(middle.covariance[at], found->field.variance[at], 1e-5);
}

/// By ten even directions, and by all thirteen, of which some run along the lattice of each of them.
TEST(Lab, PerlinDependsMoreOnDirectionThanKiteAndHat) {
  LabEffort effort = small();
  effort.slices = 1200;
  const Result<LabSlices> perlin = measure_slices(subject("perlin"), effort, false, Seed{4}, {});
  ASSERT_TRUE(perlin);
  EXPECT_GT(perlin->index, 0.015);
  for (const char* kind : {"kite", "hat"}) {
    const Result<LabSlices> other = measure_slices(subject(kind), effort, false, Seed{4}, {});
    ASSERT_TRUE(other);
    EXPECT_GT(perlin->index - other->index, 2 * std::hypot(perlin->index_error, other->index_error)) << kind;
    EXPECT_GT(perlin->index_all, other->index_all) << kind;
  }
}

LabPlaneSpectrum plane_of(std::string_view kind) {
  LabEffort effort = small();
  effort.plane_side = 640;
  effort.plane_cells = 40;
  effort.plane_realisations = 24;
  Result<LabPlaneSpectrum> found = measure_plane(subject(kind), effort, Seed{9}, {});
  EXPECT_TRUE(found);
  return *std::move(found);
}

/// Corners lie where the outline itself is farthest; those of kite and hat noise half-way between the lines of their lattice.
TEST(Lab, CornersLieWhereTheOutlineIsFarthest) {
  for (const char* kind : {"kite", "hat"}) {
    const LabPlaneSpectrum plane = plane_of(kind);
    double farthest = 0, corner = 0;
    for (std::size_t d = 0; d < 12; ++d) {  // every 5°, the same again after 60°
      double sum = 0;
      for (std::size_t again = d; again < plane.outline.size(); again += 12) sum += plane.outline[again];
      if (sum > farthest) {
        farthest = sum;
        corner = 5.0 * static_cast<double>(d);
      }
    }
    EXPECT_NEAR(corner, 45, 5.1) << kind;
    EXPECT_NEAR(plane.outline_wave_corner[6], 45, 4) << kind;
  }
}

/// Figures from the closed forms of both spectra: at 4 cycles a cell hat noise has a six-fold wave of 9.0 % at 12.5° and a
/// twelve-fold one of 6.7 %, kite noise 2.9 % and 0.3 %.
TEST(Lab, HatsSpectrumHasNoMirrorAxes) {
  const LabPlaneSpectrum hat = plane_of("hat"), kite = plane_of("kite");
  ASSERT_GE(hat.rings.size(), 8U);
  const LabRing &of_hat = hat.rings[7], &of_kite = kite.rings[7];
  EXPECT_EQ(of_hat.frequency, 4);
  EXPECT_NEAR(of_hat.wave[6], 0.085, 0.015);
  EXPECT_NEAR(of_hat.corner[6], 12.5, 2);
  EXPECT_NEAR(of_hat.wave[12], 0.062, 0.015);
  EXPECT_NEAR(of_kite.wave[6], 0.029, 0.008);
  EXPECT_LT(of_kite.wave[12], 0.01);
  const std::optional<TurnedWave> turned = turned_wave(hat);
  ASSERT_TRUE(turned);
  EXPECT_GT(std::abs(turned->turn), 1);
  EXPECT_FALSE(turned_wave(kite));
  EXPECT_FALSE(turned_wave(plane_of("simplex")));
}

/// Lines of both efforts are sampled as finely, so that neither folds high frequencies back.
TEST(Lab, EffortsSampleEquallyFinely) {
  const LabEffort quick = LabEffort::quick(), full;
  EXPECT_EQ(quick.slice_samples / quick.slice_cells, full.slice_samples / full.slice_cells);
  EXPECT_EQ(quick.plane_side / quick.plane_cells, full.plane_side / full.plane_cells);
}

void expect_modes(std::string_view kind, std::vector<int> expected) {
  LabEffort effort = small();
  effort.histogram_realisations = 250000;
  const Result<std::vector<LabHistogram>> found = measure_histograms(subject(kind), effort, Seed{5}, {});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ((*found)[i].modes, expected[i]) << kind << ", place " << i + 1;
}

TEST(Lab, HistogramsHaveTheModesOfTheSource) {
  expect_modes("perlin", {1, 2, 1, 2});
  expect_modes("simplex", {2, 2, 2, 2});
  expect_modes("kite", {2, 2, 2, 2});
  // The source says two everywhere; in the middle of a kite, the first place, that is not so (docs/lab.md).
  expect_modes("hat", {1, 2, 2, 2});
}

TEST(Lab, FindsTheSameWithAnyNumberOfThreads) {
  LabEffort effort = small();
  effort.field_realisations = 200;
  effort.slices = 40;
  const auto text = [&](unsigned threads) {
    std::vector<LabFinding> findings;
    for (const char* kind : {"simplex", "hat"})
      findings.push_back(*measure_noise(subject(kind), effort, Seed{6}, {.threads = threads}));
    std::vector<std::vector<LabFigure>> figures;
    for (const LabFinding& finding : findings) figures.push_back(*lab_figures(finding));
    return lab_metrics_json(findings, Seed{6}) + lab_page(findings, figures, Seed{6});
  };
  EXPECT_EQ(text(1), text(0));
}

TEST(Lab, WritesWhatItFound) {
  LabEffort effort = small();
  effort.field_realisations = 100;
  effort.slices = 20;
  std::vector<LabFinding> findings;
  std::vector<std::vector<LabFigure>> figures;
  for (const char* kind : {"perlin", "kite"}) {
    findings.push_back(*measure_noise(subject(kind), effort, Seed{7}));
    figures.push_back(*lab_figures(findings.back()));
    EXPECT_GE(figures.back().size(), 17U);
    for (const char* name : {"covariance-1", "slices-log", "slices-vertex-log"})
      EXPECT_TRUE(std::any_of(figures.back().begin(), figures.back().end(), [&](const LabFigure& f) { return f.name == name; }))
          << name;
    for (const LabFigure& figure : figures.back()) {
      EXPECT_TRUE(figure.svg.starts_with("<svg ") && figure.svg.ends_with("</svg>\n")) << figure.name;
      EXPECT_NE(lab_figure_file(figure).find("<style>"), std::string::npos);
      EXPECT_EQ(figure.svg.find("nan"), std::string::npos) << figure.name;
    }
  }
  const nlohmann::json json = nlohmann::json::parse(lab_metrics_json(findings, Seed{7}));
  EXPECT_EQ(json["noises"].size(), 2U);
  EXPECT_DOUBLE_EQ(json["noises"]["perlin"]["anisotropy_index"].get<double>(),
                   json["noises"]["perlin"]["slices"]["index"].get<double>());
  EXPECT_EQ(json["noises"]["kite"]["spec"]["kind"], "kite");
  EXPECT_EQ(json["noises"]["kite"]["histograms"].size(), 4U);
  EXPECT_GT(json["claims"].size(), 4U);
  const std::string page = lab_page(findings, figures, Seed{7});
  for (const char* part : {"<!DOCTYPE html>", "prefers-color-scheme:dark", "data:image/png;base64,", "id=\"kite\"", "</html>"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  for (const char* part : {"<script", "src=", "href=\"http", "url("}) EXPECT_EQ(page.find(part), std::string::npos) << part;
}

/// Read back as NumPy and spreadsheets do.
TEST(Lab, HandsOutWhatItMeasured) {
  LabEffort effort = small();
  effort.field_realisations = 100;
  effort.slices = 20;
  const LabFinding found = *measure_noise(subject("kite"), effort, Seed{7});
  std::map<std::string, std::string> files;
  for (const LabData& data : lab_data(found)) EXPECT_TRUE(files.emplace(data.name, data.bytes).second) << data.name;
  const std::string& variance = files["variance.npy"];
  ASSERT_GE(variance.size(), 128U);
  EXPECT_EQ(variance.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t begin = 10 + static_cast<unsigned char>(variance[8]) + 256U * static_cast<unsigned char>(variance[9]);
  EXPECT_EQ(begin % 64, 0U);
  EXPECT_EQ(variance[begin - 1], '\n');
  EXPECT_NE(variance.find("'<f4', 'fortran_order': False, 'shape': (64, 64)"), std::string::npos);
  ASSERT_EQ(variance.size(), begin + 4U * 64 * 64);
  float last = 0;
  std::memcpy(&last, variance.data() + variance.size() - 4, 4);
  EXPECT_EQ(last, found.field.variance.back());
  const std::string& slices = files["slices.csv"];
  EXPECT_TRUE(slices.starts_with("frequency,0,18,36,54,72,90,108,126,144,162,15,45,75\n0,")) << slices.substr(0, 80);
  EXPECT_EQ(std::count(slices.begin(), slices.end(), '\n'), 252) << "a head and 500/2 + 1 frequencies";
  EXPECT_EQ(std::stod(slices.substr(slices.rfind(',') + 1)), found.slices.modulus.back().back());
  EXPECT_TRUE(files.contains("covariance-2.npy") && files.contains("spectrum.npy") && files.contains("histogram-4.csv"));
  EXPECT_TRUE(files["rings.csv"].starts_with("frequency,error,wave_2,corner_2,wave_4,"));
}

TEST(Lab, MeasuresNoisesOfOthers) {
  NoiseSpec kite{.kind = "kite"};
  kite.params.set("frequency", 0.004);
  NoiseSpec sum{.kind = "fbm", .inputs = {{"source", kite}}};
  const Result<LabSubject> hills = lab_subject_of_spec("hills", sum);
  ASSERT_TRUE(hills) << hills.error().to_string();
  EXPECT_NEAR(hills->cell_metres, 250, 1e-9);
  EXPECT_EQ(hills->places.field.high, 3) << "on triangles";
  LabEffort effort = small();
  effort.field_realisations = 100;
  effort.slices = 20;
  const Result<LabFinding> found = measure_noise(*hills, effort, Seed{8});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->fractal.values.empty()) << "a sum is not summed again";
}

TEST(Lab, RefusesWhatItCannotMeasure) {
  EXPECT_NE(lab_subject_of_kind("perlim").error().message.find("did you mean \"perlin\""), std::string::npos);
  EXPECT_NE(lab_subject_of_kind("fbm").error().message.find("made of other noises"), std::string::npos);
  NoiseSpec constant{.kind = "constant"};
  EXPECT_NE(lab_subject_of_spec("flat", constant).error().message.find("no frequency"), std::string::npos);
  NoiseSpec fine{.kind = "perlin"};
  fine.params.set("frequency", 100.0);
  EXPECT_EQ(lab_subject_of_spec("fine", fine).error().path, "frequency");
  LabEffort effort = small();
  effort.slices = 3;
  EXPECT_EQ(measure_noise(subject("perlin"), effort, Seed{}).error().path, "slices");
  effort = small();
  effort.field_realisations = 0;
  EXPECT_EQ(measure_noise(subject("perlin"), effort, Seed{}).error().path, "field_realisations");
  effort = small();
  effort.field_side = 4096;
  effort.histogram_realisations = 4000000000U;
  const Result<void> large = check_lab_effort(subject("perlin"), effort);
  ASSERT_FALSE(large);
  EXPECT_NE(large.error().message.find("59.6 GiB"), std::string::npos) << large.error().message;  // 4 places, 4 bytes each
  EXPECT_TRUE(check_lab_effort(subject("hat"), LabEffort{}, 16));
  CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(measure_noise(subject("perlin"), small(), Seed{}, {.cancel = &cancel}).error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace craton
