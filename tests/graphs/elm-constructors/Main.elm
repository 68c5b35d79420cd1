module Main exposing (main)
import Shape exposing (Shape(..), Side)
import Other
big = Square (Other.Side 2)
main = compare (Circle 2) (Shape.Circle 3)
