/* One walk over a syntax tree. The stack is explicit: text can nest deeper
 * than a thread's stack. */
#include <string.h>

#include "src/base/map.h"
#include "src/extract/extract.h"
#include "src/extract/rules_internal.h"

/* What is known at one level of the tree while its nodes are visited. */
typedef struct Level {
  uint32_t container; /* index + 1 of the definition around it */
  bool local;         /* inside a function */
  bool has_doc;       /* a run of comments just ended here: */
  Range doc;
  uint32_t doc_row;   /* its last row */
  bool has_last;
  uint32_t last_row;  /* of the last node that is no comment */
} Level;

typedef struct Walk {
  LanguageVisit visit; /* first: hooks are given its address */
  Arena *arena;
  Facts *facts;
  VEC(Level) levels;
  uint32_t opened; /* by the definitions of the current node */
  bool opened_local;
} Walk;

static Span span_of(TSNode node) {
  TSPoint start = ts_node_start_point(node), end = ts_node_end_point(node);
  return (Span){.from = ts_node_start_byte(node), .to = ts_node_end_byte(node),
                .line = start.row + 1, .column = start.column + 1,
                .end_line = end.row + 1, .end_column = end.column + 1};
}

/* Some nodes (preprocessor lines) end behind their newline. */
static uint32_t end_row(TSNode node) {
  TSPoint end = ts_node_end_point(node);
  return end.column == 0 && end.row > 0 ? end.row - 1 : end.row;
}

static Range signature_of(const Walk *walk, const LanguageDef *def) {
  Range range = {ts_node_start_byte(def->whole), ts_node_end_byte(def->whole)};
  if (!ts_node_is_null(def->body)) range.to = ts_node_start_byte(def->body);
  Str text = str_trim(str_slice(walk->visit.text, range.from, range.to));
  while (text.len && strchr(";=\\", text.ptr[text.len - 1])) {
    text = str_trim(str_slice(text, 0, text.len - 1));
  }
  range.to = range.from + (uint32_t)text.len;
  return range;
}

static void define(LanguageVisit *visit, const LanguageDef *def) {
  Walk *walk = (Walk *)visit;
  Level *level = vec_last(&walk->levels);
  Str name = str_slice(visit->text, ts_node_start_byte(def->name), ts_node_end_byte(def->name));
  if (name.len == 0) return; /* the parser made it up to go on */
  Def *fact = vec_add(walk->arena, &walk->facts->defs);
  *fact = (Def){.kind = def->kind, .flags = def->flags, .container = level->container,
                .name = names_intern(walk->facts->names, name), .name_span = span_of(def->name),
                .full = span_of(def->whole), .signature = signature_of(walk, def)};
  if (level->has_doc && level->doc_row + 1 >= fact->full.line - 1) fact->doc = level->doc;
  if (def->opens && !walk->opened) {
    walk->opened = (uint32_t)walk->facts->defs.len;
    walk->opened_local = symbol_kind_is_callable(def->kind);
  }
}

static void define_by_table(Walk *walk, const ExtractRule *compiled, TSNode node) {
  const LanguageRule *rule = compiled->rule;
  LanguageDef def = {.kind = rule->kind, .name = node, .whole = node};
  if (rule->flags & LANGUAGE_EXPORTED) def.flags |= DEF_EXPORTED;
  def.opens = rule->flags & LANGUAGE_OPENS;
  for (size_t i = 0; compiled->name[i]; i++) {
    def.name = ts_node_child_by_field_id(def.name, compiled->name[i]);
    if (ts_node_is_null(def.name)) return;
  }
  if (compiled->body) def.body = ts_node_child_by_field_id(node, compiled->body);
  if ((rule->flags & LANGUAGE_NEEDS_BODY) && ts_node_is_null(def.body)) return;
  define(&walk->visit, &def);
}

/* Comments in a row belong together unless the first one trails code. */
static void note_comment(Level *level, TSNode node) {
  uint32_t row = ts_node_start_point(node).row;
  uint32_t from = ts_node_start_byte(node), to = ts_node_end_byte(node);
  if (level->has_last && level->last_row == row) {
    level->has_doc = false;
    return;
  }
  if (!level->has_doc || level->doc_row + 1 < row) level->doc = (Range){from, from};
  level->has_doc = true;
  level->doc.to = to;
  level->doc_row = end_row(node);
}

/* Looks at one node and sets up the level beneath it. */
static Level visit_node(Walk *walk, const ExtractRules *rules, TSNode node) {
  Level *level = vec_last(&walk->levels);
  Level inner = {.container = level->container, .local = level->local};
  TSSymbol kind = ts_node_symbol(node);
  size_t action = kind < rules->kind_count ? rules->by_kind[kind] : 0;
  if (action == EXTRACT_COMMENT) {
    note_comment(level, node);
    return inner;
  }
  if (action >= EXTRACT_FIRST_RULE) {
    const ExtractRule *compiled = &rules->rules[action - EXTRACT_FIRST_RULE];
    walk->opened = 0;
    if (level->local && (compiled->rule->flags & LANGUAGE_NOT_LOCAL)) {
      /* a variable of a function */
    } else if (compiled->rule->define) {
      compiled->rule->define(&walk->visit, compiled->rule, node);
    } else {
      define_by_table(walk, compiled, node);
    }
    level = vec_last(&walk->levels);
    if (walk->opened) {
      inner.container = walk->opened;
      inner.local |= walk->opened_local;
    } else {
      /* `typedef struct X {...} Y;`: the comment is about both. */
      inner.has_doc = level->has_doc;
      inner.doc = level->doc;
      inner.doc_row = level->doc_row;
    }
  }
  if (ts_node_is_named(node)) {
    level->has_doc = false;
    level->has_last = true;
    level->last_row = end_row(node);
  }
  return inner;
}

static Err walk_tree(Job *job, Walk *walk, const ExtractRules *rules, TSTreeCursor *cursor) {
  for (size_t visited = 1;; visited++) {
    if (visited % 4096 == 0) TRY(job_check(job));
    Level inner = visit_node(walk, rules, ts_tree_cursor_current_node(cursor));
    if (ts_tree_cursor_goto_first_child(cursor)) {
      *vec_add(walk->arena, &walk->levels) = inner;
      continue;
    }
    while (!ts_tree_cursor_goto_next_sibling(cursor)) {
      if (!ts_tree_cursor_goto_parent(cursor)) return OK;
      walk->levels.len--;
    }
  }
}

/* A prototype says nothing new beside the definition it announces. */
static void drop_announced(Arena *arena, Facts *facts) {
  Map defined;
  map_init(&defined, arena);
  for (size_t i = 0; i < facts->defs.len; i++) {
    Def *def = &facts->defs.items[i];
    bool is_value = symbol_kind_is_callable(def->kind) || def->kind == SYMBOL_VARIABLE ||
                    def->kind == SYMBOL_CONSTANT;
    if (!is_value || def->container || (def->flags & DEF_DECLARATION)) continue;
    map_put(&defined, names_text(facts->names, def->name), def);
  }
  uint32_t *moved = ARENA_ARRAY(arena, uint32_t, facts->defs.len + 1);
  size_t kept = 0;
  for (size_t i = 0; i < facts->defs.len; i++) {
    Def def = facts->defs.items[i];
    if ((def.flags & DEF_DECLARATION) && map_get(&defined, names_text(facts->names, def.name))) continue;
    def.container = moved[def.container];
    facts->defs.items[kept++] = def;
    moved[i + 1] = (uint32_t)kept;
  }
  facts->defs.len = kept;
}

Err extract_facts(Job *job, Arena *arena, Names *names, const Language *language,
                  const ParseTree *tree, Str text, Facts *ret_facts) {
  Facts facts = {.names = names};
  Walk walk = {.visit = {.text = text, .define = define}, .arena = arena, .facts = &facts};
  *vec_add(arena, &walk.levels) = (Level){0};
  TSNode root = parse_tree_root(tree);
  facts.broken = ts_node_has_error(root);
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  Err err = walk_tree(job, &walk, extract_rules(language), &cursor);
  ts_tree_cursor_delete(&cursor);
  if (err) return err;
  drop_announced(arena, &facts);
  *ret_facts = facts;
  return OK;
}
