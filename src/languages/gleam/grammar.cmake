fathom_grammar(gleam CRATE tree-sitter-gleam MODULE)
