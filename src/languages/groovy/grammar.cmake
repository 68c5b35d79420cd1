fathom_grammar(groovy CRATE dekobon-tree-sitter-groovy MODULE)
