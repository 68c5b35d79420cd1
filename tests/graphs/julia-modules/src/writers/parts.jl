version(page) = render(page)
outer(page) = Paper.version(page)
