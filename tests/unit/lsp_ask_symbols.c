/* Symbols and hierarchies in all their forms. */
#include "tests/unit/lsp_reading.h"

static void show_symbols(const LspSymbols *symbols) {
  for (size_t i = 0; i < symbols->len; i++) {
    const LspSymbol *symbol = &symbols->items[i];
    buf_add_format(&scene.out, "%*s%s %.*s", (int)symbol->depth * 2, "", lsp_symbol_kind_name(symbol->kind), STR_ARG(symbol->name));
    if (symbol->detail.len) buf_add_format(&scene.out, " (%.*s)", STR_ARG(symbol->detail));
    if (symbol->container.len) buf_add_format(&scene.out, " in %.*s", STR_ARG(symbol->container));
    if (symbol->is_deprecated) buf_add_c(&scene.out, " deprecated");
    buf_add_byte(&scene.out, ' ');
    show_location(&symbol->location);
    buf_add_byte(&scene.out, '\n');
  }
  if (symbols->dropped) buf_add_format(&scene.out, "dropped %zu\n", symbols->dropped);
}

static void show_document(const char *json) {
  LspSymbols symbols;
  lsp_read_document_symbols(&scene.reader, STR("a.c"), json_of(json), &symbols);
  show_symbols(&symbols);
}

static void trees_in_order_of_the_text(void **state) {
  (void)state;
  show_document("null");
  show_document("[]");
  assert_shown("");
  show_document("[{'name':'two','kind':13,'range':" R(1, 0, 1, 8) ",'selectionRange':" R(1, 4, 1, 7) "},"
                "{'name':'Box','kind':5,'detail':'class','tags':[1],'range':" R(0, 0, 1, 8) ",'selectionRange':" R(0, 4, 0, 7) ","
                "'children':[{'name':'inner','kind':6,'range':" R(1, 0, 1, 3) ",'selectionRange':" R(1, 0, 1, 3) "},"
                "{'name':'first','kind':99,'deprecated':true,'range':" R(0, 0, 0, 3) "},{'kind':6}]}]");
  assert_shown("class Box (class) deprecated a.c 1:5-1:8[4,7] of 1:1-2:9[0,17]\n"
               "  unknown first in Box deprecated a.c 1:1-1:4[0,3]\n"
               "  method inner in Box a.c 2:1-2:4[9,12]\n"
               "variable two a.c 2:5-2:8[13,16] of 2:1-2:9[9,17]\n"
               "dropped 1\n");
}

static void flat_lists_become_trees(void **state) {
  (void)state;
  show_document("[{'name':'m','kind':6,'containerName':'C','location':{'uri':'file:///w/a.c','range':" R(1, 0, 1, 3) "}},"
                "{'name':'C','kind':5,'location':{'uri':'file:///w/a.c','range':" R(0, 0, 1, 8) "}},"
                "{'name':'x','kind':13,'location':{'uri':'file:///w/a.c','range':" R(1, 4, 1, 7) "}},"
                "{'name':'y','kind':13,'containerName':'m','location':{'uri':'file:///w/a.c','range':" R(2, 0, 2, 0) "}},"
                "{'name':'gone','kind':5}]");
  assert_shown("class C a.c 1:1-2:9[0,17]\n"
               "  method m in C a.c 2:1-2:4[9,12]\n"
               "  variable x a.c 2:5-2:8[13,16]\n"
               "    variable y in m a.c 3:1-3:1[18,18]\n" /* not around it, but before it */
               "dropped 1\n");
}

static void deep_trees_are_cut(void **state) {
  (void)state;
  Buf json;
  buf_init(&json, &scene.arena, SIZE_MAX);
  for (int i = 0; i < 100; i++) {
    buf_add_format(&json, "[{'name':'n%d','kind':12,'range':%s,'children':", i, R(0, 0, 0, 1));
  }
  buf_add_c(&json, "[]");
  for (int i = 0; i < 100; i++) buf_add_c(&json, "}]");
  Str text = buf_str(&json);
  for (size_t i = 0; i < text.len; i++) {
    if (json.ptr[i] == '\'') json.ptr[i] = '"';
  }
  LspSymbols symbols;
  const Json *value;
  JsonLimits limits = {.max_depth = 1000};
  assert_int_equal(json_read(&scene.job, text, &limits, &value), OK);
  lsp_read_document_symbols(&scene.reader, STR("a.c"), value, &symbols);
  assert_int_equal(symbols.len, LSP_DEPTH_MAX);
  assert_int_equal(symbols.items[63].depth, 63);
  assert_int_equal(symbols.dropped, 1);
}

static void workspace_symbols_keep_the_servers_order(void **state) {
  (void)state;
  LspSymbols symbols;
  lsp_read_workspace_symbols(
      &scene.reader,
      json_of("[{'name':'z','kind':12,'containerName':'ns','location':{'uri':'file:///w/b.c','range':" R(0, 3, 0, 4) "}},"
              "{'name':'a','kind':5,'location':{'uri':'file:///w/a.c'}},"
              "{'name':'o','kind':5,'location':{'uri':'file:///usr/include/out.h','range':" R(0, 3, 0, 6) "}},"
              "{'name':'lost','kind':5,'location':{'uri':'zipfile:/x'}}]"),
      &symbols);
  show_symbols(&symbols);
  assert_shown("function z in ns b.c 1:3-1:4[5,6]\n"
               "class a a.c 1:1-1:1[0,0]\n"
               "class o outside /usr/include/out.h 1:4-1:7[5,8]\n"
               "dropped 1\n");
}

static void show_relatives(const LspRelatives *relatives) {
  for (size_t i = 0; i < relatives->len; i++) {
    const LspRelative *one = &relatives->items[i];
    buf_add_format(&scene.out, "%s %.*s ", lsp_symbol_kind_name(one->symbol.kind), STR_ARG(one->symbol.name));
    show_location(&one->symbol.location);
    for (size_t j = 0; j < one->site_count; j++) {
      buf_add_c(&scene.out, " @");
      show_range(&one->sites[j]);
    }
    buf_add_byte(&scene.out, '\n');
  }
}

#define ITEM(name, file, range) \
  "{'name':'" name "','kind':12,'uri':'file:///w/" file "','range':" range ",'selectionRange':" range "}"

static void callers_with_the_places_of_their_calls(void **state) {
  (void)state;
  LspRelatives all = {0};
  LspRelation from = {.side = "from"};
  lsp_read_relatives(&scene.reader, &from,
                     json_of("[{'from':" ITEM("g", "b.c", R(0, 0, 0, 4)) ",'fromRanges':[" R(0, 7, 0, 10) "," R(0, 3, 0, 4) "]},"
                             "{'from':" ITEM("f", "a.c", R(1, 0, 1, 3)) ",'fromRanges':[" R(1, 4, 1, 7) "]},"
                             "{'from':" ITEM("g", "b.c", R(0, 0, 0, 4)) ",'fromRanges':[" R(0, 3, 0, 4) "," R(0, 0, 0, 1) "]},"
                             "{'from':{'name':'broken'}}]"),
                     &all);
  lsp_order_relatives(&scene.job, &all);
  show_relatives(&all);
  assert_shown("function f a.c 2:1-2:4[9,12] @2:5-2:8[13,16]\n"
               "function g b.c 1:1-1:4[0,6] @1:1-1:2[0,1] @1:3-1:4[5,6] @1:7-1:10[9,12]\n");
}

static void callees_are_called_in_the_callers_file(void **state) {
  (void)state;
  LspRelatives all = {0};
  LspSymbol caller = {.location = {.path = STR("b.c")}};
  LspRelation to = {.side = "to", .caller = &caller};
  lsp_read_relatives(&scene.reader, &to, json_of("[{'to':" ITEM("one", "a.c", R(0, 4, 0, 7)) ",'fromRanges':[" R(0, 7, 0, 10) "]}]"), &all);
  show_relatives(&all);
  assert_shown("function one a.c 1:5-1:8[4,7] @1:7-1:10[9,12]\n");
}

static void types_are_items_themselves(void **state) {
  (void)state;
  LspRelatives all = {0};
  LspRelation relation = {0};
  lsp_read_relatives(&scene.reader, &relation, json_of("[" ITEM("Base", "a.c", R(0, 0, 0, 3)) "]"), &all);
  lsp_read_relatives(&scene.reader, &relation, json_of("null"), &all);
  show_relatives(&all);
  assert_shown("function Base a.c 1:1-1:4[0,3]\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(trees_in_order_of_the_text),
      TEST(flat_lists_become_trees),
      TEST(deep_trees_are_cut),
      TEST(workspace_symbols_keep_the_servers_order),
      TEST(callers_with_the_places_of_their_calls),
      TEST(callees_are_called_in_the_callers_file),
      TEST(types_are_items_themselves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
