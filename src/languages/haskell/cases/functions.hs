{-# LANGUAGE X #-}
module Data.Shape (area, run) where
import qualified Data.Map as M
import Util (helper, show')
import Util.More
-- | Doc
area :: Int -> Int
area 0 = 1
area x = helper x + go x
  where go y = helper (y + 1)
run f xs = do
  v <- helper 1
  let w = f v
  print $ map (\q -> area q) xs
  M.lookup v w
x <+> y = area y
data Shape = Circle Int | Sq { side :: Int } deriving Show
newtype N = N Int
class Draw a where
  draw :: a -> Int
instance Draw Shape where
  draw s = area 1
limit = 3
main = run area [1] >> (case limit of { 1 -> go2; n -> area n })
