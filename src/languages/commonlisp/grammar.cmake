fathom_grammar(commonlisp PACKAGE tree-sitter-commonlisp MODULE)
