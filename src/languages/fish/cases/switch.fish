function pick
  switch $argv[1]
    case a
      one
    case '*'
      two; or three
  end
end
