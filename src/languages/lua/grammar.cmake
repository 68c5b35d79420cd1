fathom_grammar(lua PACKAGE @tree-sitter-grammars/tree-sitter-lua MODULE)
