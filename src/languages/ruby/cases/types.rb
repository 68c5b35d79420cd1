# frozen_string_literal: true

require 'set'
require_relative 'base/thing'
autoload :Late, 'shop/late'

module Shop
  # A thing that is sold.
  class Item < Base::Thing
    include Comparable
    include Priced, Named
    extend Finders
    LIMIT = 10
    Pair = Struct.new(:left, :right) do
      def both; [left, right]; end
    end
    Other = Base::Thing

    attr_reader :name, :price
    attr_writer :hidden
    alias title name
    alias_method :cost, :price

    class << self
      attr_accessor :registry
      def build(*args) = new(*args)
    end

    def self.find(id)
      registry[id] || self.new(id)
    end

    define_method(:tag) { |text| text + name }

    private

    def secret; end

    public

    def <=>(other)
      price <=> other.price
    end
  end
end

class Shop::Item::Part
  class ::Top; end
end
