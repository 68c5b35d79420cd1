fathom_grammar(glsl PACKAGE tree-sitter-glsl MODULE)
