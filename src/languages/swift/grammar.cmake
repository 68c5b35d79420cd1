fathom_grammar(swift PACKAGE tree-sitter-swift MODULE)
