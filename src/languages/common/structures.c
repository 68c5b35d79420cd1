/* What structures and classes of Lisps bring with them: functions that nobody
 * writes down, named after the structure and its slots. */
#include "src/languages/common/lists_internal.h"

static void add(LanguageBuild *build, NodeNo name, Str text, NodeNo whole) {
  language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = name, .name_text = text, .whole = whole,
                                        .bind = BIND_HOISTED, .scope = 1});
}

/* What an option is given, (:conc-name x-): false when it is not that option, an
 * empty text where it is given nothing. */
static bool is_option(const LanguageBuild *build, LanguageLists lists, NodeNo option, const char *word, NodeNo *ret_value) {
  NodeNo head = language_kind(build, option) == lists.list ? syntax_named(build->syntax, option, 0) : option;
  *ret_value = head == option ? 0 : syntax_named(build->syntax, option, 1);
  return head && str_eq_c(language_text(build, head), word);
}

static bool is_nil(const LanguageBuild *build, NodeNo value) { return !value || str_eq(language_text(build, value), STR("nil")); }

/* make-NAME, unless options say otherwise: several constructors, or none. */
static void add_constructors(LanguageBuild *build, LanguageLists lists, NodeNo head, NodeNo name) {
  bool is_said = false;
  NodeNo value;
  for (NodeNo c = head != name ? syntax_next(build->syntax, name) : 0; c; c = syntax_next(build->syntax, c)) {
    if (!is_option(build, lists, c, ":constructor", &value)) continue;
    is_said |= value != 0;
    if (!is_nil(build, value)) add(build, value, STR_EMPTY, c);
  }
  if (!is_said) add(build, name, str_format(build->arena, "make-%.*s", STR_ARG(language_text(build, name))), head);
}

/* A function with a usual name that an option changes or takes away. */
static void add_usual(LanguageBuild *build, LanguageLists lists, NodeNo head, NodeNo name, const char *option, Str usual) {
  NodeNo value;
  for (NodeNo c = head != name ? syntax_next(build->syntax, name) : 0; c; c = syntax_next(build->syntax, c)) {
    if (!is_option(build, lists, c, option, &value) || !value) continue;
    if (!is_nil(build, value)) add(build, value, STR_EMPTY, c);
    return;
  }
  add(build, name, usual, head);
}

static Str prefix_of(LanguageBuild *build, LanguageLists lists, NodeNo head, NodeNo name) {
  NodeNo value;
  for (NodeNo c = head != name ? syntax_next(build->syntax, name) : 0; c; c = syntax_next(build->syntax, c)) {
    if (!is_option(build, lists, c, ":conc-name", &value)) continue;
    return is_nil(build, value) ? STR_EMPTY : language_text(build, value);
  }
  return str_format(build->arena, "%.*s-", STR_ARG(language_text(build, name)));
}

void language_add_structure(LanguageBuild *build, LanguageLists lists, NodeNo head) {
  NodeNo name = language_kind(build, head) == lists.list ? syntax_named(build->syntax, head, 0) : head;
  if (language_kind(build, name) != lists.name) return;
  Str text = language_text(build, name), prefix = prefix_of(build, lists, head, name);
  add_constructors(build, lists, head, name);
  add_usual(build, lists, head, name, ":predicate", str_format(build->arena, "%.*s-p", STR_ARG(text)));
  add_usual(build, lists, head, name, ":copier", str_format(build->arena, "copy-%.*s", STR_ARG(text)));
  for (NodeNo c = syntax_next(build->syntax, head); c; c = syntax_next(build->syntax, c)) {
    bool is_list = language_kind(build, c) == lists.list;
    NodeNo slot = is_list ? syntax_named(build->syntax, c, 0) : c, value = is_list && slot ? syntax_next(build->syntax, slot) : 0;
    if (language_kind(build, slot) != lists.name) continue;
    add(build, slot, str_format(build->arena, "%.*s%.*s", STR_ARG(prefix), STR_ARG(language_text(build, slot))), c);
    if (value) language_visit_after(build, slot);
  }
}

void language_add_record(LanguageBuild *build, LanguageLists lists, NodeNo head, NodeNo fields) {
  bool is_list = language_kind(build, head) == lists.list;
  NodeNo name = is_list ? syntax_named(build->syntax, head, 0) : head;
  if (language_kind(build, name) != lists.name) return;
  Str text = language_text(build, name);
  for (unsigned i = 1; i < 3 && is_list; i++) {
    NodeNo told = syntax_named(build->syntax, head, i);
    if (language_kind(build, told) == lists.name) add(build, told, STR_EMPTY, head);
  }
  if (!is_list) add(build, name, str_format(build->arena, "make-%.*s", STR_ARG(text)), head);
  if (!is_list) add(build, name, str_format(build->arena, "%.*s?", STR_ARG(text)), head);
  NodeNo c = fields ? syntax_named(build->syntax, fields, 0) : 0;
  while (c && (c = syntax_next(build->syntax, c))) {
    NodeNo field = language_kind(build, c) == lists.list ? syntax_named(build->syntax, c, 1) : c;
    if (language_kind(build, field) == lists.name) add(build, field, str_format(build->arena, "%.*s-%.*s", STR_ARG(text), STR_ARG(language_text(build, field))), c);
  }
}

void language_add_slots(LanguageBuild *build, LanguageLists lists, NodeNo slots) {
  for (NodeNo slot = language_kind(build, slots) == lists.list ? syntax_first(build->syntax, slots) : 0; slot; slot = syntax_next(build->syntax, slot)) {
    NodeNo option = language_kind(build, slot) == lists.list ? syntax_named(build->syntax, slot, 0) : 0;
    while (option && (option = syntax_next(build->syntax, option))) {
      NodeNo value = syntax_next(build->syntax, option);
      bool is_function = value && language_word_in(":accessor :reader :writer", language_text(build, option));
      if (is_function && language_kind(build, value) == lists.name) add(build, value, STR_EMPTY, slot);
      else if (value && str_eq(language_text(build, option), STR(":initform"))) language_visit(build, value);
    }
  }
}
