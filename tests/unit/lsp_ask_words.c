/* Hovers, completions, signatures, hints and tokens in all their forms. */
#include "tests/unit/lsp_reading.h"

static void show_hover(const char *json) {
  LspHover hover;
  lsp_read_hover(&scene.reader, text_of("a.c"), json_of(json), &hover);
  buf_add_format(&scene.out, "<%.*s>", STR_ARG(hover.text));
  if (hover.has_range) show_range(&hover.range);
}

static void hovers_in_each_form(void **state) {
  (void)state;
  show_hover("null");
  assert_shown("<>");
  show_hover("{'contents':'plain'}");
  assert_shown("<plain>");
  show_hover("{'contents':{'kind':'markdown','value':'**m**'},'range':" R(0, 4, 0, 7) "}");
  assert_shown("<**m**>1:5-1:8[4,7]");
  show_hover("{'contents':{'language':'c','value':'int one'}}");
  assert_shown("<```c\nint one\n```>");
  show_hover("{'contents':[{'language':'c','value':'int one'},'','words',{'kind':'plaintext','value':' \\n'}]}");
  assert_shown("<```c\nint one\n```\n\nwords>");
  show_hover("{'contents':[]}");
  assert_shown("<>");
  show_hover("{'contents':7}");
  assert_shown("<>");
}

static void show_completions(const char *json) {
  LspCompletions read;
  lsp_read_completions(&scene.reader, json_of(json), &read);
  if (read.is_incomplete) buf_add_c(&scene.out, "incomplete\n");
  for (size_t i = 0; i < read.len; i++) {
    const LspCompletion *one = &read.items[i];
    buf_add_format(&scene.out, "%s %.*s <%.*s> (%.*s) %.*s%s\n", lsp_completion_kind_name(one->kind), STR_ARG(one->label),
                   STR_ARG(one->insert_text), STR_ARG(one->detail), STR_ARG(one->documentation),
                   one->is_deprecated ? " deprecated" : "");
  }
}

static void completions_in_each_form(void **state) {
  (void)state;
  show_completions("null");
  assert_shown("");
  show_completions("[{'label':'b','kind':3,'detail':'int b()'},{'label':'a','kind':6,'insertText':'a()','tags':[1]},{'nothing':1}]");
  assert_shown("variable a <a()> ()  deprecated\nfunction b <b> (int b()) \n");
  show_completions("{'isIncomplete':true,'itemDefaults':{'editRange':" R(0, 0, 0, 1) ",'insertTextFormat':2},'items':["
                   "{'label':'x','sortText':'2','textEditText':'x!','insertText':'no'},"
                   "{'label':'y','sortText':'1','textEdit':{'range':" R(0, 0, 0, 1) ",'newText':'why'},'kind':77,"
                   "'documentation':{'kind':'markdown','value':'doc'},'labelDetails':{'detail':'(n)'}},"
                   "{'label':'z','sortText':'1','documentation':'text'}]}");
  assert_shown("incomplete\n"
               "unknown y <why> ((n)) doc\n"
               "unknown z <z> () text\n"
               "unknown x <x!> () \n");
  show_completions("{'items':[{'label':'x','textEditText':'x!','insertText':'yes'}]}"); /* no range for all */
  assert_shown("unknown x <yes> () \n");
}

static void show_signatures(const char *json) {
  LspSignatures read;
  lsp_read_signatures(&scene.reader, json_of(json), &read);
  buf_add_format(&scene.out, "%zu/%zu", read.active, read.active_parameter);
  for (size_t i = 0; i < read.len; i++) {
    buf_add_format(&scene.out, " %.*s:", STR_ARG(read.items[i].label));
    for (size_t j = 0; j < read.items[i].parameter_count; j++) buf_add_format(&scene.out, "<%.*s>", STR_ARG(read.items[i].parameters[j]));
    buf_add_format(&scene.out, "%.*s", STR_ARG(read.items[i].documentation));
  }
}

static void signatures_in_each_form(void **state) {
  (void)state;
  show_signatures("null");
  assert_shown("0/0");
  show_signatures("{'signatures':[]}");
  assert_shown("0/0");
  show_signatures("{'signatures':[{'label':'f(a, b)','parameters':[{'label':'a'},{'label':[5,6]}],'documentation':'d'}],'activeParameter':1}");
  assert_shown("0/1 f(a, b):<a><b>d");
  /* Offsets count units, across lines; the signature's own parameter wins. */
  show_signatures("{'signatures':[{'label':'g'},{'label':'\xF0\x9D\x84\x9E(\\nx)','activeParameter':3,"
                  "'parameters':[{'label':[4,5]},{'label':[9,1]},{'label':[5,900]},{}]}],'activeSignature':1,'activeParameter':1}");
  assert_shown("1/3 g: \xF0\x9D\x84\x9E(\nx):<x><><)><>");
  show_signatures("{'signatures':[{'label':'g'}],'activeSignature':8,'activeParameter':null}");
  assert_shown("0/0 g:");
}

static void hints_in_each_form(void **state) {
  (void)state;
  LspHints read;
  lsp_read_hints(&scene.reader, text_of("b.c"),
                 json_of("[{'position':{'line':0,'character':4},'label':[{'value':': '},{'value':'int','location':null}],'kind':1},"
                         "{'position':{'line':0,'character':1},'label':'p:','kind':2},{'position':{'line':0,'character':1},'label':''},"
                         "{'label':'nowhere'},{'position':{'line':0,'character':0},'label':'k','kind':5}]"),
                 &read);
  for (size_t i = 0; i < read.len; i++) {
    buf_add_format(&scene.out, "%u:%u %.*s %d\n", read.items[i].at.line, read.items[i].at.column, STR_ARG(read.items[i].label),
                   read.items[i].kind);
  }
  assert_shown("1:1 k 0\n1:2 p: 2\n1:4 : int 1\n");
}

static void show_tokens(const char *path, const char *json) {
  LspTokens read;
  const Json *legend = json_of("{'tokenTypes':['variable','type'],'tokenModifiers':['declaration','static']}");
  lsp_read_tokens(&scene.reader, text_of(path), legend, json_of(json), &read);
  for (size_t i = 0; i < read.len; i++) {
    show_range(&read.items[i].range);
    buf_add_format(&scene.out, " %.*s", STR_ARG(read.items[i].type));
    for (size_t j = 0; j < read.items[i].modifier_count; j++) buf_add_format(&scene.out, " %.*s", STR_ARG(read.items[i].modifiers[j]));
    buf_add_byte(&scene.out, '\n');
  }
}

static void tokens_by_the_legend(void **state) {
  (void)state;
  show_tokens("b.c", "null");
  assert_shown("");
  show_tokens("b.c", "{'data':[0,0,4,0,3, 0,7,3,1,0, 1,0,0,9,4, 5,5]}"); /* the last one is cut */
  assert_shown("1:1-1:4[0,6] variable declaration static\n"
               "1:7-1:10[9,12] type\n"
               "2:1-2:1[14,14] unknown unknown\n");
  show_tokens("a.c", "{'data':[0,4,3,0,0, 1,4,3,0,0, 0,1,1,1,0]}"); /* on another line characters count anew */
  assert_shown("1:5-1:8[4,7] variable\n2:5-2:8[13,16] variable\n2:6-2:7[14,15] type\n");
  show_tokens("b.c", "{'data':[0,0,1,0,-1]}");
  show_tokens("b.c", "{'data':[4294967295,4294967295,4294967295,0,0]}");
  assert_shown("");
}

static void show_numbers(const LspNumbers *before, const char *json, LspNumbers *ret_numbers) {
  if (!lsp_read_token_numbers(&scene.arena, before, json_of(json), ret_numbers)) {
    buf_add_c(&scene.out, "broken");
    return;
  }
  for (size_t i = 0; i < ret_numbers->len; i++) buf_add_format(&scene.out, "%u ", ret_numbers->items[i]);
}

static void token_deltas(void **state) {
  (void)state;
  LspNumbers all, next;
  show_numbers(NULL, "{'data':[1,2,3,4,5]}", &all);
  assert_shown("1 2 3 4 5 ");
  show_numbers(&all, "{'edits':[{'start':1,'deleteCount':1,'data':[20,21]},{'start':4,'deleteCount':1}]}", &next);
  assert_shown("1 20 21 3 4 ");
  show_numbers(&all, "{'edits':[{'start':5,'deleteCount':0,'data':[6]}]}", &next);
  assert_shown("1 2 3 4 5 6 ");
  show_numbers(&all, "{'edits':[{'start':3,'deleteCount':3}]}", &next);
  show_numbers(&all, "{'edits':[{'start':0,'deleteCount':3},{'start':2,'deleteCount':1}]}", &next);
  show_numbers(NULL, "{'edits':[]}", &next);
  assert_shown("brokenbrokenbroken");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(hovers_in_each_form), TEST(completions_in_each_form), TEST(signatures_in_each_form),
      TEST(hints_in_each_form),  TEST(tokens_by_the_legend),     TEST(token_deltas),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
