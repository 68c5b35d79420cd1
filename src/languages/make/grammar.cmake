fathom_grammar(make PACKAGE tree-sitter-make MODULE)
