# A gate: lets fathom run code in this Julia, and you see what it runs.
#
#   include("/…/FathomGate.jl")
#   FathomGate.serve(tools = [fit], namespace = "lab")
#
# THIS FILE WAS NEVER RUN: it is written to docs/gate.md where no Julia was at
# hand. tests/gate/conformance.py tells what it does right and what not.
#
# Needs the packages ZMQ and JSON. Start Julia with two threads or more
# (julia -t 2): code then runs on one while another answers; with a single one
# requests are answered whenever the code yields.
module FathomGate

import JSON
import Random
import REPL
import ZMQ
using InteractiveUtils: methodswith

export serve, progress, display_data

const VERSION_SPOKEN = 1
const MAX_MESSAGE = 4 * 1024^2
const MAX_OUTPUT = 256 * 1024 # characters of each stream, kept
const MAX_HELD = 1000         # pieces of code that wait or run, and results that nobody asked for yet
const MAX_HELD_SIZE = 64 * 1024^2
const KEEP_SECONDS = 600.0

struct Refused <: Exception
    code::String
    message::String
end

# ---- what was written: the first and the last half of it ----

mutable struct Output
    head::String
    tail::String
    size::Int
end
Output() = Output("", "", 0)

function add!(output::Output, text::AbstractString)
    half = MAX_OUTPUT ÷ 2
    output.size += length(text)
    room = half - length(output.head)
    if room > 0
        output.head *= first(text, room)
        text = last(text, max(0, length(text) - room))
    end
    output.tail = last(output.tail * text, half)
end

function text_of(output::Output)
    cut = output.size - length(output.head) - length(output.tail)
    (output.head * (cut > 0 ? "\n… $cut characters left out …\n" : "") * output.tail, cut)
end

# ---- one piece of code ----

mutable struct Item
    id::String
    work::Function
    words::String
    state::String
    streams::Dict{String,Output}
    display::Vector{Dict{String,String}}
    value::Union{Nothing,String}
    error::Union{Nothing,Dict{String,Any}}
    began::Float64
    ended::Float64
    done::Base.Event
    size::Int
end
Item(id, work, words) = Item(id, work, words, "queued", Dict("stdout" => Output(), "stderr" => Output()), [], nothing, nothing, 0.0, 0.0, Base.Event(), sizeof(words))

function result_of(item::Item)
    out, cut_out = text_of(item.streams["stdout"])
    err, cut_err = text_of(item.streams["stderr"])
    made = Dict{String,Any}("eval" => item.id, "state" => item.state, "stdout" => out, "stderr" => err, "display" => item.display, "cut" => cut_out + cut_err)
    item.began > 0 && (made["ms"] = round(Int, ((item.ended > 0 ? item.ended : time()) - item.began) * 1000))
    item.value === nothing || (made["value"] = item.value)
    item.error === nothing || (made["error"] = item.error)
    made
end

# ---- tools: what a function takes, as a schema ----

schema_of(::Type{<:AbstractString}) = Dict{String,Any}("type" => "string")
schema_of(::Type{Bool}) = Dict{String,Any}("type" => "boolean")
schema_of(::Type{<:Integer}) = Dict{String,Any}("type" => "integer")
schema_of(::Type{<:Real}) = Dict{String,Any}("type" => "number")
schema_of(::Type{<:Enum}) = Dict{String,Any}()
schema_of(T::Type{<:AbstractVector}) = Dict{String,Any}("type" => "array", "items" => schema_of(eltype(T)))
schema_of(::Type{<:AbstractDict}) = Dict{String,Any}("type" => "object")
function schema_of(T::Type)
    T === Any && return Dict{String,Any}()
    if T isa Union # Union{T, Nothing} is optional, others are a choice
        parts = filter(part -> part !== Nothing, Base.uniontypes(T))
        return length(parts) == 1 ? schema_of(parts[1]) : Dict{String,Any}("anyOf" => map(schema_of, parts))
    end
    T <: Enum && return Dict{String,Any}("enum" => map(string, collect(instances(T))))
    isstructtype(T) && isconcretetype(T) || return Dict{String,Any}()
    names = collect(fieldnames(T))
    Dict{String,Any}("type" => "object", "properties" => Dict(string(name) => schema_of(fieldtype(T, name)) for name in names),
                     "required" => [string(name) for name in names if !(Nothing <: fieldtype(T, name))], "additionalProperties" => false)
end

struct Tool
    name::String
    run::Function
    description::String
    names::Vector{Symbol}
    types::Vector{Any}
    schema::Dict{String,Any}
end

# The method with the most arguments says what it takes; those of shorter ones are what is needed.
function Tool(run::Function; name = string(nameof(run)))
    all = sort(collect(methods(run)), by = method -> method.nargs)
    isempty(all) && throw(ArgumentError("$name has no methods"))
    longest = last(all)
    names = Base.method_argnames(longest)[2:end]
    types = collect(Base.unwrap_unionall(longest.sig).parameters)[2:end]
    needed = first(all).nargs - 1
    properties = Dict{String,Any}(string(n) => schema_of(T isa Type ? T : Any) for (n, T) in zip(names, types))
    required = [string(n) for (k, (n, T)) in enumerate(zip(names, types)) if k <= needed && !(T isa Type && Nothing <: T && T !== Any)]
    schema = Dict{String,Any}("type" => "object", "properties" => properties, "required" => required, "additionalProperties" => false)
    doc = try
        string(Base.Docs.doc(run))
    catch
        ""
    end
    Tool(name, run, startswith(doc, "No documentation found") ? "" : doc, names, types, schema)
end

# A JSON value as the type that the function asks for.
function made(value, T)
    T isa Type || return value
    T isa Union && return value === nothing ? nothing : made(value, first(filter(part -> part !== Nothing, Base.uniontypes(T))))
    T <: Enum && return first(filter(one -> string(one) == value, collect(instances(T))))
    T <: AbstractVector && value isa AbstractVector && return convert(T, [made(one, eltype(T)) for one in value])
    T <: AbstractFloat && value isa Real && return convert(T, value)
    value isa AbstractDict && isstructtype(T) && isconcretetype(T) && !(T <: AbstractDict) &&
        return T((made(get(value, string(name), nothing), fieldtype(T, name)) for name in fieldnames(T))...)
    value
end

function call(tool::Tool, arguments::AbstractDict)
    unknown = [name for name in keys(arguments) if !haskey(tool.schema["properties"], name)]
    missing_ones = [name for name in tool.schema["required"] if !haskey(arguments, name)]
    isempty(unknown) || throw(ArgumentError("$(tool.name): no argument $(join(unknown, ", "))"))
    isempty(missing_ones) || throw(ArgumentError("$(tool.name): $(join(missing_ones, ", ")) is missing"))
    values = Any[]
    for (name, T) in zip(tool.names, tool.types) # what is left out at the end has a default
        haskey(arguments, string(name)) || break
        push!(values, made(arguments[string(name)], T))
    end
    tool.run(values...)
end

# ---- the gate ----

mutable struct Gate
    id::String
    name::String
    folder::String
    namespace::String
    tools::Dict{String,Tool}
    show::Bool
    born::Float64
    evals::Dict{String,Item}
    order::Vector{String}
    queue::Channel{Item}
    current::Union{Nothing,Item}
    task::Union{Nothing,Task}
    count::Int
    lock::ReentrantLock
    pub_lock::ReentrantLock
    rep::ZMQ.Socket
    pub::ZMQ.Socket
end

const gate = Ref{Union{Nothing,Gate}}(nothing)

file(g::Gate, ending) = joinpath(g.folder, "$(g.id).$ending")

function runtime_folder()
    base = get(ENV, "XDG_RUNTIME_DIR", "")
    user = ccall(:getuid, Cuint, ())
    root = isabspath(base) ? joinpath(base, "fathom") : joinpath(tempdir(), "fathom-$user")
    for part in (root, joinpath(root, "gates"))
        isdir(part) || mkdir(part, mode = 0o700)
        seen = lstat(part)
        if !isdir(seen) || seen.uid != user || filemode(seen) & 0o022 != 0
            error("$part is not a folder of yours alone: sockets there could be somebody else's")
        end
    end
    joinpath(root, "gates")
end

card(g::Gate) = Dict{String,Any}("gate" => VERSION_SPOKEN, "id" => g.id, "name" => g.name, "language" => "julia", "version" => string(VERSION),
                                 "project" => pwd(), "pid" => getpid())

function publish(g::Gate, id, event)
    text = JSON.json(merge(Dict{String,Any}("v" => VERSION_SPOKEN, "eval" => id), event))
    sizeof(text) <= MAX_MESSAGE || return
    lock(g.pub_lock) do
        ZMQ.send(g.pub, id, more = true)
        ZMQ.send(g.pub, text)
    end
end

function text_in(request, name)
    value = get(request, name, nothing)
    value isa AbstractString || throw(Refused("bad", "$name must be a text"))
    String(value)
end

# What is too old is forgotten, and nothing else: whoever comes too fast waits, instead of losing a result.
function make_room(g::Gate, size)
    filter!(pair -> pair.second.ended == 0 || time() - pair.second.ended <= KEEP_SECONDS, g.evals)
    filter!(name -> haskey(g.evals, name), g.order)
    held = size + sum(item.size for item in values(g.evals); init = 0)
    length(g.evals) < MAX_HELD && held <= MAX_HELD_SIZE && return
    throw(Refused("busy", "$(length(g.evals)) pieces of code and results are held, with $(held >> 20) MB: ask for results, which are given once, " *
                          "or come later; each is kept for $(round(Int, KEEP_SECONDS / 60)) minutes"))
end

function begin_item(g::Gate, request, work, words)
    id = get(request, "id", nothing)
    id === nothing || (id isa AbstractString && occursin(r"^[A-Za-z0-9_-]{1,64}$", id)) || throw(Refused("bad", "id must be 1 to 64 letters, digits, - and _"))
    lock(g.lock) do
        make_room(g, sizeof(words))
        g.count += 1
        id = id === nothing ? "e$(g.count)" : String(id)
        haskey(g.evals, id) && throw(Refused("bad", "there is an eval $id already"))
        item = Item(id, work, words)
        g.evals[id] = item
        push!(g.order, id)
        put!(g.queue, item)
        item
    end
end

function take_result(g::Gate, item::Item)
    made = result_of(item)
    item.ended > 0 && lock(() -> delete!(g.evals, item.id), g.lock)
    made
end

function find(g::Gate, request)
    id = text_in(request, "eval")
    item = lock(() -> get(g.evals, id, nothing), g.lock)
    item === nothing ? throw(Refused("unknown", "no eval $id: it was asked for before, or too long ago")) : item
end

run_code(id, code) = () -> Base.include_string(Main, code, "<eval $id>")

function finish(g::Gate, item::Item, state)
    item.state = state
    item.work, item.words = () -> nothing, "" # its code is not needed any more
    item.size = sum(sizeof(output.head) + sizeof(output.tail) for output in values(item.streams)) +
                 (item.value === nothing ? 0 : sizeof(item.value)) + sum(sizeof(shown["data"]) for shown in item.display; init = 0)
    item.ended = time()
    g.current = nothing
    notify(item.done)
    publish(g, item.id, merge(Dict{String,Any}("event" => "done"), result_of(item)))
end

const handlers = Dict{String,Function}(
    "ping" => (g, request) -> merge(card(g), Dict{String,Any}(
        "uptime_ms" => round(Int, (time() - g.born) * 1000), "reload" => isdefined(Main, :Revise) ? "Revise" : "none",
        "running" => [id for id in g.order if haskey(g.evals, id) && g.evals[id].ended == 0], "namespace" => g.namespace,
        "tools" => [Dict("name" => tool.name, "description" => tool.description, "schema" => tool.schema) for tool in values(g.tools)])),
    "eval" => function (g, request)
        code = text_in(request, "code")
        item = begin_item(g, request, run_code(get(request, "id", "e"), code), code)
        wait(item.done)
        take_result(g, item)
    end,
    "eval_async" => function (g, request)
        code = text_in(request, "code")
        item = begin_item(g, request, run_code(get(request, "id", "e"), code), code)
        Dict{String,Any}("eval" => item.id, "state" => item.state)
    end,
    "tool_call" => function (g, request)
        name = text_in(request, "tool")
        haskey(g.tools, name) || throw(Refused("unknown", "no tool $name"))
        arguments = get(request, "arguments", Dict{String,Any}())
        arguments isa AbstractDict || throw(Refused("bad", "arguments must be an object"))
        item = begin_item(g, request, () -> call(g.tools[name], arguments), "$name($(first(JSON.json(arguments), 200)))")
        Dict{String,Any}("eval" => item.id, "state" => item.state)
    end,
    "result" => (g, request) -> take_result(g, find(g, request)),
    "interrupt" => function (g, request)
        item = haskey(request, "eval") ? find(g, request) : g.current
        (item === nothing || item.ended > 0) && return Dict{String,Any}("interrupted" => String[])
        if item.state == "queued"
            finish(g, item, "interrupted")
        elseif g.task !== nothing # reaches code that yields; a loop that never does goes on
            schedule(g.task, InterruptException(), error = true)
        end
        Dict{String,Any}("interrupted" => [item.id])
    end,
    "complete" => function (g, request)
        code = text_in(request, "code")
        cursor = clamp(Int(get(request, "cursor", length(code))), 0, length(code))
        before = first(code, cursor)
        found, range, _ = REPL.REPLCompletions.completions(before, lastindex(before))
        from = isempty(range) ? cursor : length(before[1:prevind(before, first(range))])
        Dict{String,Any}("from" => from, "to" => cursor, "matches" => first(sort(unique(map(REPL.REPLCompletions.completion_text, found))), 200))
    end,
    "inspect" => function (g, request)
        code = text_in(request, "code")
        cursor = clamp(Int(get(request, "cursor", length(code))), 0, length(code))
        name = match(r"[\w.!]*$", first(code, cursor)).match * match(r"^[\w!]*", last(code, length(code) - cursor)).match
        value = try
            foldl(getfield, map(Symbol, split(name, ".")), init = Main)
        catch
            return Dict{String,Any}("found" => false, "text" => "")
        end
        text = value isa Function ? join(first(map(string, collect(methods(value))), 20), "\n") : first(sprint(show, MIME("text/plain"), value), 2000)
        Dict{String,Any}("found" => true, "text" => "$name: $(typeof(value))\n$text")
    end,
    "restart" => (g, request) -> Dict{String,Any}("after" => function ()
        ENV["FATHOM_GATE_ID"] = g.id
        remove_files(g)
        words = [String[Base.julia_cmd().exec...]; isempty(PROGRAM_FILE) ? String[] : [abspath(PROGRAM_FILE)]; ARGS]
        pointers = [[pointer(Base.cconvert(Cstring, word)) for word in words]; C_NULL]
        GC.@preserve words ccall(:execv, Cint, (Cstring, Ptr{Ptr{UInt8}}), words[1], pointers)
    end),
    "shutdown" => (g, request) -> Dict{String,Any}("after" => function ()
        remove_files(g)
        exit(0)
    end))

function answer(g::Gate, frame)
    request = try
        isvalid(String, frame) || throw(Refused("bad", "no JSON: not UTF-8"))
        sizeof(frame) <= MAX_MESSAGE || throw(Refused("bad", "the request is too long"))
        JSON.parse(String(copy(frame)))
    catch error
        throw(error isa Refused ? error : Refused("bad", "no JSON"))
    end
    request isa AbstractDict || throw(Refused("bad", "a request is an object"))
    get(request, "v", nothing) == VERSION_SPOKEN || throw(Refused("version", "this gate speaks version $VERSION_SPOKEN"))
    what = get(request, "do", nothing)
    what isa AbstractString && haskey(handlers, what) ||
        throw(Refused("unknown", "ping, eval, eval_async, result, interrupt, tool_call, complete, inspect, restart and shutdown are known"))
    handlers[what](g, request)
end

function listen(g::Gate)
    while true
        frame = Vector{UInt8}(ZMQ.recv(g.rep))
        after = nothing
        reply = try
            made = answer(g, frame)
            after = pop!(made, "after", nothing)
            merge(Dict{String,Any}("v" => VERSION_SPOKEN, "ok" => true), made)
        catch error
            code = error isa Refused ? error.code : "failed"
            words = error isa Refused ? error.message : sprint(showerror, error)
            Dict{String,Any}("v" => VERSION_SPOKEN, "ok" => false, "error" => Dict("code" => code, "message" => words))
        end
        ZMQ.send(g.rep, JSON.json(reply))
        if after !== nothing
            sleep(0.1) # the answer leaves on a thread of the library
            after()
        end
    end
end

# ---- running ----

# What is written goes to the person and to whoever waits.
function follow(g::Gate, item::Item, stream, pipe, under)
    while !eof(pipe)
        text = String(readavailable(pipe))
        write(under, text)
        add!(item.streams[stream], text)
        publish(g, item.id, Dict{String,Any}("event" => "output", "stream" => stream, "text" => last(text, MAX_OUTPUT)))
    end
end

function show_code(code)
    for (number, line) in enumerate(first(split(rstrip(code), "\n"), 200))
        println(stdout, number == 1 ? "\n" : "", "[fathom] ", number == 1 ? "julia> " : "       ", escape_string(line, ('"', '\\', '$')))
    end
end

function error_of(error, trace, id)
    lines = [string(frame) for frame in trace]
    stop = something(findlast(line -> occursin("<eval $id>", line), lines), length(lines))
    Dict{String,Any}("type" => string(nameof(typeof(error))), "message" => first(sprint(showerror, error), 20000),
                     "trace" => reverse(lines[1:stop])[max(1, end - 39):end])
end

function run_item(g::Gate, item::Item)
    old_out, old_err = stdout, stderr
    out, err = Pipe(), Pipe()
    redirect_stdout(out)
    redirect_stderr(err)
    readers = [@async(follow(g, item, "stdout", out, old_out)), @async(follow(g, item, "stderr", err, old_err))]
    state = "done"
    try
        value = item.work()
        value === nothing || (item.value = first(sprint(show, MIME("text/plain"), value, context = :limit => true), MAX_OUTPUT))
    catch error
        error isa LoadError && (error = error.error)
        state = error isa InterruptException ? "interrupted" : "failed"
        state == "failed" && (item.error = error_of(error, stacktrace(catch_backtrace()), item.id))
    finally
        redirect_stdout(old_out)
        redirect_stderr(old_err)
        close(out.in)
        close(err.in)
        foreach(wait, readers)
    end
    item.value === nothing || !g.show || println(old_out, item.value)
    finish(g, item, state)
end

function run_items(g::Gate)
    for item in g.queue
        item.state == "queued" || continue
        item.state, item.began, g.current = "running", time(), item
        g.show && show_code(item.words)
        g.task = Threads.@spawn run_item(g, item)
        try
            wait(g.task)
        catch
            item.ended > 0 || finish(g, item, "interrupted")
        end
        g.task = nothing
    end
end

remove_files(g::Gate) = foreach(ending -> rm(file(g, ending), force = true), ("json", "sock", "pub"))

"""Opens this Julia to fathom; gives the session's id. A second call gives the same gate."""
function serve(; name = basename(pwd()), tools = [], namespace = "session", show = true)
    gate[] === nothing || return gate[].id
    occursin(r"^[a-z][a-z0-9_]{0,31}$", namespace) || throw(ArgumentError("namespace must be a-z, 0-9 and _, beginning with a letter"))
    given = pop!(ENV, "FATHOM_GATE_ID", "")
    id = occursin(r"^[a-z0-9]{8}$", given) ? given : Random.randstring(Random.RandomDevice(), ['a':'z'; '0':'9'], 8)
    all = [tool isa Tool ? tool : Tool(tool) for tool in tools]
    g = Gate(id, name, runtime_folder(), namespace, Dict(tool.name => tool for tool in all), show, time(), Dict(), [], Channel{Item}(Inf), nothing,
             nothing, 0, ReentrantLock(), ReentrantLock(), ZMQ.Socket(ZMQ.REP), ZMQ.Socket(ZMQ.PUB))
    ZMQ.bind(g.rep, "ipc://" * file(g, "sock"))
    ZMQ.bind(g.pub, "ipc://" * file(g, "pub"))
    atexit(() -> remove_files(g))
    gate[] = g
    errormonitor(@async listen(g))
    errormonitor(@async run_items(g))
    write(file(g, "json.new"), JSON.json(card(g)))
    chmod(file(g, "json.new"), 0o600)
    mv(file(g, "json.new"), file(g, "json"), force = true)
    show && println("fathom: this Julia is session ", id, " (", name, ")")
    id
end

"""Tells whoever waits for the code that runs how far it is."""
function progress(fraction = nothing, text = "")
    g = gate[]
    (g === nothing || g.current === nothing) && return
    bounded = fraction === nothing ? nothing : clamp(Float64(fraction), 0.0, 1.0)
    publish(g, g.current.id, Dict{String,Any}("event" => "progress", "fraction" => bounded, "text" => first(string(text), 1000)))
end

"""Shows a picture (type and base64) or a text to whoever asked for the code that runs."""
function display_data(type, data)
    g = gate[]
    g === nothing || g.current === nothing || length(g.current.display) >= 16 || push!(g.current.display, Dict("type" => string(type), "data" => string(data)))
    nothing
end

end
