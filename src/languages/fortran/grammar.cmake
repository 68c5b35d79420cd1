fathom_grammar(fortran CRATE tree-sitter-fortran MODULE)
