fathom_grammar(cmake CRATE tree-sitter-cmake MODULE)
