include(${CMAKE_CURRENT_LIST_DIR}/modules/Helpers.cmake)
include("${CMAKE_CURRENT_SOURCE_DIR}/modules/More.cmake")
include(${ELSEWHERE}/Other.cmake)

function(Own_Thing name)
  LATER(${name})
  helper_one(${name})
endfunction()

macro(Later name)
  message(STATUS ${name})
endmacro()

own_thing(a)
OWN_THING(b)
