module Calls exposing (..)
{-| Sums. -}
total : List Item -> Int
total items =
    let
        inner y = helper y
        ( a, b ) = pair items
    in
    List.map inner items |> Util.sum |> finish
helper x = x + 1
