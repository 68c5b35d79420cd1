# The tree-sitter core, and whether it is the one that our changes to it
# (fast/) and our reading of its private structures (src/parse/) were made for.
# Included by both projects; sets core, core_is_known.
set(core ${CMAKE_CURRENT_LIST_DIR}/../../deps/grammars/node_modules/tree-sitter/vendor/tree-sitter/lib)
get_filename_component(core ${core} ABSOLUTE)
if(NOT EXISTS ${core}/src/lib.c)
  message(FATAL_ERROR "The grammar packages are missing: run scripts/setup")
endif()

set(known_core 69e115ee703aa145ef2434f72e26dce75ea25ae3f48836d24959a5843e589f32)
file(GLOB core_files ${core}/src/*.c ${core}/src/*.h)
list(SORT core_files)
set(core_hash "")
foreach(file IN LISTS core_files)
  file(SHA256 ${file} hash)
  string(APPEND core_hash ${hash})
endforeach()
string(SHA256 core_hash "${core_hash}")
if(core_hash STREQUAL known_core)
  set(core_is_known TRUE)
else()
  set(core_is_known FALSE)
  message(WARNING "The tree-sitter core is not the one known here (${core_hash}): "
                  "it is built as it is, and trees are read with its cursor, more slowly.")
endif()
