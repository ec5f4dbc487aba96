#include <craton/surface/domain.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace craton {
namespace {

static_assert(Topology<PlaneTile> && Topology<Torus> && Topology<CubeSphere>);

DomainSpec spec_of(std::string kind, const std::vector<std::pair<std::string, ParamValue>>& values = {}) {
  DomainSpec spec{std::move(kind), {}};
  for (const auto& [name, value] : values) spec.params.set(name, value);
  return spec;
}

Error refusal(const DomainSpec& spec, std::uint32_t halo = 0) {
  const Result<Domain> domain = make_domain(spec, Seed{1}, halo, "/domain");
  const Result<DomainExtent> extent = extent_of(spec, halo, "/domain");
  EXPECT_FALSE(domain);
  EXPECT_FALSE(extent);
  if (domain || extent) return {};
  EXPECT_EQ(domain.error().to_string(), extent.error().to_string());
  return domain.error();
}

TEST(Domain, KindsAreDeclared) {
  ASSERT_EQ(all_domain_kinds().size(), 3u);
  for (const DomainKind& kind : all_domain_kinds()) {
    EXPECT_FALSE(kind.doc.empty());
    EXPECT_FALSE(kind.params.empty());
    for (const ParamInfo& info : kind.params) {
      EXPECT_TRUE(info.check(info.default_value, "")) << info.name;
      EXPECT_TRUE(info.doc.ends_with('.')) << info.name;
    }
    EXPECT_TRUE(make_domain(spec_of(std::string(kind.id)), Seed{1}, 0, "")) << kind.id;
  }
}

TEST(Domain, ReadsItsParameters) {
  const Result<Domain> plane = make_domain(
      spec_of("plane", {{"x", 5.0}, {"step", 2.0}, {"width", std::int64_t{10}}, {"height", std::int64_t{4}}}), {}, 2, "");
  ASSERT_TRUE(plane);
  EXPECT_EQ(std::get<PlaneTile>(*plane).origin().x, 5120);
  EXPECT_EQ(cell_count(*plane), 14u * 8u);
  EXPECT_EQ(spacing(*plane), 2);

  const Result<Domain> torus = make_domain(spec_of("torus", {{"wrap", std::string("y")}, {"width", std::int64_t{1}}}), {}, 5, "");
  ASSERT_TRUE(torus);
  EXPECT_FALSE(std::get<Torus>(*torus).wraps_x());
  EXPECT_TRUE(std::get<Torus>(*torus).wraps_y());
  EXPECT_EQ(cell_count(*torus), 512u) << "a torus has no margin";
}

TEST(Domain, SitesComeFromTheChildSeed) {
  const Result<Domain> domain = make_domain(spec_of("sphere", {{"resolution", std::int64_t{8}}}), Seed{9}, 0, "");
  const Result<CubeSphere> sphere = CubeSphere::make({.resolution = 8}, Seed{9}.child("sites"));
  const auto sites = std::get<CubeSphere>(*domain).sites();
  EXPECT_TRUE(std::equal(sites.begin(), sites.end(), sphere->sites().begin()));
}

TEST(Domain, ExtentIsThatOfTheDomain) {
  for (const DomainSpec& spec : {spec_of("plane", {{"step", 3.0}}), spec_of("torus", {{"width", std::int64_t{20}}}),
                                 spec_of("sphere", {{"resolution", std::int64_t{12}}, {"radius", 1000.0}})}) {
    const Result<Domain> domain = make_domain(spec, Seed{1}, 3, "");
    const Result<DomainExtent> extent = extent_of(spec, 3, "");
    ASSERT_TRUE(domain && extent);
    EXPECT_EQ(extent->cells, cell_count(*domain));
    EXPECT_EQ(extent->spacing, spacing(*domain));
    EXPECT_EQ(extent->endless, spec.kind == "plane");
  }
  const Result<DomainExtent> large = extent_of(spec_of("sphere", {{"resolution", std::int64_t{26000}}}), 0, "");
  ASSERT_TRUE(large) << "without making 48 GB of sites";
  EXPECT_EQ(large->cells, 4'056'000'000u);
}

TEST(Domain, ErrorsHavePaths) {
  const Error kind = refusal(spec_of("spere"));
  EXPECT_EQ(kind.to_string(), "/domain/kind: unknown domain \"spere\"; allowed plane | torus | sphere; did you mean \"sphere\"?");
  EXPECT_EQ(refusal(spec_of("torus", {{"widht", std::int64_t{5}}})).path, "/domain/widht");
  EXPECT_EQ(refusal(spec_of("torus", {{"width", std::int64_t{2}}})).path, "/domain/width") << "found by Torus::make";
  EXPECT_EQ(refusal(spec_of("torus", {{"wrap", std::string("z")}})).path, "/domain/wrap");
  EXPECT_EQ(refusal(spec_of("plane", {{"step", 0.0}})).path, "/domain/step");
  EXPECT_EQ(refusal(spec_of("plane"), 40000).path, "/domain/width");
  EXPECT_EQ(refusal(spec_of("sphere", {{"resolution", std::int64_t{3}}})).path, "/domain/resolution");
  EXPECT_EQ(refusal(spec_of("sphere", {{"radius", std::string("big")}})).path, "/domain/radius");
  EXPECT_EQ(make_domain(spec_of("torus", {{"width", std::int64_t{2}}}), {}, 0, "").error().path, "width");
}

}  // namespace
}  // namespace craton
