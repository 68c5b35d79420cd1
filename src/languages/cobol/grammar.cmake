fathom_grammar(cobol PACKAGE tree-sitter-cobol SYMBOL tree_sitter_COBOL MODULE)
