/* Object literals: types with members of their own. Methods and properties that
 * are functions are definitions; other properties are binds. What is spread
 * into the object is a base of it. */
#include "src/languages/typescript/typescript_internal.h"

static void bind_property(LanguageBuild *build, NameId name, ExprNo value, DefNo def, NodeNo node) {
  ExprNo type = def ? 0 : language_ts_doc_type_before(build, node);
  language_bind(build, (Bind){.name = name, .flags = BIND_MEMBER | BIND_HOISTED, .value = value, .def = def,
                              .from = build->syntax->nodes[node].from, .type = type});
}

static void pair(LanguageBuild *build, NodeNo node, ExprNo object) {
  NodeNo key = language_ts_field(build, node, TS_F_KEY);
  NodeNo value_node = language_ts_field(build, node, TS_F_VALUE);
  Str text = language_ts_property(build, key);
  NodeNo function = language_ts_named_value(build, value_node);
  bool is_arrow = language_ts_kind(build, function) == TS_ARROW_FUNCTION;
  TsNaming naming = {.name = key, .text = text, .whole = node, .kind = SYMBOL_METHOD, .binds_this = !is_arrow};
  bool is_named = language_ts_is_named(build, key);
  ExprNo value = is_named ? language_ts_expr_named(build, value_node, &naming) : language_expr(build, value_node);
  bind_property(build, language_intern(build, text), naming.def ? 0 : value, naming.def, node);
  if (is_named) language_slot(build, object, text, key);
  if (is_named && value) language_ts_provide(build, node, text, value);
}

static void shorthand(LanguageBuild *build, NodeNo node, ExprNo object) {
  ExprNo value = language_expr_name(build, node, REF_READ);
  bind_property(build, language_name(build, node), value, 0, node);
  language_slot(build, object, syntax_text(build->syntax, node), node);
}

static void members(LanguageBuild *build, NodeNo node, ExprNo object, TsItems *bases) {
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    switch (language_ts_kind(build, c)) {
      case TS_PAIR: pair(build, c, object); break;
      case TS_SHORTHAND: shorthand(build, c, object); break;
      case TS_SPREAD: {
        ExprNo value = language_expr(build, syntax_named(build->syntax, c, 0));
        if (value) language_ts_add_item(build, bases, language_add_base(build, EXPR_TYPE_OF, value, c));
        break;
      }
      default: language_visit(build, c); break;
    }
  }
}

ExprNo language_ts_expr_object(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .whole = node, .no_bind = true});
  ExprNo object = language_add_number(build, EXPR_OBJECT, 0, def, node);
  LanguageOpen before;
  TsItems bases = {0};
  language_open(build, SCOPE_OBJECT, node, def, &before);
  members(build, node, object, &bases);
  language_close(build, &before);
  ExprList list = language_list(build, bases.items, bases.len);
  language_def(build, def)->bases = list;
  return object;
}
