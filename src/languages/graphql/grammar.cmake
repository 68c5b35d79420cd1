fathom_grammar(graphql CRATE tree-sitter-graphql MODULE)
