fathom_grammar(elisp PACKAGE tree-sitter-elisp MODULE)
