// Of the same path as the library of the other package.
class Headers {}
