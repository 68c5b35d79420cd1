module Html
import ..Paper
using ..Inner: flatten
struct Page end
include("parts.jl")
render(p) = flatten(p, version(p))
Inner.flatten(io, page::Page) = render(page)
end
