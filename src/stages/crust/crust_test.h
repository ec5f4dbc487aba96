#pragma once

#include <gtest/gtest.h>

#include <string>

#include <craton/surface/domain.h>

namespace craton::crust {

/// sphere; or a map that closes both ways (torus), from west to east (strip), or not (any other word).
inline Domain domain_of(const std::string& kind) {
  DomainSpec spec{.kind = kind};
  if (kind == "sphere") {
    spec.params.set("resolution", std::int64_t{16});
  } else {
    spec.kind = "torus";
    spec.params.set("width", std::int64_t{200});
    spec.params.set("height", std::int64_t{100});
    spec.params.set("step", 100'000.0);
    if (kind != "torus") spec.params.set("wrap", std::string(kind == "strip" ? "x" : "none"));
  }
  Result<Domain> domain = make_domain(spec, Seed{3}, 0, "/domain");
  EXPECT_TRUE(domain);
  return *std::move(domain);
}

}  // namespace craton::crust
