fathom_grammar(starlark PACKAGE tree-sitter-starlark MODULE)
