fathom_grammar(fish CRATE tree-sitter-fish MODULE)
