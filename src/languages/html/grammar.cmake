fathom_grammar(html PACKAGE tree-sitter-html MODULE)
