fathom_grammar(typescript PACKAGE tree-sitter-typescript DIR typescript)
fathom_grammar(tsx PACKAGE tree-sitter-typescript DIR tsx)
fathom_grammar(javascript PACKAGE tree-sitter-javascript)
