fathom_grammar(ocaml PACKAGE tree-sitter-ocaml DIR grammars/ocaml MODULE)
