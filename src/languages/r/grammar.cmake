fathom_grammar(r PACKAGE @davisvaughan/tree-sitter-r MODULE)
