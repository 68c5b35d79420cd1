class String
  def camel; self; end
  def pieces; camel; end
end

class Array
  def middle; self; end
end

class Integer
  def ago; end
end
