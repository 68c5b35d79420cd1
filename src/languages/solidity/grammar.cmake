fathom_grammar(solidity PACKAGE tree-sitter-solidity MODULE)
