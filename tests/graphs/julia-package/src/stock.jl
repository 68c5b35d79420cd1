struct Stock{T}
    items::Vector{T}
end
count(s::Stock) = length(s.items)
count(s::Stock, item) = 1
