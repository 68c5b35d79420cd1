fathom_grammar(gdscript PACKAGE tree-sitter-gdscript MODULE)
