fathom_grammar(objc PACKAGE tree-sitter-objc MODULE)
