class Caller < Base
  def initialize(list)
    super
    @list = list
    @made = Tool.new(1)
  end

  def run(&block)
    helper
    helper()
    helper 1, two: 2
    self.helper
    @list&.first
    @made.use { |x| x.done }
    @list.map(&:name).each { |n| puts n }
    Tool.build::run
    ::Kernel.exit
    self.class.create
    dup.run
    raise ArgumentError, "no" unless block_given?
    yield @list
    super()
  end

  def self.create
    new([]).tap { |c| c.run }
  end

  private def helper(*) = nil
end
