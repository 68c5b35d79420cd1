module Paper
include("inner.jl")
include("writers/Html.jl")
include("writers/Tex.jl")
using .Inner: shorten
import .Html: Page
using .Tex
include("make.jl")
end
