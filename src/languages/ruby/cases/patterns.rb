def match(value)
  case value
  in { name: String => name, size: } then name
  in [Integer, *] then 1
  end
  for item in value do item.show end
  while (line = value.next) do line.strip end
  value.close rescue nil
  unless value.open? then value.open end
  value.x = value.y
  %w[a b].each { _1.size }
  <<~TEXT
    here #{value.text}
  TEXT
end
