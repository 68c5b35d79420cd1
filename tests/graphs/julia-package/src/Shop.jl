module Shop
include("stock.jl")
include("sale.jl")
end
