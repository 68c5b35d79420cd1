module Shop
include("cart.jl")
include(joinpath("a", "b.jl"))
using .Cart: add
import Base: show
export run
run() = add(1)
end
Shop.run()
