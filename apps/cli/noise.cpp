#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <craton/base/hash.h>
#include <craton/base/position.h>
#include <craton/base/targets.h>
#include <craton/files/float_file.h>
#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/noise/noise.h>
#include <craton/picture/ramp.h>
#include <craton/picture/shade.h>
#include <craton/recipe/noise_json.h>

#include "command.h"
#include "noise_options.h"
#include "noise_slopes.h"
#include "runtime.h"
#include "text.h"

namespace craton::cli {
namespace {

enum class Format { none, png, f32 };

struct Options {
  NoiseOptions noise;
  MachineOptions machine;
  std::string dimensions = "2", size, at = "0", z, w, step = "1", seed = "0";
  std::string output, ramp, range, relief, bits = "8";
  bool stretch = false, hash = false, stats = false, json = false, list = false, print_spec = false, slopes = false;
  Option bits_option, at_option;
};

/// Everything checked, nothing computed yet.
struct Job {
  NoiseSpec spec;
  Seed seed;
  std::optional<Noise> noise;
  int dimensions = 2;
  Grid4 grid;  // sides that a dimension lacks are 1
  Format format = Format::none;
  unsigned bits = 8;
  const Ramp* ramp = nullptr;
  std::optional<ToneRange> tones;
  double relief = 0;  // 0: tints alone
  unsigned threads = 0;
  NoiseSlopes slopes;
};

struct Statistics {
  float min = 0, max = 0;
  double mean = 0, deviation = 0;
};

bool ends_with_ignoring_case(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() && std::equal(ending.rbegin(), ending.rend(), text.rbegin(), [](char a, char b) {
           return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
         });
}

Result<std::int64_t> metres(std::string_view text, std::string_view option) {
  CRATON_TRY(const double value, parse_number(text, option));
  const Result<std::int64_t> units = units_from_metres(value);
  if (!units) return invalid(option, units.error().message);
  return *units;
}

Result<void> read_size(const Options& options, Job& job) {
  const std::string text = !options.size.empty() ? options.size : job.dimensions == 1 ? "512" : "512x512";
  CRATON_TRY(const std::vector<std::uint32_t> sides, parse_size(text, "--size"));
  const std::size_t least = job.dimensions == 1 ? 1 : 2,
                    most = std::min<std::size_t>(3, static_cast<std::size_t>(job.dimensions));
  if (sides.size() < least || sides.size() > most) {
    constexpr std::string_view expected[] = {"W, such as 1024", "WxH, such as 1024x1024", "WxH for a slice or WxHxD for a block"};
    return invalid("--size", fmt::format("\"{}\" does not fit --dims {}; write {}", text, job.dimensions, expected[most - 1]));
  }
  job.grid.width = sides[0];
  job.grid.height = sides.size() > 1 ? sides[1] : 1;
  job.grid.depth = sides.size() > 2 ? sides[2] : 1;
  job.grid.duration = 1;
  return {};
}

Result<void> read_place(const Options& options, Job& job) {
  CRATON_TRY(const std::int64_t step, metres(options.step, "--step"));
  if (step < 1)
    return invalid("--step", fmt::format("\"{}\" is out of range; the least is 1/{} m", options.step, units_per_metre));
  job.grid.step = {step, step, step, step};
  std::int64_t* const axes[] = {&job.grid.origin.x, &job.grid.origin.y, &job.grid.origin.z, &job.grid.origin.w};
  const std::vector<std::string_view> parts = split(options.at, ',');
  const bool given = options.at_option.given();
  const std::size_t dimensions = static_cast<std::size_t>(job.dimensions);
  // Z and W may come from --z and --w instead.
  if (given && (parts.size() > dimensions || parts.size() < std::min<std::size_t>(dimensions, 2))) {
    constexpr std::string_view needed[] = {"X", "X,Y", "X,Y[,Z]", "X,Y[,Z[,W]]"};
    return invalid("--at", fmt::format("\"{}\" has {} numbers; --dims {} needs {}", options.at, parts.size(), dimensions,
                                       needed[dimensions - 1]));
  }
  for (std::size_t i = 0; given && i < parts.size(); ++i) {
    CRATON_TRY(const std::int64_t place, metres(parts[i], "--at"));
    *axes[i] = place;
  }
  const std::size_t placed = given ? parts.size() : 0;
  if (!options.z.empty()) {
    if (dimensions < 3) return invalid("--z", "only a noise in three dimensions or four has a height; add --dims 3");
    if (placed > 2) return invalid("--z", "the height is already the third number of --at");
    CRATON_TRY(const std::int64_t z, metres(options.z, "--z"));
    job.grid.origin.z = z;
  }
  if (!options.w.empty()) {
    if (dimensions < 4) return invalid("--w", "only a noise in four dimensions has a fourth axis; add --dims 4");
    if (placed > 3) return invalid("--w", "the place along the fourth axis is already the fourth number of --at");
    CRATON_TRY(const std::int64_t w, metres(options.w, "--w"));
    job.grid.origin.w = w;
  }
  return {};
}

Result<ToneRange> parse_range(const std::string& text) {
  CRATON_TRY(const std::vector<double> ends, parse_numbers(text, "--range"));
  if (ends.size() != 2 || !(ends[0] < ends[1]))
    return invalid("--range", fmt::format("\"{}\" is no range; write LOW,HIGH", text));
  return ToneRange{static_cast<float>(ends[0]), static_cast<float>(ends[1])};
}

Result<void> read_output(const Options& options, Job& job) {
  if (options.output.empty() && !options.hash && !options.stats && !options.json)
    return invalid("noise", "nothing to do; name a file with -o n.png (or .f32), or ask for --hash, --stats or --json");
  if (!options.output.empty()) {
    if (ends_with_ignoring_case(options.output, ".png"))
      job.format = Format::png;
    else if (ends_with_ignoring_case(options.output, ".f32"))
      job.format = Format::f32;
    else
      return invalid("--output", fmt::format("\"{}\" ends neither in .png nor in .f32", options.output));
  }
  if (job.format == Format::png && job.grid.depth > 1) return invalid("--output", "a block of WxHxD samples needs a .f32 file");
  const bool picture = options.bits_option.given() || options.stretch || !options.ramp.empty() || !options.range.empty();
  if (picture && job.format != Format::png)
    return invalid("--output", "--bits, --ramp, --range and --stretch are for .png files");
  if (options.bits != "8" && options.bits != "16")
    return invalid("--bits", fmt::format("found \"{}\", allowed 8 | 16", options.bits));
  job.bits = options.bits == "8" ? 8 : 16;
  if (!options.ramp.empty()) {
    if (job.bits == 16) return invalid("--ramp", "colours have 8 bits; leave out --bits 16");
    CRATON_TRY(const Ramp* ramp, find_ramp(options.ramp, "--ramp"));
    job.ramp = ramp;
  }
  if (!options.range.empty()) {
    if (options.stretch) return invalid("--range", "--stretch finds a range of its own; leave one of the two out");
    CRATON_TRY(const ToneRange tones, parse_range(options.range));
    job.tones = tones;
  }
  if (!options.relief.empty()) {
    if (job.format != Format::png) return invalid("--relief", "is for .png files");
    if (!job.ramp) return invalid("--relief", "light falls on colours; name them with --ramp");
    CRATON_TRY(job.relief, parse_number(options.relief, "--relief"));
  }
  if (options.json && (options.stats || options.hash))
    return invalid(options.stats ? "--stats" : "--hash", "does nothing with --json, which tells it all");
  if (job.format != Format::none) CRATON_TRY(check_writable(options.output));
  return {};
}

Result<Job> prepare(const Options& options) {
  Job job;
  if (options.dimensions.size() != 1 || options.dimensions[0] < '1' || options.dimensions[0] > '4')
    return invalid("--dims", fmt::format("found \"{}\", allowed 1 | 2 | 3 | 4", options.dimensions));
  job.dimensions = options.dimensions[0] - '0';
  CRATON_TRY(NoiseSpec spec, options.noise.spec());
  job.spec = std::move(spec);
  CRATON_TRY(const Seed seed, parse_seed(options.seed, "--seed"));
  job.seed = seed;
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  job.threads = threads;
  CRATON_TRY(read_size(options, job));
  CRATON_TRY(read_place(options, job));
  Result<Noise> noise = Noise::make(job.spec, job.seed);
  if (!noise) return options.noise.explained(noise.error());
  job.noise = *std::move(noise);
  if (!job.noise->has_dimension(job.dimensions))
    return invalid("--dims", fmt::format("{} does not exist in {} dimension{}", job.spec.kind, job.dimensions,
                                         job.dimensions == 1 ? "" : "s"));
  CRATON_TRY(options.machine.force_isa());
  CRATON_TRY(read_output(options, job));
  const std::uint64_t pixel = job.format == Format::png ? (job.ramp ? 3 : job.bits / 8) : 0;
  const std::uint64_t samples = job.grid.sample_count(), packed = job.format == Format::png ? samples * 3 / 2 : 0;
  const std::uint64_t arrays = options.slopes ? 1 + static_cast<std::uint64_t>(job.dimensions) : 1;
  CRATON_TRY(check_memory(samples * (arrays * sizeof(float) + pixel) + packed));
  if (options.slopes) {
    CRATON_TRY(job.slopes, prepare_slopes(*job.noise, job.dimensions, samples));
    for (std::size_t a = 0; job.format != Format::none && a < job.slopes.along.size(); ++a)
      CRATON_TRY(check_writable(slope_file(options.output, a)));
  }
  return job;
}

Result<void> compute(Job& job, std::span<float> values) {
  TerminalProgress progress(job.spec.kind);
  const Execution execution{.threads = job.threads, .progress = &progress, .cancel = &cancel_token()};
  const Grid4& g = job.grid;
  if (job.slopes.wanted()) return compute_slopes(*job.noise, job.dimensions, g, values, job.slopes, execution);
  if (job.dimensions == 1) return job.noise->grid(Grid1{{g.origin.x}, {g.step.x}, g.width}, values, execution);
  if (job.dimensions == 2)
    return job.noise->grid(Grid2{{g.origin.x, g.origin.y}, {g.step.x, g.step.y}, g.width, g.height}, values, execution);
  if (job.dimensions == 3)
    return job.noise->grid(
        Grid3{{g.origin.x, g.origin.y, g.origin.z}, {g.step.x, g.step.y, g.step.z}, g.width, g.height, g.depth}, values,
        execution);
  return job.noise->grid(g, values, execution);
}

// Sums in double in the order of the samples: the same on every machine.
Statistics statistics_of(std::span<const float> values) {
  Statistics s{.min = values[0], .max = values[0]};
  double sum = 0;
  for (float v : values) {
    s.min = std::min(s.min, v);
    s.max = std::max(s.max, v);
    sum += double{v};
  }
  const double count = static_cast<double>(values.size());
  s.mean = sum / count;
  double squares = 0;
  for (float v : values) squares += (double{v} - s.mean) * (double{v} - s.mean);
  s.deviation = std::sqrt(squares / count);
  return s;
}

std::uint64_t hash_of(std::span<const float> values) {
  static_assert(std::endian::native == std::endian::little, "the hash is over little-endian bytes: turn them first");
  return fnv1a_64(std::as_bytes(values));
}

Result<void> write_output(const Options& options, const Job& job, std::span<const float> values) {
  if (job.format == Format::none) return {};
  CRATON_TRY(write_slopes(options.output, job.slopes, job.grid, job.bits));
  if (job.format == Format::f32) return write_f32(options.output, values);
  const FloatView view{values, job.grid.width, job.grid.height};
  const ValueRange range = job.noise->range();
  const ToneRange tones = options.stretch ? tone_range_of(view) : job.tones.value_or(ToneRange{range.low, range.high});
  if (job.relief != 0) {
    const bool coast = job.ramp->id == "relief" || job.ramp->id == "fusek";
    return write_png(options.output, shaded(view, tones, *job.ramp, {.relief = job.relief, .strength = 0.6, .flat_low = coast}));
  }
  if (job.ramp) return write_png(options.output, coloured(view, tones, *job.ramp));
  if (job.bits == 16) return write_png(options.output, grey16(view, tones));
  return write_png(options.output, grey8(view, tones));
}

std::string size_text(const Job& job, std::string_view separator) {
  std::string text = std::to_string(job.grid.width);
  if (job.dimensions > 1) text += fmt::format("{}{}", separator, job.grid.height);
  if (job.dimensions > 2) text += fmt::format("{}{}", separator, job.grid.depth);
  return text;
}

void print_json(const Options& options, const Job& job, const Statistics& s, std::uint64_t hash) {
  const ValueRange range = job.noise->range();
  const Point4& at = job.grid.origin;
  std::string place = json_number(metres_from_units(at.x));
  if (job.dimensions > 1) place += ", " + json_number(metres_from_units(at.y));
  if (job.dimensions > 2) place += ", " + json_number(metres_from_units(at.z));
  if (job.dimensions > 3) place += ", " + json_number(metres_from_units(at.w));
  const std::string spec = noise_spec_to_json(job.spec);
  const std::vector<std::string_view> lines = split(std::string_view(spec).substr(0, spec.size() - 1), '\n');
  say("{{\n  \"noise\": {},\n", joined(lines, "\n  "));
  // A string, because many readers of JSON keep 53 bits of a number only.
  say("  \"seed\": \"{}\",\n  \"dimensions\": {},\n  \"size\": [{}],\n", job.seed.value, job.dimensions, size_text(job, ", "));
  say("  \"at\": [{}],\n  \"step\": {},\n", place, json_number(metres_from_units(job.grid.step.x)));
  say("  \"min\": {},\n  \"max\": {},\n", json_number(s.min), json_number(s.max));
  say("  \"mean\": {},\n  \"deviation\": {},\n", json_number(s.mean), json_number(s.deviation));
  say("  \"range\": [{}, {}],\n", json_number(range.low), json_number(range.high));
  if (job.slopes.wanted()) say("{}", slopes_json(job.slopes));
  say("  \"isa\": {},\n", json_string(chosen_target()));
  if (!options.output.empty()) say("  \"output\": {},\n", json_string(options.output));
  say("  \"hash\": \"{:016x}\"\n}}\n", hash);
}

void print_statistics(const Job& job, const Statistics& s) {
  const ValueRange range = job.noise->range();
  say("samples    {} ({})\n", job.grid.sample_count(), size_text(job, " × "));
  say("min        {}\nmax        {}\nmean       {:.9g}\ndeviation  {:.9g}\n", s.min, s.max, s.mean, s.deviation);
  say("range      {} … {} (promised)\n", range.low + 0.0F, range.high + 0.0F);  // no "-0"
  print_slope_statistics(job.slopes);
}

// Printed only where it is a noise: what is printed can be used.
Result<void> print_spec(const Options& options) {
  CRATON_TRY(const NoiseSpec spec, options.noise.spec());
  const Result<Noise> noise = Noise::make(spec, Seed{});
  if (!noise) return options.noise.explained(noise.error());
  say("{}", noise_spec_to_json(spec));
  return {};
}

Result<void> run(const Options& options) {
  if (options.list) {
    say("{}", describe_noise_kinds());
    return {};
  }
  if (options.print_spec) {
    if (!options.output.empty()) return invalid("--output", "does nothing with --print-spec, which prints the noise itself");
    if (options.hash || options.stats || options.json)
      return invalid("--print-spec", "prints the noise itself; leave out --hash, --stats and --json");
    return print_spec(options);
  }
  CRATON_TRY(Job job, prepare(options));
  std::vector<float> values(job.grid.sample_count());
  CRATON_TRY(compute(job, values));
  CRATON_TRY(options.machine.confirm_isa());
  CRATON_TRY(write_output(options, job, values));
  if (options.json) {
    print_json(options, job, statistics_of(values), hash_of(values));
    return {};
  }
  if (options.stats) print_statistics(job, statistics_of(values));
  if (options.hash) say("{:016x}\n", hash_of(values));
  return {};
}

std::string ramp_names() {
  std::vector<std::string_view> names;
  for (const Ramp& ramp : all_ramps()) names.push_back(ramp.id);
  return joined(names);
}

constexpr char examples[] = R"(Examples:
  craton noise --kind perlin --frequency 0.01 --octaves 6 --seed 7 -o hills.png
  craton noise --kind simplex --size 2048x2048 --at -5000,1200 --bits 16 -o heights.png
  craton noise --kind value --frequency 0.02 --octaves 5 --ramp dusk --stretch -o dusk.png
  craton noise --spec clouds --ramp ice --stretch -o clouds.png
  craton noise --kind simplex --octaves 6 --print-spec > hills.json
  craton noise --spec islands --ramp relief --range=-1,1 --relief 60 -o islands.png
  craton noise --spec '{"kind": "abs", "source": {"kind": "perlin"}}' -o folded.png
  craton noise --dims 3 --size 256x256 --z 12.5 -o slice.png
  craton noise --dims 3 --size 64x64x64 -o block.f32
  craton noise --dims 4 --size 256x256 --z 5 --w 12.5 -o frame.png
  craton noise --kind perlin --octaves 6 --slopes --stats -o hills.f32
  craton noise --size 1024x1024 --threads 1 --isa scalar --hash)";

}  // namespace

Command add_noise_command(CommandLine& parent) {
  Arguments args = parent.command("noise", "Evaluates a noise on a grid: picture, raw floats, statistics or hash.");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  o.noise.add_to(args);
  args.option("--dims N", o.dimensions, "Dimensions: 1, 2, 3 or 4.").show_default();
  args.option("--size WxH", o.size,
              "Samples: W, WxH or WxHxD; each side 1 … 65536, 2^32 in all. Default 512x512. In 3D and 4D, WxH is a slice.");
  o.at_option =
      args.option("--at X,Y[,Z[,W]]", o.at, "Place of the first sample in metres; exact to ±2^53 m. Default: the origin.");
  args.option("--z METRES", o.z, "Height of a slice in 3D and 4D, in metres.");
  args.option("--w METRES", o.w, "Place of a slice or block along the fourth axis, in metres.");
  args.option("--step METRES", o.step, "Distance between samples in metres, in 1/1024 m.").show_default();
  args.option("--seed SEED", o.seed, "A 64-bit number, decimal or 0x…; or a word, which means the child of seed 0 of that name.")
      .show_default();
  args.option("-o,--output FILE", o.output, "File to write: .png, or .f32 for raw little-endian floats row by row.");
  o.bits_option = args.option("--bits N", o.bits, "Grey levels of a .png: 8 or 16 bits. The noise's promised range fills them.")
                      .show_default();
  args.option("--ramp NAME", o.ramp, fmt::format("Colours of a .png: {}.", ramp_names()));
  args.flag("--stretch", o.stretch,
            "Let the smallest and largest sample fill the levels or colours instead of the promised range.");
  args.option("--range LOW,HIGH", o.range, "Values at the ends of the levels or colours.");
  args.option("--relief PIXELS", o.relief,
              "Light and shadow on a coloured .png, as if the whole range stood so many pixels high.");
  args.flag(
      "--slopes", o.slopes,
      "The derivatives along each axis too, per metre, in 2D and 3D: FILE_dx.png, FILE_dy.png (middle grey is level), or .f32.");
  args.flag("--hash", o.hash, "Print as last line FNV-1a (64 bit) of the floats' little-endian bytes, 16 hex digits.");
  args.flag("--stats", o.stats, "Print smallest, largest and mean value, standard deviation and the promised range.");
  args.flag("--json", o.json, "Print all of that as one JSON object instead.");
  args.flag("--list", o.list, "List all noises with their inputs and parameters and stop.");
  args.flag("--print-spec", o.print_spec, "Print the noise as JSON, as --spec reads it, and stop.");
  o.machine.add_to(args);
  args.footer(examples);
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
