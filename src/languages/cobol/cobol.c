/* COBOL: programs, their sections and paragraphs, data descriptions, copied books.
 * PERFORM and GO TO call paragraphs of the same program, CALL with a literal calls a
 * program of the project. Statements for
 * other systems (EXEC … END-EXEC) are not read, nor is a program that is called by a
 * variable, what lies between the ends of THRU, and text that REPLACING changes. */
#include "src/languages/common/cards_internal.h"
#include "src/languages/common/nodes_internal.h"

enum { KIND_WORD = 1, KIND_SECTION, KIND_PARAGRAPH, KIND_IDENTIFICATION, KIND_PROGRAM_NAME, KIND_STRING };
static const char *const kinds[] = {"WORD", "section_header", "paragraph_header", "identification_division", "program_name", "string", NULL};
enum { FIELD_NAME = 1, FIELD_X };
static const char *const fields[] = {"name", "x", NULL};

/* Where the last line ends that reaches the columns of code. The grammar's scanner
 * looks for them in the lines to come and never returns where there is none: a
 * mark of the end of the file, ^Z, is enough. */
static size_t code_until(Str text) {
  size_t end = 0, columns = 0;
  for (size_t i = 0; i < text.len; i++) {
    columns = text.ptr[i] == '\n' ? 0 : columns + 1;
    if (columns >= 8) end = i + 1;
  }
  return end;
}
static bool is_word(Str word, const char *wanted) { return str_is_among(word, &wanted, 1); }

/* The grammar knows neither EXEC … END-EXEC, COPY but at some places, ENTRY, NOT= without a
 * blank, lines for debugging, options before the program, nor what stands behind column 72,
 * and its scanner looks characters up in a table of ASCII's: any other is a letter for it. */
static Str read_plain(Arena *arena, Str text) {
  char *copy = str_to_c(arena, text);
  LanguageCards cards = {.text = text};
  size_t first = str_find_byte(text, '\n') == STR_NONE ? text.len : str_find_byte(text, '\n'); /* of the first line its end */
  bool has_begun = false, of_files = false; /* before statements begin, none stands for one that is taken out */
  for (size_t i = 0, line = 0; i < text.len; i++) {
    if (i - line == 6 && (text.ptr[i] == 'D' || text.ptr[i] == 'd')) copy[i] = '*';
    if (i - line >= 72 && !strchr("\r\n", text.ptr[i])) copy[i] = ' ';
    if (text.ptr[i] == '\n') line = i + 1;
  }
  for (Str word; language_card_word(&cards, &word);) {
    size_t from = cards.at - word.len, end = cards.at;
    has_begun |= is_word(word, "PROCEDURE");
    of_files = !is_word(word, "WORKING-STORAGE") && !is_word(word, "LINKAGE") && !has_begun && (of_files || is_word(word, "FD"));
    if (is_word(word, "EXEC")) {
      size_t length = str_find(str_slice(text, from, text.len), STR("END-EXEC"));
      if (length == STR_NONE) break;
      end = from + length + 8;
      if (!has_begun && end < text.len && text.ptr[end] == '.') end++;
    }
    if (is_word(word, "COPY")) end = language_card_end(text, from);
    if (is_word(word, "ENTRY") && has_begun) end = language_card_end(text, from) - 1;
    if (from < first && (is_word(word, "CBL") || is_word(word, "PROCESS"))) end = first;
    if (is_word(word, "NOT") && str_starts_with(str_slice(text, end, text.len), STR("= "))) copy[end] = ' ', copy[end + 1] = '=';
    if (end <= cards.at || end > text.len) continue;
    bool is_book = is_word(word, "COPY") || str_contains(str_head(str_slice(text, from, end), 24), STR("INCLUDE"));
    language_take_out(copy, from, end, is_book ? (of_files ? STR("01 FILLER.") : STR_EMPTY) : has_begun ? STR("CONTINUE") : STR_EMPTY);
    cards.at = end;
  }
  for (size_t i = 0; i < text.len; i++) if ((unsigned char)copy[i] >= 0x80) copy[i] = 'x';
  for (size_t i = code_until((Str){copy, text.len}); i < text.len; i++) copy[i] = copy[i] == '\n' ? '\n' : ' ';
  return (Str){copy, text.len};
}

/* Copied books are imported by the text, of which the grammar has not seen them. */
static void import_books(LanguageBuild *build, NodeNo root) {
  LanguageCards cards = {.text = build->syntax->text};
  for (Str word; language_card_word(&cards, &word);) {
    if (!is_word(word, "COPY") && !is_word(word, "INCLUDE")) continue;
    Str rest = str_trim(str_head(str_slice(cards.text, cards.at, cards.text.len), 200)); /* not all that follows, for each */
    size_t from = rest.len && strchr("'\"", rest.ptr[0]) ? 1 : 0, to = from;
    while (to < rest.len && language_is_of_card_word(rest.ptr[to])) to++;
    ImportNo import = language_import(build, (Import){.form = IMPORT_STAR, .flags = IMPORT_REEXPORT, .specifier = language_intern(build, str_slice(rest, from, to))}, root);
    build->facts->imports.items[import].at = (uint32_t)(cards.at - word.len);
    build->facts->imports.items[import].line = syntax_line(build->syntax, (uint32_t)cards.at);
    if (is_word(word, "COPY")) cards.at = language_card_end(cards.text, cards.at);
  }
}

/* A program is what stands behind its name. */
static void visit_program(LanguageBuild *build, NodeNo node) {
  NodeNo head = language_child(build, node, KIND_IDENTIFICATION), name = language_child(build, head, KIND_PROGRAM_NAME);
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = name, .whole = node, .body = head ? syntax_next(build->syntax, head) : 0, .bind = BIND_HOISTED});
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  language_visit_children(build, node);
  language_close(build, &before);
}

/* A paragraph, or a section's beginning, reaches to the next heading. */
static void visit_procedures(LanguageBuild *build, NodeNo node) {
  LanguageOpen before;
  DefNo def = 0;
  EACH(c, node) {
    unsigned kind = language_kind(build, c);
    if (kind != KIND_SECTION && kind != KIND_PARAGRAPH) {
      language_visit(build, c);
      if (def) language_extend(build, def, c);
      continue;
    }
    if (def) language_close(build, &before);
    def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .name = language_field(build, c, FIELD_NAME), .whole = c, .bind = BIND_HOISTED});
    if (def) language_open(build, SCOPE_FUNCTION, c, def, &before);
  }
  if (def) language_close(build, &before);
}

/* The first word of a label; what is behind OF is its section. */
static void call_label(LanguageBuild *build, NodeNo node) {
  NodeNo word = node;
  while (word && language_kind(build, word) != KIND_WORD) word = syntax_named(build->syntax, word, 0);
  if (word) language_call_name(build, word, node);
}
static void call_program(LanguageBuild *build, NodeNo node) {
  NodeNo called = language_field(build, node, FIELD_X);
  Str text = language_text(build, called);
  bool is_literal = language_kind(build, called) == KIND_STRING && text.len > 2;
  if (is_literal) language_call_value(build, language_add_word(build, str_trim(str_slice(text, 1, text.len - 1)), called), called, node);
  language_visit_others(build, node, is_literal ? called : 0);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "program_definition", .handler = {.visit = visit_program}},
    {LANGUAGE_ROW_OWN, .node = "procedure_division", .handler = {.visit = visit_procedures}},
    {LANGUAGE_ROW_OWN, .node = "label", .handler = {.visit = call_label}},
    {LANGUAGE_ROW_OWN, .node = "call_statement", .handler = {.visit = call_program}},
    {LANGUAGE_ROW_DEFINE, .node = "data_description", .kind = SYMBOL_VARIABLE, .name = "<entry_name>"},
    {LANGUAGE_ROW_NAME, .node = "WORD"},
    {LANGUAGE_ROW_NOTHING, .node = "program_name identification_division"},
    {LANGUAGE_ROW_LITERAL, .node = "string", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_COMMENT, .node = "comment_entry"},
    {0},
};

const Language language_cobol = {
    .name = "cobol", .revision = 2,
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "cbl cob cobol CBL COB cpy CPY",
    .kinds = kinds, .fields = fields,
    .shared = true,
    .rows = rows,
    .reading = read_plain, .is_read_whole = true, .begin = import_books,
    .rules = {.name_case = LANGUAGE_CASE_IGNORED, .globals = LANGUAGE_GLOBALS_LINKED, .unknown_is_outside = true},
    .near = "{}.cpy {}.CPY {}.cbl {}",
};
