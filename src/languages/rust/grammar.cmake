fathom_grammar(rust PACKAGE tree-sitter-rust MODULE)
