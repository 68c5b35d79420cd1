fathom_grammar(zig PACKAGE @tree-sitter-grammars/tree-sitter-zig MODULE)
