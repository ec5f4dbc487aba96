#pragma once

#include <string>
#include <string_view>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/noise/noise.h>

namespace craton {

/// Reads a noise that is written as JSON: a kind, and beside it its parameters and inputs by name.
///
///     {
///       "kind": "mix",
///       "a": "hills",
///       "b": {"kind": "abs", "source": "hills"},
///       "share": {"kind": "perlin", "frequency": 0.001, "seed": "where"},
///       "nodes": {"hills": {"kind": "fbm", "octaves": 6, "source": {"kind": "perlin", "frequency": 0.01}}}
///     }
///
/// An input is a noise ({…}) or the name of one under the outermost "nodes"; parameters that may be noises may be either of
/// these or a number. All who name the same node share it. A node has its name as seed, unless it has a "seed" of its own;
/// where that is "", it is another noise at each place that uses it, as a noise written in place would be.
///
/// Whatever is not understood is an error, with its path ("/a/source/frequency"), what was found and what is allowed:
/// names and types that no kind declares, keys that stand twice, nodes that nobody uses or that contain themselves, comments,
/// more than 32 noises within each other, 1000 in all or 1 MiB of text. What the compiled noise needs beyond that is checked by
/// Noise::make.
CRATON_API Result<NoiseSpec> noise_spec_from_json(std::string_view text);

/// The same as text; equal noises give equal texts. Noises that are shared are written once, under "nodes".
CRATON_API std::string noise_spec_to_json(const NoiseSpec& spec);

}  // namespace craton
