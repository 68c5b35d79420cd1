module Conf (Conf (..), size) where
data Conf = Conf
  { folder :: String
  , ignored :: String -> Bool
  }
newtype Wrapped a = Wrapped { unwrap :: a }
size :: Conf -> Int
size c = length (folder c)
