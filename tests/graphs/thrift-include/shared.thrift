struct Name { 1: string text }
