fathom_grammar(cpp PACKAGE tree-sitter-cpp MODULE)
