module Helper
  module_function

  if defined?(Process)
    def now; Process.clock; end
  else
    def now; Time.now; end
  end

  def later; now + 1; end
end

module Mixed
  def each_part
    parts.each { |part| yield part }
  end
end
