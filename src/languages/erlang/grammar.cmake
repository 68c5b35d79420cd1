fathom_grammar(erlang CRATE tree-sitter-erlang MODULE)
