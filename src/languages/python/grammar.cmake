fathom_grammar(python PACKAGE tree-sitter-python)
