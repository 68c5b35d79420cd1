class Left
  def act; end
  def left; end
end

class Right
  def act; end
end

class Holder
  def initialize
    @item = Left.new
    @list = [Right.new]
  end

  def each_one
    @list.each { |one| one.act }
    item.left
    helper.act
    [].act
    'text'.act
  end

  def helper
    return Left.new if @list
    Right.new
  end

  def pick(flag, thing)
    found = flag ? Left.new : Right.new
    found.act
    case thing
    when Left then thing.left
    end
    thing.act
    begin
      raise Problem, 'x'
    rescue Problem => e
      e.explain
    end
  end

  private

  attr_reader :item
end

class Problem < StandardError
  def explain; end
end
