fathom_grammar(vhdl CRATE tree-sitter-vhdl MODULE)
