# The same trees in half the time (docs/decisions/011-parser-build.md): the core
# with our changes and the grammars' lexers with our macros are compiled
# once to count, run over the texts in tests/parse/training, and compiled
# again with what was counted.
include(${CMAKE_CURRENT_LIST_DIR}/patch.cmake)
set(fast ${CMAKE_CURRENT_LIST_DIR})
set(memory ${root}/src/parse/memory_internal.h)
fathom_patch_core(${binary}/core)
# That it is there says which core this is (cmake/libraries.cmake).
file(CREATE_LINK ${core}/src ${binary}/tree_sitter_core SYMBOLIC)

set(fast_lexer_file ${fast}/lexer.h)
set(fast_lexer -include tree_sitter/parser.h -include ${fast_lexer_file})

# The core takes memory of one type and uses it as another, which nobody sees
# while malloc is out of sight; ours is not.
set(core_flags -O3 -DNDEBUG -fno-strict-aliasing -include ${fast}/core.h
    -I${root} -I${fast} -I${binary}/core -I${core}/include)
set(grammar_flags -O3 -DNDEBUG)
set(grammar_depends ${fast_lexer_file} ${fast}/scanner.h ${memory})
set(count -fprofile-generate -fprofile-update=single)
# Ways that the training did not go are compiled as without it, not for size.
set(counted -fprofile-use -fprofile-partial-training)
set(trained ${binary}/counting/trained)

file(GLOB core_sources ${binary}/core/*.c ${binary}/core/*.h)
set(core_depends ${fast}/core.h ${fast}/pop.h ${memory} ${core_sources})
fathom_compile(counting/core.o ${binary}/core/lib.c FLAGS ${core_flags} ${count} DEPENDS ${core_depends})
fathom_compile(counted/core.o ${binary}/core/lib.c FLAGS ${core_flags} ${counted}
  DEPENDS ${core_depends} ${trained}
  BEFORE ${CMAKE_COMMAND} -E copy ../counting/core.gcda .)
fathom_archive(libtree-sitter.a counted/core.o)

# Compiled for its assertions only.
fathom_compile(counting/check.o ${fast}/check.c
  FLAGS -I${fast} -I${binary}/check -I${core}/include DEPENDS ${fast_lexer_file})
file(MAKE_DIRECTORY ${binary}/check)
file(CREATE_LINK ${core}/src ${binary}/check/core SYMBOLIC)

function(fathom_grammar_archive name symbol source)
  file(GLOB text ${root}/tests/parse/training/${name}.*)
  if(NOT text)
    message(FATAL_ERROR "The grammar ${name} is linked in, so tests/parse/training must hold a text for it")
  endif()
  set_property(GLOBAL APPEND PROPERTY fathom_training ${name} ${text})
  foreach(folder counting counted)
    set(objects "")
    foreach(part parser scanner)
      if(NOT EXISTS ${source}/${part}.c)
        continue()
      endif()
      set(object ${name}.${part})
      set(flags ${grammar_flags} -I${source})
      if(part STREQUAL parser)
        list(APPEND flags ${fast_lexer})
      else()
        list(APPEND flags -fno-strict-aliasing -I${root} -include ${fast}/scanner.h)
      endif()
      if(folder STREQUAL counting)
        fathom_compile(counting/${object}.o ${source}/${part}.c
          FLAGS ${flags} ${count} DEPENDS ${grammar_depends})
      else()
        fathom_compile(counted/${object}.o ${source}/${part}.c
          FLAGS ${flags} ${counted} DEPENDS ${grammar_depends} ${trained}
          BEFORE ${CMAKE_COMMAND} -E copy ../counting/${object}.gcda .)
      endif()
      list(APPEND objects ${folder}/${object}.o)
    endforeach()
    fathom_merge(${folder}/${name}.o ${symbol} ${name} ${objects})
  endforeach()
  fathom_archive(grammars/grammar_${name}.a counted/${name}.o)
  set_property(GLOBAL APPEND PROPERTY fathom_counting counting/${name}.o)
endfunction()

# One program of all counting objects; it writes <object>.gcda beside each.
function(fathom_finish)
  get_property(training GLOBAL PROPERTY fathom_training)
  get_property(objects GLOBAL PROPERTY fathom_counting)
  list(PREPEND objects counting/core.o)
  list(TRANSFORM objects PREPEND ${binary}/)
  set(texts ${training})
  list(FILTER texts INCLUDE REGEX /)
  set(sources ${fast}/train.c ${root}/src/parse/memory.c ${root}/src/parse/tables.c ${root}/src/base/arena.c)
  add_custom_command(OUTPUT ${binary}/counting/train
    COMMAND ${CMAKE_C_COMPILER} -std=gnu11 -D_GNU_SOURCE -DFATHOM_FAST_CORE -w -O2 -rdynamic
            -I${root} -I${core}/include -I${binary} ${sources} ${objects}
            -fprofile-generate -ldl -o ${binary}/counting/train
    DEPENDS ${sources} ${memory} ${objects} ${binary}/counting/check.o
    COMMENT "training program" VERBATIM)
  add_custom_command(OUTPUT ${trained}
    COMMAND sh -c "rm -f *.gcda && ./train \"$@\" && touch trained" train ${training}
    WORKING_DIRECTORY ${binary}/counting
    DEPENDS ${binary}/counting/train ${texts} COMMENT "training" VERBATIM)
  fathom_finish_stock()
endfunction()
