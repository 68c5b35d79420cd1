fathom_grammar(scheme CRATE tree-sitter-scheme MODULE)
