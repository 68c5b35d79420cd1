# Third-party libraries. src/layers.txt says which module owns a header; the
# table at the end says what linking that header means.
#
# Debian's static archives are preferred: fewer pages and relocations at start.
# glibc stays shared, because grammar modules are loaded with dlopen.

function(fathom_system_library name)
  cmake_parse_arguments(A "" "" "ARCHIVES;NEEDS" ${ARGN})
  add_library(${name} INTERFACE)
  find_library(${name}_LIBRARY NAMES ${A_ARCHIVES} REQUIRED)
  target_link_libraries(${name} INTERFACE ${${name}_LIBRARY} ${A_NEEDS})
endfunction()

fathom_system_library(lib_uv     ARCHIVES libuv_a.a libuv.a uv  NEEDS pthread dl rt)
fathom_system_library(lib_sqlite ARCHIVES libsqlite3.a sqlite3  NEEDS pthread dl m)
fathom_system_library(lib_sodium ARCHIVES libsodium.a sodium    NEEDS pthread)
fathom_system_library(lib_xxhash ARCHIVES libxxhash.a xxhash)

# What we compile ourselves lives in its own project, so that every
# configuration shares one plain -O2 build of it and no sanitizer slows it.
set(FATHOM_THIRD_PARTY ${PROJECT_SOURCE_DIR}/build/third_party CACHE PATH
    "Where the shared build of llhttp, the tree-sitter core and the grammars is")
set(third_party_files ${FATHOM_THIRD_PARTY}/libtree-sitter.a
                      ${FATHOM_THIRD_PARTY}/libllhttp.a)

add_library(lib_tree_sitter INTERFACE)
target_link_libraries(lib_tree_sitter INTERFACE ${FATHOM_THIRD_PARTY}/libtree-sitter.a)
target_include_directories(lib_tree_sitter SYSTEM INTERFACE
  ${PROJECT_SOURCE_DIR}/deps/grammars/node_modules/tree-sitter/vendor/tree-sitter/lib/include)

add_library(lib_llhttp INTERFACE)
target_link_libraries(lib_llhttp INTERFACE ${FATHOM_THIRD_PARTY}/libllhttp.a)
target_include_directories(lib_llhttp SYSTEM INTERFACE /usr/share/include/llhttp)

# This project only imports what a grammar.cmake declares;
# cmake/third_party defines the same function to build it.
option(FATHOM_ALL_GRAMMARS_AS_MODULES "Load even the grammars that are linked in otherwise" OFF)
set(FATHOM_LANGUAGES all CACHE STRING "Languages to build: all, or a list of folder names")
add_library(lib_grammars INTERFACE)
function(fathom_grammar name)
  cmake_parse_arguments(A "MODULE" "PACKAGE;DIR;SYMBOL" "" ${ARGN})
  if(A_MODULE OR FATHOM_ALL_GRAMMARS_AS_MODULES)
    set(file ${FATHOM_THIRD_PARTY}/grammars/${name}.so)
    set_property(GLOBAL APPEND PROPERTY fathom_grammar_modules ${file})
  else()
    set(file ${FATHOM_THIRD_PARTY}/grammars/grammar_${name}.a)
    target_link_libraries(lib_grammars INTERFACE ${file})
  endif()
  set_property(GLOBAL APPEND PROPERTY fathom_grammar_files ${file})
endfunction()

file(GLOB grammar_lists CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/languages/*/grammar.cmake)
foreach(list IN LISTS grammar_lists)
  get_filename_component(language ${list} DIRECTORY)
  get_filename_component(language ${language} NAME)
  if(FATHOM_LANGUAGES STREQUAL all OR language IN_LIST FATHOM_LANGUAGES)
    include(${list})
  endif()
endforeach()
get_property(grammar_files GLOBAL PROPERTY fathom_grammar_files)
list(APPEND third_party_files ${grammar_files})

# A program looks for modules beside itself before share/fathom/grammars.
file(MAKE_DIRECTORY ${FATHOM_THIRD_PARTY}/grammars)
file(CREATE_LINK ${FATHOM_THIRD_PARTY}/grammars ${PROJECT_BINARY_DIR}/grammars SYMBOLIC)

# Configured from a clean environment so that CC or CFLAGS meant for our own
# code never reach it; locked because several build directories share it.
set(third_party_build ${CMAKE_COMMAND} -E env --unset=CC --unset=CFLAGS --unset=LDFLAGS
    flock ${FATHOM_THIRD_PARTY}.lock)
execute_process(
  COMMAND ${third_party_build} ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR}/cmake/third_party
          -B ${FATHOM_THIRD_PARTY} -G Ninja
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
set(third_party_targets ${third_party_files})
list(TRANSFORM third_party_targets REPLACE "^${FATHOM_THIRD_PARTY}/" "")
add_custom_target(third_party
  COMMAND ${third_party_build} sh -c "log=$(ninja \"$@\" 2>&1) || { echo \"$log\"; exit 1; }" third_party
          -C ${FATHOM_THIRD_PARTY} ${third_party_targets}
  BYPRODUCTS ${third_party_files}
  COMMENT "third party" VERBATIM)
foreach(lib lib_tree_sitter lib_llhttp lib_grammars)
  add_dependencies(${lib} third_party)
endforeach()

set(FATHOM_LIBRARY_xxhash.h          lib_xxhash)
set(FATHOM_LIBRARY_uv.h              lib_uv)
set(FATHOM_LIBRARY_sodium.h          lib_sodium)
set(FATHOM_LIBRARY_tree_sitter/api.h lib_tree_sitter)
set(FATHOM_LIBRARY_sqlite3.h         lib_sqlite)
set(FATHOM_LIBRARY_llhttp.h          lib_llhttp)
