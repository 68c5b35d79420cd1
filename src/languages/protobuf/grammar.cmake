fathom_grammar(protobuf CRATE tree-sitter-proto SYMBOL tree_sitter_proto MODULE)
