# Highway, and the one place that says for which instruction sets packdot is compiled.
set(fetched_by_dev "${PROJECT_SOURCE_DIR}/.cache/highway-1.3.0")
if(EXISTS "${fetched_by_dev}")
  set(FETCHCONTENT_SOURCE_DIR_HIGHWAY "${fetched_by_dev}" CACHE PATH "Highway's source")
endif()
FetchContent_Declare(
  highway
  URL https://github.com/google/highway/archive/refs/tags/1.3.0.tar.gz
  URL_HASH SHA256=07b3c1ba2c1096878a85a31a5b9b3757427af963b1141ca904db2f9f4afe0bc2
  SOURCE_SUBDIR not-its-own-build # see below
  FIND_PACKAGE_ARGS 1.3 NAMES hwy CONFIG GLOBAL)
FetchContent_MakeAvailable(highway)

# Every file that includes Highway must see the same policy: a dispatch table has one entry for each
# target of its own file, and files that disagree run another target than they say.
add_library(packdot_highway INTERFACE)

# HWY_BROKEN_EMU128=0: before g++ 16 Highway replaces EMU128, its portable target, by SCALAR, which
#   lacks most operations on blocks. EMU128 passes all of packdot's tests under g++ 12.
# SCALAR: never wanted, for that reason.
# SSE2, SSSE3: without them EMU128 is the baseline on x86-64. So the library as it is shipped holds
#   the portable code, and tests reach it; otherwise it would exist in test builds only.
# AVX3_SPR, AVX10_2: no kernel gains from float16 arithmetic, and each costs a sixth of the build.
#   PACKDOT_ALL_TARGETS has AVX3_SPR; g++ 12 and clang 19 compile it.
set(disabled SCALAR SSE2 SSSE3 AVX10_2 ${PACKDOT_DISABLED_TARGETS})
if(NOT PACKDOT_ALL_TARGETS)
  list(APPEND disabled AVX3_SPR)
endif()
list(TRANSFORM disabled PREPEND HWY_)
list(JOIN disabled "|" disabled)
target_compile_definitions(packdot_highway INTERFACE HWY_BROKEN_EMU128=0
                                                     "HWY_DISABLED_TARGETS=(${disabled})")

# Without this, targets that the baseline supersedes are left out: on Arm, EMU128.
if(PACKDOT_ALL_TARGETS)
  target_compile_definitions(packdot_highway INTERFACE HWY_COMPILE_ALL_ATTAINABLE)
endif()

if(highway_FOUND)
  target_link_libraries(packdot_highway INTERFACE hwy::hwy)
  return()
endif()

# Highway's own build makes a library that users of packdot would have to find. packdot needs four
# of its files: compiled here, with the policy above, they become a part of packdot.
# The namespace is renamed in all of it, so that a program may use packdot and a Highway of its own,
# whatever version and policy that one has: each keeps its chosen target, and no symbol is shared.
target_compile_definitions(packdot_highway INTERFACE hwy=packdot_hwy)
target_include_directories(packdot_highway SYSTEM INTERFACE "${highway_SOURCE_DIR}")

add_library(
  packdot_highway_objects OBJECT
  "${highway_SOURCE_DIR}/hwy/abort.cc" "${highway_SOURCE_DIR}/hwy/aligned_allocator.cc"
  "${highway_SOURCE_DIR}/hwy/per_target.cc" "${highway_SOURCE_DIR}/hwy/targets.cc")
target_compile_features(packdot_highway_objects PRIVATE cxx_std_17)
target_link_libraries(packdot_highway_objects PRIVATE packdot_highway)
set_target_properties(
  packdot_highway_objects PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                     VISIBILITY_INLINES_HIDDEN ON)
