fathom_grammar(java PACKAGE tree-sitter-java)
