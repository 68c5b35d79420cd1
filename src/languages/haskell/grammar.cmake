fathom_grammar(haskell PACKAGE tree-sitter-haskell MODULE)
