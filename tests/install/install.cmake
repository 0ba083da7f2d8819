# Installs packdot into WORK/before, then moves that to WORK/moved tree: nothing may remember where
# it was. The shared library needs a build of its own, kept short: one target, not optimized.
cmake_policy(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

file(REMOVE_RECURSE "${WORK}/before" "${WORK}/moved tree")
set(build "${PACKDOT_BUILD}")
if(KIND STREQUAL "shared")
  set(build "${WORK}/build")
  run("${CMAKE_COMMAND}" -S "${PACKDOT_SOURCE}" -B "${build}" -G "${GENERATOR}"
      "-DCMAKE_CXX_COMPILER=${CXX}" "-DFETCHCONTENT_SOURCE_DIR_HIGHWAY=${HIGHWAY_SOURCE}"
      -DBUILD_SHARED_LIBS=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O0
      "-DPACKDOT_DISABLED_TARGETS=SSE4\;AVX2\;AVX3\;AVX3_DL\;AVX3_ZEN4"
      -DPACKDOT_BUILD_TESTS=OFF -DPACKDOT_BUILD_BENCH=OFF
      -DPACKDOT_BUILD_TOOLS=OFF -DPACKDOT_BUILD_EXAMPLES=OFF)
  run("${CMAKE_COMMAND}" --build "${build}" --parallel 2)
endif()
run("${CMAKE_COMMAND}" --install "${build}" --prefix "${WORK}/before")
file(RENAME "${WORK}/before" "${WORK}/moved tree")
