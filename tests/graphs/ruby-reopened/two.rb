module Shop
  class Item
    LIMIT = 3
    attr_reader :store

    def check
      save if LIMIT
    end

    def self.make
      new(Store.new).save
    end
  end

  module Named
    def label
      title
    end
  end
end

class Shop::Tools
  def self.tidy(text)
    Shop::Item.make
  end

  def work
    Store.new.put(nil)
  end
end
