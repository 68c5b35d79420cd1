fathom_grammar(c PACKAGE tree-sitter-c)
