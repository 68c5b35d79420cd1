require_relative 'core_ext'

def literals
  "a".camel.pieces
  [1, 2].middle
  3.ago
  :a.upcase
  4.5.camel
end
