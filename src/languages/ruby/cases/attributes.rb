class Box
  include Comparable
  extend Loud
  prepend Checked
  attr_accessor :side, :depth
  attr_reader :name
  alias_method :width, :side
  alias old_side side
  SIDES = 4
  @@count = 0

  class << self
    def make(n) = new(n)
  end

  def self.count = @@count
  private
  def hidden; end
  public def shown; hidden; end
end
