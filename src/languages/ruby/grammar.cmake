fathom_grammar(ruby PACKAGE tree-sitter-ruby MODULE)
