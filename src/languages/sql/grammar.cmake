fathom_grammar(sql PACKAGE @derekstride/tree-sitter-sql MODULE)
