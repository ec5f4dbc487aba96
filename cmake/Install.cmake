# `cmake --install`: libraries, headers, the command, a CMake package with components and pkg-config files.
include(CMakePackageConfigHelpers)

get_property(libraries GLOBAL PROPERTY craton_libraries)
if(NOT libraries)
  return()
endif()

install(TARGETS ${libraries} EXPORT craton-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/craton DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
if(TARGET craton_cli)
  install(TARGETS craton_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/recipes DESTINATION ${CMAKE_INSTALL_DATADIR}/craton FILES_MATCHING PATTERN "*.json"
    PATTERN "*.gallery")
  # The studio's page where `tools/studio build` has made it; `craton serve` looks for it there, seen from itself.
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/studio/ DESTINATION ${CMAKE_INSTALL_DATADIR}/craton/studio OPTIONAL)
endif()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/craton)
install(EXPORT craton-targets NAMESPACE craton:: DESTINATION ${package_folder})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/craton-config.cmake.in ${PROJECT_BINARY_DIR}/craton-config.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/craton-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/craton-config.cmake ${PROJECT_BINARY_DIR}/craton-config-version.cmake DESTINATION ${package_folder})

# One .pc a library; the prefix is the place of the .pc itself, so that an installed tree may be moved.
function(craton_pkg_config library requires description)
  file(RELATIVE_PATH up /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
  set(PC_NAME ${library})
  set(PC_REQUIRES ${requires})
  set(PC_DESCRIPTION ${description})
  set(PC_STATIC_NEEDS)
  if(NOT BUILD_SHARED_LIBS)
    get_target_property(needs ${library} STATIC_NEEDS)
    list(TRANSFORM needs PREPEND "-l")
    list(JOIN needs " " PC_STATIC_NEEDS)
  endif()
  set(PC_PREFIX "\${pcfiledir}/${up}")
  configure_file(${PROJECT_SOURCE_DIR}/cmake/craton.pc.in ${PROJECT_BINARY_DIR}/${library}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${library}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

craton_pkg_config(craton "" "Procedural worlds, the same bits everywhere")
if(TARGET craton_c)
  craton_pkg_config(craton_c craton "Craton for C")
endif()
if(TARGET craton_simplify)
  craton_pkg_config(craton_simplify craton "Simplification of Craton's meshes")
endif()
if(TARGET craton_picture)
  craton_pkg_config(craton_picture craton "Pictures of Craton's worlds")
endif()
if(TARGET craton_files)
  craton_pkg_config(craton_files craton_picture "Files of Craton's worlds and pictures")
endif()
if(TARGET craton_lab)
  craton_pkg_config(craton_lab craton_files "What Craton's noises are like, measured")
endif()
