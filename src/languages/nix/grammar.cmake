fathom_grammar(nix PACKAGE tree-sitter-nix MODULE)
