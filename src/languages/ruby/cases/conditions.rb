def pick(flag)
  thing = flag ? Left.new : Right.new
  thing = Other.new if flag
  thing.act
  thing = nil
  return thing
end
