fathom_grammar(prisma PACKAGE tree-sitter-prisma MODULE)
