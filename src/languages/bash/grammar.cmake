fathom_grammar(bash PACKAGE tree-sitter-bash MODULE)
