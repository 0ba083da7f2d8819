# Builds and runs the consumer with the compiler alone, as a Makefile would.
cmake_policy(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

find_program(pkg_config pkg-config)
if(NOT pkg_config)
  message("SKIPPED: no pkg-config here")
  return()
endif()
file(GLOB_RECURSE pc "${WORK}/moved tree/*/packdot.pc")
cmake_path(GET pc PARENT_PATH pc_folder)
cmake_path(GET pc_folder PARENT_PATH lib_folder)
set(ENV{PKG_CONFIG_PATH} "${pc_folder}:$ENV{PKG_CONFIG_PATH}")
set(ENV{LD_LIBRARY_PATH} "${lib_folder}:$ENV{LD_LIBRARY_PATH}")
# eval: pkg-config quotes the space for a shell.
run(sh -ec "eval \"'${CXX}' -std=c++20 -o '${WORK}/by pkg_config' \
'${CMAKE_CURRENT_LIST_DIR}/consumer/main.cc' $('${pkg_config}' --cflags --libs packdot)\"")
run("${WORK}/by pkg_config")
