fathom_grammar(capnp PACKAGE tree-sitter-capnp MODULE)
