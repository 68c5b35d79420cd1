fathom_grammar(xml PACKAGE @tree-sitter-grammars/tree-sitter-xml DIR xml MODULE)
