fathom_grammar(powershell PACKAGE tree-sitter-powershell MODULE)
