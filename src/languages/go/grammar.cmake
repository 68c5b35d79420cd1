fathom_grammar(go PACKAGE tree-sitter-go)
