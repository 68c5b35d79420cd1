# The core and the grammars as they come: for a core or a compiler that fast/
# was not made for.
file(REMOVE ${binary}/tree_sitter_core)
set(fast_lexer "")
set(fast_lexer_file "")
fathom_compile(plain/core.o ${core}/src/lib.c FLAGS -O2 -DNDEBUG -I${core}/src -I${core}/include)
fathom_archive(libtree-sitter.a plain/core.o)

function(fathom_grammar_archive name symbol source)
  fathom_compile_grammar(objects plain ${name} ${source} BOTH -O2 -DNDEBUG)
  fathom_merge(plain/${name}.o ${symbol} ${name} ${objects})
  fathom_archive(grammars/grammar_${name}.a plain/${name}.o)
endfunction()

function(fathom_finish)
  fathom_finish_stock()
endfunction()
