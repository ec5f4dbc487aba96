# What other people wrote, all of it found on this machine: the build downloads nothing.
# craton_hwy, craton_tbb and craton_json are the core's; the rest belongs to single targets.

find_package(PkgConfig QUIET)

# Highway. A cross build needs its headers only, and must not see the rest of the host's include folder.
find_path(CRATON_HWY_INCLUDE hwy/highway.h REQUIRED)
mark_as_advanced(CRATON_HWY_INCLUDE)
add_library(craton_hwy INTERFACE)
# SSSE3 and AVX3_DL would lengthen the build for machines that SSE4 and AVX3 serve as well.
set(CRATON_DISABLED_TARGETS "HWY_SSSE3|HWY_AVX3_DL" CACHE STRING "Highway targets that are not compiled, joined by |")
target_compile_definitions(craton_hwy INTERFACE "HWY_DISABLED_TARGETS=(${CRATON_DISABLED_TARGETS})")
if(CRATON_STATIC_TARGET)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/headers)
  file(CREATE_LINK ${CRATON_HWY_INCLUDE}/hwy ${PROJECT_BINARY_DIR}/headers/hwy SYMBOLIC)
  target_include_directories(craton_hwy SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/headers)
  # Fuzzers search what leads to the kernels: the plainest ones, since clang takes minutes over the rest with sanitizers.
  target_compile_definitions(craton_hwy INTERFACE $<IF:$<BOOL:${CRATON_FUZZ}>,HWY_COMPILE_ONLY_SCALAR,HWY_COMPILE_ONLY_STATIC>)
else()
  find_library(CRATON_HWY_LIBRARY hwy REQUIRED)
  mark_as_advanced(CRATON_HWY_LIBRARY)
  target_compile_definitions(craton_hwy INTERFACE HWY_SHARED_DEFINE)
  target_link_libraries(craton_hwy INTERFACE ${CRATON_HWY_LIBRARY})
endif()

add_library(craton_tbb INTERFACE)
if(CRATON_PLAIN_THREADS)
  find_package(Threads REQUIRED)
  target_link_libraries(craton_tbb INTERFACE Threads::Threads)
  target_compile_definitions(craton_tbb INTERFACE CRATON_HAS_PLAIN_THREADS=1)
elseif(CRATON_THREADS)
  find_package(TBB REQUIRED)
  target_link_libraries(craton_tbb INTERFACE TBB::tbb)
  target_compile_definitions(craton_tbb INTERFACE CRATON_HAS_TBB=1)
endif()

# nlohmann-json is headers alone, and no installed header shows it.
find_package(nlohmann_json 3.7 REQUIRED)
add_library(craton_json INTERFACE)
if(CRATON_STATIC_TARGET)
  get_target_property(json_include nlohmann_json::nlohmann_json INTERFACE_INCLUDE_DIRECTORIES)
  list(GET json_include 0 json_include)
  file(CREATE_LINK ${json_include}/nlohmann ${PROJECT_BINARY_DIR}/headers/nlohmann SYMBOLIC)
  target_include_directories(craton_json SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/headers)
else()
  target_link_libraries(craton_json INTERFACE nlohmann_json::nlohmann_json)
endif()

if(CRATON_PICTURE)
  pkg_check_modules(PANGOCAIRO REQUIRED IMPORTED_TARGET pangocairo cairo)
endif()
if(CRATON_VIEW)
  find_package(embree 3.13 REQUIRED)
  add_library(craton_embree INTERFACE)
  target_link_libraries(craton_embree INTERFACE embree)
  if(CRATON_PLAIN_THREADS)
    # Embree builds its trees on oneTBB, which ThreadSanitizer cannot see into: one thread there, many in our code.
    target_compile_definitions(craton_embree INTERFACE CRATON_EMBREE_ALONE=1)
  endif()
endif()
if(CRATON_SIMPLIFY)
  find_package(meshoptimizer REQUIRED)
endif()
if(CRATON_FILES)
  find_package(PNG REQUIRED)
  pkg_check_modules(OPENEXR REQUIRED IMPORTED_TARGET OpenEXR)  # its C core alone is used
  pkg_check_modules(SQLITE3 REQUIRED IMPORTED_TARGET sqlite3)
  pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
endif()

if(CRATON_APPS)
  find_package(CLI11 REQUIRED)
  find_package(fmt REQUIRED)
  # libnoise is a yardstick of `craton bench`, nothing else.
  find_path(CRATON_LIBNOISE_INCLUDE libnoise/noise.h)
  find_library(CRATON_LIBNOISE_LIBRARY noise)
  mark_as_advanced(CRATON_LIBNOISE_INCLUDE CRATON_LIBNOISE_LIBRARY)
endif()
