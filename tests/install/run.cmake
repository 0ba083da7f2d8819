# For the scripts here. PREFIXES is where the build of packdot looked for its dependencies.
string(REPLACE ";" ":" prefixes "${PREFIXES}")
set(ENV{CMAKE_PREFIX_PATH} "${prefixes}:$ENV{CMAKE_PREFIX_PATH}")

# run(<command> <arguments...>): runs it, or ends the script saying what failed.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message("${output}") # as it is: an error message would be wrapped
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "Ended with ${result}: ${command}")
  endif()
endfunction()
