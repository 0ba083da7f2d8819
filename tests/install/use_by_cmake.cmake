# Configures, builds and runs the consumer with find_package alone, then checks how a packdot that
# cannot be used is reported.
cmake_policy(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

set(build "${WORK}/consumer")
file(REMOVE_RECURSE "${build}")
set(configure
    "${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}/consumer" -G "${GENERATOR}"
    "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}")
set(ENV{CMAKE_PREFIX_PATH} "${WORK}/moved tree:$ENV{CMAKE_PREFIX_PATH}")

run(${configure} -B "${build}/plain")
run("${CMAKE_COMMAND}" --build "${build}/plain")
run("${build}/plain/consumer")

run(${configure} -B "${build}/without_tbb" -DCMAKE_DISABLE_FIND_PACKAGE_TBB=ON
    -DEXPECT_NOT_FOUND=ON)
run(${configure} -B "${build}/too_new" -DWANTED_VERSION=99 -DEXPECT_NOT_FOUND=ON)
