fathom_grammar(kotlin PACKAGE @tree-sitter-grammars/tree-sitter-kotlin MODULE)
