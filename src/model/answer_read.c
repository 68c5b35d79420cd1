/* What is read from an answer: text, marks, fields. */
#include <assert.h>

#include "src/model/answer_internal.h"

Str answer_text(const Answer *answer) { return buf_str(&answer->text); }

const AnswerMark *answer_marks(const Answer *answer, size_t *ret_count) {
  *ret_count = answer->marks.len;
  return answer->marks.items;
}

static void write_nodes(const Answer *answer, JsonWriter *out, size_t from, size_t end);

/* The nodes within one follow it directly, up to its end. */
static void write_inside(const Answer *answer, JsonWriter *out, size_t number) {
  write_nodes(answer, out, number + 1, answer->nodes.items[number].end);
}

static void write_leaf(const Answer *answer, JsonWriter *out, const AnswerNode *node) {
  if (node->key) json_name(out, str_from_c(node->key));
  switch (node->kind) {
    case ANSWER_STR: json_str(out, node->value.str); return;
    case ANSWER_INT: json_int(out, node->value.integer); return;
    case ANSWER_NUMBER: json_double(out, node->value.number); return;
    case ANSWER_BOOL: json_bool(out, node->value.boolean); return;
    case ANSWER_SOURCE: json_str(out, str_slice(answer_text(answer), node->from, node->to)); return;
    default: json_raw(out, node->value.str); return;
  }
}

/* Sections and items are there for the text; their fields belong to what is
 * around them. */
static void write_node(const Answer *answer, JsonWriter *out, size_t number) {
  const AnswerNode *node = &answer->nodes.items[number];
  switch (node->kind) {
    case ANSWER_SECTION:
    case ANSWER_ITEM:
      write_inside(answer, out, number);
      return;
    case ANSWER_LIST:
      json_field_array(out, node->key);
      write_inside(answer, out, number);
      json_end_array(out);
      return;
    case ANSWER_OBJECT:
    case ANSWER_ROW:
      if (node->key) json_name(out, str_from_c(node->key));
      json_begin_object(out);
      write_inside(answer, out, number);
      json_end_object(out);
      return;
    case ANSWER_SOURCE:
      if (node->key) write_leaf(answer, out, node);
      return;
    default:
      write_leaf(answer, out, node);
  }
}

static void write_nodes(const Answer *answer, JsonWriter *out, size_t from, size_t end) {
  for (size_t i = from; i < end; i = answer->nodes.items[i].end) write_node(answer, out, i);
}

/* Into an object that the caller has begun. Everything must be ended. */
void answer_write_fields(const Answer *answer, JsonWriter *out) {
  assert(!answer->depth && !answer->muted && !answer->hidden);
  write_nodes(answer, out, 0, answer->nodes.len);
}
