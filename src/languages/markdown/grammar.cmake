fathom_grammar(markdown PACKAGE @tree-sitter-grammars/tree-sitter-markdown DIR tree-sitter-markdown MODULE)
