fathom_grammar(css PACKAGE tree-sitter-css MODULE)
fathom_grammar(scss PACKAGE tree-sitter-scss MODULE)
