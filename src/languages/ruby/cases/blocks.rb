class Shop
  def each
    return enum_for(:each) unless block_given?
    @items.each { |item| yield item, price(item) }
  end

  def run(&block)
    map(&:name)
    items.select { |x| x.big? }.each_with_index do |x, i|
      keep(x, i)
    end
    block.call(1)
    add = ->(a, b = two) { a + b }
    add.(1, 2)
    proc { |x| keep(x) }
  end
end
