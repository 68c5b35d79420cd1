"""
Adds.
"""
function add(a, b::Int=1; scale=one(a), rest...) where {T}
    inner(x) = twice(x)
    map(x -> inner(x), [a, b])
    map(a) do y
        twice(y)
    end
    return inner(a) .+ twice.(b)
end

macro timed(ex)
    quote
        start()
        $(esc(ex))
    end
end

@timed add(1, 2)
Base.show(io::IO, x::Int) = print(io, x)
