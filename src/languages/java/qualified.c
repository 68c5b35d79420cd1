/* Fully qualified names: `a.b.C` where no import was written.
 * They are resolved as if there were one: a hidden import whose local name is
 * the dotted text, which no program can spell as a name. Packages are told
 * from variables by the custom that package names are lower case and types
 * are not, and by no variable of the file having the first part's name. A
 * field that is inherited could be meant as well; one that holds a field in
 * the spelling of a type is not. */
#include "src/base/map.h"
#include "src/languages/java/java_internal.h"

enum { MAX_PARTS = 24 };

struct JavaNameSet {
  Map variables;
  Map imported; /* dotted names that have their import already */
};

/* Parts of a.b.c.D from left to right; 0 when something else stands between. */
static unsigned parts_of(const LanguageBuild *build, NodeNo node, NodeNo parts[MAX_PARTS]) {
  NodeNo reversed[MAX_PARTS];
  unsigned count = 0;
  while (node && count < MAX_PARTS) {
    unsigned kind = syntax_kind(build->syntax, node);
    NodeNo name, scope;
    if (kind == JAVA_IDENTIFIER || kind == JAVA_TYPE_IDENTIFIER) {
      reversed[count++] = node;
      for (unsigned i = 0; i < count; i++) parts[i] = reversed[count - 1 - i];
      return count;
    }
    if (kind == JAVA_FIELD_ACCESS) {
      scope = language_field(build, node, JAVA_IN_OBJECT);
      name = language_field(build, node, JAVA_IN_FIELD);
      if (language_kind(build, name) != JAVA_IDENTIFIER || language_child(build, node, JAVA_SUPER)) return 0;
    } else if (kind == JAVA_SCOPED_IDENTIFIER) {
      scope = syntax_named(build->syntax, node, 0);
      name = language_field(build, node, JAVA_IN_NAME);
    } else if (kind == JAVA_SCOPED_TYPE) {
      scope = syntax_named(build->syntax, node, 0);
      name = syntax_named(build->syntax, node, syntax_named_count(build->syntax, node) - 1);
      if (language_kind(build, name) != JAVA_TYPE_IDENTIFIER) return 0;
    } else {
      return 0;
    }
    reversed[count++] = name;
    node = scope;
  }
  return 0;
}

/* Custom, no rule: packages with capitals are taken for something else and
 * then found by nothing. */
static bool is_package_part(Str text) {
  if (!text.len || text.ptr[0] < 'a' || text.ptr[0] > 'z') return false;
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] >= 'A' && text.ptr[i] <= 'Z') return false;
  }
  return true;
}

/* `MAX` is a constant, `Map` and `M` are types. */
static bool is_type_part(Str text) {
  if (!text.len || text.ptr[0] < 'A' || text.ptr[0] > 'Z') return false;
  if (text.len == 1) return true;
  for (size_t i = 1; i < text.len; i++) {
    if (text.ptr[i] >= 'a' && text.ptr[i] <= 'z') return true;
  }
  return false;
}

static void note_name(const LanguageBuild *build, struct JavaNameSet *set, NodeNo node) {
  Str text = language_text(build, node);
  if (node && text.len) map_put(&set->variables, text, set);
}

static NodeNo imported_name(const LanguageBuild *build, NodeNo import) {
  NodeNo name = language_child(build, import, JAVA_SCOPED_IDENTIFIER);
  return name ? language_field(build, name, JAVA_IN_NAME) : 0;
}

/* All variables the file declares or imports, by name; read once, when first asked. */
static struct JavaNameSet *name_set(LanguageBuild *build) {
  JavaState *state = java_state(build);
  if (state->names) return state->names;
  struct JavaNameSet *set = state->names = ARENA_NEW(build->arena, struct JavaNameSet);
  map_init(&set->variables, build->arena);
  map_init(&set->imported, build->arena);
  for (NodeNo node = 1; node < build->syntax->count; node++) {
    switch (syntax_kind(build->syntax, node)) {
      case JAVA_VARIABLE_DECLARATOR:
      case JAVA_FORMAL_PARAMETER:
      case JAVA_CATCH_PARAMETER:
      case JAVA_ENHANCED_FOR:
      case JAVA_RESOURCE:
      case JAVA_INSTANCEOF:
        note_name(build, set, language_field(build, node, JAVA_IN_NAME));
        break;
      case JAVA_IMPORT:
        if (language_child(build, node, JAVA_WORD_STATIC)) note_name(build, set, imported_name(build, node));
        break;
      case JAVA_LAMBDA:
        note_name(build, set, language_field(build, node, JAVA_IN_PARAMETERS));
        break;
      case JAVA_INFERRED_PARAMETERS:
      case JAVA_TYPE_PATTERN:
      case JAVA_RECORD_PATTERN_COMPONENT:
        for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
          if (syntax_kind(build->syntax, c) == JAVA_IDENTIFIER) note_name(build, set, c);
        }
        break;
      default:
        break;
    }
  }
  return set;
}

/* The parts' texts, not the node's: blanks and comments may stand between. */
static Str joined(LanguageBuild *build, const NodeNo *parts, unsigned count) {
  Buf dotted;
  buf_init(&dotted, build->arena, 4096);
  for (unsigned i = 0; i < count; i++) {
    if (i) buf_add_byte(&dotted, '.');
    buf_add(&dotted, language_text(build, parts[i]));
  }
  return buf_str(&dotted);
}

/* 0: it is no qualified name; the caller reads it step by step. Asked for
 * every member access of the file, so the cheap tests come first, and the
 * set of variables is made only when all of them passed. */
ExprNo language_java_qualified(LanguageBuild *build, NodeNo node) {
  NodeNo parts[MAX_PARTS];
  unsigned count = parts_of(build, node, parts);
  unsigned packages = 0;
  while (packages < count && is_package_part(language_text(build, parts[packages]))) packages++;
  /* Only when the node ends with the type: what follows is found in it. */
  if (!packages || packages + 1 != count) return 0;
  if (!is_type_part(language_text(build, parts[packages]))) return 0;
  struct JavaNameSet *set = name_set(build);
  if (map_get(&set->variables, language_text(build, parts[0]))) return 0;

  Str whole = joined(build, parts, count);
  NameId local = language_intern(build, whole);
  if (!map_get(&set->imported, whole)) {
    map_put(&set->imported, whole, set);
    language_import(build, (Import){.form = IMPORT_NAMED, .scope = 1, .local = local,
                                    .specifier = language_intern(build, joined(build, parts, packages)),
                                    .name = language_name(build, parts[packages])},
                    node);
  }
  return language_add(build, (Expr){.kind = EXPR_NAME, .name = local,
                                    .at = language_node(build, parts[packages])->from});
}
