fathom_grammar(elm CRATE tree-sitter-elm MODULE)
