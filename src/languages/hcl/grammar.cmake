fathom_grammar(hcl PACKAGE @tree-sitter-grammars/tree-sitter-hcl MODULE)
