/* Texts that are statements for a database or operations of a server: which tables and columns the
 * function around them reads and writes. A statement may be put together from
 * several texts, and have holes where values are put in. */
#include <string.h>

#include "src/languages/build_internal.h"
#include "src/languages/operation_internal.h"
#include "src/languages/query_internal.h"

enum { STATEMENTS_MAX = 2000, STATEMENT_BYTES = 64 * 1024 };

/* Where the text itself begins: behind letters and quotes, or behind the first
 * line of one that ends with a word (<<<SQL). */
static size_t text_from(Str text) {
  size_t from = 0;
  if (str_starts_with(text, STR("<<"))) {
    size_t line = str_find_byte(text, '\n');
    return line == STR_NONE ? text.len : line + 1;
  }
  while (from < text.len && from < 4 && !strchr("\"'`", text.ptr[from])) from++;
  if (from == text.len || from == 4) return 0;
  char quote = text.ptr[from];
  bool is_triple = from + 2 < text.len && text.ptr[from + 1] == quote && text.ptr[from + 2] == quote;
  return from + (is_triple ? 3 : 1);
}

static bool is_joint(Str between) {
  enum { LONGEST = 400 };
  if (between.len > LONGEST) return false;
  for (size_t i = 0; i < between.len; i++) {
    if (!strchr(" \t\r\n+.\\&|", between.ptr[i])) return false;
  }
  return true;
}

/* Parts that are computed: ${x}, #{x}, {x}, $x, \(x). */
static void note_holes(LanguageBuild *build, NodeNo node, unsigned depth) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = syntax_first(syntax, node); c && depth < 4; c = syntax_next(syntax, c)) {
    if (!syntax_first(syntax, c)) continue;
    const SyntaxNode *at = &syntax->nodes[c];
    bool is_hole = at->from < syntax->text.len && strchr("${#\\", syntax->text.ptr[at->from]);
    if (is_hole) *vec_add(build->arena, &build->builder->holes) = (Range){at->from, at->to};
    else note_holes(build, c, depth + 1);
  }
}

static void note(LanguageBuild *build, Range range, NodeNo node, bool joins) {
  LanguageBuilder *builder = build->builder;
  LanguageStatement *last = builder->statements.len ? vec_last(&builder->statements) : NULL;
  uint32_t from = range.from + (uint32_t)text_from(str_slice(build->syntax->text, range.from, range.to));
  Range piece = {from, range.to > from ? range.to : from};
  note_holes(build, node, 0);
  *vec_add(build->arena, &builder->pieces) = piece;
  if (joins) {
    last->range.to = range.to;
    last->piece_count++;
    last->hole_count = (uint32_t)builder->holes.len - last->holes;
    return;
  }
  uint32_t holes = (uint32_t)builder->holes.len, own = 0;
  while (own < holes && builder->holes.items[holes - own - 1].from >= range.from) own++;
  *vec_add(build->arena, &builder->statements) =
      (LanguageStatement){.range = range, .pieces = (uint32_t)builder->pieces.len - 1, .piece_count = 1, .holes = holes - own, .hole_count = own,
                          .function = build->function, .is_dependent = build->flags & DEF_DEPENDENT};
}

/* Most texts are no sentence: behind their first word stands no blank or bracket. */
static bool may_begin(Str text) {
  enum { LONGEST = 12 };
  size_t from = 0, to;
  while (from < text.len && strchr(" \t\r\n", text.ptr[from])) from++;
  for (to = from; to < text.len && byte_is_letter(text.ptr[to]); to++) continue;
  if (to == from) return to < text.len && strchr("(-/#", text.ptr[to]);
  return to - from <= LONGEST && to < text.len && strchr(" \t\r\n{(", text.ptr[to]);
}

void language_note_text(LanguageBuild *build, NodeNo node) {
  LanguageBuilder *builder = build->builder;
  if (builder->is_foreign || builder->statements.len >= STATEMENTS_MAX) return;
  const SyntaxNode *at = &build->syntax->nodes[node];
  const LanguageStatement *last = builder->statements.len ? vec_last(&builder->statements) : NULL;
  Str text = build->syntax->text;
  if (last && at->from >= last->range.from && at->to <= last->range.to) return;
  if (last && at->from <= last->range.from && at->to >= last->range.to) return; /* all of what was noted in parts */
  bool joins = last && at->from >= last->range.to && last->function == build->function &&
               at->to - last->range.from < STATEMENT_BYTES && is_joint(str_slice(text, last->range.to, at->from));
  Str own = str_slice(text, at->from, at->to), inner = str_slice(own, text_from(own), own.len);
  if (!joins && !may_begin(inner)) return;
  if (!joins && !language_query_begins(inner) && !language_query_makes(inner) && !language_operation_begins(inner)) return;
  if (at->to - at->from < STATEMENT_BYTES) note(build, (Range){at->from, at->to}, node, joins);
}

/* ---- from texts to references ---- */

/* The statement as it is sent, every byte at its own place: what is not part of
 * a text is blank. */
static Str plain_text(const LanguageBuild *build, const LanguageStatement *statement) {
  const LanguageBuilder *builder = build->builder;
  uint32_t from = statement->range.from, len = statement->range.to - from;
  const char *text = build->syntax->text.ptr;
  char *plain = arena_alloc(build->arena, len);
  memset(plain, ' ', len);
  for (uint32_t i = 0; i < statement->piece_count; i++) {
    Range piece = builder->pieces.items[statement->pieces + i];
    uint32_t to = piece.to;
    while (to > piece.from && to > piece.to - 3 && strchr("\"'`", text[to - 1])) to--; /* its own quotes */
    memcpy(plain + (piece.from - from), text + piece.from, to - piece.from);
  }
  for (uint32_t i = 0; i + 1 < len; i++) {
    if (plain[i] != '\\') continue;
    plain[i++] = ' ';
    if (plain[i] != '"' && plain[i] != '\'' && plain[i] != '`') plain[i] = ' ';
  }
  for (uint32_t i = 0; i < statement->hole_count; i++) {
    Range hole = builder->holes.items[statement->holes + i];
    if (hole.from >= from && hole.to <= statement->range.to) memset(plain + (hole.from - from), QUERY_OPEN, hole.to - hole.from);
  }
  return (Str){plain, len};
}

static ExprNo add_table(LanguageBuild *build, Str text, Range name, uint32_t from) {
  return language_add(build, (Expr){.kind = EXPR_TABLE, .name = language_intern(build, str_slice(text, name.from, name.to)), .at = from + name.from});
}

static ExprNo add_column(LanguageBuild *build, Str text, const Query *query, const QueryUse *use, uint32_t from) {
  ExprNo tables[QUERY_COLUMN_TABLES];
  uint32_t count = 0;
  while (count < use->table_count) {
    tables[count] = add_table(build, text, query->tables.items[use->tables + count], from);
    count++;
  }
  ExprNo base = count == 1 ? tables[0] : language_add(build, (Expr){.kind = EXPR_ANY, .at = from, .list = language_list(build, tables, count)});
  return language_add(build, (Expr){.kind = EXPR_MEMBER, .base = base, .at = from + use->name.from,
                                    .name = language_intern(build, str_slice(text, use->name.from, use->name.to))});
}

/* What a constant of the file or of a type holds is its own. */
static DefNo holder_of(const Facts *facts, uint32_t at) {
  DefNo found = 0;
  for (DefNo i = 1; i < facts->defs.len && facts->defs.items[i].full.from <= at; i++) {
    const Def *def = &facts->defs.items[i];
    bool holds = def->kind == SYMBOL_CONSTANT || def->kind == SYMBOL_VARIABLE || def->kind == SYMBOL_FIELD || def->kind == SYMBOL_PROPERTY;
    if (holds && def->name.value && !(def->flags & (DEF_ANONYMOUS | DEF_LOCAL)) && def->full.to > at) found = i;
  }
  return found;
}

static Range moved(Range range, uint32_t by) { return (Range){range.from + by, range.to + by}; }

static LanguageMade made_of(Str text, Range name, Range whole, uint32_t by) {
  return (LanguageMade){str_slice(text, name.from, name.to), moved(name, by), moved(whole, by)};
}

static void make_tables(LanguageBuild *build, Str text, uint32_t from) {
  QueryTables tables;
  language_query_tables(build->arena, text, &tables);
  for (size_t i = 0; i < tables.list.len; i++) {
    const QueryTable *table = &tables.list.items[i];
    LanguageMade made = made_of(text, table->name, table->whole, from);
    DefNo def = table->is_changed ? 0 : language_make_table(build, &made, moved(table->head, from));
    for (uint32_t k = 0; k < table->column_count; k++) {
      QueryColumn column = tables.columns.items[table->columns + k];
      LanguageMade one = made_of(text, column.name, column.whole, from);
      if (def) language_make_column(build, def, &one);
      else language_add_made_column(build, made.text, &one);
    }
  }
}

static void read_statement(LanguageBuild *build, const LanguageStatement *statement) {
  Str text = plain_text(build, statement);
  uint32_t from = statement->range.from;
  DefNo function = statement->function ? statement->function : holder_of(build->facts, from);
  bool is_constant = !statement->function && function;
  if (language_query_makes(text)) make_tables(build, text, from);
  if (language_operation_begins(text)) {
    if (language_make_operations(build, text, from, function) && is_constant) build->facts->defs.items[function].flags |= DEF_QUERY;
    return;
  }
  Query query;
  language_query_read(build->arena, text, &query);
  if (!query.uses.len) return;
  if (is_constant) build->facts->defs.items[function].flags |= DEF_QUERY;
  for (size_t i = 0; i < query.uses.len; i++) {
    const QueryUse *use = &query.uses.items[i];
    ExprNo expr = use->is_column ? add_column(build, text, &query, use, from) : add_table(build, text, use->name, from);
    if (!expr) continue;
    *vec_add(build->arena, &build->facts->refs) =
        (Ref){.role = use->is_written ? REF_STORE : REF_FETCH, .flags = statement->is_dependent ? REF_DEPENDENT : 0, .expr = expr,
              .from = function, .at = from + use->name.from};
  }
}

void language_read_statements(LanguageBuild *build) {
  const LanguageBuilder *builder = build->builder;
  for (size_t i = 0; i < builder->statements.len; i++) read_statement(build, &builder->statements.items[i]);
}
