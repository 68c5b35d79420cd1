/* Swift patterns: names are bound to what they match, which is all of a value, a part of a
 * tuple, or what a case holds. */
#include "src/languages/swift/swift_internal.h"

/* The case of a pattern stands behind a dot; a name alone is bound, or read. */
static bool is_case(const LanguageBuild *build, NodeNo word) {
  uint32_t at = language_node(build, word)->from;
  return at && build->syntax->text.ptr[at - 1] == '.';
}

static ExprNo part(LanguageBuild *build, ExprNo holder, ExprNo value, uint32_t nth, NodeNo node) {
  Expr wanted = {.kind = EXPR_PART, .base = holder, .number = nth, .at = language_node(build, node)->from};
  if (holder) wanted.list = language_list(build, &value, 1);
  else wanted.base = value;
  return wanted.base ? language_add(build, wanted) : 0;
}

/* The case itself, by the type before it or that of what is matched. */
static ExprNo holder_of(LanguageBuild *build, NodeNo type, NodeNo word, ExprNo value) {
  ExprNo base = type ? language_type(build, type) : value ? language_add_base(build, EXPR_TYPE_OF, value, word) : 0;
  return base ? language_use_member(build, base, word, REF_READ) : 0;
}

/* What patterns behind a case are of: `.some` holds the value, which is not told from one that may be absent. */
static SwiftMatched held(LanguageBuild *build, ExprNo holder, NodeNo word, SwiftMatched matched, uint32_t nth, NodeNo node) {
  bool is_value = str_eq_c(language_text(build, word), "some");
  ExprNo value = is_value ? matched.value : holder ? part(build, holder, matched.value, nth, node) : 0;
  return (SwiftMatched){.value = value, .from = matched.from, .binds = matched.binds};
}

void language_swift_match_case(LanguageBuild *build, const SwiftCase *found, SwiftMatched matched) {
  ExprNo holder = holder_of(build, found->type, found->word, matched.value);
  for (uint32_t i = 0; i < found->patterns.len; i++) {
    NodeNo inner = found->patterns.items[i];
    language_swift_match(build, inner, held(build, holder, found->word, matched, i, inner));
  }
}

static void bind_name(LanguageBuild *build, NodeNo name, SwiftMatched matched) {
  language_bind(build, (Bind){.name = language_name(build, name), .from = matched.from, .type = matched.type, .value = matched.value});
}

/* (a, b): the parts of a tuple; (a): what is in the brackets. */
static void match_tuple(LanguageBuild *build, const SwiftCase *found, SwiftMatched matched) {
  ExprNo whole = matched.type ? language_add_base(build, EXPR_OF_TYPE, matched.type, found->patterns.items[0]) : matched.value;
  for (uint32_t i = 0; i < found->patterns.len; i++) {
    NodeNo inner = found->patterns.items[i];
    SwiftMatched own = {.value = part(build, 0, whole, i, inner), .from = matched.from, .binds = matched.binds};
    language_swift_match(build, inner, found->patterns.len > 1 ? own : matched);
  }
}

static void match_parts(LanguageBuild *build, NodeNo pattern, SwiftMatched matched) {
  SwiftCase found = {0};
  EACH(c, pattern) {
    unsigned kind = language_kind(build, c);
    if (kind == SWIFT_PATTERN) *vec_add(build->arena, &found.patterns) = c;
    else if (language_swift_is_type(kind)) found.type = c;
    else if (kind != SWIFT_SIMPLE_IDENTIFIER) language_visit(build, c);
    else if (!found.word && !found.patterns.len) found.word = c; /* what follows are labels */
  }
  if (found.word && is_case(build, found.word)) {
    language_swift_match_case(build, &found, matched);
  } else if (found.word && !found.patterns.len) {
    if (matched.binds) bind_name(build, found.word, matched);
    else language_visit(build, found.word);
  } else if (found.type) { /* `let a as T`, `is T` */
    ExprNo type = language_type(build, found.type);
    SwiftMatched own = {.type = type, .from = matched.from, .binds = matched.binds};
    for (uint32_t i = 0; i < found.patterns.len; i++) language_swift_match(build, found.patterns.items[i], own);
  } else if (found.patterns.len) {
    match_tuple(build, &found, matched);
  }
}

void language_swift_match(LanguageBuild *build, NodeNo pattern, SwiftMatched matched) {
  NodeNo name = language_field(build, pattern, SWIFT_IN_BOUND_IDENTIFIER);
  if (!pattern || build->depth >= LANGUAGE_MAX_DEPTH) return;
  build->depth++;
  matched.binds |= language_child(build, pattern, SWIFT_VALUE_BINDING) != 0;
  if (name) bind_name(build, name, matched);
  else match_parts(build, pattern, matched);
  build->depth--;
}

/* Where nothing is told of what is matched, as behind `catch`. */
void language_swift_pattern(LanguageBuild *build, NodeNo node) {
  language_swift_match(build, node, (SwiftMatched){.from = language_node(build, node)->from});
}

void language_swift_switch(LanguageBuild *build, NodeNo node) {
  SwiftState *state = swift_state(build);
  ExprNo before = state->subject;
  NodeNo subject = language_field(build, node, SWIFT_IN_EXPR);
  state->subject = language_expr(build, subject);
  EACH(c, node) {
    if (c != subject) language_visit(build, c);
  }
  state->subject = before;
}

void language_swift_switch_pattern(LanguageBuild *build, NodeNo node) {
  EACH(c, node) {
    if (language_kind(build, c) != SWIFT_PATTERN) language_visit(build, c);
    else language_swift_match(build, c, (SwiftMatched){.value = swift_state(build)->subject, .from = language_node(build, c)->from});
  }
}

/* ---- conditions and loops ---- */

/* A block has names of its own. */
static void block(LanguageBuild *build, NodeNo node) {
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  language_visit_children(build, node);
  language_close(build, &before);
}

/* What stands before a "=": a name, or `case` with a pattern, whose parts are siblings, too. */
typedef struct Pending {
  NodeNo name;
  bool matches, binds;
  SwiftCase found;
} Pending;

static void settle(LanguageBuild *build, Pending *pending, ExprNo value, uint32_t from) {
  SwiftMatched matched = {.value = value, .from = from, .binds = pending->binds};
  if (pending->found.word) language_swift_match_case(build, &pending->found, matched);
  else if (pending->matches && pending->found.patterns.len) match_tuple(build, &pending->found, matched);
  else if (pending->name) bind_name(build, pending->name, matched);
  *pending = (Pending){0};
}

/* Whether the part belongs to the pattern that stands before a "=". */
static bool take_pattern(LanguageBuild *build, Pending *pending, NodeNo part) {
  unsigned kind = language_kind(build, part);
  if (kind == SWIFT_PATTERN) *vec_add(build->arena, &pending->found.patterns) = part;
  else if (kind == SWIFT_VALUE_BINDING) pending->binds = true;
  else if (language_swift_is_type(kind)) pending->found.type = part;
  else if (kind == SWIFT_SIMPLE_IDENTIFIER && !pending->found.word && is_case(build, part)) pending->found.word = part;
  else return kind == SWIFT_SIMPLE_IDENTIFIER && !language_is_behind(build, part, STR("="));
  return true;
}

/* `if let a = b, case .c(let d) = e, f.ok { … }`: names and what they are given are
 * siblings. What `guard` binds holds behind it. */
void language_swift_conditions(LanguageBuild *build, NodeNo node) {
  Pending pending = {0};
  EACH(c, node) {
    const SyntaxNode *at = language_node(build, c);
    if (at->field == SWIFT_IN_BOUND_IDENTIFIER) {
      pending.name = c;
    } else if (language_kind(build, c) == SWIFT_STATEMENTS) {
      block(build, c);
    } else if (str_eq_c(language_text(build, c), "case")) {
      pending.matches = true;
    } else if (language_is_part(build, c) && !(pending.matches && take_pattern(build, &pending, c))) {
      bool is_value = at->field == SWIFT_IN_CONDITION && !language_swift_is_type(language_kind(build, c)) &&
                      language_kind(build, c) != SWIFT_VALUE_BINDING;
      ExprNo value = language_expr(build, c);
      if (is_value && (value || pending.matches)) settle(build, &pending, value, at->to);
    }
  }
}

void language_swift_branch(LanguageBuild *build, NodeNo node) {
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  language_swift_conditions(build, node);
  language_close(build, &before);
}

void language_swift_for(LanguageBuild *build, NodeNo node) {
  NodeNo item = language_field(build, node, SWIFT_IN_ITEM), over = language_field(build, node, SWIFT_IN_COLLECTION);
  NodeNo annotation = language_child(build, node, SWIFT_TYPE_ANNOTATION);
  ExprNo value = language_expr(build, over), type = language_swift_type_in(build, annotation);
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  ExprNo element = value ? language_add_base(build, EXPR_ITER, value, over) : 0;
  language_swift_match(build, item, (SwiftMatched){.value = element, .type = type, .from = language_node(build, item)->from, .binds = true});
  EACH(c, node) {
    if (language_is_part(build, c) && c != item && c != over && c != annotation) language_visit(build, c);
  }
  language_close(build, &before);
}
