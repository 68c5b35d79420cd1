fathom_grammar(clojure PACKAGE tree-sitter-clojure-orchard SYMBOL tree_sitter_clojure_orchard MODULE)
