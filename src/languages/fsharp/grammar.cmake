fathom_grammar(fsharp PACKAGE tree-sitter-fsharp DIR fsharp MODULE)
