fathom_grammar(thrift PACKAGE tree-sitter-thrift MODULE)
