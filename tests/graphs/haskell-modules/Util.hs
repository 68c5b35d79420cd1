module Data.Util (helper, go) where

helper :: Int -> Int
helper 0 = 0
helper n = helper (n - 1)

go x = helper x
