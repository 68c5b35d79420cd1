# Makes it.
function(add_thing name)
  cmake_parse_arguments(A "" "X" "" ${ARGN})
  helper(${name} "${SRCS} ${A_X}")
endfunction()
macro(helper x)
  message(STATUS "${x}")
endmacro()
