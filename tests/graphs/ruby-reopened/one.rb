require_relative 'two'

module Shop
  class Item
    include Named

    def initialize(store)
      @store = store
    end

    def save
      check
      store.put(self)
      Shop::Tools.tidy(label)
      Tools.new.work
    end
  end

  class Store
    def put(item)
      item.save
    end
  end
end
