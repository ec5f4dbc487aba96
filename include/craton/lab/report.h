#pragma once

#include <span>
#include <string>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/lab/lab.h>

namespace craton {

/// One statement of source 001 about its noises, and what was found. Statements need certain noises among the findings.
struct LabClaim {
  enum class Verdict { confirmed, partly, refuted };
  std::string claim, found;
  Verdict verdict = Verdict::confirmed;
};
CRATON_API std::vector<LabClaim> lab_claims(std::span<const LabFinding> findings);

/// What was found about one noise, in a few plain sentences.
CRATON_API std::string lab_conclusion(const LabFinding& finding);

/// All numbers as JSON: {"noises": {NAME: {"anisotropy_index": …, …}, …}, …}.
CRATON_API std::string lab_metrics_json(std::span<const LabFinding> findings, Seed seed);

/// Numbers as the bytes of a file.
struct LabData {
  std::string name;  ///< of the file
  std::string bytes;
};
/// All that was measured of one noise: maps as .npy (NumPy; rows from low y on), curves as .csv.
CRATON_API std::vector<LabData> lab_data(const LabFinding& finding);

/// A plot with its axes, as the text of an SVG file.
struct LabFigure {
  std::string name;  ///< of a file, without its ending
  std::string svg;
};
/// The figure as a file that stands alone, with its colours.
CRATON_API std::string lab_figure_file(const LabFigure& figure);
/// All figures of one noise.
CRATON_API Result<std::vector<LabFigure>> lab_figures(const LabFinding& finding, const Execution& execution = {});
/// Figures that compare noises.
CRATON_API std::vector<LabFigure> lab_comparisons(std::span<const LabFinding> findings);

/// One page without scripts or other files: figures, tables, conclusions and how all was measured. `figures` has the figures of
/// each finding.
CRATON_API std::string lab_page(std::span<const LabFinding> findings, std::span<const std::vector<LabFigure>> figures, Seed seed);

/// The report as files, by their names in a folder: report.html, metrics.json, pictures/…, and with `data` what was measured as
/// data/….
CRATON_API Result<std::vector<LabData>> lab_report(std::span<const LabFinding> findings, Seed seed, bool data,
                                                   const Execution& execution = {});

}  // namespace craton
