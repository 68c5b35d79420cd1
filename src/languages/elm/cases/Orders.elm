module Shop.Orders exposing (total, Item(..))
import Html exposing (div, text)
import Shop.Util as Util
import Basics exposing (..)
{-| An item. -}
type alias Item = { name : String, price : Int }
type Msg = Add Item | Remove
