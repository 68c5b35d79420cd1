module Shape exposing (Shape(..), Side, compare, unit)
type Shape = Circle Int | Square Side
type Side = Side Int
compare a b = a
unit = Circle 1
