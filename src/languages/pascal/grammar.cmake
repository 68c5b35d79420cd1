fathom_grammar(pascal CRATE tree-sitter-pascal MODULE)
