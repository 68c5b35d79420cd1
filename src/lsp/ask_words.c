/* Words as servers give them: hovers, completions, signatures, hints. They are
 * for readers, so nothing in them turns or hides what stands around it; what is
 * put into files (edits) is not read here. */
#include <stdlib.h>

#include "src/base/vec.h"
#include "src/lsp/ask_internal.h"

/* Which number means what depends on the kind of thing: deprecated is 1 for
 * symbols and completions and 2 for diagnostics. */
bool lsp_has_tag(const Json *tags, int64_t tag) {
  int64_t value;
  for (size_t i = 0; json_is(tags, JSON_ARRAY) && i < tags->count; i++) {
    if (json_to_int(&tags->items[i], &value) && value == tag) return true;
  }
  return false;
}

/* A server of another system ends its lines in its own way. A carriage return
 * alone is no line end: it stays, and is made visible like other control
 * characters. */
static Str with_plain_ends(Arena *arena, Str text) {
  if (str_find_byte(text, '\r') == STR_NONE) return text;
  char *plain = arena_alloc(arena, text.len);
  size_t len = 0;
  for (size_t i = 0; i < text.len; i++) {
    bool is_end = text.ptr[i] == '\r' && i + 1 < text.len && text.ptr[i + 1] == '\n';
    if (!is_end) plain[len++] = text.ptr[i];
  }
  return (Str){plain, len};
}

Str lsp_shown_words(Arena *arena, Str text) { return str_visible(arena, with_plain_ends(arena, text)); }

Str lsp_get_words(Arena *arena, const Json *object, const char *name) {
  return lsp_shown_words(arena, json_get_str(object, str_from_c(name), STR_EMPTY));
}

/* {language, value}: code, to be fenced; {kind, value}: as it is. */
static void add_words(Buf *buf, const Json *words) {
  Str text = json_is(words, JSON_STRING) ? words->text : json_get_str(words, STR("value"), STR_EMPTY);
  Str language = json_get_str(words, STR("language"), STR_EMPTY);
  if (!str_trim(text).len) return;
  if (buf->len) buf_add_c(buf, "\n\n");
  if (json_get(words, STR("language"))) {
    buf_add_format(buf, "```%.*s\n%.*s\n```", STR_ARG(language), STR_ARG(text));
  } else {
    buf_add(buf, text);
  }
}

/* Several pieces are paragraphs; empty ones leave no gap. */
Str lsp_read_words(Arena *arena, const Json *words) {
  Buf buf;
  buf_init(&buf, arena, SIZE_MAX);
  if (json_is(words, JSON_ARRAY)) {
    for (size_t i = 0; i < words->count; i++) add_words(&buf, &words->items[i]);
  } else if (words) {
    add_words(&buf, words);
  }
  return lsp_shown_words(arena, buf_str(&buf));
}

void lsp_read_hover(LspReader *reader, const Text *text, const Json *result, LspHover *ret_hover) {
  LspHover hover = {.text = lsp_read_words(reader->job->arena, json_get(result, STR("contents")))};
  hover.has_range = lsp_read_range(reader, text, json_get(result, STR("range")), &hover.range);
  *ret_hover = hover;
}

/* ---- completions ---- */

/* In the order of the protocol's CompletionItemKind, which counts from one. */
static const char *const kinds[] = {
    "text", "method", "function", "constructor", "field", "variable", "class", "interface", "module",
    "property", "unit", "value", "enum", "keyword", "snippet", "color", "file", "reference", "folder",
    "enum member", "constant", "struct", "event", "operator", "type parameter",
};

const char *lsp_completion_kind_name(int kind) {
  return kind >= 1 && (size_t)kind <= COUNT_OF(kinds) ? kinds[kind - 1] : "unknown";
}

typedef struct Item {
  LspCompletion completion;
  Str order; /* sortText, else the label */
  size_t at; /* in the answer */
} Item;

/* As editors do it: by sortText, and those that are equal in the server's
 * order. */
static int compare_items(const void *a, const void *b) {
  const Item *left = a, *right = b;
  int order = str_compare(left->order, right->order);
  return order ? order : left->at < right->at ? -1 : left->at > right->at;
}

/* What is put in: the edit's text, where the list has an edit range for all
 * `textEditText`, then insertText, then the label. */
static Str insert_text(const Json *value, const Json *defaults, Str label) {
  const Json *edit = json_get(value, STR("textEdit"));
  if (edit) return json_get_str(edit, STR("newText"), label);
  Str text = json_get_str(value, STR("insertText"), label);
  return json_get(defaults, STR("editRange")) ? json_get_str(value, STR("textEditText"), text) : text;
}

/* Without a label there is nothing to show, and the protocol wants one. */
static bool read_completion(Arena *arena, const Json *value, const Json *defaults, Item *ret_item) {
  const Json *label = json_get(value, STR("label"));
  if (!json_is(label, JSON_STRING)) return false;
  int64_t kind = json_get_int(value, STR("kind"), 0);
  const Json *details = json_get(value, STR("labelDetails"));
  Str detail = json_get_str(value, STR("detail"), json_get_str(details, STR("detail"), STR_EMPTY));
  *ret_item = (Item){
      .completion = {.label = lsp_shown_words(arena, label->text), .detail = lsp_shown_words(arena, detail),
                     .documentation = lsp_read_words(arena, json_get(value, STR("documentation"))),
                     .insert_text = lsp_shown_words(arena, insert_text(value, defaults, label->text)),
                     .kind = kind >= 1 && kind <= (int64_t)COUNT_OF(kinds) ? (int)kind : 0,
                     .is_deprecated = json_get_bool(value, STR("deprecated"), false) ||
                                      lsp_has_tag(json_get(value, STR("tags")), 1)},
      .order = json_get_str(value, STR("sortText"), label->text)};
  return true;
}

/* null | CompletionItem[] | CompletionList */
void lsp_read_completions(LspReader *reader, const Json *result, LspCompletions *ret_completions) {
  Arena *arena = reader->job->arena;
  const Json *items = json_is(result, JSON_ARRAY) ? result : json_get(result, STR("items"));
  LspCompletions all = {.is_incomplete = json_get_bool(result, STR("isIncomplete"), false)};
  VEC(Item) read = {0};
  for (size_t i = 0; json_is(items, JSON_ARRAY) && i < items->count; i++) {
    Item item;
    if (!read_completion(arena, &items->items[i], json_get(result, STR("itemDefaults")), &item)) continue;
    item.at = i;
    *vec_add(arena, &read) = item;
  }
  if (read.len) qsort(read.items, read.len, sizeof(Item), compare_items);
  for (size_t i = 0; i < read.len; i++) *vec_add(arena, &all) = read.items[i].completion;
  *ret_completions = all;
}

/* ---- signatures ---- */

/* Offsets into a label know no lines. */
static Str on_one_line(Arena *arena, Str label) {
  char *line = arena_copy(arena, label.ptr, label.len);
  for (size_t i = 0; i < label.len; i++) {
    if (line[i] == '\n' || line[i] == '\r') line[i] = ' ';
  }
  return (Str){line, label.len};
}

/* A parameter's label: text, or where it stands in the signature's label. */
static Str read_parameter(LspReader *reader, const Text *signature, const Json *parameter) {
  const Json *label = json_get(parameter, STR("label"));
  int64_t from, to;
  if (json_is(label, JSON_STRING)) return lsp_shown_words(reader->job->arena, label->text);
  if (!json_is(label, JSON_ARRAY) || label->count != 2) return STR_EMPTY;
  if (!json_to_int(&label->items[0], &from) || !json_to_int(&label->items[1], &to)) return STR_EMPTY;
  if (from < 0 || to < from || to > UINT32_MAX) return STR_EMPTY;
  size_t start = text_from_position(signature, (TextPosition){0, (uint32_t)from}, reader->encoding);
  size_t end = text_from_position(signature, (TextPosition){0, (uint32_t)to}, reader->encoding);
  return lsp_shown_words(reader->job->arena, str_slice(signature->chars, start, end));
}

/* The label is made visible only after parameters were cut out of it: making
 * it so changes offsets. */
static void read_signature(LspReader *reader, const Json *value, LspSignature *ret_signature) {
  Arena *arena = reader->job->arena;
  const Json *parameters = json_get(value, STR("parameters"));
  LspSignature signature = {.label = json_get_str(value, STR("label"), STR_EMPTY),
                            .documentation = lsp_read_words(arena, json_get(value, STR("documentation")))};
  if (json_is(parameters, JSON_ARRAY)) {
    Text label;
    text_take(arena, on_one_line(arena, signature.label), &label);
    signature.parameter_count = parameters->count;
    signature.parameters = ARENA_ARRAY(arena, Str, parameters->count);
    for (size_t i = 0; i < parameters->count; i++) {
      signature.parameters[i] = read_parameter(reader, &label, &parameters->items[i]);
    }
  }
  signature.label = lsp_shown_words(arena, signature.label); /* offsets were counted in the server's own */
  *ret_signature = signature;
}

void lsp_read_signatures(LspReader *reader, const Json *result, LspSignatures *ret_signatures) {
  const Json *values = json_get(result, STR("signatures"));
  LspSignatures all = {0};
  for (size_t i = 0; json_is(values, JSON_ARRAY) && i < values->count; i++) {
    LspSignature signature;
    read_signature(reader, &values->items[i], &signature);
    *vec_add(reader->job->arena, &all) = signature;
  }
  if (!all.len) {
    *ret_signatures = all;
    return;
  }
  /* Values beyond the ends mean the first, as the protocol says. */
  int64_t active = json_get_int(result, STR("activeSignature"), 0);
  all.active = active > 0 && (size_t)active < all.len ? (size_t)active : 0;
  int64_t parameter = json_get_int(result, STR("activeParameter"), 0);
  parameter = json_get_int(&values->items[all.active], STR("activeParameter"), parameter);
  all.active_parameter = parameter > 0 ? (size_t)parameter : 0;
  *ret_signatures = all;
}

/* ---- inlay hints ---- */

/* Several hints may stand at one place; by label, so that the order is always
 * the same. */
static int compare_hints(const void *a, const void *b) {
  const LspHint *left = a, *right = b;
  int order = lsp_compare_points(left->at, right->at);
  return order ? order : str_compare(left->label, right->label);
}

/* string | InlayHintLabelPart[] */
static Str read_label(Arena *arena, const Json *label) {
  Buf buf;
  if (json_is(label, JSON_STRING)) return lsp_shown_words(arena, label->text);
  buf_init(&buf, arena, SIZE_MAX);
  for (size_t i = 0; json_is(label, JSON_ARRAY) && i < label->count; i++) {
    buf_add(&buf, json_get_str(&label->items[i], STR("value"), STR_EMPTY));
  }
  return lsp_shown_words(arena, buf_str(&buf));
}

/* Empty labels and broken positions are left out silently: a hint is
 * decoration. */
void lsp_read_hints(LspReader *reader, const Text *text, const Json *result, LspHints *ret_hints) {
  LspHints all = {0};
  for (size_t i = 0; json_is(result, JSON_ARRAY) && i < result->count; i++) {
    LspHint hint = {.label = read_label(reader->job->arena, json_get(&result->items[i], STR("label")))};
    int64_t kind = json_get_int(&result->items[i], STR("kind"), 0);
    hint.kind = kind == 1 || kind == 2 ? (int)kind : 0;
    if (!hint.label.len) continue;
    if (!lsp_read_point(reader, text, json_get(&result->items[i], STR("position")), &hint.at)) continue;
    *vec_add(reader->job->arena, &all) = hint;
  }
  if (all.len) qsort(all.items, all.len, sizeof(LspHint), compare_hints);
  *ret_hints = all;
}
