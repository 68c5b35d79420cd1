module App.Modules (run, Thing(..)) where

import App.All
import App.Some (one, Two(..))
import qualified App.Far as F
import App.Most hiding (few)
import qualified App.Whole

run :: Int -> Int
run x = one x + F.two x + App.Whole.three x

data Thing = Thing { size :: Int } | Other
newtype Wrap = Wrap Int
type Name = String
