Point = Struct.new(:x, :y) do
  def length = Math.sqrt(x * x + y * y)
end
Maker = Class.new(Base) { def make; build; end }
point = Point.new(1, 2)
point.length
point.x
