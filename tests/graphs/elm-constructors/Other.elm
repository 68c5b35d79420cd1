module Other exposing (..)
import Shape
type Side = Side Int
hidden = Circle 4
