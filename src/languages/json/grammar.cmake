fathom_grammar(json PACKAGE tree-sitter-json MODULE)
