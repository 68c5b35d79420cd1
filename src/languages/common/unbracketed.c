/* Brackets where a call has none, put in place of blanks so that all else stays where it
 * is. What is a call is told by the words before and behind alone; where there is no room
 * for a bracket, or a block never ends, the text stays as it was. */
#include "src/languages/common/unbracketed_internal.h"

#include "src/languages/common/tokens_internal.h"

enum { DEPTH_MAX = 256, AHEAD_MAX = 256, WORDS_MAX = 200 };

enum { MARK_KEYWORD = 1, MARK_TYPE = 2, MARK_MODIFIER = 4, MARK_OPERATOR = 8 };

typedef enum Place { PLACE_CODE, PLACE_TYPE, PLACE_ROUND } Place;

/* A bracket that is open, or (`command`) the arguments of a call that has none. */
typedef struct Open {
  size_t token; /* its own */
  Place place;
  bool is_command;
  unsigned closes; /* what is put beside its end: 0 nothing, else ')' or '}' */
  size_t changed[2];
  unsigned changes;
} Open;

typedef struct Reading {
  Str text;
  char *copy;
  LanguageToken *tokens;
  size_t count;
  Open open[DEPTH_MAX];
  size_t depth, deeper; /* brackets beyond the limit, which are only counted */
  size_t round;         /* the ( that was closed last */
} Reading;

/* ---- tokens and their places ---- */

static char sign(const Reading *own, size_t at) { return at < own->count ? own->tokens[at].kind : 0; }
static Str word(const Reading *own, size_t at) {
  if (sign(own, at) != TOKEN_WORD) return STR_EMPTY;
  return str_slice(own->text, own->tokens[at].from, own->tokens[at].to);
}
static bool is_marked(const Reading *own, size_t at, unsigned mark) { return at < own->count && (own->tokens[at].marks & mark); }
static bool is_word(const Reading *own, size_t at, const char *which) {
  return which[0] && sign(own, at) == TOKEN_WORD && own->text.ptr[own->tokens[at].from] == which[0] && str_eq_c(word(own, at), which);
}
static bool is_upper(Str name) { return name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z'; }
static bool is_name(const Reading *own, size_t at) { return sign(own, at) == TOKEN_WORD && !is_marked(own, at, MARK_KEYWORD); }
static bool ends_line(const Reading *own, size_t at) { return at >= own->count || sign(own, at) == TOKEN_LINE || sign(own, at) == ';' || sign(own, at) == '}'; }
static size_t past_lines(const Reading *own, size_t at) {
  while (sign(own, at) == TOKEN_LINE) at++;
  return at;
}
static Place place_of(const Reading *own) { return own->depth ? own->open[own->depth - 1].place : PLACE_CODE; }

static bool is_blank(const Reading *own, size_t at) {
  return at < own->text.len && own->copy[at] == own->text.ptr[at] && (own->copy[at] == ' ' || own->copy[at] == '\t');
}
static bool is_room(const Reading *own, size_t at) {
  return is_blank(own, at) || (at < own->text.len && own->copy[at] == own->text.ptr[at] && (own->copy[at] == '\n' || own->copy[at] == '\r'));
}
static void hide(Reading *own, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    if (own->copy[i] != '\n') own->copy[i] = ' ';
  }
}
static void hide_tokens(Reading *own, size_t from, size_t to) {
  if (from < to) hide(own, own->tokens[from].from, own->tokens[to - 1].to);
}
static void write_word(Reading *own, size_t at, const char *as) {
  hide_tokens(own, at, at + 1);
  for (size_t i = 0; as[i] && own->tokens[at].from + i < own->tokens[at].to; i++) own->copy[own->tokens[at].from + i] = as[i];
}
static void change(Reading *own, Open *open, size_t at, char to) {
  own->copy[at] = to;
  open->changed[open->changes++] = at;
}
static void undo(Reading *own, const Open *open) {
  for (unsigned i = 0; i < open->changes; i++) own->copy[open->changed[i]] = own->text.ptr[open->changed[i]];
}

/* ---- types ---- */

/* Where <…> ends, behind its last sign, when it holds types alone; 0: it does not. */
static size_t types_end(const Reading *own, size_t at) {
  unsigned depth = 0;
  for (size_t i = at; i < own->count && i < at + AHEAD_MAX; i++) {
    char c = sign(own, i);
    if (c == '<') depth++;
    else if (c == '>' && !--depth) return i + 1;
    else if (c != TOKEN_WORD && (!c || !strchr("<>,.?&[]", c))) return 0;
  }
  return 0;
}

/* A line's end ends what the grammar would go on with: a jump, whose target would be the
 * word of the next line, and a declaration without a value. */
static void end_line(Reading *own, size_t at) {
  size_t to = own->tokens[at].to;
  if (sign(own, at + 1) == TOKEN_LINE && is_room(own, to)) own->copy[to] = ';';
}

/* Types of types are known one deep. A declaration without a value is two names to the
 * grammar, which may not have types between them. */
static size_t read_types(Reading *own, size_t at) {
  bool is_behind = at && sign(own, at - 1) == TOKEN_WORD && own->tokens[at - 1].to == own->tokens[at].from && is_upper(word(own, at - 1));
  bool is_given = at && sign(own, at - 1) == '.';
  size_t end = types_end(own, at);
  if (!end || (!is_behind && !is_given && !is_upper(word(own, at + 1)))) return at;
  bool is_bare = place_of(own) == PLACE_CODE && is_name(own, end) && ends_line(own, end + 1);
  if (!is_behind && at && is_word(own, at - 1, "def")) hide_tokens(own, at - 1, at); /* def <T> T f() */
  if (is_bare) end_line(own, end);
  if (is_given || end == at + 2 || (is_bare && is_behind)) {
    hide_tokens(own, at, end);
    return end - 1;
  }
  unsigned depth = 0;
  for (size_t i = at; i < end; i++) {
    if (sign(own, i) == '<') depth++;
    if (depth > 1) hide_tokens(own, i, i + 1);
    if (sign(own, i) == '>') depth--;
  }
  return end - 1;
}

/* ---- modifiers and what the grammar lacks ---- */

/* A member without a type has its last modifier's place for `def`; elsewhere modifiers say nothing. */
static void read_modifier(Reading *own, size_t at) {
  bool has_value = sign(own, at + 2) == '=' && sign(own, at + 3) != '=';
  bool is_function = sign(own, at + 2) == '(' && !is_upper(word(own, at + 1));
  bool is_untyped = is_name(own, at + 1) && (has_value || is_function || ends_line(own, at + 2));
  if (sign(own, at + 1) == '(') write_word(own, at, "if"); /* a block that waits */
  else if (place_of(own) == PLACE_ROUND) hide_tokens(own, at, at + 1);
  else if (is_untyped) write_word(own, at, "def");
  else if (place_of(own) == PLACE_CODE && sign(own, at + 1) == TOKEN_WORD && !is_marked(own, at + 1, MARK_TYPE | MARK_MODIFIER)) hide_tokens(own, at, at + 1);
}

/* for (T x : xs) { … } */
static void read_loop(Reading *own, size_t at) {
  size_t sep = 0, end = 0, depth = 0;
  if (sign(own, at + 1) != '(') return;
  for (size_t i = at + 1; i < own->count && i < at + AHEAD_MAX && !end; i++) {
    char c = sign(own, i);
    if (c == ';') return;
    if (c == '(' || c == '[' || c == '{') depth++;
    if ((c == ')' || c == ']' || c == '}') && !--depth) end = i;
    if (depth == 1 && !sep && (c == ':' || is_word(own, i, "in"))) sep = i;
  }
  if (!end || sep < at + 3 || !is_name(own, sep - 1)) return;
  size_t first = at + 2, name = sep - 1;
  while (first < name && (is_word(own, first, "def") || is_word(own, first, "final") || is_word(own, first, "var"))) first++;
  bool is_in = sign(own, sep) == TOKEN_WORD, is_block = sign(own, past_lines(own, end + 1)) == '{';
  hide_tokens(own, at + 2, first);
  if (is_in && (first == name || !is_block)) hide_tokens(own, first, name);
  else { /* what is no block can be run for a condition alone, and has no type then */
    if (!is_block) hide_tokens(own, first, name);
    write_word(own, at, is_block ? "try" : "if");
    hide_tokens(own, sep, sep + 1);
    own->copy[own->tokens[sep].from] = '=';
  }
}

/* assert x, "why" */
static void read_assert(Reading *own, size_t at) {
  size_t depth = 0;
  for (size_t i = at + 1; i < own->count && i < at + AHEAD_MAX; i++) {
    char c = sign(own, i);
    if (c == '(' || c == '[' || c == '{') depth++;
    if ((c == ')' || c == ']' || c == '}') && !depth--) return;
    if (depth) continue;
    if (c == TOKEN_LINE || c == ';' || c == ':') return;
    if (c == ',') {
      own->copy[own->tokens[i].from] = ':';
      return;
    }
  }
}

/* Behind an annotation and what it is given. */
static size_t annotation_end(const Reading *own, size_t at) {
  size_t i = at + 2, depth = 0;
  while (sign(own, i) == '.' && sign(own, i + 1) == TOKEN_WORD) i += 2;
  if (sign(own, i) != '(') return i;
  for (; i < own->count && i < at + AHEAD_MAX; i++) {
    if (sign(own, i) == '(') depth++;
    if (sign(own, i) == ')' && !--depth) return i + 1;
  }
  return at;
}

/* ---- types inside of types ---- */

/* The ( that the ) at `at` closes; `at`: it is too far away. */
static size_t round_begin(const Reading *own, size_t at) {
  size_t depth = 0;
  for (size_t i = at + 1, least = at > AHEAD_MAX ? at - AHEAD_MAX : 0; i-- > least;) {
    if (sign(own, i) == ')') depth++;
    if (sign(own, i) == '(' && !--depth) return i;
  }
  return at;
}

/* Where the member begins whose word stands at `at`: with its modifiers and annotations. */
static size_t member_begin(const Reading *own, size_t at) {
  size_t first = at;
  for (size_t i = at; i-- > 0 && at - i < AHEAD_MAX;) {
    if (sign(own, i) == TOKEN_LINE) continue;
    size_t name = sign(own, i) == ')' ? round_begin(own, i) : i + 1; /* behind an annotation's name */
    if (is_marked(own, i, MARK_MODIFIER)) first = i;
    else if (name > 1 && sign(own, name - 1) == TOKEN_WORD && sign(own, name - 2) == '@') first = i = name - 2;
    else break;
  }
  return first;
}

/* A comment that ends before `to` ends so many bytes earlier; 0: there is none that can. */
static size_t shorten_comment(Reading *own, size_t to, size_t by) {
  size_t end = to - 2, from = end - by;
  if (to < by + 6 || own->copy[end] != '*' || own->copy[end + 1] != '/') return 0;
  for (size_t i = from - 2; i < end; i++) {
    if (own->copy[i] == '/' || own->copy[i] == '\n') return 0;
  }
  own->copy[from] = '*', own->copy[from + 1] = '/';
  return by;
}

/* `static{` before the word, over its modifiers and the blanks before it. */
static bool nest_type(Reading *own, size_t at) {
  static const char begin[] = "static{";
  enum { LENGTH = sizeof begin - 1 };
  size_t first = member_begin(own, at), to = own->tokens[at].from, from = own->tokens[first].from;
  while (from && to - from < LENGTH && is_room(own, from - 1)) from--;
  if (to - from < LENGTH) from -= shorten_comment(own, from, LENGTH - (to - from));
  if (to - from < LENGTH) return false;
  hide(own, own->tokens[first].from, to);
  for (size_t i = 0; i < LENGTH; i++) own->copy[to - LENGTH + i] = begin[i];
  return true;
}

/* The head of a type up to its body: what it implements is what it extends where the
 * grammar knows nothing else. True: it stands inside of a type. */
static bool read_type_head(Reading *own, size_t at, size_t body) {
  bool extends = false, is_class = is_word(own, at, "class"), is_enum = is_word(own, at, "enum");
  for (size_t i = at; i < body; i++) {
    bool implements = is_word(own, i, "implements");
    if (is_enum && implements) {
      hide_tokens(own, i, body);
      break;
    }
    if (implements && !is_class) write_word(own, i, extends ? "," : "extends");
    extends |= is_word(own, i, "extends");
  }
  if (place_of(own) == PLACE_TYPE) return nest_type(own, at);
  if (is_enum) hide_tokens(own, member_begin(own, at), at);
  return false;
}

/* The word that makes what stands before this { a type; 0: it is none. */
static size_t type_word(const Reading *own, size_t at) {
  for (size_t i = at, least = at > AHEAD_MAX ? at - AHEAD_MAX : 0; i-- > least;) {
    char c = sign(own, i);
    if (is_marked(own, i, MARK_TYPE) && is_name(own, i + 1) && !(i && sign(own, i - 1) == '.')) return i;
    if (c != TOKEN_WORD && c != TOKEN_LINE && (!c || !strchr("<>,.?&", c))) return 0;
  }
  return 0;
}

/* ---- calls ---- */

/* A name at `at` is called: nothing before it says that it is declared. */
static bool is_called(const Reading *own, size_t at) {
  if (!is_name(own, at)) return false;
  if (!at) return true;
  char c = sign(own, at - 1);
  if (c == '.') return true;
  if (is_upper(word(own, at)) && sign(own, at + 1) == '{') return false;
  bool begins = c == TOKEN_LINE || (c && strchr("{};", c));
  if (begins) return place_of(own) != PLACE_TYPE && !is_upper(word(own, at));
  if (c == TOKEN_WORD) {
    bool is_given = own->depth && own->open[own->depth - 1].is_command;
    if (is_word(own, at - 1, "new")) return true;
    return is_given || (!is_name(own, at - 1) && is_marked(own, at - 1, MARK_OPERATOR));
  }
  return (c != '>' || (at > 1 && sign(own, at - 2) == '-')) && c != ']';
}

/* A block behind a name, or behind what a function is given. */
static void open_block(Reading *own, Open *open, size_t at) {
  size_t from = own->tokens[at].from;
  if (!at) return;
  size_t name = own->round ? own->round - 1 : 0;
  while (name && sign(own, name) && strchr("<>,.?", sign(own, name)) && own->round - name < AHEAD_MAX) name--; /* new A<B>() { … } */
  if (sign(own, at - 1) == ')' && own->round && (is_called(own, name) || (name && is_word(own, name - 1, "new")))) {
    size_t round = own->tokens[at - 1].from;
    if (own->copy[round] != ')') return;
    change(own, open, round, own->round + 2 == at ? ' ' : ',');
    open->closes = ')';
  } else if (sign(own, at - 1) == TOKEN_WORD && is_called(own, at - 1)) {
    size_t behind = own->tokens[at - 1].to;
    if (behind < from && is_blank(own, behind)) {
      change(own, open, behind, '(');
      open->closes = ')';
    } else if (behind == from && is_room(own, from + 1)) {
      change(own, open, from, '(');
      change(own, open, from + 1, '{');
      open->closes = ')';
    }
  }
}

/* new T[] { … } is a list. */
static bool is_array(const Reading *own, size_t at) {
  return at > 3 && sign(own, at - 1) == ']' && sign(own, at - 2) == '[' && sign(own, at - 3) == TOKEN_WORD && is_word(own, at - 4, "new");
}

/* One more bracket at the end of a block: in the blank before its own, or behind it. */
static void close_block(Reading *own, const Open *open, size_t at) {
  size_t end = own->tokens[at].from;
  if (open->closes == ']') {
    own->copy[end] = ']';
  } else if (end && is_blank(own, end - 1)) {
    own->copy[end - 1] = '}';
    own->copy[end] = (char)open->closes;
  } else if (is_room(own, end + 1)) {
    own->copy[end + 1] = (char)open->closes;
  } else {
    undo(own, open);
  }
}

/* f a, b and x.f a, b: what is given begins on the same line with a name or a value. */
static bool is_command(const Reading *own, size_t at, size_t *ret_last) {
  size_t last = at;
  while (sign(own, last + 1) == '.' && sign(own, last + 2) == TOKEN_WORD) last += 2;
  if (sign(own, last + 1) == '?' && sign(own, last + 2) == '.') return false;
  if (!is_name(own, at) || !is_name(own, last) || is_upper(word(own, last)) || !is_blank(own, own->tokens[last].to)) return false;
  size_t next = last + 1;
  char c = sign(own, next);
  *ret_last = last;
  if (c == TOKEN_TEXT || c == TOKEN_NUMBER) return true;
  if (is_word(own, next, "new") || is_word(own, next, "this")) return true;
  return is_name(own, next) && !is_marked(own, next, MARK_OPERATOR) && !(sign(own, next + 1) == '=' && sign(own, next + 2) != '=');
}

static bool begins_statement(const Reading *own, size_t at) {
  if (place_of(own) != PLACE_CODE || (own->depth && own->open[own->depth - 1].is_command)) return false;
  char c = at ? sign(own, at - 1) : TOKEN_LINE;
  return c == TOKEN_LINE || strchr("{};", c) || (c == '>' && at > 1 && sign(own, at - 2) == '-');
}

/* A line's end ends the arguments unless something is to follow. */
static bool goes_on(const Reading *own, size_t at) {
  char before = at ? sign(own, at - 1) : 0, next = sign(own, past_lines(own, at));
  return (before && strchr(",+-*/%&|?:=<>.([{", before)) || (next && strchr(".?:&|+", next));
}

static void end_command(Reading *own, size_t at) {
  const Open *open = &own->open[own->depth - 1];
  size_t to = own->tokens[at - 1].to;
  own->depth--;
  if (is_room(own, to) || (to < own->text.len && own->copy[to] == ';')) own->copy[to] = ')';
  else undo(own, open);
}

/* ---- one after the other ---- */

static void push(Reading *own, Open open) {
  if (own->depth < DEPTH_MAX) own->open[own->depth++] = open;
  else own->deeper++;
}

static void open_bracket(Reading *own, size_t at) {
  Open open = {.token = at, .place = sign(own, at) == '{' ? PLACE_CODE : PLACE_ROUND};
  if (sign(own, at) == '{' && own->depth < DEPTH_MAX) {
    size_t type = type_word(own, at);
    if (type) {
      open.place = PLACE_TYPE;
      if (read_type_head(own, type, at)) open.closes = '}';
    } else if (is_array(own, at)) {
      hide_tokens(own, at - 4, at);
      change(own, &open, own->tokens[at].from, '[');
      open.closes = ']';
    } else if (!(at && sign(own, at - 1) == TOKEN_LINE)) {
      open_block(own, &open, at);
    }
  }
  push(own, open);
}

static void close_bracket(Reading *own, size_t at) {
  if (own->deeper) {
    own->deeper--;
    return;
  }
  while (own->depth && own->open[own->depth - 1].is_command) end_command(own, at);
  if (!own->depth) return;
  Open open = own->open[--own->depth];
  if (sign(own, at) == ')') own->round = open.token;
  if (open.closes) close_block(own, &open, at);
}

static void begin_command(Reading *own, size_t last) {
  Open open = {.token = last, .place = PLACE_ROUND, .is_command = true};
  if (own->depth == DEPTH_MAX) return;
  change(own, &open, own->tokens[last].to, '(');
  push(own, open);
}

/* x -> … and (a, b) -> … among arguments: what follows is the argument. */
static void read_lambda(Reading *own, size_t at) {
  size_t first = at && sign(own, at - 1) == ')' ? round_begin(own, at - 1) : at - 1;
  char before = first && first < at ? sign(own, first - 1) : 0;
  bool is_among_arguments = own->depth && sign(own, own->open[own->depth - 1].token) == '(';
  if (is_among_arguments && (before == '(' || before == ',')) hide_tokens(own, first, at + 2);
}

static size_t read_word(Reading *own, size_t at) {
  size_t last;
  bool is_free = !(at && (sign(own, at - 1) == '.' || is_word(own, at - 1, "import")));
  bool is_record = sign(own, at + 1) == TOKEN_WORD && sign(own, at + 2) == '(';
  /* Words that the grammar takes for its own wherever they stand. */
  if (is_word(own, at, "pipeline") || (is_word(own, at, "record") && !is_record)) own->copy[own->tokens[at].from] = '_';
  if (is_free && (is_word(own, at, "continue") || is_word(own, at, "break") || is_word(own, at, "return"))) end_line(own, at);
  if (is_free && is_marked(own, at, MARK_MODIFIER)) read_modifier(own, at);
  else if (is_word(own, at, "for")) read_loop(own, at);
  else if (is_word(own, at, "assert")) read_assert(own, at);
  else if (is_word(own, at, "new") && sign(own, at + 2) == '[') hide_tokens(own, at, at + 1); /* new T[n] makes no T */
  else if (is_upper(word(own, at)) && is_name(own, at + 1) && begins_statement(own, at)) end_line(own, at + 1);
  else if (begins_statement(own, at) && is_command(own, at, &last)) {
    begin_command(own, last);
    return last;
  }
  return at;
}

static size_t read_token(Reading *own, size_t at) {
  char c = sign(own, at);
  bool has_command = own->depth && own->open[own->depth - 1].is_command;
  if (has_command && (c == ';' || (c == TOKEN_LINE && !goes_on(own, at)))) end_command(own, at);
  if (c == '(' || c == '[' || c == '{') open_bracket(own, at);
  else if (c == ')' || c == ']' || c == '}') close_bracket(own, at);
  else if (c == '\\') hide_tokens(own, at, at + 1); /* the line goes on */
  else if (c == '<') return read_types(own, at);
  else if (c == '-' && sign(own, at + 1) == '>' && at) read_lambda(own, at);
  else if (c == '@' && is_word(own, annotation_end(own, at), "_")) hide_tokens(own, at, annotation_end(own, at) + 1); /* of nothing */
  else if (c == '@' && (place_of(own) == PLACE_ROUND || is_marked(own, at - 1, MARK_MODIFIER)) && sign(own, at + 1) == TOKEN_WORD) {
    size_t end = annotation_end(own, at);
    hide_tokens(own, at, end);
    return end > at ? end - 1 : at;
  } else if (c == TOKEN_WORD) return read_word(own, at);
  return at;
}

/* Words with a meaning, in chains by their first byte: most tokens meet a few of them. */
typedef struct Known {
  struct {
    Str word;
    unsigned marks;
    uint8_t next; /* one more than its place; 0: the last of its chain */
  } words[WORDS_MAX];
  uint8_t first[256], count;
} Known;

static void know(Known *known, const char *words, unsigned bit) {
  Str rest = str_from_c(words);
  while (rest.len && known->count < WORDS_MAX) {
    Str one = str_cut(&rest, ' ');
    uint8_t *first = &known->first[(unsigned char)one.ptr[0]];
    known->words[known->count].word = one;
    known->words[known->count].marks = bit;
    known->words[known->count].next = *first;
    *first = ++known->count;
  }
}

static void mark(Reading *own, const LanguageWords *words) {
  Known known = {0};
  know(&known, words->keywords, MARK_KEYWORD);
  know(&known, words->types, MARK_TYPE);
  know(&known, words->modifiers, MARK_MODIFIER);
  know(&known, words->operators, MARK_OPERATOR);
  for (size_t i = 0; i < own->count; i++) {
    if (own->tokens[i].kind != TOKEN_WORD) continue;
    Str text = word(own, i);
    for (unsigned at = known.first[(unsigned char)text.ptr[0]]; at; at = known.words[at - 1].next) {
      if (str_eq(known.words[at - 1].word, text)) own->tokens[i].marks |= (uint8_t)known.words[at - 1].marks;
    }
  }
}

Str language_read_unbracketed(Arena *arena, Str text, const LanguageWords *words) {
  LanguageTokens tokens = language_tokens(arena, text);
  Reading own = {.text = text, .copy = arena_copy(arena, text.ptr, text.len), .tokens = tokens.items, .count = tokens.len};
  mark(&own, words);
  for (size_t at = 0; at < own.count; at++) at = read_token(&own, at);
  while (own.depth) undo(&own, &own.open[--own.depth]);
  return (Str){own.copy, text.len};
}
