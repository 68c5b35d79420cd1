fathom_grammar(vim CRATE arborium-vim DIR grammar MODULE)
