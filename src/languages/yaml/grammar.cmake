fathom_grammar(yaml PACKAGE @tree-sitter-grammars/tree-sitter-yaml MODULE)
