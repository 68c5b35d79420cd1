/* Doc comments as text. The forms of comments are told by their signs, in one
 * table for all languages, so that none has to say more than where its docs
 * are. */
#include "src/base/vec.h"
#include "src/languages/language.h"
#include "src/query/source/source.h"

typedef struct CommentForm {
  const char *open;
  const char *close; /* NULL: ends with its line */
  char repeat;       /* further ones of it belong to the sign, as in "///" */
  char margin;       /* stands at the beginning of inner lines; 0: none does */
} CommentForm;

/* Longer signs before their beginnings. */
static const CommentForm forms[] = {
    {"/*", "*/", '*', '*'}, {"//", NULL, '/', 0},        {"<!--", "-->", '-', 0},
    {"--[[", "]]", 0, 0},   {"--", NULL, '-', 0},        {"{-", "-}", 0, 0},
    {"(*", "*)", '*', '*'}, {"\"\"\"", "\"\"\"", 0, 0}, {"'''", "'''", 0, 0},
    {"\"", "\"", 0, 0},     {"'", "'", 0, 0},            {"#|", "|#", 0, 0},
    {"#", NULL, '#', 0},    {";", NULL, ';', 0},         {"%", NULL, '%', 0},
};

typedef struct Lines {
  Str *items;
  size_t len;
  size_t cap;
} Lines;

/* The form a comment begins with; *rest is then what follows its sign. A
 * string may have letters before its quotes. */
static const CommentForm *form_of(Str *rest) {
  Str at = *rest;
  for (size_t i = 0; i < COUNT_OF(forms); i++) {
    const CommentForm *form = &forms[i];
    Str open = str_from_c(form->open), text = at;
    bool is_quote = open.ptr[0] == '"' || open.ptr[0] == '\'';
    for (int letters = 0; is_quote && letters < 2 && text.len && byte_is_letter(text.ptr[0]); letters++) text = str_slice(text, 1, text.len);
    if (!str_starts_with(text, open)) continue;
    text = str_slice(text, open.len, text.len);
    while (form->repeat && text.len && text.ptr[0] == form->repeat &&
           !(form->close && str_starts_with(text, str_from_c(form->close)))) {
      text = str_slice(text, 1, text.len);
    }
    if (!form->close && text.len && text.ptr[0] == '!') text = str_slice(text, 1, text.len);
    *rest = text;
    return form;
  }
  return NULL;
}

static Str trim_end(Str line) {
  while (line.len && strchr(" \t\r\f", line.ptr[line.len - 1])) line.len--;
  return line;
}

static size_t indent_of(Str line) {
  size_t at = 0;
  while (at < line.len && (line.ptr[at] == ' ' || line.ptr[at] == '\t')) at++;
  return at;
}

/* Without the margin of a block comment. */
static Str inner_line(Str line, char margin) {
  size_t indent = indent_of(line);
  if (margin && indent < line.len && line.ptr[indent] == margin) return str_slice(line, indent + 1, line.len);
  return line;
}

static void add_line(Arena *arena, Lines *lines, Str line) { *vec_add(arena, lines) = trim_end(line); }

/* The lines of one block comment or string, up to its end in *rest. */
static void add_block(Arena *arena, Lines *lines, const CommentForm *form, Str *rest) {
  size_t end = str_find(*rest, str_from_c(form->close));
  Str body = str_slice(*rest, 0, end == STR_NONE ? rest->len : end);
  *rest = str_slice(*rest, end == STR_NONE ? rest->len : end + strlen(form->close), rest->len);
  /* "**" before the end is part of it. */
  while (form->repeat && body.len && body.ptr[body.len - 1] == form->repeat) body.len--;
  for (bool first = true; body.len; first = false) {
    Str line = str_cut(&body, '\n');
    add_line(arena, lines, first ? str_slice(line, indent_of(line), line.len) : inner_line(line, form->margin));
  }
}

/* Only what all further lines share: what is written deeper stays deeper. */
static void dedent(Lines *lines, size_t from) {
  size_t least = SIZE_MAX;
  for (size_t i = from; i < lines->len; i++) {
    size_t indent = indent_of(lines->items[i]);
    if (lines->items[i].len && indent < least) least = indent;
  }
  for (size_t i = from; i < lines->len; i++) {
    lines->items[i] = str_slice(lines->items[i], least, lines->items[i].len);
  }
}

/* Comments of one run may be of several forms, one behind the other; each
 * block is dedented by itself. */
static void strip(Arena *arena, Str doc, Lines *lines) {
  size_t run = 0; /* where the run of comments to the line's end began */
  while ((doc = str_slice(doc, indent_of(doc), doc.len)).len) {
    if (doc.ptr[0] == '\n' || doc.ptr[0] == '\r') {
      doc = str_slice(doc, 1, doc.len);
      continue;
    }
    const CommentForm *form = form_of(&doc);
    if (form && form->close) {
      dedent(lines, run);
      size_t first = lines->len;
      add_block(arena, lines, form, &doc);
      dedent(lines, first + 1);
      run = lines->len;
    } else {
      add_line(arena, lines, str_cut(&doc, '\n'));
    }
  }
  dedent(lines, run);
}

/* At most `max` bytes, to the end of a word. */
static Str cut(Arena *arena, Str text, size_t max) {
  if (text.len <= max) return text;
  Str head = str_head(text, max > 3 ? max - 3 : 0);
  size_t end = head.len;
  while (end > head.len / 2 && !strchr(" \n\t", head.ptr[end - 1])) end--;
  if (end > head.len / 2) head = str_trim(str_slice(head, 0, end));
  return str_format(arena, "%.*s...", STR_ARG(head));
}

/* Lines of signs alone say nothing. */
static bool says_something(Str line) {
  for (size_t i = 0; i < line.len; i++) {
    unsigned char c = (unsigned char)line.ptr[i];
    if (byte_is_letter((char)c) || byte_is_digit(c) || c >= 0x80) return true;
  }
  return false;
}

static bool begins_other(Str line) {
  return line.ptr[0] == '@' || str_starts_with(line, STR("```")) || str_starts_with(line, STR("- ")) || str_starts_with(line, STR("* "));
}

/* Behind the first full stop that no small letter follows ("e.g. this"). */
static Str to_full_stop(Str text) {
  for (size_t i = 0; i + 2 < text.len; i++) {
    bool is_end = text.ptr[i] == '.' && text.ptr[i + 1] == ' ';
    if (is_end && !(text.ptr[i + 2] >= 'a' && text.ptr[i + 2] <= 'z')) return str_slice(text, 0, i + 1);
  }
  return text;
}

/* Many begin with the name of what they are about: "open opens", "open.c - Opens".
 * Where the name stands beside it that says nothing. */
static Str without_name(Str line, Str name) {
  static const char *const dashes[] = {"-", ":", "\xE2\x80\x93", "\xE2\x80\x94"};
  bool is_named = name.len && str_starts_with(line, name) && (line.len == name.len || strchr(" :", line.ptr[name.len]));
  if (!is_named) return line;
  Str rest = str_trim(str_slice(line, name.len, line.len));
  for (size_t i = 0; i < COUNT_OF(dashes); i++) {
    Str dash = str_from_c(dashes[i]);
    if (str_starts_with(rest, dash)) return str_trim(str_slice(rest, dash.len, rest.len));
  }
  return rest;
}

Str query_source_sentence_of(Arena *arena, const QuerySource *source, Range doc, Str name, size_t max) {
  Lines lines = {0};
  Buf text;
  strip(arena, str_slice(source->text, doc.from, doc.to), &lines);
  buf_init(&text, arena, (doc.to > doc.from ? doc.to - doc.from : 0) + lines.len + 1);
  bool is_tag = false;
  for (size_t i = 0; i < lines.len; i++) {
    Str line = str_trim(lines.items[i]);
    if (!text.len) line = without_name(line, name);
    bool says = says_something(line);
    if (text.len && (!says || begins_other(line))) break;
    is_tag = says && (is_tag || line.ptr[0] == '@'); /* to the end of its paragraph */
    if (!says || is_tag) continue;
    if (text.len) buf_add_byte(&text, ' ');
    buf_add(&text, line);
  }
  return str_visible(arena, cut(arena, to_full_stop(buf_str(&text)), max));
}

Str query_source_sentence(Arena *arena, const QuerySource *source, Range doc, size_t max) {
  return query_source_sentence_of(arena, source, doc, STR_EMPTY, max);
}

Str query_source_doc(Arena *arena, const QuerySource *source, const StoreSymbol *symbol, size_t max) {
  Lines lines = {0};
  Buf text;
  strip(arena, str_slice(source->text, symbol->doc.from, symbol->doc.to), &lines);
  buf_init(&text, arena, source->text.len + 1);
  for (size_t i = 0; i < lines.len; i++) {
    buf_add(&text, lines.items[i]);
    buf_add_byte(&text, '\n');
  }
  Str all = buf_str(&text);
  while (all.len && all.ptr[0] == '\n') all = str_slice(all, 1, all.len);
  while (all.len && strchr(" \t\n", all.ptr[all.len - 1])) all.len--;
  return str_visible(arena, cut(arena, all, max));
}

const char *query_source_documenter(Str language) {
  const Language *found = language_find(language);
  return found ? found->documenter : NULL;
}
