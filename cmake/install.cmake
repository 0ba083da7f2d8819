# What cmake --install installs: headers, library, command, and what finds them again: a package
# config for CMake and a file for pkg-config. Both work from wherever the tree is moved to.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/packdot")

install(TARGETS packdot EXPORT packdotTargets FILE_SET HEADERS)
install(EXPORT packdotTargets NAMESPACE packdot:: DESTINATION "${config_dir}")

# A static library needs its own libraries at every link; a shared one brings them along.
set(find_dependencies "")
set(requires_private "")
if(PACKDOT_THREADS)
  string(APPEND find_dependencies "find_dependency(TBB 2021 CONFIG)\n")
  list(APPEND requires_private "tbb >= 2021")
endif()
if(NOT TARGET packdot_highway_objects)
  string(APPEND find_dependencies "find_dependency(hwy 1.3 CONFIG)\n")
  list(APPEND requires_private "libhwy >= 1.3")
endif()
list(JOIN requires_private ", " requires_private)
if(BUILD_SHARED_LIBS)
  set(requires "")
else()
  set(requires "${requires_private}")
  set(requires_private "")
endif()

configure_package_config_file(cmake/packdotConfig.cmake.in packdotConfig.cmake
                              INSTALL_DESTINATION "${config_dir}")
# Before 1.0 a minor version may break callers.
write_basic_package_version_file(packdotConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/packdotConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/packdotConfigVersion.cmake" DESTINATION "${config_dir}")

cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY
           "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" OUTPUT_VARIABLE prefix_from_pc)
configure_file(cmake/packdot.pc.in packdot.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/packdot.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

install(FILES LICENSE README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
