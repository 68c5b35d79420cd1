fathom_grammar(dart PACKAGE @sengac/tree-sitter-dart MODULE)
