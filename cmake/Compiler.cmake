# The flags of all code in this repository. World code promises the same bits everywhere, so contraction of a·b + c is
# off and no -m or -march flag may ever be added: instruction sets are chosen at run time, by Highway alone.

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(CRATON_CCACHE ccache)
mark_as_advanced(CRATON_CCACHE)
if(CRATON_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Paths seen from the build folder: objects are known in every copy of the tree.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CRATON_CCACHE})
endif()

# craton_precompile(target header…): headers that most sources of the target include, and that take long to read. Not where warnings
# are errors, since g++ warns of its own headers behind them; nor where there is a compiler cache, which serves better: it knows
# objects in every copy of the tree, but not those that were built on a precompiled header.
function(craton_precompile target)
  if(NOT CRATON_WARNINGS_AS_ERRORS AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# craton_join(target source…): sources of a folder are compiled some at a time, for each spends most of its time on headers that the
# others read too. Not those named after LONE (paths from the root, without ending): there helpers are called as others in their folder.
# Where a new file clashes, give its helper a better name. Stages stay alone, since each has its `run`; and so do kernels for several
# instruction sets, which read themselves.
function(craton_join target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LONE")
  if(NOT CRATON_UNITY)
    return()
  endif()
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${source})
    string(REGEX REPLACE "(_test)?\\.cpp$" "" short ${name})
    if(name MATCHES "\\.h$" OR short IN_LIST arg_LONE)
      continue()
    endif()
    file(STRINGS ${source} alone REGEX "hwy/foreach_target|stage_of<" LIMIT_COUNT 1)
    if(alone)
      continue()
    endif()
    string(REGEX MATCH "^(src/stages/[^/]+|[^/]+/[^/]+)/" folder ${name})
    math(EXPR batch "0${count_of_${folder}} / 8")
    math(EXPR count_of_${folder} "0${count_of_${folder}} + 1")
    string(MAKE_C_IDENTIFIER "${folder}_${batch}" group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_link_libraries(${target} PRIVATE craton_joined)
endfunction()

# Helpers of one file may be called as variables in another, and g++ takes joined files for headers, which should hide no type.
# After craton_warnings, whose -Wshadow it takes back.
add_library(craton_joined INTERFACE)
target_compile_options(craton_joined INTERFACE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

string(REGEX MATCH "(^| )-m(arch|tune|cpu|avx|sse|fma)[^ ]*" craton_bad_flag "${CMAKE_CXX_FLAGS} $ENV{CXXFLAGS}")
string(REGEX MATCH "-ff(ast-math|p-contract=(fast|on))|-Ofast|-funsafe-math-optimizations" craton_fast_flag "${CMAKE_CXX_FLAGS} $ENV{CXXFLAGS}")
if(craton_bad_flag OR craton_fast_flag)
  message(FATAL_ERROR "CXXFLAGS contain '${craton_bad_flag}${craton_fast_flag}', which would change worlds; remove it")
endif()

add_library(craton_flags INTERFACE)
target_compile_features(craton_flags INTERFACE cxx_std_20)
target_compile_options(craton_flags INTERFACE -ffp-contract=off)

# Addresses that the loader filled in are read-only once a program runs, and writing beyond an array ends the program. Kernels read no
# bytes of strangers and are called for single points too: they go without the guard of the stack (craton_spare_kernels).
if(CMAKE_SYSTEM_NAME STREQUAL Linux)
  add_link_options(-Wl,-z,relro,-z,now)
endif()
if(NOT CRATON_SANITIZE AND NOT CRATON_COVERAGE)
  target_compile_options(craton_flags INTERFACE
    -fstack-protector-strong $<$<CONFIG:Release>:-U_FORTIFY_SOURCE> $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=2>)
endif()

function(craton_spare_kernels)
  if(CRATON_SANITIZE OR CRATON_COVERAGE)
    return()
  endif()
  foreach(source IN LISTS ARGN)
    file(STRINGS ${source} kernel REGEX "hwy/foreach_target" LIMIT_COUNT 1)
    if(kernel)
      set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS -fno-stack-protector SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
endfunction()

add_library(craton_warnings INTERFACE)
target_compile_options(craton_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wno-missing-field-initializers  # designated initialisers leave the rest at their defaults on purpose
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # g++ 12 sees overlaps in std::string where there are none
)
if(CRATON_WARNINGS_AS_ERRORS)
  target_compile_options(craton_warnings INTERFACE -Werror)
endif()

if(CRATON_SANITIZE)
  target_compile_options(craton_flags INTERFACE -fsanitize=${CRATON_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(craton_flags INTERFACE -fsanitize=${CRATON_SANITIZE})
  if(CRATON_SANITIZE MATCHES "address.*undefined")
    # AddressSanitizer finds bad pointers as well, and in kernels these checks cost minutes of compiling.
    target_compile_options(craton_flags INTERFACE -fno-sanitize=null,alignment,object-size,vptr)
    # Every vector of a kernel is a variable with a scope, and watching them all takes g++ minutes a file.
    target_compile_options(craton_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-sanitize-address-use-after-scope>)
    # clang tells types of functions by where they are described, and each shared library has hidden descriptions of its own.
    target_compile_options(craton_flags INTERFACE $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=function>)
  endif()
endif()
if(CRATON_COVERAGE)
  target_compile_options(craton_flags INTERFACE --coverage)
  target_link_options(craton_flags INTERFACE --coverage)
endif()
