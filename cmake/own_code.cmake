# How packdot's own targets are compiled; dependencies keep their own flags.

function(packdot_own_code target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF COMPILE_WARNING_AS_ERROR
                                                                ${PROJECT_IS_TOP_LEVEL})
  target_compile_options(
    ${target}
    PRIVATE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            -Wno-sign-conversion # clang counts it as a part of the former, g++ does not
            -Wnon-virtual-dtor
            # A multiply-add is fused only where the code says so: a row's bits must not depend on
            # which copy of a loop the compiler put it through.
            -ffp-contract=off)
endfunction()
