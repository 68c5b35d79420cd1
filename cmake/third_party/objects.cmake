# How sources become objects, and objects archives and modules. Object files
# are compiled in a folder of their own under relative names: counts of
# executions (fast/) are found by that name.

# fathom_compile(<folder>/<name>.o <source> <flag>… [DEPENDS <file>…] [BEFORE <command>…])
function(fathom_compile output source)
  cmake_parse_arguments(A "" "" "FLAGS;DEPENDS;BEFORE" ${ARGN})
  get_filename_component(folder ${binary}/${output} DIRECTORY)
  get_filename_component(object ${output} NAME)
  file(MAKE_DIRECTORY ${folder})
  if(A_BEFORE)
    list(PREPEND A_BEFORE COMMAND)
  endif()
  # A cache of objects would mix up where executions are counted.
  set(launcher ${CMAKE_C_COMPILER_LAUNCHER})
  if(output MATCHES "^count")
    set(launcher "")
  endif()
  add_custom_command(OUTPUT ${binary}/${output} WORKING_DIRECTORY ${folder}
    ${A_BEFORE}
    COMMAND ${launcher} ${CMAKE_C_COMPILER} -std=gnu11 -D_GNU_SOURCE -w ${A_FLAGS} -c ${source} -o ${object}
    DEPENDS ${source} ${A_DEPENDS}
    COMMENT "compiling ${output}" VERBATIM)
endfunction()

# The objects of a grammar as one, with one global symbol: two grammars may
# define the same scanner function, and a linker picks one without a word.
# The symbol is always tree_sitter_<name>, whatever the package calls it.
function(fathom_merge output symbol name)
  list(TRANSFORM ARGN PREPEND ${binary}/ OUTPUT_VARIABLE objects)
  add_custom_command(OUTPUT ${binary}/${output}
    COMMAND ${CMAKE_LINKER} -r -o ${binary}/${output} ${objects}
    COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=${symbol} ${binary}/${output}
    COMMAND ${CMAKE_OBJCOPY} --redefine-sym ${symbol}=tree_sitter_${name} ${binary}/${output}
    DEPENDS ${objects} COMMENT "merging ${output}" VERBATIM)
endfunction()

function(fathom_archive output)
  list(TRANSFORM ARGN PREPEND ${binary}/ OUTPUT_VARIABLE objects)
  get_filename_component(folder ${binary}/${output} DIRECTORY)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${binary}/${output}
    COMMAND ${CMAKE_AR} crsD ${binary}/${output} ${objects}
    DEPENDS ${objects} COMMENT "archive ${output}" VERBATIM)
  string(REPLACE / _ target file_${output})
  add_custom_target(${target} DEPENDS ${output})
endfunction()

# Compiles parser.c and scanner.c into <folder>/<name>.parser.o and so on;
# ret_objects gets the names. Flags after BOTH are for both, after PARSER for one.
function(fathom_compile_grammar ret_objects folder name source)
  cmake_parse_arguments(A "" "" "BOTH;PARSER;DEPENDS" ${ARGN})
  set(objects "")
  foreach(part parser scanner)
    # Some packages keep the scanner above what was generated.
    set(file ${source}/${part}.c)
    if(part STREQUAL scanner AND NOT EXISTS ${file})
      set(file ${source}/../scanner.c)
    endif()
    if(EXISTS ${file})
      set(flags ${A_BOTH})
      if(part STREQUAL parser)
        list(PREPEND flags ${A_PARSER})
      endif()
      # scanners/<name>.c stands for a scanner that has to be mended, and includes it.
      if(part STREQUAL scanner AND EXISTS ${PROJECT_SOURCE_DIR}/scanners/${name}.c)
        set(file ${PROJECT_SOURCE_DIR}/scanners/${name}.c)
      endif()
      fathom_compile(${folder}/${name}.${part}.o ${file}
        FLAGS ${flags} -I${source} DEPENDS ${A_DEPENDS})
      list(APPEND objects ${folder}/${name}.${part}.o)
    endif()
  endforeach()
  set(${ret_objects} ${objects} PARENT_SCOPE)
endfunction()

# A grammar as a shared object. Only it needs -fPIC, which slows parsing.
# A grammar made by a generator so old that its header knows no ranges of
# characters has a lexer that our macros do not fit.
function(fathom_grammar_module name symbol source)
  set(lexer ${fast_lexer})
  file(STRINGS ${source}/tree_sitter/parser.h ranges REGEX TSCharacterRange)
  if(NOT ranges)
    set(lexer "")
  endif()
  fathom_compile_grammar(objects module ${name} ${source}
    BOTH -O2 -DNDEBUG -fPIC PARSER ${lexer} DEPENDS ${fast_lexer_file})
  fathom_merge(module/${name}.o ${symbol} ${name} ${objects})
  add_custom_command(OUTPUT grammars/${name}.so
    COMMAND ${CMAKE_COMMAND} -E make_directory ${binary}/grammars
    COMMAND ${CMAKE_C_COMPILER} -shared -Wl,-z,defs -Wl,-soname,${name}.so
            -o ${binary}/grammars/${name}.so ${binary}/module/${name}.o
    DEPENDS ${binary}/module/${name}.o COMMENT "grammar ${name} (module)" VERBATIM)
  add_custom_target(grammar_${name}_module DEPENDS grammars/${name}.so)
endfunction()

# ---- the sources as they come, under other names ----

# Globals get the prefix stock_, so that a program can have both.
function(fathom_rename_stock output input)
  add_custom_command(OUTPUT ${binary}/${output}
    COMMAND ${PROJECT_SOURCE_DIR}/prefix stock_ ${binary}/${input} ${binary}/${output}
    DEPENDS ${binary}/${input} COMMENT "renaming ${output}" VERBATIM)
  set_property(GLOBAL APPEND PROPERTY fathom_stock_objects ${output})
endfunction()

fathom_compile(stock/core.plain.o ${core}/src/lib.c FLAGS -O2 -I${core}/src -I${core}/include)
fathom_rename_stock(stock/core.o stock/core.plain.o)

function(fathom_grammar_stock name symbol source)
  fathom_compile_grammar(objects stock ${name} ${source} BOTH -O2)
  fathom_merge(stock/${name}.plain.o ${symbol} ${name} ${objects})
  fathom_rename_stock(stock/${name}.o stock/${name}.plain.o)
endfunction()

function(fathom_finish_stock)
  get_property(objects GLOBAL PROPERTY fathom_stock_objects)
  fathom_archive(stock/libstock.a ${objects})
endfunction()
