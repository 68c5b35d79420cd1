fathom_grammar(php PACKAGE tree-sitter-php DIR php MODULE)
