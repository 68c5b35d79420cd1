module App.Flow where

-- | Runs it.
run :: Int -> IO ()
run n | n > limit = say n
      | otherwise = do
  line <- getIt n
  let twice = double line
      (a, b) = pair twice
  say $ wrap a
  mapM_ (\x -> say x) (list b)
  case check a of
    Just y -> say y
    Nothing -> a `orElse` b
  where double v = times v 2

limit = 10
times a b = a * b
