fathom_grammar(scala PACKAGE tree-sitter-scala MODULE)
