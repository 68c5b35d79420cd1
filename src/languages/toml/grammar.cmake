fathom_grammar(toml PACKAGE @tree-sitter-grammars/tree-sitter-toml MODULE)
