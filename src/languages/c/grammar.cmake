fathom_grammar(c PACKAGE tree-sitter-c)
fathom_grammar(cpp PACKAGE tree-sitter-cpp MODULE)
