module Main where

import qualified Data.Map as Map
import qualified Data.Util as U
import Data.Util (helper)

class Draw a where
  draw :: a -> Int

data Shape = Circle Int

instance Draw Shape where
  draw (Circle n) = helper n

-- A parameter hides the function; go is not imported without its qualifier.
local helper n = helper n + go n

run s xs = U.go $ draw s `plus` Map.size xs
  where plus a b = helper (a + b)

main = print (run (Circle 1) Map.empty)
