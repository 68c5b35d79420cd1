/* A small language of the parser's own tests, on C's grammar. */
#ifndef FATHOM_TESTS_PARSE_LANGUAGE_H
#define FATHOM_TESTS_PARSE_LANGUAGE_H

#include "src/base/buf.h"
#include "src/parse/parse.h"

const TSLanguage *tree_sitter_c(void);

enum { UNIT = 1, FUNCTION, CALL, NUMBER, COMMENT, PLUS, ERROR_NODE };
static const char *const small_kinds[] = {"translation_unit", "function_definition", "call_expression",
                                          "number_literal",   "comment",             "'+",
                                          "ERROR",            NULL};
enum { BODY = 1, OPERATOR, CALLEE };
static const char *const small_fields[] = {"body", "operator", "function", NULL};

static const Language small_language = {
    .name = "small", .grammar = tree_sitter_c, .kinds = small_kinds, .fields = small_fields};

/* "kind.field[text]" per node, children in brackets; only nodes of the lists
 * are named, others are "_". */
static inline void dump_syntax(Buf *out, const Syntax *syntax, const char *const *kinds,
                               const char *const *fields) {
  VEC(NodeNo) open = {0};
  for (NodeNo at = 1; at < syntax->count; at++) {
    const SyntaxNode *node = &syntax->nodes[at];
    while (open.len && *vec_last(&open) != node->parent) {
      open.len--;
      buf_add_c(out, ")");
    }
    if (at > 1 && syntax->nodes[node->parent].flags & SYNTAX_PARENT && node->parent + 1 != at) {
      buf_add_c(out, " ");
    }
    buf_add_c(out, node->kind ? kinds[node->kind - 1] : "_");
    if (node->field) buf_add_format(out, ".%s", fields[node->field - 1]);
    if (node->flags & SYNTAX_PARENT) {
      *vec_add(out->arena, &open) = at;
      buf_add_c(out, "(");
    } else {
      buf_add_format(out, "[%.*s]", STR_ARG(syntax_text(syntax, at)));
    }
  }
  for (; open.len; open.len--) buf_add_c(out, ")");
}

#endif
