from shop.price import Book, total


def report() -> str:
    books = [Book("Sea"), Book("Wind")]
    return f"sum: {total(books)}"


wrong: int = report()
