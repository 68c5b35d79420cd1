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
fathom_system_library(lib_pcre2  ARCHIVES libpcre2-8.a pcre2-8)
fathom_system_library(lib_tinfo  ARCHIVES libtinfo.a tinfo)
fathom_system_library(lib_curses ARCHIVES libncursesw.a ncursesw NEEDS lib_tinfo)
fathom_system_library(lib_zlib   ARCHIVES libz.a z)

include(cmake/third_party/source.cmake)

# What we compile ourselves lives in its own project, so that every
# configuration shares one build of it and no sanitizer slows it. Configured
# from a clean environment so that CC or CFLAGS meant for our own code
# never reach it; locked because several build directories share it.
set(FATHOM_THIRD_PARTY ${PROJECT_SOURCE_DIR}/build/third_party CACHE PATH
    "Where the shared build of llhttp, the tree-sitter core and the grammars is")
set(third_party_build ${CMAKE_COMMAND} -E env --unset=CC --unset=CFLAGS --unset=LDFLAGS
    flock ${FATHOM_THIRD_PARTY}.lock)
execute_process(
  COMMAND ${third_party_build} ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR}/cmake/third_party
          -B ${FATHOM_THIRD_PARTY} -G Ninja -DFATHOM_CRATES=${FATHOM_CRATES}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

# fathom_third_party(<target> <file>…): builds files of that project.
function(fathom_third_party target)
  list(TRANSFORM ARGN REPLACE "^${FATHOM_THIRD_PARTY}/" "" OUTPUT_VARIABLE names)
  add_custom_target(${target}
    COMMAND ${third_party_build} sh -c "log=$(ninja \"$@\" 2>&1) || { echo \"$log\"; exit 1; }" ${target}
            -C ${FATHOM_THIRD_PARTY} ${names}
    BYPRODUCTS ${ARGN}
    COMMENT "third party" VERBATIM)
endfunction()

set(third_party_files ${FATHOM_THIRD_PARTY}/libtree-sitter.a
                      ${FATHOM_THIRD_PARTY}/libllhttp.a)

# The core that src/parse knows inside out comes with its private headers, as
# <tree_sitter_core/…>; any other one is used through its interface alone.
set(core ${PROJECT_SOURCE_DIR}/deps/grammars/node_modules/tree-sitter/vendor/tree-sitter/lib)
add_library(lib_tree_sitter INTERFACE)
target_link_libraries(lib_tree_sitter INTERFACE ${FATHOM_THIRD_PARTY}/libtree-sitter.a)
target_include_directories(lib_tree_sitter SYSTEM INTERFACE ${core}/include)
if(EXISTS ${FATHOM_THIRD_PARTY}/tree_sitter_core)
  target_include_directories(lib_tree_sitter SYSTEM INTERFACE ${FATHOM_THIRD_PARTY})
  target_compile_definitions(lib_tree_sitter INTERFACE FATHOM_FAST_CORE)
  # It takes its memory from src/parse/memory.c, which comes before it.
  target_link_options(lib_tree_sitter INTERFACE LINKER:--undefined=parse_memory_current)
endif()

add_library(lib_llhttp INTERFACE)
target_link_libraries(lib_llhttp INTERFACE ${FATHOM_THIRD_PARTY}/libllhttp.a)
target_include_directories(lib_llhttp SYSTEM INTERFACE /usr/share/include/llhttp)

# This project only imports what a grammar.cmake declares;
# cmake/third_party defines the same function to build it.
set(FATHOM_LANGUAGES all CACHE STRING "Languages to build: all, or a list of folder names")
# A language that is not read keeps its descriptor, so that its files can be told
# from others (language_left_out); a grammar that would be linked in is an empty
# function then.
function(fathom_leave_out name)
  get_filename_component(language ${CMAKE_CURRENT_LIST_DIR} NAME)
  set_property(GLOBAL APPEND PROPERTY fathom_left_out ${language})
  if(NOT A_MODULE)
    set_property(GLOBAL APPEND_STRING PROPERTY fathom_empty_grammars
      "const TSLanguage *tree_sitter_${name}(void);\nconst TSLanguage *tree_sitter_${name}(void) { return NULL; }\n")
  endif()
endfunction()
add_library(lib_grammars INTERFACE)
function(fathom_grammar name)
  cmake_parse_arguments(A "MODULE" "PACKAGE;CRATE;DIR;SYMBOL" "" ${ARGN})
  if(NOT is_wanted)
    fathom_leave_out(${name})
    return()
  endif()
  fathom_grammar_source(source ${ARGN})
  if(NOT source)
    message(STATUS "${name} is left out: ${A_CRATE} is not there (scripts/crates)")
    fathom_leave_out(${name})
    return()
  endif()
  if(A_MODULE)
    set(file ${FATHOM_THIRD_PARTY}/grammars/${name}.so)
    set_property(GLOBAL APPEND PROPERTY fathom_grammar_modules ${file})
  else()
    set(file ${FATHOM_THIRD_PARTY}/grammars/grammar_${name}.a)
    target_link_libraries(lib_grammars INTERFACE ${file})
    set_property(GLOBAL APPEND_STRING PROPERTY fathom_stock_grammars " X(${name})")
  endif()
  set_property(GLOBAL APPEND PROPERTY fathom_grammar_files ${file})
endfunction()

# C's is always there, because tests of the parser read C; an archive that
# nobody calls adds nothing to a program.
file(GLOB grammar_lists CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/languages/*/grammar.cmake)
set(known_languages "")
foreach(list IN LISTS grammar_lists)
  get_filename_component(language ${list} DIRECTORY)
  get_filename_component(language ${language} NAME)
  list(APPEND known_languages ${language})
  set(is_wanted FALSE)
  if(FATHOM_LANGUAGES STREQUAL all OR language STREQUAL c OR language IN_LIST FATHOM_LANGUAGES)
    set(is_wanted TRUE)
  endif()
  include(${list})
endforeach()
foreach(language IN LISTS FATHOM_LANGUAGES)
  if(NOT language STREQUAL all AND NOT language IN_LIST known_languages)
    list(JOIN known_languages " " known_languages)
    message(FATAL_ERROR "LANGUAGES: there is no '${language}' here; there are: all, ${known_languages}")
  endif()
endforeach()
get_property(empty_grammars GLOBAL PROPERTY fathom_empty_grammars)
file(CONFIGURE OUTPUT ${GENERATED}/grammars_left_out.c
     CONTENT "#include \"src/languages/language.h\"\n${empty_grammars}" @ONLY)
get_property(grammar_files GLOBAL PROPERTY fathom_grammar_files)
list(APPEND third_party_files ${grammar_files})

# A program looks for modules beside itself before share/fathom/grammars.
file(MAKE_DIRECTORY ${FATHOM_THIRD_PARTY}/grammars)
foreach(programs . tests bench fuzz)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/${programs})
  file(CREATE_LINK ${FATHOM_THIRD_PARTY}/grammars ${PROJECT_BINARY_DIR}/${programs}/grammars SYMBOLIC)
endforeach()

fathom_third_party(third_party ${third_party_files})
foreach(lib lib_tree_sitter lib_llhttp lib_grammars)
  add_dependencies(${lib} third_party)
endforeach()

# The core and the grammars as they come, all names with stock_ before them:
# what tests and benchmarks compare with. Never part of the program.
add_library(lib_stock INTERFACE)
fathom_third_party(third_party_stock ${FATHOM_THIRD_PARTY}/stock/libstock.a)
add_dependencies(lib_stock third_party_stock)
target_link_libraries(lib_stock INTERFACE ${FATHOM_THIRD_PARTY}/stock/libstock.a)
target_include_directories(lib_stock SYSTEM INTERFACE ${core}/include)
get_property(stock_grammars GLOBAL PROPERTY fathom_stock_grammars)
file(CONFIGURE OUTPUT ${GENERATED}/stock/stock_grammars.h
     CONTENT "#define STOCK_GRAMMARS(X)${stock_grammars}\n" @ONLY)
target_include_directories(lib_stock INTERFACE ${GENERATED}/stock)
# Programs that are found by their place, elsewhere, and need it.
function(fathom_link_stock)
  foreach(program unit_parse bench_floor)
    if(TARGET ${program})
      target_link_libraries(${program} PRIVATE lib_stock)
    endif()
  endforeach()
endfunction()
cmake_language(DEFER CALL fathom_link_stock)

set(FATHOM_LIBRARY_xxhash.h          lib_xxhash)
set(FATHOM_LIBRARY_uv.h              lib_uv)
set(FATHOM_LIBRARY_sodium.h          lib_sodium)
set(FATHOM_LIBRARY_tree_sitter/api.h lib_tree_sitter)
set(FATHOM_LIBRARY_tree_sitter_core/tree.h lib_tree_sitter)
set(FATHOM_LIBRARY_sqlite3.h         lib_sqlite)
set(FATHOM_LIBRARY_llhttp.h          lib_llhttp)
set(FATHOM_LIBRARY_pcre2.h           lib_pcre2)
set(FATHOM_LIBRARY_zlib.h            lib_zlib)
set(FATHOM_LIBRARY_curses.h          lib_curses)
