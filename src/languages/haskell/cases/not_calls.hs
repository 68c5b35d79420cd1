module NotCalls where
import Prelude hiding (lookup)
-- Constructors, types, signatures and names that are only handed on are no calls.
data T = A Int | B
type U = T
make :: Int -> T
make n = A n
hand xs = map make xs
lookup (A n) = let make = n in make
guarded n | even n = make n
          | otherwise = B
tuple = (make, B)
comp ys = [f y | (f, y) <- ys]
