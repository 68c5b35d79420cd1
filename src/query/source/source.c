/* Lines of a file, and how they are shown. */
#include "src/query/source/source.h"

#include "src/index/part.h"
#include "src/model/text.h"

/* Larger files are not source that anybody reads. Lines longer than what is
 * shown are cut with dots. */
#define SOURCE_MAX ((size_t)16 << 20)
#define LINE_MAX_SHOWN 400

/* What follows the last line's end is a line only when there is something. */
void query_source_take(Arena *arena, Str path, Str text, QuerySource *ret_source) {
  TextLines lines = text_find_lines(arena, text);
  bool ends_open = lines.starts[lines.count - 1] < text.len;
  *ret_source = (QuerySource){.path = path, .text = text, .starts = lines.starts, .lines = lines.count - !ends_open};
}

/* Of the job's own view, else of the disk as it is now, through the root: never
 * outside of the workspace. */
Err query_source_open(Job *job, Index *index, Str path, QuerySource *ret_source) {
  Str text;
  if (!index_view_text(job, index, path, &text)) TRY(root_read(job, index_files(index), path, SOURCE_MAX, &text));
  query_source_take(job->arena, path, text, ret_source);
  ret_source->index = index;
  return OK;
}

/* NULL is remembered as well: one that cannot be read is tried once. */
const QuerySource *query_source_once(Job *job, Index *index, uint64_t calm, Map *sources, Str path) {
  static QuerySource unreadable;
  QuerySource *source = map_get(sources, path);
  if (!source) {
    source = ARENA_NEW(job->arena, QuerySource);
    if (query_source_open_kept(job, index, calm, path, source)) {
      job_forgive(job);
      source = &unreadable;
    }
    map_put_copy(sources, path, source);
  }
  return source == &unreadable ? NULL : source;
}

/* Without the end of the last line, whichever of the two it has. */
Str query_source_lines(const QuerySource *source, uint32_t from, uint32_t to) {
  if (from < 1) from = 1;
  if (to > source->lines) to = source->lines;
  if (from > to) return STR_EMPTY;
  Str text = str_slice(source->text, source->starts[from - 1], source->starts[to]);
  if (text.len && text.ptr[text.len - 1] == '\n') text.len--;
  if (text.len && text.ptr[text.len - 1] == '\r') text.len--;
  return text;
}

Str query_source_line(const QuerySource *source, uint32_t line) {
  return line ? query_source_lines(source, line, line) : STR_EMPTY;
}

uint32_t query_source_indent(Str line) {
  uint32_t width = 0;
  for (size_t i = 0; i < line.len && (line.ptr[i] == ' ' || line.ptr[i] == '\t'); i++) width += line.ptr[i] == '\t' ? 8 : 1;
  return width;
}

/* Beyond the end: the last line. */
uint32_t query_source_line_at(const QuerySource *source, uint32_t byte) {
  uint32_t low = 0, high = source->lines;
  while (low < high) { /* the first line that begins after it */
    uint32_t middle = low + (high - low) / 2;
    if (source->starts[middle] <= byte) low = middle + 1;
    else high = middle;
  }
  return low ? low : 1;
}

/* Of a number in decimal. */
uint32_t query_source_begin(const QuerySource *source, const StoreSymbol *symbol) {
  bool is_above = symbol->doc.to > symbol->doc.from && symbol->doc.from < symbol->full.from;
  return is_above ? query_source_line_at(source, symbol->doc.from) : symbol->full.line;
}

static size_t digits(uint32_t number) {
  size_t count = 1;
  while (number /= 10) count++;
  return count;
}

/* Must agree with answer_source_line byte for byte: budgets are counted by
 * it. */
size_t query_source_size(const QuerySource *source, uint32_t from, uint32_t to) {
  size_t size = 0;
  if (from < 1) from = 1;
  for (uint32_t line = from; line <= to && line <= source->lines; line++) {
    Str all = query_source_line(source, line);
    Str head = str_head(all, LINE_MAX_SHOWN);
    size += digits(line) + 1 + str_visible_size(head) + (head.len < all.len ? 3 : 0) + 1;
  }
  return size;
}

/* Control characters are left to the answer, which makes them visible. */
Str query_source_shown(Arena *arena, const QuerySource *source, uint32_t line) {
  Str all = query_source_line(source, line), head = str_head(all, LINE_MAX_SHOWN);
  return head.len < all.len ? str_format(arena, "%.*s...", STR_ARG(head)) : head;
}

/* Lines keep what they are indented beyond the first: the shape of the text
 * stays. */
Str query_source_text(Arena *arena, const QuerySource *source, Range range) {
  Str all = str_slice(source->text, range.from, range.to);
  if (!all.len || str_find_byte(all, '\n') == STR_NONE) return str_visible(arena, all);
  Str first = query_source_line(source, query_source_line_at(source, range.from));
  size_t indent = 0;
  while (indent < first.len && (first.ptr[indent] == ' ' || first.ptr[indent] == '\t')) indent++;
  Buf text;
  buf_init(&text, arena, all.len + 1);
  for (Str rest = all, line; rest.len;) {
    bool is_first = rest.len == all.len;
    line = str_cut(&rest, '\n');
    size_t blank = 0;
    while (!is_first && blank < indent && blank < line.len && line.ptr[blank] == first.ptr[blank]) blank++;
    line = str_slice(line, blank, line.len);
    if (line.len && line.ptr[line.len - 1] == '\r') line.len--;
    if (!is_first) buf_add_byte(&text, '\n');
    buf_add(&text, line);
  }
  return str_visible(arena, buf_str(&text));
}
