/* C: macros of the file that stand for part of a definition: the head of a function, a
 * whole one, a row of a table. What they make is found where they are used, by putting
 * the arguments into the text of the macro. What a macro of another file makes resolving
 * finds (macro_patterns.c). */
#include "src/languages/c/c_internal.h"

/* A text is read again for each use: of a long one only the beginning, which is enough
 * for the head of a function. */
enum { PARAMS_MAX = 8, NAME_MAX_BYTES = 256, BODY_MAX_BYTES = 4096, WORDS_MAX = 16 };

typedef struct Shape {
  Str params[PARAMS_MAX];
  size_t count;
  Str body;
  bool ends_block; /* the whole text ends with a brace */
} Shape;

/* A use of it. */
typedef struct Use {
  LanguageBuild *build;
  const Shape *shape;
  NodeNo args[PARAMS_MAX];
  size_t count;
} Use;

static Str without_continuations(LanguageBuild *build, Str text) {
  if (str_find_byte(text, '\\') == STR_NONE) return str_trim(text);
  char *copy = arena_copy(build->arena, text.ptr, text.len);
  for (size_t i = 0; i < text.len; i++) {
    if (copy[i] == '\\' || copy[i] == '\n' || copy[i] == '\r') copy[i] = ' ';
  }
  return str_trim((Str){copy, text.len});
}

void language_c_note_shape(LanguageBuild *build, NodeNo name, NodeNo params, NodeNo body) {
  const Syntax *syntax = build->syntax;
  CState *state = language_c_state(build);
  if (!params || !body) return;
  Shape *shape = ARENA_NEW(build->arena, Shape);
  Str text = str_trim(syntax_text(syntax, body));
  shape->ends_block = str_ends_with(text, STR("}"));
  shape->body = without_continuations(build, str_slice(text, 0, text.len < BODY_MAX_BYTES ? text.len : BODY_MAX_BYTES));
  for (NodeNo c = syntax_first(syntax, params); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != C_IDENTIFIER || shape->count == PARAMS_MAX) continue;
    shape->params[shape->count++] = syntax_text(syntax, c);
  }
  if (!state->has_shapes) map_init(&state->shapes, build->arena);
  state->has_shapes = true;
  map_put(&state->shapes, syntax_text(syntax, name), shape);
}

bool language_c_has_shape(LanguageBuild *build, Str name) {
  const CState *state = language_c_state(build);
  return state->has_shapes && map_get(&state->shapes, name);
}

/* False: no macro of this file, or with more arguments than are looked at. */
static bool use_of(LanguageBuild *build, NodeNo name, NodeNo list, Use *ret_use) {
  const Syntax *syntax = build->syntax;
  CState *state = language_c_state(build);
  *ret_use = (Use){.build = build};
  if (!state->has_shapes || !name || !list) return false;
  ret_use->shape = map_get(&state->shapes, syntax_text(syntax, name));
  for (NodeNo c = syntax_first(syntax, list); c && ret_use->shape; c = syntax_next(syntax, c)) {
    if (!syntax_is_named(syntax, c) || syntax_kind(syntax, c) == C_COMMENT) continue;
    if (ret_use->count == PARAMS_MAX) return false;
    ret_use->args[ret_use->count++] = c;
  }
  return ret_use->shape != NULL;
}

/* ---- names ---- */

static size_t word_end(Str text, size_t at) {
  while (at < text.len && language_c_is_word_byte(text.ptr[at])) at++;
  return at;
}

static size_t skip_blanks(Str text, size_t at) {
  while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t')) at++;
  return at;
}

/* Behind the `##` that follows, and blanks; `at` when none does. */
static size_t past_paste(Str text, size_t at) {
  size_t sign = skip_blanks(text, at);
  if (!str_starts_with(str_slice(text, sign, text.len), STR("##"))) return at;
  return skip_blanks(text, sign + 2);
}

/* The name that words joined by ## give from `at` on, and the argument that is in it;
 * *ret_end is behind it. Empty: there is none, or no argument in it. */
static Str made_name(const Use *use, size_t at, size_t *ret_end, NodeNo *ret_arg) {
  char name[NAME_MAX_BYTES];
  size_t len = 0;
  Str text = use->shape->body;
  *ret_arg = 0;
  for (;;) {
    size_t end = word_end(text, at);
    Str word = str_slice(text, at, end);
    for (size_t i = 0; i < use->shape->count && i < use->count; i++) {
      if (!str_eq(word, use->shape->params[i])) continue;
      word = syntax_text(use->build->syntax, use->args[i]);
      *ret_arg = use->args[i];
    }
    *ret_end = end;
    if (!word.len || word_end(word, 0) != word.len || len + word.len > sizeof name) return STR_EMPTY;
    memcpy(name + len, word.ptr, word.len);
    len += word.len;
    at = past_paste(text, end);
    if (at == end) break;
  }
  bool is_name = *ret_arg && !byte_is_digit(name[0]);
  return is_name ? str_copy(use->build->arena, (Str){name, len}) : STR_EMPTY;
}

/* ---- functions ---- */

static size_t bracket_end(Str text, size_t at) {
  int depth = 0;
  for (; at < text.len; at++) {
    depth += (text.ptr[at] == '(') - (text.ptr[at] == ')');
    if (!depth) return at + 1;
  }
  return text.len;
}

/* `static int cmd_##name(int x)`: words, then a made name with brackets behind it, and
 * behind those nothing, or the block of a whole function. */
static Str made_function(const Use *use, bool whole, NodeNo *ret_arg) {
  Str text = use->shape->body;
  for (size_t at = 0, words = 0; at < text.len && words < WORDS_MAX; words++) {
    size_t end;
    at = skip_blanks(text, at);
    while (at < text.len && text.ptr[at] == '*') at = skip_blanks(text, at + 1);
    Str name = made_name(use, at, &end, ret_arg);
    size_t bracket = skip_blanks(text, end);
    if (bracket < text.len && text.ptr[bracket] == '(') {
      size_t behind = skip_blanks(text, bracket_end(text, bracket));
      bool fits = whole ? behind < text.len && text.ptr[behind] == '{' && use->shape->ends_block : behind == text.len;
      return fits && words ? name : STR_EMPTY;
    }
    if (end == at) return STR_EMPTY;
    at = end;
  }
  return STR_EMPTY;
}

/* MACRO(name) { … }: the grammar takes the macro for a type. */
static NodeNo only_argument(const Syntax *syntax, NodeNo declarator) {
  bool bracketed = declarator && syntax_kind(syntax, declarator) == C_PARENTHESIZED_DECLARATOR;
  NodeNo name = bracketed ? syntax_named(syntax, declarator, 0) : 0;
  return name && syntax_kind(syntax, name) == C_IDENTIFIER ? name : 0;
}

/* MACRO(a, b) { … }: the grammar takes the macro for the function. */
static bool head_use(LanguageBuild *build, NodeNo node, Use *ret_use) {
  const Syntax *syntax = build->syntax;
  NodeNo declarator = syntax_field(syntax, node, C_FIELD_DECLARATOR), type = syntax_field(syntax, node, C_FIELD_TYPE);
  if (only_argument(syntax, declarator)) return use_of(build, type, declarator, ret_use);
  if (type || !declarator || syntax_kind(syntax, declarator) != C_FUNCTION_DECLARATOR) return false;
  return use_of(build, syntax_field(syntax, declarator, C_FIELD_DECLARATOR), syntax_field(syntax, declarator, C_FIELD_PARAMETERS), ret_use);
}

static unsigned linkage_of(const Use *use, unsigned otherwise) {
  return str_starts_with(use->shape->body, STR("static")) ? DEF_STATIC : otherwise;
}

static DefNo define(LanguageBuild *build, const LanguageDef *made) {
  LanguageOpen before;
  DefNo def = language_define(build, made);
  if (!made->body) return def;
  Span body = syntax_span(build->syntax, made->body), *full = &language_def(build, def)->full;
  full->to = body.to;
  full->end_line = body.end_line;
  full->end_column = body.end_column;
  language_open(build, SCOPE_FUNCTION, made->whole, def, &before);
  language_c_state(build)->function_binds = (BindNo)build->facts->binds.len;
  language_visit_children(build, made->body);
  language_close(build, &before);
  return def;
}

/* What an unknown macro makes has a name that nobody here can know: it is called as its
 * argument, so that its calls are somebody's, and bound to no name, nor seen by other files. */
bool language_c_made_function(LanguageBuild *build, NodeNo node, unsigned flags) {
  const Syntax *syntax = build->syntax;
  Use use;
  bool known = head_use(build, node, &use);
  NodeNo arg = 0, body = syntax_field(syntax, node, C_FIELD_BODY);
  Str name = known ? made_function(&use, false, &arg) : STR_EMPTY;
  if (!name.len) arg = only_argument(syntax, syntax_field(syntax, node, C_FIELD_DECLARATOR));
  if (!arg || build->callable || !body) return false;
  NodeNo macro = syntax_field(syntax, node, C_FIELD_TYPE);
  if (macro) language_ref(build, REF_MACRO, language_add_name(build, macro), macro);
  DefNo def = define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = name.len ? linkage_of(&use, flags) : 0u, .name = arg,
                               .name_text = name, .whole = node, .body = body, .bind = BIND_HOISTED, .no_bind = !name.len});
  if (!known) language_c_note_head(build, macro, arg, 0, def);
  return true;
}

/* The block behind a statement, with nothing but comments and defines between. */
static NodeNo block_behind(const Syntax *syntax, NodeNo statement) {
  NodeNo next = syntax_next(syntax, statement);
  while (next && (syntax_kind(syntax, next) == C_COMMENT || syntax_kind(syntax, next) == C_DEFINE)) next = syntax_next(syntax, next);
  return next && syntax_kind(syntax, next) == C_COMPOUND ? next : 0;
}

/* MACRO(name, "text", …) { … } of an unknown macro is the head of a function as well: what it
 * gives that to is told by resolving, which knows the macros of libraries. */
static void define_told(LanguageBuild *build, NodeNo call) {
  const Syntax *syntax = build->syntax;
  NodeNo macro = syntax_field(syntax, call, C_FIELD_FUNCTION), args = syntax_field(syntax, call, C_FIELD_ARGUMENTS);
  NodeNo name = args ? syntax_named(syntax, args, 0) : 0, text = args ? syntax_named(syntax, args, 1) : 0;
  NodeNo block = block_behind(syntax, syntax->nodes[call].parent);
  bool is_head = block && name && text && syntax_kind(syntax, macro) == C_IDENTIFIER && syntax_kind(syntax, name) == C_IDENTIFIER && syntax_kind(syntax, text) == C_STRING;
  if (!is_head) return;
  language_c_state(build)->taken = block;
  DefNo def = define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .name = name, .whole = call, .body = block, .bind = BIND_HOISTED, .no_bind = true});
  language_c_note_head(build, macro, name, text, def);
}

/* The block that follows belongs to the function, when the macro is its head. */
void language_c_made_whole(LanguageBuild *build, NodeNo call) {
  const Syntax *syntax = build->syntax;
  Use use;
  NodeNo arg;
  if (build->callable || !call || syntax_kind(syntax, call) != C_CALL) return;
  if (!use_of(build, syntax_field(syntax, call, C_FIELD_FUNCTION), syntax_field(syntax, call, C_FIELD_ARGUMENTS), &use)) {
    define_told(build, call);
    return;
  }
  NodeNo statement = syntax->nodes[call].parent, next = syntax_next(syntax, statement);
  NodeNo block = next && syntax_kind(syntax, next) == C_COMPOUND ? next : 0;
  Str name = made_function(&use, !block, &arg);
  if (!name.len) return;
  language_c_state(build)->taken = block;
  define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = linkage_of(&use, DEF_EXPORTED) | (block ? 0u : DEF_GENERATED), .name = arg,
                               .name_text = name, .whole = call, .body = block, .bind = BIND_HOISTED});
}

/* A block that was read as the body of such a function is not read once more. */
void language_c_block(LanguageBuild *build, NodeNo node) {
  if (node != language_c_state(build)->taken) language_visit_block(build, node);
}

/* ---- rows of tables ---- */

/* Where the item ends that begins at `at`: a comma or the last brace. */
static size_t item_end(Str text, size_t at) {
  int depth = 0;
  for (; at < text.len; at++) {
    char c = text.ptr[at];
    if (!depth && (c == ',' || c == '}')) break;
    depth += (c == '(' || c == '{' || c == '[') - (c == ')' || c == '}' || c == ']');
  }
  return at;
}

size_t language_c_made_row(LanguageBuild *build, NodeNo call, CMadeItem *ret_items, size_t most) {
  const Syntax *syntax = build->syntax;
  Use use;
  size_t count = 0;
  if (syntax_kind(syntax, call) != C_CALL) return 0;
  if (!use_of(build, syntax_field(syntax, call, C_FIELD_FUNCTION), syntax_field(syntax, call, C_FIELD_ARGUMENTS), &use)) return 0;
  Str text = use.shape->body;
  if (!text.len || text.ptr[0] != '{') return 0;
  for (size_t at = 1; at < text.len && text.ptr[at] != '}' && count < most;) {
    size_t end = item_end(text, at), behind;
    CMadeItem *item = &ret_items[count++];
    *item = (CMadeItem){0};
    at = skip_blanks(text, at);
    if (at < end && text.ptr[at] == '.') {
      size_t name = at + 1, sign = word_end(text, name);
      item->field = str_slice(text, name, sign);
      sign = skip_blanks(text, sign);
      at = sign < end && text.ptr[sign] == '=' ? skip_blanks(text, sign + 1) : end;
    }
    Str made = at < end ? made_name(&use, at, &behind, &item->arg) : STR_EMPTY;
    if (made.len && skip_blanks(text, behind) == end) item->name = made;
    at = end + (end < text.len && text.ptr[end] == ',');
  }
  return count;
}
