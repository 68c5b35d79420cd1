/* The tree-sitter parser behind limits and cancellation. */
#include "src/parse/parse.h"

struct Parser {
  TSParser *parser;
  const Language *language; /* it is set to */
};

struct ParseTree {
  TSTree *tree;
};

typedef struct Watchdog {
  Job *job;
  int64_t end_ms;
  bool expired;
} Watchdog;

Parser *parse_open(void) {
  Parser *parser = arena_heap_alloc(sizeof(Parser));
  parser->parser = ts_parser_new();
  return parser;
}

void parse_close(Parser *parser) {
  ts_parser_delete(parser->parser);
  free(parser);
}

/* True stops the parse. */
static bool watch_parse(TSParseState *state) {
  Watchdog *dog = state->payload;
  if (job_now_ms() > dog->end_ms) dog->expired = true;
  return dog->expired || job_is_stopped(dog->job);
}

static const char *read_text(void *payload, uint32_t at, TSPoint place, uint32_t *ret_len) {
  (void)place;
  const Str *text = payload;
  *ret_len = at < text->len ? (uint32_t)(text->len - at) : 0;
  return *ret_len ? text->ptr + at : "";
}

static Err use_language(Job *job, Parser *parser, const Language *language) {
  if (parser->language == language) return OK;
  parser->language = NULL;
  if (!ts_parser_set_language(parser->parser, language->grammar())) {
    return job_fail(job, ERR_UNAVAILABLE, "the grammar of %s does not fit this build's parser",
                    language->name);
  }
  parser->language = language;
  return OK;
}

Err parse_text(Job *job, Parser *parser, const Language *language, Str text, ParseTree **ret_tree) {
  if (text.len > PARSE_MAX_BYTES) {
    return job_fail(job, ERR_TOO_LARGE, "files over %u bytes are not parsed", PARSE_MAX_BYTES);
  }
  TRY(job_check(job));
  TRY(use_language(job, parser, language));
  Watchdog dog = {.job = job, .end_ms = job_now_ms() + PARSE_MAX_MS};
  TSInput input = {.payload = &text, .read = read_text, .encoding = TSInputEncodingUTF8};
  TSParseOptions options = {.payload = &dog, .progress_callback = watch_parse};
  TSTree *tree = ts_parser_parse_with_options(parser->parser, NULL, input, options);
  if (!tree) {
    ts_parser_reset(parser->parser);
    TRY(job_check(job));
    return job_fail(job, ERR_UNAVAILABLE, "parsing took longer than %d ms", PARSE_MAX_MS);
  }
  *ret_tree = arena_heap_alloc(sizeof(ParseTree));
  (*ret_tree)->tree = tree;
  return OK;
}

void parse_tree_close(ParseTree *tree) {
  ts_tree_delete(tree->tree);
  free(tree);
}

TSNode parse_tree_root(const ParseTree *tree) { return ts_tree_root_node(tree->tree); }
