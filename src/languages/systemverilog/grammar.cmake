fathom_grammar(systemverilog PACKAGE tree-sitter-systemverilog MODULE)
