module Inner
struct Node end
shorten(x) = render(x)
flatten(io, node) = 1
render(x) = x
end
