fathom_grammar(luau PACKAGE tree-sitter-luau MODULE)
