/* An expression as text, for people: close to how code looks. */
#include "src/model/facts_internal.h"

/* For people, so what is too long is cut with dots. */
#define DUMP_DEPTH 24
#define DUMP_NODES 160 /* shared parts are written again wherever they are used */

typedef struct Dump {
  Buf *out;
  const Facts *facts;
  int depth;
  int left; /* nodes that may still be written */
} Dump;

static const char *const expr_words[] = {
#define EXPR_WORD_ROW(kind, word) word,
    EXPR_KINDS(EXPR_WORD_ROW)
#undef EXPR_WORD_ROW
};

static const char *const literal_words[] = {"null", "bool",   "int",   "long",  "float", "double",
                                            "char", "string", "bytes", "regex", "literal"};

static void dump(Dump *d, ExprNo no);

static void dump_name(Dump *d, NameId name) { buf_add(d->out, names_text(d->facts->names, name)); }

/* Stops in the middle of a list when the budget is used up. */
static void dump_items(Dump *d, ExprList list, const char *between) {
  for (uint32_t i = 0; i < list.count && d->left > 0; i++) {
    if (i) buf_add_c(d->out, between);
    dump(d, d->facts->lists.items[list.first + i]);
  }
}

static void dump_list(Dump *d, const char *open, ExprList list, const char *between, const char *close) {
  buf_add_c(d->out, open);
  dump_items(d, list, between);
  buf_add_c(d->out, close);
}

/* Keys and values in turns. */
static void dump_pairs(Dump *d, const char *open, ExprList list, const char *close) {
  buf_add_c(d->out, open);
  for (uint32_t i = 0; i < list.count && d->left > 0; i++) {
    if (i) buf_add_c(d->out, i % 2 ? ": " : ", ");
    dump(d, d->facts->lists.items[list.first + i]);
  }
  buf_add_c(d->out, close);
}

/* A definition by its name, or by its line when it has none. */
static void dump_def(Dump *d, const char *word, uint32_t no) {
  buf_add_c(d->out, word);
  if (no >= d->facts->defs.len) return;
  const Def *def = &d->facts->defs.items[no];
  if (def->name.value) {
    buf_add_byte(d->out, ' ');
    dump_name(d, facts_spelled(def));
  } else {
    buf_add_format(d->out, "@%u", def->full.line);
  }
}

static void dump_literal(Dump *d, const Expr *expr) {
  const char *word = literal_words[expr->number <= LITERAL_OTHER ? expr->number : LITERAL_OTHER];
  if (!expr->name.value) {
    buf_add_c(d->out, word);
  } else if (expr->number == LITERAL_INT) {
    dump_name(d, expr->name);
  } else {
    buf_add_byte(d->out, '"');
    dump_name(d, expr->name);
    buf_add_byte(d->out, '"');
  }
}

/* word(base[, name or number]) */
static void dump_word(Dump *d, const Expr *expr, const char *word) {
  buf_add_c(d->out, word);
  buf_add_byte(d->out, '(');
  dump(d, expr->base);
  if (expr->kind == EXPR_PART || expr->kind == EXPR_REST) {
    if (expr->name.value) {
      buf_add_c(d->out, ", ");
      dump_name(d, expr->name);
    } else {
      buf_add_format(d->out, ", %u", expr->number);
    }
  }
  buf_add_byte(d->out, ')');
}

/* What is written behind its base. */
static bool dump_suffix(Dump *d, const Expr *expr) {
  bool is_optional = expr->flags & EXPR_OPTIONAL;
  switch (expr->kind) {
    case EXPR_MEMBER:
      dump(d, expr->base);
      buf_add_c(d->out, is_optional ? "?." : ".");
      dump_name(d, expr->name);
      return true;
    case EXPR_METHOD_REF:
      dump(d, expr->base);
      buf_add_c(d->out, "::");
      dump_name(d, expr->name);
      return true;
    case EXPR_NEW:
    case EXPR_CALL:
      if (expr->kind == EXPR_NEW) buf_add_c(d->out, "new ");
      dump(d, expr->base);
      dump_list(d, is_optional ? "?.(" : "(", expr->list, ", ", ")");
      return true;
    case EXPR_INDEX:
      dump(d, expr->base);
      dump_list(d, is_optional ? "?.[" : "[", expr->list, ", ", "]");
      return true;
    case EXPR_APPLY:
      dump(d, expr->base);
      dump_list(d, "<", expr->list, ", ", ">");
      return true;
    case EXPR_LIST_OF:
      dump(d, expr->base);
      buf_add_c(d->out, expr->number ? "[...]" : "[]");
      return true;
    default: return false;
  }
}

/* False: it is of another group of kinds. */
static bool dump_group(Dump *d, const Expr *expr) {
  switch (expr->kind) {
    case EXPR_ANY: dump_list(d, "(", expr->list, " | ", ")"); return true;
    case EXPR_ALL: dump_list(d, "(", expr->list, " & ", ")"); return true;
    case EXPR_LIST: dump_list(d, "[", expr->list, ", ", "]"); return true;
    case EXPR_SET: dump_list(d, "set{", expr->list, ", ", "}"); return true;
    case EXPR_MAP: dump_pairs(d, "{", expr->list, "}"); return true;
    case EXPR_TUPLE: dump_list(d, "(", expr->list, ", ", ")"); return true;
    case EXPR_NONE:
      if (expr->list.count) dump_list(d, "makes{", expr->list, ", ", "}");
      return expr->list.count > 0;
    case EXPR_MAP_OF: dump_list(d, "map<", expr->list, ", ", ">"); return true;
    case EXPR_TUPLE_OF: dump_list(d, "tuple<", expr->list, ", ", ">"); return true;
    case EXPR_CONDITIONAL: dump_list(d, "conditional<", expr->list, ", ", ">"); return true;
    case EXPR_FUNC_OF:
      dump_list(d, "fn(", expr->list, ", ", ") -> ");
      dump(d, expr->base);
      return true;
    case EXPR_EXCEPT:
      dump(d, expr->base);
      dump_list(d, " except (", expr->list, ", ", ")");
      return true;
    case EXPR_OP:
      buf_add_c(d->out, "op");
      dump_name(d, expr->name);
      dump_list(d, "(", expr->list, ", ", ")");
      return true;
    case EXPR_SUPER:
      buf_add_c(d->out, "super");
      if (expr->list.count) dump_list(d, "<", expr->list, ", ", ">");
      return true;
    default: return false;
  }
}

static void dump_prefixed(Dump *d, const char *prefix, ExprNo base) {
  buf_add_c(d->out, prefix);
  dump(d, base);
}

static void dump_simple(Dump *d, const Expr *expr) {
  const Facts *facts = d->facts;
  switch (expr->kind) {
    case EXPR_NAME: dump_name(d, expr->name); break;
    case EXPR_LITERAL: dump_literal(d, expr); break;
    case EXPR_FUNC: dump_def(d, "func", expr->number); break;
    case EXPR_OBJECT: dump_def(d, "object", expr->number); break;
    case EXPR_TABLE:
      buf_add_c(d->out, "table ");
      dump_name(d, expr->name);
      break;
    case EXPR_SLOT:
      buf_add_c(d->out, "slot ");
      dump_name(d, expr->name);
      dump_prefixed(d, " of ", expr->base);
      break;
    case EXPR_WANTED: buf_add_c(d->out, "wanted"); break;
    case EXPR_POINTER: dump_prefixed(d, "*", expr->base); break;
    case EXPR_SPREAD: dump_prefixed(d, "...", expr->base); break;
    case EXPR_CHAN_OF: dump_prefixed(d, "chan ", expr->base); break;
    case EXPR_ITER: dump_word(d, expr, expr->number ? "key" : "iter"); break;
    case EXPR_KEYWORD:
      dump_name(d, expr->name);
      dump_prefixed(d, "=", expr->base);
      break;
    case EXPR_MODULE:
      buf_add_c(d->out, "module ");
      if (expr->number < facts->imports.len) dump_name(d, facts->imports.items[expr->number].specifier);
      break;
    case EXPR_SELF:
    case EXPR_SELF_TYPE: buf_add_c(d->out, expr_words[expr->kind]); break;
    default: dump_word(d, expr, expr->kind < EXPR_KIND_COUNT ? expr_words[expr->kind] : "unknown"); break;
  }
}

/* Facts may have been read from damaged bytes, in which an expression can be
 * its own base: depth and number of nodes are bounded, whatever is in there. */
static void dump(Dump *d, ExprNo no) {
  if (!no || no >= d->facts->exprs.len) {
    buf_add_byte(d->out, '_');
    return;
  }
  if (d->depth >= DUMP_DEPTH || d->left <= 0) {
    buf_add_c(d->out, "...");
    return;
  }
  d->depth++;
  d->left--;
  const Expr *expr = &d->facts->exprs.items[no];
  if (expr->flags & EXPR_IMPLEMENTS) buf_add_c(d->out, "implements ");
  if (expr->flags & EXPR_EMBEDDED) buf_add_c(d->out, "embedded ");
  if (!dump_suffix(d, expr) && !dump_group(d, expr)) {
    dump_simple(d, expr);
    if (expr->flags & EXPR_OPTIONAL) buf_add_byte(d->out, '?');
  }
  d->depth--;
}

/* Appends; damaged facts give odd text, never an error. */
void facts_dump_expr(Buf *out, const Facts *facts, ExprNo expr) {
  Dump d = {.out = out, .facts = facts, .left = DUMP_NODES};
  dump(&d, expr);
}
