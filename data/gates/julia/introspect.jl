# What a Julia session knows of itself. answer(question, arguments as JSON) prints.
# Never run: no Julia was at hand.
import InteractiveUtils
import JSON
import Pkg
import Profile

const SHOWN = 200 # rows of an answer

value_of(expression) = Core.eval(Main, Meta.parse(expression))

function print_rows(rows)
    foreach(println, first(rows, SHOWN))
    length(rows) > SHOWN && println("... and $(length(rows) - SHOWN) more")
    isempty(rows) && println("nothing")
end

names_in(; module_name, all = false) = print_rows([string(name) for name in sort(names(value_of(module_name); all))])
methods_of(; query) = let value = value_of(query)
    print_rows(map(string, collect(value isa Type ? InteractiveUtils.methodswith(value) : methods(value))))
end
function type_of(; type_expr)
    value = value_of(type_expr)
    kind = value isa Type ? value : typeof(value)
    chain = Any[kind]
    while last(chain) !== Any
        push!(chain, supertype(last(chain)))
    end
    println("order: ", join(chain, " < "))
    println("subtypes: ", join(first(InteractiveUtils.subtypes(kind), 50), ", "))
    isstructtype(kind) && print_rows(["  $name: $(fieldtype(kind, name))" for name in fieldnames(kind)])
end
function environment()
    println("Julia ", VERSION, " at ", Sys.BINDIR)
    println("directory ", pwd(), "\nproject ", Base.active_project())
    print_rows(["  $(one.name) $(something(one.version, "")) $(one.is_tracking_path ? "(dev)" : "")" for one in values(Pkg.dependencies()) if one.is_direct_dep])
    println("Revise: ", isdefined(Main, :Revise))
end
function profile(; code)
    Profile.clear()
    parsed = Meta.parseall(code)
    Profile.@profile Core.eval(Main, parsed)
    Profile.print(format = :flat, sortedby = :count, maxdepth = 40)
end
macro_of(; expression) = println(macroexpand(Main, Meta.parse(expression)))
lowered(; function_expr, types) = foreach(println, code_lowered(value_of(function_expr), value_of(types)))
typed(; function_expr, types) = foreach(println, code_typed(value_of(function_expr), value_of(types)))
symbols(; query) = print_rows([string(place, ".", name) for place in values(Base.loaded_modules) for name in names(place) if occursin(lowercase(query), lowercase(string(name)))])
pkg_add(; packages) = Pkg.add(String.(packages))
pkg_rm(; packages) = Pkg.rm(String.(packages))
unsupported(; arguments...) = error("captured variables need Infiltrator.jl; load it and use ex")

function answer(question, spelled)
    arguments = Dict(Symbol(name) => value for (name, value) in JSON.parse(spelled))
    run = Dict("names" => names_in, "methods" => methods_of, "type" => type_of, "environment" => environment, "profile" => profile, "macro" => macro_of,
               "lowered" => lowered, "typed" => typed, "symbols" => symbols, "pkg_add" => pkg_add, "pkg_rm" => pkg_rm, "exfiltrate" => unsupported, "safehouse" => unsupported)[question]
    run(; arguments...)
    nothing
end
