# Reads src/layers.txt, the one statement of who may use whom:
#   FATHOM_MODULES             modules, bottom-up
#   FATHOM_LAYER_<module>      the modules it may use
#   FATHOM_HEADERS             third-party headers
#   FATHOM_OWNERS_<header>     the modules that may include it
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             ${PROJECT_SOURCE_DIR}/src/layers.txt)
file(STRINGS ${PROJECT_SOURCE_DIR}/src/layers.txt rows REGEX "^[^#].*:")
set(FATHOM_MODULES "")
set(FATHOM_HEADERS "")
foreach(row IN LISTS rows)
  string(REGEX MATCH "^([^:]+):(.*)$" _ "${row}")
  string(STRIP "${CMAKE_MATCH_1}" subject)
  separate_arguments(words UNIX_COMMAND "${CMAKE_MATCH_2}")
  if(subject MATCHES "^<(.*)>$")
    list(APPEND FATHOM_HEADERS ${CMAKE_MATCH_1})
    set(FATHOM_OWNERS_${CMAKE_MATCH_1} ${words})
  else()
    list(APPEND FATHOM_MODULES ${subject})
    set(FATHOM_LAYER_${subject} ${words})
  endif()
endforeach()
