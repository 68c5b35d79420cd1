fathom_grammar(ada CRATE tree-sitter-ada MODULE)
