fathom_grammar(julia PACKAGE tree-sitter-julia MODULE)
