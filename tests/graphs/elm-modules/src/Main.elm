module Main exposing (main)
import Shop.Util as Util exposing (helper)
import Html
main = Html.text (helper 1 |> Util.sum |> Html.div)
own sum = sum 2
other = sum 3
