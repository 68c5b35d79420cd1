/* Marks of an answer between processes. The text has been cut and spelled by
 * then; what the other process draws must lie within it, so nothing is taken
 * on trust. */
#include "src/base/vec.h"
#include "src/model/answer.h"
#include "src/tools/kit/tool_internal.h"

/* Lengths instead of ends, because most are short and the numbers stay
 * small. */
Str tool_spell_marks(Arena *arena, const ToolResult *result) {
  Buf spelled;
  JsonWriter writer;
  buf_init(&spelled, arena, SIZE_MAX);
  json_writer_init(&writer, &spelled, 0);
  json_begin_array(&writer);
  for (size_t i = 0; i < result->mark_count; i++) {
    json_int(&writer, result->marks[i].from);
    json_int(&writer, result->marks[i].to - result->marks[i].from);
    json_int(&writer, result->marks[i].kind);
  }
  json_end_array(&writer);
  return buf_str(&spelled);
}

/* One of three numbers in a row; false: not one that can be meant. */
static bool read_mark(const Json *numbers, size_t least, size_t length, AnswerMark *ret_mark) {
  int64_t from, size, kind;
  if (!json_to_int(&numbers[0], &from) || !json_to_int(&numbers[1], &size) || !json_to_int(&numbers[2], &kind)) return false;
  if (from < 0 || (uint64_t)from < least || (uint64_t)from > length || size < 0 || (uint64_t)size > length - (uint64_t)from) return false;
  if (kind < 0 || kind >= ANSWER_MARK_KINDS) return false;
  *ret_mark = (AnswerMark){(uint32_t)from, (uint32_t)(from + size), (AnswerMarkKind)kind};
  return true;
}

const AnswerMark *tool_read_marks(Arena *arena, const Json *spelled, size_t length, size_t *ret_count) {
  VEC(AnswerMark) marks = {0};
  size_t least = 0;
  *ret_count = 0;
  if (!json_is(spelled, JSON_ARRAY) || length > UINT32_MAX) return NULL;
  for (size_t i = 0; i + 2 < spelled->count; i += 3) {
    AnswerMark mark;
    if (!read_mark(&spelled->items[i], least, length, &mark)) continue;
    *vec_add(arena, &marks) = mark;
    least = mark.from;
  }
  *ret_count = marks.len;
  return marks.items;
}
