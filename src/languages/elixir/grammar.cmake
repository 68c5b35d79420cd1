fathom_grammar(elixir PACKAGE tree-sitter-elixir MODULE)
