# Where a grammar's sources lie. Included by both projects.
# Those of npm have to be there. Those of the Rust crate registry
# (scripts/crates) are there where its client is: a language whose grammar is
# missing is left out.
get_filename_component(crates ${CMAKE_CURRENT_LIST_DIR}/../../build/crates ABSOLUTE)
set(FATHOM_CRATES ${crates} CACHE PATH "Where the grammars of the Rust crate registry are")
file(GLOB crate_files CONFIGURE_DEPENDS ${FATHOM_CRATES}/*/src/parser.c ${FATHOM_CRATES}/*/.fathom-crate)

# fathom_grammar_source(<ret_source> <arguments of fathom_grammar>): the folder
# with parser.c; empty: it is not there and need not be.
function(fathom_grammar_source ret_source)
  cmake_parse_arguments(A "MODULE" "PACKAGE;CRATE;DIR;SYMBOL" "" ${ARGN})
  get_filename_component(packages ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../deps/grammars/node_modules ABSOLUTE)
  set(source ${packages}/${A_PACKAGE}/${A_DIR}/src)
  if(A_CRATE)
    set(source ${FATHOM_CRATES}/${A_CRATE}/${A_DIR}/src)
    if(NOT A_MODULE)
      message(FATAL_ERROR "${A_CRATE}: a grammar that may be missing has to be a MODULE")
    endif()
  endif()
  set(${ret_source} ${source} PARENT_SCOPE)
  if(NOT EXISTS ${source}/parser.c)
    if(NOT A_CRATE)
      message(FATAL_ERROR "${A_PACKAGE} is not installed: run scripts/setup")
    endif()
    set(${ret_source} "" PARENT_SCOPE)
    return()
  endif()
  if(NOT EXISTS ${source}/scanner.c AND EXISTS ${source}/scanner.cc)
    message(FATAL_ERROR "${A_PACKAGE}${A_CRATE}: scanners in C++ are not supported")
  endif()
  # The core takes these; what it does not would only be found out when a file is met.
  file(STRINGS ${source}/parser.c version REGEX "^#define LANGUAGE_VERSION " LIMIT_INPUT 65536)
  if(NOT version MATCHES " 1[345]$")
    message(FATAL_ERROR "${A_PACKAGE}${A_CRATE}: the parser takes no grammar of this form (${version})")
  endif()
endfunction()
