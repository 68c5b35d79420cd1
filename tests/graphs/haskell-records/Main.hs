module Main where
import Conf (Conf (..))
import qualified Conf as C
skip :: Conf -> String -> Bool
skip c path = ignored c path
name c = C.folder c
twice x = go x
  where
    go = step . step
    step = (+ 1)
    plain = x
-- What the list lacks is found all the same: Conf (..) is not told from the module.
not_listed c = size c
