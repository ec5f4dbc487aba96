#include "serve.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>

#include "command.h"
#include "runtime.h"
#include "text.h"
#ifdef CRATON_HAS_SERVER
#include "apps/server/server.h"
#endif

namespace craton::cli {
namespace {

struct Options {
  std::string host = "127.0.0.1", port = "8484", token, folder = "worlds", studio, threads, cache = "256M", worlds = "1G",
              memory = "4G";
  std::vector<std::string> names;
  bool open = false;
};

#ifdef CRATON_HAS_SERVER

namespace fs = std::filesystem;

bool is_loopback(const std::string& host) { return host == "localhost" || host == "::1" || host.starts_with("127."); }

/// Where the page lies, seen from the program: in the installed tree, and in this one.
std::string usual_page() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* place : {CRATON_INSTALLED_STUDIO, CRATON_BUILT_STUDIO}) {
    const fs::path folder = (program / place).lexically_normal();
    if (fs::is_regular_file(folder / "index.html", error)) return folder.string();
  }
  return "";
}

/// Asks the desktop to show the page, where there is one. Nobody waits for the browser.
void open_browser(const std::string& address) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  const std::string program = "xdg-open";
  const pid_t child = ::fork();
  if (child != 0) {
    if (child > 0) ::waitpid(child, nullptr, 0);
    return;
  }
  if (::fork() == 0) {  // a grandchild, which outlives this and leaves nothing to wait for
    if (std::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(0);
    ::execlp(program.c_str(), program.c_str(), address.c_str(), nullptr);
  }
  ::_exit(0);
}

Result<server::ServerOptions> read(const Options& o) {
  server::ServerOptions options;
  options.address = o.host;
  CRATON_TRY(const std::int64_t port, parse_integer(o.port, "--port"));
  if (port < 0 || port > 65535) return invalid("--port", fmt::format("{} is out of range; allowed: 0 … 65535", port));
  options.port = static_cast<std::uint16_t>(port);
  options.token = o.token;
  if (!o.token.empty() &&
      o.token.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != std::string::npos)
    return invalid("--token", "allowed are letters, digits, - and _");
  if (o.token.empty() && !is_loopback(o.host)) options.token = server::random_token();
  options.hosts = o.names;
  options.folder = o.folder;
  options.recipes = recipe_folder_path();
  options.page = o.studio.empty() ? usual_page() : o.studio;
  if (!o.threads.empty()) {
    CRATON_TRY(const std::int64_t threads, parse_integer(o.threads, "--threads"));
    if (threads < 1 || threads > 1024) return invalid("--threads", fmt::format("{} is out of range; allowed: 1 … 1024", threads));
    options.threads = static_cast<unsigned>(threads);
  }
  const Result<std::uint64_t> cache = parse_bytes(o.cache, "--cache"), worlds = parse_bytes(o.worlds, "--worlds"),
                              memory = parse_bytes(o.memory, "--memory");
  for (const Result<std::uint64_t>* each : {&cache, &worlds, &memory})
    if (!*each) return each->error();
  options.tile_bytes = *cache;
  options.world_bytes = *worlds;
  options.making_bytes = *memory;
  return options;
}

Result<void> run(const Options& o) {
  CRATON_TRY(const server::ServerOptions options, read(o));
  CRATON_TRY(const std::unique_ptr<server::Server> server, server::Server::start(options));
  const bool everywhere = options.address == "0.0.0.0" || options.address == "::";
  const std::string host = everywhere                                       ? "localhost"
                           : options.address.find(':') == std::string::npos ? options.address
                                                                            : "[" + options.address + "]";
  const std::string address =
      fmt::format("http://{}:{}/{}", host, server->port(), options.token.empty() ? "" : "?token=" + options.token);
  say("Craton serves {} on {}\n", options.page.empty() ? "its API (the studio's page is not built)" : "the studio", address);
  say("worlds are kept in {}; Ctrl-C ends it\n", o.folder);
  std::fflush(stdout);
  if (o.open && !options.page.empty()) open_browser(address);
  while (!cancel_token().cancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  complain("craton: ending…\n");
  server->stop(std::chrono::seconds(5));
  return {};
}

#else

Result<void> run(const Options&) {
  return Error{ErrorCode::unsupported, "serve", "this build has no server (it needs Boost 1.74 and zlib)"};
}

#endif

constexpr char examples[] =
    R"(On this machine alone nobody is asked for a token. With --host others can reach it too, and must know the token: --token, or a
random one that is printed. Docs: docs/server.md; the API tells of itself at /api/v1/openapi.json.

Examples:
  craton serve
  craton serve --port 9000 --folder ~/worlds
  craton serve --host 0.0.0.0 --token mine-alone
  curl http://127.0.0.1:8484/api/v1/presets
  curl -o tile.f32 "http://127.0.0.1:8484/api/v1/terrain/terrain/7/0/3/-2?layers=height,biome")";

}  // namespace

Command add_serve_command(CommandLine& parent) {
  Arguments args = parent.command("serve", "Serves the studio and its API: worlds over HTTP.");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  args.option("--port PORT", o.port, "0: any that is free.").show_default();
  args.option("--host ADDRESS", o.host,
              "Address to listen on; 0.0.0.0 for all of this machine. Others than its own need a token.")
      .show_default();
  args.option("--token TEXT", o.token, "What others must know. Default: a random one where --host opens it, none else.");
  args.option("--allow-host NAME", o.names,
              "A further name that this server is reached by, such as that of a proxy. May be repeated.");
  args.option("--folder DIR", o.folder, "Where worlds are kept; it is made where there is none.").show_default();
  args.option("--studio DIR", o.studio, "Where the studio's page lies. Default: beside this program.");
  args.option("--cache SIZE", o.cache, "Memory for tiles and pictures that are kept.").show_default();
  args.option("--worlds SIZE", o.worlds, "Memory for worlds that are kept open.").show_default();
  args.option("--memory SIZE", o.memory, "Worlds whose layers need more than this are refused.").show_default();
  args.option("--threads N", o.threads, "How many threads compute (default: as many as the machine has).");
  args.flag("--open", o.open, "Show the studio in the browser of the desktop, where there is one.");
  args.footer(examples);
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
