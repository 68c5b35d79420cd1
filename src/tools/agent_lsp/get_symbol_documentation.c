/* get_symbol_documentation: what the language's own tools say about a name.
 * They run in the workspace and may read it: only where it is trusted. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#include "src/os/process.h"
#include "src/query/source/source.h"

/* Some of these tools load the whole package before they say a word; a
 * language server may answer instead when they take longer. */
#define TIMEOUT_MS 10000
#define OUTPUT_MAX ((size_t)1 << 20)
#define USES_MAX 10 /* of a name at which the server is asked */

typedef struct Documentation {
  Str text;      /* empty: none */
  Str signature; /* its first line that is code */
  Str error;
} Documentation;

/* Names only: never an option, a path or a shell's sign. The name becomes a
 * word of a command line, where a leading dash would be an option and a
 * leading dot or slash a file. */
static bool is_name(Str symbol) {
  if (!symbol.len || symbol.ptr[0] == '-' || symbol.ptr[0] == '.' || symbol.ptr[0] == '/') return false;
  for (size_t i = 0; i < symbol.len; i++) {
    char c = symbol.ptr[i];
    bool is_good = byte_is_word(c) || c == '.' || c == '/' || c == '-' || c == ':';
    if (!is_good) return false;
  }
  return true;
}

/* Without colour codes and the overstrikes of terminals. A terminal's bold is
 * a letter, a step back and the letter again. A sequence that never ends takes
 * the rest of the text with it, and no more. */
static Str plain(Arena *arena, Str text) {
  Buf out;
  buf_init(&out, arena, OUTPUT_MAX);
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '\b') {
      if (out.len) buf_truncate(&out, out.len - 1);
    } else if (text.ptr[i] == 27 && i + 1 < text.len && text.ptr[i + 1] == '[') {
      while (i < text.len && !((text.ptr[i] | 32) >= 'a' && (text.ptr[i] | 32) <= 'z')) i++;
    } else {
      buf_add_byte(&out, text.ptr[i]);
    }
  }
  return str_trim(buf_str(&out));
}

/* Both tools begin with a line that names the package or the object; what comes
 * after it is the declaration. */
static Str first_code_line(Str text) {
  for (Str rest = text; rest.len;) {
    Str line = str_trim(str_cut(&rest, '\n'));
    if (str_starts_with(line, STR("package ")) || str_starts_with(line, STR("Help on "))) continue;
    if (line.len) return line;
  }
  return STR_EMPTY;
}

/* Some say so and succeed: "No … documentation found for …". */
static bool says_nothing(Str text) {
  Str line = str_slice(text, 0, str_find_byte(text, '\n'));
  return str_starts_with(line, STR("No ")) && str_contains(line, STR(" documentation found"));
}

static Err ask_tool(ToolCall *call, const char *const *argv, Str directory, Documentation *ret_documentation) {
  /* Reading documentation must neither download anything nor change a file, and
   * nothing may wait for a key to be pressed. */
  static const char *const env[] = {"GOFLAGS=-mod=readonly", "GOPROXY=off", "GOTOOLCHAIN=local", "PAGER=cat", "TERM=dumb",
                                    "PYTHONDONTWRITEBYTECODE=1", NULL};
  Job *job = call->job;
  ProcessResult result;
  ProcessOptions options = {.argv = argv, .directory = directory, .env = env, .max_output = OUTPUT_MAX, .timeout_ms = TIMEOUT_MS};
  Err err = process_run(job, &options, &result);
  /* A tool that is missing or slow leaves the language server to be asked. */
  if (err == ERR_NOT_FOUND || err == ERR_DENIED || (err == ERR_TIMEOUT && !job_is_stopped(job))) {
    job_forgive(job);
    *ret_documentation = (Documentation){.error = str_format(job->arena, "'%s' %s", argv[0],
                                                             err == ERR_TIMEOUT ? "took longer than 10 s" : "cannot be started here")};
    return OK;
  }
  TRY(err);
  Str text = plain(job->arena, result.output), errors = plain(job->arena, result.errors);
  bool is_missing = result.exit_status || !text.len || says_nothing(text);
  if (is_missing) *ret_documentation = (Documentation){.error = errors.len ? errors : text.len ? text : STR("it said nothing")};
  else *ret_documentation = (Documentation){.text = text, .signature = first_code_line(text)};
  return OK;
}

static Err look_up(ToolCall *call, Str language, Str symbol, Str directory, Documentation *ret_documentation) {
  enum { WORDS_MAX = 8 };
  Arena *arena = call->job->arena;
  const char *argv[WORDS_MAX + 1] = {NULL};
  /* The language's own row says which command; the name goes in as one word of
   * its argument list and is never read by a shell. */
  Str words = str_from_c(query_source_documenter(language));
  for (size_t i = 0; words.len && i < WORDS_MAX; i++) {
    Str word = str_cut(&words, ' ');
    argv[i] = str_to_c(arena, str_eq_c(word, "{}") ? symbol : word);
  }
  if (argv[0]) return ask_tool(call, argv, directory, ret_documentation);
  *ret_documentation = (Documentation){.error = str_format(
      call->job->arena, "there is no documentation tool for '%.*s' here: only go (go doc) and python (pydoc)",
      STR_ARG(str_shown(call->job->arena, language, TOOL_SHOWN_WORD)))};
  return OK;
}

/* The server's hover on the first use of the name of which it knows something.
 * The text may have the name inside of longer words, in comments and strings,
 * where a server knows nothing; hence several tries and a bound on them. */
static Err hover_on(AgentFile *file, Str name, Str *ret_text) {
  Text text;
  LspHover hover = {0};
  TRY(tool_agent_text(file, &text));
  size_t at = 0;
  for (int i = 0; i < USES_MAX && !hover.text.len; i++, at += name.len) {
    size_t next = str_find(str_slice(text.chars, at, text.chars.len), name);
    if (next == STR_NONE) break;
    at += next;
    LspAt place = {.server = file->server, .path = file->path, .point = text_to_point(&text, at)};
    TRY(lsp_ask_hover(file->call->job, &place, &hover));
  }
  *ret_text = hover.text;
  return OK;
}

/* Only with a file: a server is asked about places. */
static Err ask_hover(ToolCall *call, Str symbol, Documentation *documentation) {
  AgentFile file;
  Str path = tool_arg_str(call, "file_path"), name = symbol;
  size_t dot = str_find_last_byte(symbol, '.');
  if (!path.len) return OK;
  /* The text of the file has the last part of the name wherever it is used,
   * whatever stands before it. */
  if (dot != STR_NONE) name = str_slice(symbol, dot + 1, symbol.len);
  TRY(tool_agent_open(call, path, &file));
  Err err = tool_agent_take(&file, tool_arg_str(call, "language_id"));
  if (!err && name.len) err = hover_on(&file, name, &documentation->text);
  if (err && tool_agent_forgive(&file, err)) err = OK;
  tool_agent_close(&file);
  return err;
}

/* Asked for every language, also for those without a tool: whether a command
 * is run must not depend on a table. */
static Err check_trust(ToolCall *call, Index **ret_index) {
  ToolServersFound found = {0};
  Str none;
  TRY(tool_locate(call, tool_arg_str(call, "file_path"), ret_index, &none));
  Str root = index_root(*ret_index);
  if (call->scope->find_servers) TRY(call->scope->find_servers(call->scope, call, root, &found));
  if (found.is_trusted) return OK;
  return job_fail(call->job, ERR_UNTRUSTED, "'%.*s' is not trusted, and the language's own tools may run its code. If you trust "
                  "it, run: fathom trust '%.*s'. Without: symbol shows documentation from the graph", STR_ARG(root), STR_ARG(root));
}

/* The field `error` keeps what the tool said even where a server could answer
 * instead: it tells why the answer is a hover. */
static void say(ToolCall *call, const Documentation *documentation, const char *source) {
  Arena *arena = call->job->arena;
  bool is_markdown = str_eq_c(tool_arg_str(call, "format"), "markdown");
  Str text = documentation->text;
  if (is_markdown && documentation->signature.len) {
    text = str_format(arena, "```%.*s\n%.*s\n```\n\n%.*s", STR_ARG(tool_arg_str(call, "language_id")),
                      STR_ARG(documentation->signature), STR_ARG(documentation->text));
  }
  answer_field_str(call->answer, "symbol", tool_arg_str(call, "symbol"));
  answer_field_str(call->answer, "language", tool_arg_str(call, "language_id"));
  answer_field_str(call->answer, "source", str_from_c(source));
  answer_field_str(call->answer, "doc", text);
  answer_field_str(call->answer, "signature", documentation->signature);
  answer_field_str(call->answer, "error", documentation->error);
  if (text.len) answer_say(call->answer, "%.*s\n", STR_ARG(str_visible(arena, text)));
  else answer_say(call->answer, "No documentation: %.*s\n", STR_ARG(str_visible(arena, documentation->error)));
  if (!text.len) tool_agent_hint(call, "inspect_symbol asks the language server at a place, symbol the graph.");
}

/* The directory is the file's own, because these tools find the module they
 * document by where they are started. */
static Err run(ToolCall *call) {
  Str symbol = str_trim(tool_arg_str(call, "symbol")), path = tool_arg_str(call, "file_path");
  Documentation documentation = {0};
  Index *index;
  if (!is_name(symbol)) {
    return job_fail(call->job, ERR_USAGE, "symbol must be a name such as fmt.Println or os.path.join: letters, digits and . _ / : -");
  }
  TRY(check_trust(call, &index));
  Str directory = index_root(index);
  if (path.len) directory = file_directory(file_join(call->job->arena, directory, path));
  TRY(look_up(call, tool_arg_str(call, "language_id"), symbol, directory, &documentation));
  const char *source = "toolchain";
  if (!documentation.text.len) {
    TRY(ask_hover(call, symbol, &documentation));
    source = documentation.text.len ? "hover" : "error";
  }
  say(call, &documentation, source);
  return OK;
}

static const ToolField args[] = {
    {"symbol", TOOL_STRING, true, .min = 1, .max = 500, .help = "qualified as the language has it: fmt.Println"},
    {"language_id", TOOL_STRING, true, .help = "go or python; others by the language server's words"},
    {"file_path", TOOL_PATH, .help = "a file of the project, from where the name is looked up"},
    {"format", TOOL_STRING, .choices = "text|markdown", .otherwise = "\"text\"", .help = "markdown: the signature as code"},
    {0},
};

static const ToolField result[] = {
    {"symbol", TOOL_STRING, true, .help = "as asked for"},
    {"language", TOOL_STRING, true, .help = "as asked for"},
    {"source", TOOL_STRING, true, .help = "toolchain, hover or error"},
    {"doc", TOOL_STRING, true, .help = "the documentation; empty: none"},
    {"signature", TOOL_STRING, true, .help = "its first line"},
    {"error", TOOL_STRING, true, .help = "why the language's own tool gave none"},
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_get_symbol_documentation = {
    .name = "get_symbol_documentation",
    .title = "Documentation of a name",
    .summary = "Documentation of a name from the language's own tools (go doc, pydoc), else the language server's words.",
    .help = "Runs `go doc` or `python3 -m pydoc` in the workspace, which must be trusted. Rust, Java and others have no such tool "
            "here: with file_path the language server's hover on the name is given instead.",
    .args = args,
    .result = result,
    .example = "get_symbol_documentation symbol=os.path.join language_id=python",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run,
};
