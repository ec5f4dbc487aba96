#include <craton/lab/report.h>

#include "base/text.h"

namespace craton {
namespace {

void add_figures(std::string_view noise, const std::vector<LabFigure>& figures, std::vector<LabData>& files) {
  for (const LabFigure& figure : figures)
    files.push_back({concat({"pictures/", noise, noise.empty() ? "" : "-", figure.name, ".svg"}), lab_figure_file(figure)});
}

}  // namespace

Result<std::vector<LabData>> lab_report(std::span<const LabFinding> findings, Seed seed, bool data, const Execution& execution) {
  std::vector<LabData> files;
  std::vector<std::vector<LabFigure>> figures;
  for (const LabFinding& finding : findings) {
    CRATON_TRY(std::vector<LabFigure> of_noise, lab_figures(finding, execution));
    add_figures(finding.subject.name, of_noise, files);
    figures.push_back(std::move(of_noise));
  }
  add_figures("", lab_comparisons(findings), files);
  for (const LabFinding& finding : findings)
    for (LabData& each : data ? lab_data(finding) : std::vector<LabData>{})
      files.push_back({concat({"data/", finding.subject.name, "-", each.name}), std::move(each.bytes)});
  files.push_back({"metrics.json", lab_metrics_json(findings, seed)});
  files.push_back({"report.html", lab_page(findings, figures, seed)});
  return files;
}

}  // namespace craton
