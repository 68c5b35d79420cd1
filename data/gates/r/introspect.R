# What an R session knows of itself. answer(question, arguments as JSON) prints.

SHOWN <- 200 # rows of an answer

# The language has no such thing; the words say what serves instead.
unsupported <- function(words) stop(structure(class = c("Unsupported", "error", "condition"), list(message = words, call = NULL)))
value_of <- function(expression) eval(parse(text = expression), globalenv())
kind_of <- function(value) paste(class(value), collapse = " ")
head_of <- function(value) if (is.function(value)) sub("^function ?", "", paste(deparse(args(value))[1], collapse = "")) else ""
print_rows <- function(rows) {
  if (!length(rows)) return(cat("nothing\n"))
  cat(paste0(head(rows, SHOWN), "\n"), sep = "")
  if (length(rows) > SHOWN) cat("... and", length(rows) - SHOWN, "more\n")
}

answers <- list(
  names = function(module_name, all = FALSE) {
    place <- if (module_name %in% c("Main", "globalenv()", ".GlobalEnv")) globalenv() else if (isNamespaceLoaded(module_name)) asNamespace(module_name) else as.environment(value_of(module_name))
    found <- if (isNamespace(place) && !all) sort(getNamespaceExports(place)) else ls(place, all.names = all)
    print_rows(vapply(found, function(name) {
      value <- get0(name, place)
      trimws(paste0(name, ": ", kind_of(value), " ", head_of(value)), "right")
    }, ""))
  },
  methods = function(query) {
    value <- tryCatch(value_of(query), error = function(error) NULL)
    found <- if (is.function(value)) utils::methods(query) else utils::methods(class = query)
    print_rows(c(if (is.function(value)) paste0(query, head_of(value)), if (length(found)) paste0("  ", format(found))))
  },
  type = function(type_expr) {
    if (methods::isClass(type_expr)) {
      made <- methods::getClass(type_expr)
      cat("order: ", paste(c(type_expr, names(made@contains)), collapse = " < "), "\n", sep = "")
      return(print_rows(paste0("  ", names(made@slots), ": ", vapply(made@slots, as.character, ""))))
    }
    value <- value_of(type_expr)
    cat(type_expr, " is a value of type ", typeof(value), "\norder: ", paste(class(value), collapse = " < "), "\n", sep = "")
    utils::str(value, vec.len = 4, list.len = 50)
  },
  environment = function() {
    cat(R.version.string, "at", R.home(), "\n")
    cat("directory", getwd(), "\n")
    loaded <- sort(loadedNamespaces())
    cat(length(loaded), "packages are loaded:\n")
    print_rows(vapply(loaded, function(name) paste0("  ", name, " ", getNamespaceVersion(name)), ""))
    cat(length(.packages(all.available = TRUE)), "packages are installed in", paste(.libPaths(), collapse = ", "), "\n")
  },
  profile = function(code) {
    parsed <- parse(text = code)
    file <- tempfile()
    utils::Rprof(file, interval = 0.005)
    tryCatch(for (part in parsed) eval(part, globalenv()), finally = utils::Rprof(NULL))
    on.exit(unlink(file))
    found <- tryCatch(utils::summaryRprof(file)$by.self, error = function(error) NULL)
    if (is.null(found) || !nrow(found)) return(cat("it ended before it could be looked at once\n"))
    print(head(found, 25))
  },
  macro = function(expression) unsupported("R has no macros; a function that takes its arguments unevaluated shows with substitute() what it got"),
  lowered = function(function_expr, types = "") {
    code <- compiler::cmpfun(value_of(function_expr))
    print_rows(utils::capture.output(print(compiler::disassemble(code))))
  },
  typed = function(function_expr, types = "") unsupported("R infers no types; type_info tells what a value is"),
  symbols = function(query) {
    rows <- character()
    for (place in search()) {
      found <- grep(query, ls(place), value = TRUE, ignore.case = TRUE, fixed = FALSE)
      rows <- c(rows, vapply(found, function(name) paste0(name, ": ", kind_of(get0(name, as.environment(place))), "  ", place), ""))
    }
    print_rows(rows)
  },
  exfiltrate = function(code) {
    held <- safehouse_of()
    rm(list = ls(held, all.names = TRUE), envir = held)
    assign("exfiltrate", function() list2env(as.list(parent.frame(), all.names = TRUE), held), envir = as.environment("fathom"))
    for (part in parse(text = code)) eval(part, globalenv())
    answers$safehouse("inspect")
  },
  pkg_add = function(packages) {
    utils::install.packages(packages)
    missing <- setdiff(packages, rownames(utils::installed.packages()))
    if (length(missing)) stop("not installed: ", paste(missing, collapse = ", "))
    cat("installed:", packages, "\n")
  },
  pkg_rm = function(packages) {
    utils::remove.packages(packages)
    cat("removed:", packages, "\n")
  },
  safehouse = function(action = "inspect", expression = "") {
    held <- safehouse_of()
    if (action == "clear") {
      rm(list = ls(held, all.names = TRUE), envir = held)
      cat("cleared\n")
    } else if (nzchar(expression)) {
      print(eval(parse(text = expression), held, globalenv()))
    } else {
      print_rows(vapply(ls(held), function(name) paste0(name, ": ", kind_of(held[[name]]), " = ", substr(paste(deparse(held[[name]]), collapse = ""), 1, 200)), ""))
    }
  })

safehouse_of <- function() {
  if (!("fathom" %in% search())) unsupported("this session has no gate of fathom's, which holds what is captured")
  place <- as.environment("fathom")
  if (is.null(get0("safehouse", place, inherits = FALSE))) assign("safehouse", new.env(parent = globalenv()), place)
  get("safehouse", place)
}

answer <- function(question, spelled) {
  do.call(answers[[question]], jsonlite::parse_json(spelled, simplifyVector = TRUE))
  invisible(NULL)
}
