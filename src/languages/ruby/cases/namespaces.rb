module App
  module Util
    def self.tidy(x) = x
    module_function
    def wide(x) = tidy(x)
  end
  class Error < StandardError; end
  class Cart < Base::Store
    def add(x) = Util.tidy(x)
  end
end

class App::Late < App::Cart
  def add(x) = super(App::Util.wide(x))
  def again(x) = super
end
App::Late.new.add(1)
