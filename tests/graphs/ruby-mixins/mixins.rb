module Walks
  def walk
    step
    speak
  end
end

module Speaks
  def speak
    'hm'
  end
end

class Animal
  def move
    'slow'
  end
end

class Dog < Animal
  include Speaks
  include Walks

  def step
    move
  end

  def speak
    super + 'woof'
  end

  alias bark speak

  def noise
    bark
    puts walk
    unknown_to_all
  end

  define_method(:sit) { step }
end

def run(animal)
  animal.move
  dog = Dog.new
  dog.sit
  dog.bark
  move = dog.walk
  move
end
