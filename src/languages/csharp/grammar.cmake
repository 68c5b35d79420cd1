fathom_grammar(csharp PACKAGE tree-sitter-c-sharp SYMBOL tree_sitter_c_sharp MODULE)
