# A gate: lets fathom run code in this R, and you see what it runs.
#
#   source("/…/fathom_gate.R")
#   fathom_serve(tools = list(fit = fit), namespace = "lab")
#
# Needs the packages pbdZMQ and jsonlite. docs/gate.md has the protocol.
#
# R has one thread. So R forks itself once: the copy has the sockets, the queue
# and the results, answers while code runs and ends when R does; this process
# runs the code. At the prompt it is woken through R's own help server, which
# runs between two keys; without that one, after your next command; with
# block = TRUE (scripts) it does nothing else until it is interrupted.

attach(local({

VERSION <- 1
MAX_MESSAGE <- 4 * 1024^2
MAX_OUTPUT <- 256 * 1024 # characters of each stream, kept
MAX_HELD <- 1000         # pieces of code that wait or run, and results that nobody asked for yet
MAX_HELD_SIZE <- 64 * 1024^2
KEEP_SECONDS <- 600
RUNNING_MS <- 20L        # between two looks at what running code wrote
IDLE_MS <- 500L          # between two looks whether R is still there

gate <- new.env() # of this process; `gate$id` is there once it serves

now <- function() as.numeric(proc.time()[["elapsed"]])
refuse <- function(code, message) stop(structure(class = c("refused", "error", "condition"), list(message = message, call = NULL, code = code)))
empty <- function() structure(list(), names = character())
spell <- function(value) charToRaw(enc2utf8(as.character(
  jsonlite::toJSON(value, auto_unbox = TRUE, null = "null", na = "null", digits = NA, force = TRUE))))
utf8 <- function(text) { # what is no UTF-8 is shown as its bytes
  text <- enc2utf8(text)
  ifelse(validUTF8(text), text, iconv(text, "UTF-8", "UTF-8", sub = "byte"))
}
short <- function(text, most) if (nchar(text) > most) paste0(substr(text, 1, most), "…") else text

# ---- tools: what a function takes, as a schema ----

# The `#'` lines before a function, where R kept its source; or at its beginning.
doc_of <- function(run) {
  given <- attr(run, "description", exact = TRUE)
  if (is.character(given)) return(given)
  at <- attr(run, "srcref", exact = TRUE)
  if (is.null(at)) return(character())
  first <- as.integer(at)[1]
  before <- if (first > 1) tryCatch(getSrcLines(attr(at, "srcfile"), 1, first - 1), error = function(e) character()) else character()
  is_doc <- grepl("^\\s*#'", before)
  count <- if (length(is_doc)) sum(cumprod(rev(is_doc))) else 0
  lines <- if (count) tail(before, count) else grep("^\\s*#'", as.character(at), value = TRUE)
  sub("^\\s*#'\\s?", "", lines)
}

schema_of_default <- function(default, where) {
  if (is.symbol(default) && identical(as.character(default), "")) return(list(schema = empty(), required = TRUE))
  constant <- is.atomic(default) || (is.call(default) && identical(default[[1]], as.name("c")) && all(vapply(as.list(default)[-1], is.atomic, NA))) ||
    (is.call(default) && identical(default[[1]], as.name("-")) && is.numeric(default[[2]]))
  value <- if (constant) eval(default, baseenv()) else NULL
  type <- if (is.character(value)) "string" else if (is.logical(value)) "boolean" else if (is.integer(value)) "integer" else if (is.numeric(value)) "number"
  if (is.null(type)) return(list(schema = empty(), required = FALSE))
  if (is.character(value) && length(value) > 1) return(list(schema = list(enum = as.list(value), default = value[1]), required = FALSE))
  if (length(value) != 1) return(list(schema = list(type = "array", items = list(type = type)), required = FALSE))
  list(schema = list(type = type, default = value), required = FALSE)
}

tool_of <- function(name, given) {
  run <- if (is.function(given)) given else given$run
  doc <- doc_of(run)
  tags <- grepl("^@", doc)
  first_tag <- if (any(tags)) which(tags)[1] else length(doc) + 1
  properties <- list()
  required <- character()
  taken <- formals(args(run))
  for (argument in setdiff(names(taken), "...")) {
    made <- schema_of_default(taken[[argument]], run)
    words <- sub(paste0("^@param\\s+\\Q", argument, "\\E\\s+"), "", grep(paste0("^@param\\s+\\Q", argument, "\\E\\s"), doc, value = TRUE, perl = TRUE), perl = TRUE)
    if (length(words)) made$schema$description <- words[1]
    properties[[argument]] <- made$schema
    if (made$required) required <- c(required, argument)
  }
  schema <- list(type = "object", properties = if (length(properties)) properties else empty(), required = as.list(required),
                 additionalProperties = "..." %in% names(taken))
  if (is.list(given) && !is.null(given$schema)) schema <- given$schema
  words <- if (is.list(given) && !is.null(given$description)) given$description else paste(doc[seq_len(first_tag - 1)], collapse = "\n")
  list(run = run, listing = list(name = name, description = utf8(words), schema = schema), closed = !("..." %in% names(taken)))
}

# ---- this process: running code ----

safe_words <- function(line) gsub("[^[:print:]\t]", "?", utf8(line))
show_code <- function(code) {
  lines <- strsplit(code, "\n", fixed = TRUE)[[1]]
  if (!gate$show || !length(lines)) return(invisible())
  cat(paste0(c("\n[fathom] > ", rep("[fathom] + ", max(0, min(length(lines), 200) - 1))), safe_words(head(lines, 200)), "\n"), sep = "")
  if (length(lines) > 200) cat("[fathom]", length(lines) - 200, "more lines\n")
}

show_value <- function(value) {
  text <- paste(utils::capture.output(if (isS4(value)) methods::show(value) else print(value)), collapse = "\n")
  short(utf8(text), MAX_OUTPUT)
}

call_tool <- function(name, arguments) {
  tool <- gate$tools[[name]]
  schema <- tool$listing$schema
  unknown <- if (tool$closed) setdiff(names(arguments), names(schema$properties)) else character()
  missing <- setdiff(unlist(schema$required), names(arguments))
  if (length(unknown)) stop(name, ": no argument ", paste(unknown, collapse = ", "), call. = FALSE)
  if (length(missing)) stop(name, ": ", paste(missing, collapse = ", "), " is missing", call. = FALSE)
  withVisible(do.call(tool$run, arguments))
}

run_code <- function(code) {
  found <- list(value = NULL, visible = FALSE)
  for (part in parse(text = code, keep.source = FALSE)) found <- withVisible(fathom_user_code(part))
  found
}
fathom_user_code <- function(part) eval(part, globalenv())

# The calls from the user's own code on; what the gate and R's conditions add is left out.
cut_trace <- function(calls) {
  names <- vapply(calls, function(one) paste(deparse(one, nlines = 1L), collapse = " "), "")
  began <- grep("^(fathom_user_code|do\\.call)\\(", names)
  ended <- grep("^(\\.handleSimpleError|h\\(simpleError|signalCondition|stop\\()", names)
  to <- if (length(ended)) ended[1] - 1 else length(names)
  from <- if (length(began)) began[1] + 3 else 1
  names <- if (from <= to) names[from:to] else character()
  as.list(tail(vapply(names, short, "", most = 300, USE.NAMES = FALSE), 40))
}

error_of <- function(error, calls) list(type = class(error)[1], message = short(utf8(conditionMessage(error)), 20000), trace = cut_trace(calls))

run_item <- function(item) {
  calls <- list()
  sinks <- sink.number()
  show_code(if (is.null(item$tool)) item$code else paste0(item$tool, "(", short(paste(deparse(item$args), collapse = ""), 200), ")"))
  gate$running <- item$id
  gate$display <- list()
  sink(gate$out, split = TRUE)
  sink(gate$err, type = "message")
  ended <- tryCatch(withCallingHandlers({
    found <- if (is.null(item$tool)) run_code(item$code) else call_tool(item$tool, item$args)
    list(state = "done", value = if (found$visible && !is.null(found$value)) show_value(found$value))
  }, error = function(error) calls <<- sys.calls(), warning = function(warning) {
    call <- conditionCall(warning)
    cat("Warning", if (!is.null(call)) paste(" in", short(deparse(call)[1], 100)), ": ", conditionMessage(warning), "\n", sep = "", file = stderr())
    tryInvokeRestart("muffleWarning")
  }), error = function(error) list(state = "failed", error = error_of(error, calls)), interrupt = function(signal) list(state = "interrupted"))
  while (sink.number() > sinks) sink()
  sink(type = "message")
  gate$running <- NULL
  if (gate$show) cat(if (!is.null(ended$value)) paste0(safe_words(ended$value), "\n"), if (ended$state == "failed") paste0("Error: ", safe_words(ended$error$message), "\n"), sep = "")
  tell(c(list(did = "end", id = item$id, display = gate$display), ended))
}

complete <- function(code, cursor) {
  line <- sub("(?s).*\n", "", substr(code, 1, cursor), perl = TRUE)
  utils:::.assignLinebuffer(line)
  utils:::.assignEnd(nchar(line))
  token <- utils:::.guessTokenFromLine()
  utils:::.completeToken()
  list(from = cursor - nchar(token), to = cursor, matches = as.list(head(sort(unique(utils:::.retrieveCompletions())), 200)))
}

inspect <- function(code, cursor) {
  name <- paste0(regmatches(substr(code, 1, cursor), regexpr("[[:alnum:]._]*$", substr(code, 1, cursor))),
                 regmatches(rest <- substr(code, cursor + 1, nchar(code)), regexpr("^[[:alnum:]._]*", rest)))
  if (!nzchar(name) || !exists(name, globalenv())) return(list(found = FALSE, text = ""))
  value <- get(name, globalenv())
  words <- if (is.function(value)) utils::capture.output(print(args(value)))[1] else utils::capture.output(utils::str(value, vec.len = 10))
  list(found = TRUE, text = short(paste0(name, ": ", paste(class(value), collapse = " "), "\n", paste(utf8(words), collapse = "\n")), 4000))
}

tell <- function(message) invisible(pbdZMQ::zmq.msg.send(message, gate$pair))

# R cannot become another program, so this process stays around the new one.
start_again <- function() {
  Sys.setenv(FATHOM_GATE_ID = gate$id)
  if (!is.null(gate$network)) Sys.setenv(FATHOM_GATE_SECRETS = paste(gate$network$token, gate$network$secret)) # who was connected stays so
  status <- system(paste(shQuote(commandArgs()), collapse = " "))
  quit("no", status = status, runLast = FALSE)
}

do_work <- function(item) {
  answer <- function(value) tell(list(did = "answer", answer = tryCatch(value, error = function(error) list(from = 0, to = 0, matches = list(), found = FALSE, text = ""))))
  switch(item$do, run = run_item(item), complete = answer(complete(item$code, item$cursor)), inspect = answer(inspect(item$code, item$cursor)),
         restart = start_again(), shutdown = quit("no", runLast = FALSE))
}

# All that waits; what code of ours runs does not begin more of it.
work <- function(ms = 0L) {
  if (isTRUE(gate$busy)) return(invisible(FALSE))
  gate$busy <- TRUE
  on.exit(gate$busy <- FALSE)
  did <- FALSE
  repeat {
    pbdZMQ::zmq.poll(c(gate$pair), 1L, ms)
    if (!bitwAnd(pbdZMQ::zmq.poll.get.revents(1L), 1L)) break
    do_work(pbdZMQ::zmq.msg.recv(gate$pair))
    did <- TRUE
    ms <- 0L
  }
  invisible(did)
}

# ---- gates over TCP: who has the token gets in, nobody else sees or says anything ----

# R and its packages give no SHA-256 that is there everywhere. Words are vectors of 32 bits, the highest first.
word_of <- function(number) number %/% 2^(31:0) %% 2 == 1
number_of <- function(word) sum(2^(31:0)[word])
turned <- function(word, by) word[(seq_along(word) - by - 1) %% 32 + 1]
moved <- function(word, by) c(rep(FALSE, by), head(word, 32 - by))
primes <- Filter(function(n) n == 2 || all(n %% 2:ceiling(sqrt(n)) != 0), 2:311)
fraction <- function(value) floor((value %% 1) * 2^32)
sha256 <- function(bytes) {
  keys <- fraction(primes^(1 / 3))
  state <- fraction(sqrt(primes[1:8]))
  size <- length(bytes) * 8
  bytes <- c(as.integer(bytes), 128, rep(0, (55 - length(bytes)) %% 64), size %/% 256^(7:0) %% 256)
  for (at in seq(0, length(bytes) - 64, 64)) {
    given <- lapply(1:16, function(n) word_of(sum(bytes[at + 4 * n - 3:0] * 256^(3:0))))
    for (n in 17:64) {
      a <- given[[n - 15]]
      b <- given[[n - 2]]
      mixed <- c(number_of(xor(xor(turned(a, 7), turned(a, 18)), moved(a, 3))), number_of(xor(xor(turned(b, 17), turned(b, 19)), moved(b, 10))))
      given[[n]] <- word_of((number_of(given[[n - 16]]) + number_of(given[[n - 7]]) + sum(mixed)) %% 2^32)
    }
    v <- lapply(state, word_of)
    for (n in 1:64) {
      first <- number_of(v[[8]]) + number_of(xor(xor(turned(v[[5]], 6), turned(v[[5]], 11)), turned(v[[5]], 25))) +
        number_of(xor(v[[5]] & v[[6]], !v[[5]] & v[[7]])) + keys[n] + number_of(given[[n]])
      second <- number_of(xor(xor(turned(v[[1]], 2), turned(v[[1]], 13)), turned(v[[1]], 22))) +
        number_of(xor(xor(v[[1]] & v[[2]], v[[1]] & v[[3]]), v[[2]] & v[[3]]))
      v <- c(list(word_of((first + second) %% 2^32)), v[1:3], list(word_of((number_of(v[[4]]) + first) %% 2^32)), v[5:7])
    }
    state <- (state + vapply(v, number_of, 0)) %% 2^32
  }
  as.raw(as.vector(vapply(state, function(number) number %/% 256^(3:0) %% 256, numeric(4))))
}

# 32 bytes of a key as the 40 characters that ZeroMQ writes them in.
Z85 <- strsplit("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#", "")[[1]]
as_text <- function(key) {
  numbers <- colSums(matrix(as.integer(key), 4) * 256^(3:0))
  paste(Z85[as.vector(vapply(numbers, function(number) number %/% 85^(4:0) %% 85, numeric(5))) + 1], collapse = "")
}

# The public key, 40 characters, that belongs to a secret one: asked of the libzmq that pbdZMQ uses.
curve_public <- function(secret) {
  maps <- readLines("/proc/self/maps")
  for (path in unique(sub("^[^/]*", "", grep("libzmq|pbdZMQ[.]so", maps, value = TRUE)))) {
    name <- tryCatch(dyn.load(path)[["name"]], error = function(error) "")
    if (!nzchar(name) || !is.loaded("zmq_curve_public", name)) next
    made <- .C(getNativeSymbolInfo("zmq_curve_public", name), raw(41), c(charToRaw(secret), as.raw(0)))[[1]]
    if (made[1] != 0) return(rawToChar(made[1:40]))
  }
  stop("this libzmq cannot encrypt (it was built without CURVE): nothing is served over TCP")
}

# Both sides know the token: the key that a client must have is made from it, so that ZeroMQ itself keeps strangers out.
network_of <- function(address, token) {
  port <- suppressWarnings(as.numeric(sub("^.*:", "", address)))
  host <- sub(":[^:]*$", "", address)
  if (!grepl("^.+:[0-9]+$", address) || port < 1 || port > 65534) {
    stop("tcp must be an address and a port, as in 127.0.0.1:9876; the port after it is used, too")
  }
  again <- strsplit(Sys.getenv("FATHOM_GATE_SECRETS"), " ", fixed = TRUE)[[1]]
  Sys.unsetenv("FATHOM_GATE_SECRETS")
  if (length(again) == 2) token <- again[1]
  if (is.null(token)) token <- paste(random(32), collapse = "")
  if (nchar(token) < 32) stop("token must have at least 32 characters that nobody can guess; without one, one is made")
  secret <- if (length(again) == 2) again[2] else as_text(random(32))
  list(address = address, events = paste0(host, ":", port + 1), token = token, secret = secret, key = curve_public(secret),
       client = curve_public(as_text(sha256(charToRaw(token)))))
}

# The same socket at an address of the network, encrypted: what is set now holds for that address alone.
bind_tcp <- function(socket, address) {
  options <- pbdZMQ::ZMQ.SO()
  pbdZMQ::zmq.setsockopt(socket, options$CURVE_SERVER, 1L)
  pbdZMQ::zmq.setsockopt(socket, options$CURVE_SECRETKEY, gate$network$secret)
  if (!identical(pbdZMQ::zmq.bind(socket, paste0("tcp://", address)), 0L)) stop("cannot listen at ", address)
}

# First the one who judges: without it ZeroMQ lets every client in.
open_network <- function() {
  copy$judge <- pbdZMQ::zmq.socket(copy$context, pbdZMQ::ZMQ.ST()$REP)
  if (!identical(pbdZMQ::zmq.bind(copy$judge, "inproc://zeromq.zap.01"), 0L)) stop("nobody can judge ZeroMQ's clients: nothing is served over TCP")
  bind_tcp(copy$rep, gate$network$address)
  bind_tcp(copy$pub, gate$network$events)
}

# Answers ZeroMQ's questions who may connect (its RFC 27): version, number, domain, address, identity, mechanism, key.
judge_client <- function() {
  parts <- pbdZMQ::zmq.recv.multipart(copy$judge, unserialize = FALSE)
  allowed <- length(parts) == 7 && identical(parts[[6]], charToRaw("CURVE")) && length(parts[[7]]) == 32 && identical(as_text(parts[[7]]), gate$network$client)
  number <- if (length(parts) > 1) parts[[2]] else raw()
  pbdZMQ::zmq.send.multipart(copy$judge, list(charToRaw("1.0"), number, charToRaw(if (allowed) "200" else "400"), raw(), raw(), raw()), serialize = FALSE)
}

# ---- the copy: requests, the queue, results ----

output_new <- function() list2env(list(head = character(), head_len = 0, tail = character(), tail_len = 0, size = 0))
output_add <- function(output, text) {
  half <- MAX_OUTPUT / 2
  size <- nchar(text)
  output$size <- output$size + size
  room <- half - output$head_len
  if (room > 0) {
    output$head <- c(output$head, substr(text, 1, room))
    output$head_len <- output$head_len + min(size, room)
    text <- substr(text, room + 1, size)
  }
  if (!nzchar(text)) return(invisible())
  output$tail <- c(output$tail, text)
  output$tail_len <- output$tail_len + nchar(text)
  while (output$tail_len - nchar(output$tail[1]) >= half) {
    output$tail_len <- output$tail_len - nchar(output$tail[1])
    output$tail <- output$tail[-1]
  }
}
output_text <- function(output) {
  tail <- paste(output$tail, collapse = "")
  tail <- substr(tail, max(1, nchar(tail) - MAX_OUTPUT / 2 + 1), nchar(tail))
  cut <- output$size - output$head_len - nchar(tail)
  list(text = paste0(paste(output$head, collapse = ""), if (cut) paste0("\n… ", cut, " characters left out …\n"), tail), cut = cut)
}

result_of <- function(item) {
  out <- output_text(item$out)
  err <- output_text(item$err)
  made <- list(eval = item$id, state = item$state, stdout = out$text, stderr = err$text, display = as.list(item$display), cut = out$cut + err$cut)
  if (!is.null(item$began)) made$ms <- round(((if (is.null(item$ended)) now() else item$ended) - item$began) * 1000)
  made$value <- item$value
  made$error <- item$error
  made
}

copy <- new.env() # the state of the copy

publish <- function(item, event) {
  text <- spell(c(list(v = VERSION, eval = item$id), event))
  if (length(text) <= MAX_MESSAGE) pbdZMQ::zmq.send.multipart(copy$pub, list(charToRaw(item$id), text), serialize = FALSE)
}

reply <- function(answer) {
  text <- spell(c(list(v = VERSION, ok = TRUE), answer))
  if (length(text) > MAX_MESSAGE) text <- spell(list(v = VERSION, ok = FALSE, error = list(code = "failed", message = "the answer is too long")))
  pbdZMQ::zmq.msg.send(text, copy$rep, serialize = FALSE)
}

text_in <- function(request, name) {
  value <- request[[name]]
  if (!is.character(value) || length(value) != 1) refuse("bad", paste(name, "must be a text"))
  value
}

# What is too old is forgotten, and nothing else: whoever comes too fast waits, instead of losing a result.
make_room <- function(size) {
  copy$evals <- Filter(function(item) is.null(item$ended) || now() - item$ended <= KEEP_SECONDS, copy$evals)
  held <- size + sum(vapply(copy$evals, function(item) item$size, 0))
  if (length(copy$evals) < MAX_HELD && held <= MAX_HELD_SIZE) return(invisible())
  refuse("busy", paste0(length(copy$evals), " pieces of code and results are held, with ", held %/% 1024^2,
                        " MB: ask for results, which are given once, or come later; each is kept for ", KEEP_SECONDS %/% 60, " minutes"))
}

begin <- function(request, work) {
  id <- request$id
  if (!is.null(id) && !(is.character(id) && grepl("^[A-Za-z0-9_-]{1,64}$", id))) refuse("bad", "id must be 1 to 64 letters, digits, - and _")
  size <- sum(nchar(unlist(work), "bytes"))
  make_room(size)
  copy$count <- copy$count + 1
  if (is.null(id)) id <- paste0("e", copy$count)
  if (!is.null(copy$evals[[id]])) refuse("bad", paste("there is an eval", id, "already"))
  item <- list2env(list(id = id, state = "queued", work = work, out = output_new(), err = output_new(), display = list(),
                        value = NULL, error = NULL, began = NULL, ended = NULL, size = size))
  copy$evals[[id]] <- item
  copy$queue <- c(copy$queue, list(item))
  run_next()
  item
}

# Wakes R at its prompt; the connection stays until what it asks for is done.
wake <- function() {
  if (!is.null(copy$wake)) try(close(copy$wake), silent = TRUE)
  copy$wake <- NULL
  if (!copy$port) return(invisible())
  copy$wake <- suppressWarnings(tryCatch({
    con <- socketConnection("127.0.0.1", copy$port, open = "r+b", blocking = FALSE, timeout = 2)
    writeBin(charToRaw("GET /custom/fathom/ HTTP/1.0\r\n\r\n"), con)
    con
  }, error = function(error) NULL))
}

ask_r <- function(work) {
  pbdZMQ::zmq.msg.send(work, copy$pair)
  wake()
}

run_next <- function() {
  while (is.null(copy$current) && length(copy$queue)) {
    item <- copy$queue[[1]]
    copy$queue <- copy$queue[-1]
    if (item$state != "queued") next
    item$state <- "running"
    item$began <- now()
    copy$current <- item
    ask_r(c(list(do = "run", id = item$id), item$work))
  }
}

end_item <- function(item, ended) {
  for (name in c("state", "value", "error", "display")) assign(name, ended[[name]], item)
  item$ended <- now()
  shown <- vapply(item$display, function(one) nchar(one$data), 0)
  item$work <- NULL # its code is not needed any more
  item$size <- sum(shown, if (!is.null(item$value)) nchar(item$value), item$out$head_len, item$out$tail_len, item$err$head_len, item$err$tail_len)
  if (identical(copy$current, item)) copy$current <- NULL
  publish(item, c(list(event = "done"), result_of(item)))
  if (identical(copy$waiting, item)) {
    copy$waiting <- NULL
    reply(take(item))
  }
}

take <- function(item) {
  if (!is.null(item$ended)) copy$evals[[item$id]] <- NULL
  result_of(item)
}

find <- function(request) {
  item <- copy$evals[[text_in(request, "eval")]]
  if (is.null(item)) refuse("unknown", paste0("no eval ", request$eval, ": it was asked for before, or too long ago"))
  item
}

card <- function() list(gate = VERSION, id = gate$id, name = gate$name, language = "r", version = paste(R.version$major, R.version$minor, sep = "."),
                        project = gate$project, pid = gate$pid)

# R itself must be asked; while it runs code it cannot answer.
ask_prompt <- function(what, request) {
  code <- text_in(request, "code")
  if (!is.null(copy$current)) refuse("busy", paste(copy$current$id, "runs"))
  cursor <- if (is.numeric(request$cursor)) request$cursor else nchar(code)
  copy$asked <- TRUE
  ask_r(list(do = what, code = code, cursor = min(max(0, cursor), nchar(code))))
  NULL
}

handlers <- list(
  ping = function(request) c(card(), list(
    uptime_ms = round((now() - copy$born) * 1000), reload = "none", running = as.list(unname(vapply(Filter(function(item) is.null(item$ended), copy$evals), function(item) item$id, ""))),
    namespace = gate$namespace, tools = unname(lapply(gate$tools, function(tool) tool$listing)))),
  eval = function(request) {
    copy$waiting <- begin(request, list(code = text_in(request, "code")))
    NULL
  },
  eval_async = function(request) {
    item <- begin(request, list(code = text_in(request, "code")))
    list(eval = item$id, state = item$state)
  },
  tool_call = function(request) {
    tool <- text_in(request, "tool")
    if (is.null(gate$tools[[tool]])) refuse("unknown", paste("no tool", tool))
    arguments <- request$arguments
    if (is.null(arguments)) arguments <- empty()
    if (!is.list(arguments) || is.null(names(arguments))) refuse("bad", "arguments must be an object")
    simple <- lapply(arguments, function(one) jsonlite::parse_json(jsonlite::toJSON(one, auto_unbox = TRUE, null = "null", digits = NA), simplifyVector = TRUE))
    item <- begin(request, list(tool = tool, args = simple))
    list(eval = item$id, state = item$state)
  },
  result = function(request) take(find(request)),
  interrupt = function(request) {
    item <- if (is.null(request$eval)) copy$current else find(request)
    if (is.null(item) || !is.null(item$ended)) return(list(interrupted = list()))
    if (item$state == "queued") end_item(item, list(state = "interrupted", display = list()))
    else tools::pskill(gate$pid, tools::SIGINT)
    list(interrupted = list(item$id))
  },
  complete = function(request) ask_prompt("complete", request),
  inspect = function(request) ask_prompt("inspect", request),
  restart = function(request) list(after = "restart"),
  shutdown = function(request) list(after = "shutdown"))

read_request <- function(frame) {
  if (!length(frame) || any(frame == 0) || !validUTF8(rawToChar(frame))) refuse("bad", "no JSON: not UTF-8")
  if (length(frame) > MAX_MESSAGE) refuse("bad", "the request is too long")
  request <- tryCatch(jsonlite::parse_json(`Encoding<-`(rawToChar(frame), "UTF-8"), simplifyVector = FALSE), error = function(error) refuse("bad", "no JSON"))
  if (!is.list(request) || (is.null(names(request)))) refuse("bad", "a request is an object")
  if (!identical(as.numeric(tryCatch(request$v, error = function(error) 0)), VERSION)) refuse("version", paste("this gate speaks version", VERSION))
  if (!is.character(request$do) || is.null(handlers[[request$do]])) {
    refuse("unknown", "ping, eval, eval_async, result, interrupt, tool_call, complete, inspect, restart and shutdown are known")
  }
  request
}

on_request <- function(frame) {
  answer <- tryCatch({
    request <- read_request(frame)
    handlers[[request$do]](request)
  }, refused = function(error) list(ok = FALSE, error = list(code = error$code, message = conditionMessage(error))),
  error = function(error) list(ok = FALSE, error = list(code = "failed", message = conditionMessage(error))))
  if (is.null(answer)) return(invisible()) # comes later
  if (!is.null(answer$ok)) {
    pbdZMQ::zmq.msg.send(spell(c(list(v = VERSION), answer)), copy$rep, serialize = FALSE)
  } else if (is.null(answer$after)) {
    reply(answer)
  } else {
    reply(list())
    leave(answer$after)
  }
}

# The answer leaves on a thread of the library. R that does not end by itself is ended.
leave <- function(how) {
  Sys.sleep(0.1)
  remove_files()
  pbdZMQ::zmq.close(copy$rep)
  pbdZMQ::zmq.close(copy$pub)
  if (!is.null(copy$current)) tools::pskill(gate$pid, tools::SIGINT)
  ask_r(list(do = how))
  if (how == "shutdown") {
    for (round in 1:20) if (tools::pskill(gate$pid, 0)) Sys.sleep(0.1)
    tools::pskill(gate$pid, tools::SIGTERM)
  }
  Sys.sleep(0.3) # the message to R leaves on a thread, too
  parallel:::mcexit(0L)
}

on_r <- function(message) {
  item <- copy$current
  if (message$did == "answer") {
    copy$asked <- FALSE
    reply(message$answer)
  } else if (is.null(item) || !identical(item$id, message$id)) {
    return(invisible())
  } else if (message$did == "progress") {
    publish(item, list(event = "progress", fraction = message$fraction, text = message$text))
  } else if (message$did == "end") {
    while (read_output(item)) NULL
    end_item(item, message)
    run_next()
  }
}

# What R wrote since; a character that is not whole yet waits.
read_stream <- function(item, stream) {
  bytes <- c(copy$rest[[stream]], tryCatch(readBin(copy[[stream]], raw(), 1024^2), error = function(error) raw())) # nothing there is an error
  copy$rest[[stream]] <- raw()
  if (!length(bytes)) return(FALSE)
  whole <- length(bytes)
  bytes[bytes == 0] <- as.raw(0x20)
  while (whole > max(0, length(bytes) - 4) && !validUTF8(rawToChar(bytes[seq_len(whole)]))) whole <- whole - 1
  if (whole == max(0, length(bytes) - 4)) whole <- length(bytes)
  if (whole < length(bytes)) copy$rest[[stream]] <- bytes[(whole + 1):length(bytes)]
  text <- utf8(`Encoding<-`(rawToChar(bytes[seq_len(whole)]), "UTF-8"))
  if (stream == "err" && gate$show) cat(safe_words(sub("\n$", "", text)), "\n", sep = "", file = stderr())
  if (!nzchar(text)) return(FALSE)
  output_add(item[[stream]], text)
  publish(item, list(event = "output", stream = if (stream == "out") "stdout" else "stderr", text = substr(text, max(1, nchar(text) - MAX_OUTPUT), nchar(text))))
  TRUE
}
read_output <- function(item) any(read_stream(item, "out"), read_stream(item, "err"))

remove_files <- function() unlink(file.path(gate$folder, paste0(gate$id, c(".json", ".sock", ".pub"))))

# One look at everything. A request that waits for its answer is the only one.
step <- function() {
  is_waiting <- !is.null(copy$waiting) || isTRUE(copy$asked)
  sockets <- c(copy$pair, copy$judge, if (!is_waiting) copy$rep)
  pbdZMQ::zmq.poll(sockets, rep(1L, length(sockets)), if (is.null(copy$current)) IDLE_MS else RUNNING_MS)
  has_news <- bitwAnd(pbdZMQ::zmq.poll.get.revents(1L), 1L) > 0
  has_stranger <- !is.null(copy$judge) && bitwAnd(pbdZMQ::zmq.poll.get.revents(2L), 1L) > 0
  has_request <- !is_waiting && bitwAnd(pbdZMQ::zmq.poll.get.revents(length(sockets)), 1L) > 0
  if (!is.null(copy$current)) for (round in 1:50) if (!read_output(copy$current)) break
  if (has_stranger) judge_client()
  if (has_news) on_r(pbdZMQ::zmq.msg.recv(copy$pair))
  if (has_request) on_request(do.call(c, pbdZMQ::zmq.recv.multipart(copy$rep, unserialize = FALSE)))
  if (!tools::pskill(gate$pid, 0)) {
    remove_files()
    parallel:::mcexit(0L)
  }
}

socket_bind <- function(context, kind, path) {
  socket <- pbdZMQ::zmq.socket(context, kind)
  pbdZMQ::zmq.setsockopt(socket, pbdZMQ::ZMQ.SO()$LINGER, 200L)
  if (!identical(pbdZMQ::zmq.bind(socket, paste0("ipc://", path)), 0L)) stop("cannot listen at ", path)
  socket
}

# Never returns. Interrupts are meant for R: the terminal sends them to both.
be_copy <- function(pair_path, port) {
  if (port) try(suppressMessages(tools::startDynamicHelp(FALSE)), silent = TRUE) # or it would answer in place of R
  copy$context <- pbdZMQ::zmq.ctx.new()
  copy$pair <- socket_bind(copy$context, pbdZMQ::ZMQ.ST()$PAIR, pair_path)
  copy$rep <- socket_bind(copy$context, pbdZMQ::ZMQ.ST()$REP, file.path(gate$folder, paste0(gate$id, ".sock")))
  copy$pub <- socket_bind(copy$context, pbdZMQ::ZMQ.ST()$PUB, file.path(gate$folder, paste0(gate$id, ".pub")))
  if (!is.null(gate$network)) open_network()
  copy$out <- fifo(gate$out_path, "rb", blocking = FALSE)
  copy$err <- fifo(gate$err_path, "rb", blocking = FALSE)
  copy$rest <- list(out = raw(), err = raw())
  copy$evals <- list()
  copy$queue <- list()
  copy$count <- 0
  copy$born <- now()
  copy$port <- port
  beside <- file.path(gate$folder, paste0(gate$id, ".json.new"))
  writeBin(spell(card()), beside)
  Sys.chmod(beside, "0600", use_umask = FALSE)
  file.rename(beside, file.path(gate$folder, paste0(gate$id, ".json")))
  repeat tryCatch(step(), interrupt = function(signal) NULL, error = function(error) Sys.sleep(0.05))
}

# ---- opening ----

runtime_folder <- function() {
  base <- Sys.getenv("XDG_RUNTIME_DIR")
  own <- file.info(tempdir())$uid
  root <- if (startsWith(base, "/")) file.path(base, "fathom") else file.path(dirname(tempdir()), paste0("fathom-", own))
  for (part in c(root, file.path(root, "gates"))) {
    dir.create(part, showWarnings = FALSE, mode = "0700")
    seen <- file.info(part, extra_cols = TRUE)
    is_link <- nzchar(Sys.readlink(part))
    if (is_link || !isTRUE(seen$isdir) || seen$uid != own || bitwAnd(as.integer(seen$mode), 18L)) {
      stop(part, " is not a folder of yours alone: sockets there could be somebody else's")
    }
  }
  file.path(root, "gates")
}

random <- function(count) {
  source <- file("/dev/urandom", "rb", raw = TRUE)
  on.exit(close(source))
  readBin(source, raw(), count)
}

new_id <- function() {
  given <- Sys.getenv("FATHOM_GATE_ID")
  Sys.unsetenv("FATHOM_GATE_ID")
  if (grepl("^[a-z0-9]{8}$", given)) return(given)
  paste(c(letters, 0:9)[as.integer(random(8)) %% 36 + 1], collapse = "") # not R's own numbers, which code may have seeded
}

# R's help server runs functions while the prompt waits: ours takes no data, it only looks for work.
start_waker <- function() {
  port <- suppressMessages(tryCatch(tools::startDynamicHelp(NA), error = function(error) 0L, warning = function(warning) 0L))
  if (!is.numeric(port) || port <= 0) return(0L)
  assign("fathom", function(path, query, body, headers) {
    work(200L) # what there is to do comes another way, perhaps a moment later
    list(payload = "", "content-type" = "text/plain")
  }, envir = get(".httpd.handlers.env", asNamespace("tools")))
  as.integer(port)
}

# Opens this R to fathom; gives the session's id. A second call gives the same gate. With tcp ("ADDRESS:PORT") also over the
# network, encrypted, for whoever has the token.
fathom_serve <- function(name = basename(getwd()), tools = list(), namespace = "session", show = TRUE, block = !interactive(),
                         tcp = NULL, token = NULL) {
  if (!is.null(gate$id)) return(invisible(gate$id))
  for (package in c("pbdZMQ", "jsonlite")) {
    if (!requireNamespace(package, quietly = TRUE)) stop("the gate needs the package ", package, " (Debian: apt install r-cran-", tolower(package), ")")
  }
  if (!grepl("^[a-z][a-z0-9_]{0,31}$", namespace)) stop("namespace must be a-z, 0-9 and _, beginning with a letter")
  if (length(tools) && (is.null(names(tools)) || !all(nzchar(names(tools))))) stop("tools must have names: list(fit = fit)")
  gate$folder <- runtime_folder()
  gate$tools <- Map(tool_of, names(tools), tools)
  gate$name <- name
  gate$namespace <- namespace
  gate$project <- getwd()
  gate$pid <- Sys.getpid()
  gate$show <- show
  gate$network <- if (!is.null(tcp)) network_of(tcp, token)
  gate$id <- new_id()
  port <- if (block) 0L else start_waker()
  gate$out_path <- file.path(tempdir(), "fathom-out")
  gate$err_path <- file.path(tempdir(), "fathom-err")
  pair_path <- file.path(tempdir(), "fathom-gate")
  first <- list(fifo(gate$out_path, "w+", blocking = TRUE), fifo(gate$err_path, "w+", blocking = TRUE)) # makes them
  fork <- parallel:::mcfork(estranged = TRUE)
  if (inherits(fork, "masterProcess")) {
    lapply(first, close)
    tryCatch(be_copy(pair_path, port), error = function(error) {
      cat("fathom: ", conditionMessage(error), "\n", sep = "", file = stderr())
      parallel:::mcexit(1L)
    })
  }
  gate$copy <- fork$pid
  gate$context <- pbdZMQ::zmq.ctx.new()
  gate$pair <- pbdZMQ::zmq.socket(gate$context, pbdZMQ::ZMQ.ST()$PAIR)
  pbdZMQ::zmq.setsockopt(gate$pair, pbdZMQ::ZMQ.SO()$LINGER, 200L)
  pbdZMQ::zmq.connect(gate$pair, paste0("ipc://", pair_path))
  deadline <- now() + 10
  while (!file.exists(file.path(gate$folder, paste0(gate$id, ".json"))) && tools::pskill(gate$copy, 0) && now() < deadline) Sys.sleep(0.02)
  gate$out <- fifo(gate$out_path, "w", blocking = TRUE)
  gate$err <- fifo(gate$err_path, "w", blocking = TRUE)
  lapply(first, close)
  reg.finalizer(gate, function(gate) if (identical(Sys.getpid(), gate$pid)) {
    remove_files()
    tools::pskill(gate$copy, tools::SIGTERM)
  }, onexit = TRUE)
  if (show) cat("fathom: this R is session ", gate$id, " (", name, ")\n", sep = "")
  if (!is.null(gate$network)) {
    cat("fathom: elsewhere: FATHOM_GATE_TOKEN=", gate$network$token, " fathom sessions connect tcp://", gate$network$address, " --key '", gate$network$key,
        "'\n", sep = "")
  }
  if (!block) addTaskCallback(function(...) {
    work()
    TRUE
  }, name = "fathom")
  if (block) serve_forever()
  invisible(gate$id)
}

# Until the person interrupts it; an interrupt that was meant for code that just ended does not count.
serve_forever <- function() {
  last <- 0
  repeat {
    is_over <- tryCatch({
      if (work(1000L)) last <- now()
      FALSE
    }, interrupt = function(signal) now() - last > 1 && interactive())
    if (is_over) return(invisible())
  }
}

# Tells whoever waits for the code that runs how far it is.
fathom_progress <- function(fraction = NULL, text = "") {
  if (is.null(gate$running)) return(invisible())
  if (!is.null(fraction)) fraction <- min(1, max(0, as.numeric(fraction)))
  tell(list(did = "progress", id = gate$running, fraction = fraction, text = substr(as.character(text), 1, 1000)))
}

# Shows a table, a picture in a file (png, jpeg, svg) or a text of the code that runs to whoever asked for it.
fathom_display <- function(value = NULL, file = NULL) {
  if (is.null(gate$running) || length(gate$display) >= 16) return(invisible())
  kinds <- c(png = "image/png", jpg = "image/jpeg", jpeg = "image/jpeg", svg = "image/svg+xml")
  made <- if (!is.null(file)) {
    list(type = kinds[[tolower(tools::file_ext(file))]], data = jsonlite::base64_enc(readBin(file, raw(), MAX_MESSAGE / 4)))
  } else if (is.data.frame(value)) {
    list(type = "text/csv", data = paste(utils::capture.output(utils::write.csv(head(value, 1000), row.names = FALSE)), collapse = "\n"))
  } else {
    list(type = "text/plain", data = show_value(value))
  }
  gate$display <- c(gate$display, list(made))
  invisible()
}

environment()
}), name = "fathom", warn.conflicts = FALSE)
