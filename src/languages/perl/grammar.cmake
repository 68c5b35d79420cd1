fathom_grammar(perl PACKAGE tree-sitter-perl MODULE)
