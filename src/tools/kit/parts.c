/* An agent that has learned five names wants five bodies, not five calls. */
#include "src/base/hash.h"
#include "src/base/vec.h"
#include "src/tools/kit/form_internal.h"
#include "src/tools/kit/parts_internal.h"

#define PARTS_MAX 40
#define NAMESAKES_SHOWN 4 /* of one name, overloads of one counting once, */
#define OVERLOADS_SHOWN 20 /* and with these */
#define NAMESAKES_READ 20 /* files of one name */
/* Bytes of an answer: what was named is wanted, and what is left out costs
 * another call. */
#define PARTS_CHARS 30000
/* Lines of what is told by fewer where not all fits whole: a skeleton of less
 * would not be much shorter. */
#define FIT_LINES 40
#define FIT_WORDS 100 /* bytes that say so */
#define CUT_LEAST 1500 /* bytes that are worth beginning something that does not fit */
#define CUT_WORDS 40   /* bytes that say so */
#define REST_MORE 200  /* of what else may have to wait once it is said what does */
#define NOTE_MAX 4096

/* One place. */
typedef struct Part {
  Str heading, name;
  Str words;     /* said instead of a text; may be empty */
  Str note;      /* behind the heading: what of it is not here */
  ToolForm form;
  StoreSymbol symbol; /* without an id: lines were asked for */
  bool is_placed;
} Part;

typedef struct Parts {
  ToolCall *call;
  ToolGraph *graph;
  bool whole;
  struct {
    Part *items;
    size_t len, cap;
  } list; /* in the order of the question */
  struct {
    Part **items;
    size_t len, cap;
  } order;        /* in which they are shown */
  size_t fitting; /* of these, on the first page */
} Parts;

bool tool_read_range(Str part, Str *ret_path, uint32_t *ret_from, uint32_t *ret_to) {
  size_t colon = str_find_last_byte(part, ':');
  int64_t from, to;
  if (colon == STR_NONE) return false;
  Str lines = str_slice(part, colon + 1, part.len), first = str_cut(&lines, '-');
  if (!lines.len || !str_to_int(first, &from) || !str_to_int(lines, &to)) return false;
  if (from < 1 || to < from || to > INT32_MAX) return false;
  *ret_path = str_slice(part, 0, colon);
  *ret_from = (uint32_t)from;
  *ret_to = (uint32_t)to;
  return true;
}

bool tool_is_parts(Str target) {
  Str path;
  uint32_t from, to;
  return str_find_byte(target, ',') != STR_NONE || tool_read_range(target, &path, &from, &to);
}

/* The end of a path will do; of several files with that end, one that has the
 * line. */
static Err find_file(ToolCall *call, ToolGraph *graph, Str path, uint32_t line, StoreFile *ret_file) {
  QueryTargets targets;
  TRY(query_file(call->job, graph->reader, path, ret_file));
  if (ret_file->id.value) return OK;
  TRY(query_targets(call->job, graph->reader, &(QueryTarget){.name = path}, &targets));
  size_t chosen = 0, files = 0;
  while (files < targets.len && targets.items[files].kind == SYMBOL_FILE) files++;
  if (!files) return OK;
  for (size_t i = 0; i < files && i < NAMESAKES_READ && files > 1; i++) {
    const QuerySource *source = tool_source(call, graph, targets.items[i].path);
    if (!source || source->lines < line) continue;
    chosen = i;
    break;
  }
  return query_file(call->job, graph->reader, targets.items[chosen].path, ret_file);
}

Err tool_expand_lines(ToolCall *call, ToolGraph *graph, Str names, Str *ret_names) {
  Buf out;
  buf_init(&out, call->job->arena, 1u << 16);
  for (Str rest = names; rest.len;) {
    Str part = str_trim(str_cut(&rest, ',')), path;
    uint32_t from, to;
    StoreSymbols found = {0};
    StoreFile file = {0};
    if (tool_read_range(part, &path, &from, &to)) TRY(find_file(call, graph, path, to, &file));
    if (file.id.value) TRY(query_symbols_within(call->job, graph->reader, file.id, from, to, &found));
    if (!part.len) continue;
    if (!found.len) buf_add_format(&out, "%s%.*s", out.len ? "," : "", STR_ARG(part));
    for (size_t i = 0; i < found.len; i++) {
      Str name = query_qualified(call->job->arena, &found.items[i]);
      buf_add_format(&out, "%s%.*s:%.*s", out.len ? "," : "", STR_ARG(file.path), STR_ARG(name));
    }
  }
  *ret_names = buf_str(&out);
  return OK;
}

/* ---- which ---- */

static Part *add(Parts *parts) {
  Part *part = vec_add(parts->call->job->arena, &parts->list);
  *part = (Part){0};
  return part;
}

static void add_words(Parts *parts, Str words) { add(parts)->words = words; }

static void add_unreadable(Parts *parts, Str path) {
  Arena *arena = parts->call->job->arena;
  add_words(parts, str_format(arena, "%.*s cannot be read as text.", STR_ARG(str_shown(arena, path, SIZE_MAX))));
}

/* Binary files have no lines that a reader could use. */
static const QuerySource *text_of(Parts *parts, Str path) {
  const QuerySource *source = tool_source(parts->call, parts->graph, path);
  bool is_binary = source && memchr(source->text.len ? source->text.ptr : "", 0, source->text.len);
  return is_binary ? NULL : source;
}

/* ", in Type.method (95-140)": what the first line lies in, where that begins
 * above it, since its own lines do not say so. */
static Err words_around(Parts *parts, FileId file, uint32_t from, Str *ret_words) {
  Arena *arena = parts->call->job->arena;
  StoreSymbol around;
  *ret_words = STR_EMPTY;
  if (!file.value) return OK;
  TRY(query_symbol_at(parts->call->job, parts->graph->reader, file, from, &around));
  if (!around.id.value || around.kind == SYMBOL_FILE || around.full.line >= from) return OK;
  *ret_words = str_format(arena, ", in %.*s (%u-%u)", STR_ARG(tool_symbol_name(arena, &around)), around.full.line, around.full.end_line);
  return OK;
}

static Err add_range(Parts *parts, FileId file, Str path, uint32_t from, uint32_t to) {
  Arena *arena = parts->call->job->arena;
  const QuerySource *source = text_of(parts, path);
  Str shown = str_shown(arena, path, SIZE_MAX);
  if (!source) {
    add_unreadable(parts, path);
  } else if (from > source->lines) {
    add_words(parts, str_format(arena, "%.*s has %u lines, no line %u.", STR_ARG(shown), source->lines, from));
  } else {
    Part *part = add(parts);
    if (to > source->lines) to = source->lines;
    part->form = (ToolForm){.source = source, .from = from, .to = to, .size = query_source_size(source, from, to)};
    *vec_add(arena, &part->form.pieces) = (QueryPiece){from, to};
    Str around;
    TRY(words_around(parts, file, from, &around));
    part->heading = str_format(arena, "%.*s  lines %u to %u of %u%.*s", STR_ARG(shown), from, to, source->lines, STR_ARG(around));
  }
  return OK;
}

/* What has more lines than `most` is shown by fewer. */
static Err take_form(Parts *parts, Part *part, uint32_t most) {
  Arena *arena = parts->call->job->arena;
  const StoreSymbol *symbol = &part->symbol;
  const QuerySource *source = part->form.source;
  Str path = str_shown(arena, symbol->path, SIZE_MAX);
  TRY(tool_form(parts->call, parts->graph, symbol, source, most, &part->form));
  part->heading = symbol->kind == SYMBOL_FILE
                      ? str_format(arena, "%.*s  %u line%s", STR_ARG(path), source->lines, source->lines == 1 ? "" : "s")
                      : str_format(arena, "%.*s:%u %s %.*s", STR_ARG(path), symbol->name_span.line, symbol_kind_word(symbol->kind), STR_ARG(part->name));
  Str words = tool_form_words(arena, &part->form);
  if (words.len) part->heading = str_format(arena, "%.*s%.*s", STR_ARG(part->heading), STR_ARG(words));
  return OK;
}

static Err add_symbol(Parts *parts, const StoreSymbol *symbol) {
  const QuerySource *source = text_of(parts, symbol->path);
  if (!source) {
    add_unreadable(parts, symbol->path);
    return OK;
  }
  Part *part = add(parts);
  part->symbol = *symbol;
  part->name = tool_symbol_name(parts->call->job->arena, symbol);
  part->form.source = source;
  return take_form(parts, part, parts->whole ? TOOL_FORM_ANY : TOOL_FORM_LONG);
}

/* Those of tests come last, and are wanted only where there are no others. */
static Err count_wanted(Parts *parts, const QueryTargets *targets, size_t *ret_count) {
  bool first_is_test = false, is_test = false;
  size_t apart = 0;
  *ret_count = 0;
  for (; *ret_count < targets->distinct && *ret_count < OVERLOADS_SHOWN; ++*ret_count) {
    bool is_overload = *ret_count && query_is_overload(&targets->items[*ret_count - 1], &targets->items[*ret_count]);
    if (!is_overload && ++apart > NAMESAKES_SHOWN) break;
    TRY(query_is_test(parts->call->job, parts->graph->reader, targets->items[*ret_count].path, &is_test));
    if (!*ret_count) first_is_test = is_test;
    if (is_test && !first_is_test) break;
  }
  return OK;
}

static Err add_named(Parts *parts, Str name) {
  Arena *arena = parts->call->job->arena;
  QueryTargets targets;
  TRY(query_targets(parts->call->job, parts->graph->reader, &(QueryTarget){.name = name}, &targets));
  size_t count;
  query_targets_by_place(&targets);
  TRY(count_wanted(parts, &targets, &count));
  for (size_t i = 0; i < count; i++) TRY(add_symbol(parts, &targets.items[i]));
  if (targets.distinct > count) {
    add_words(parts, str_format(arena, "%zu more %s called %.*s; qualify it, as in file:name or Type.name.",
                                targets.distinct - count, targets.distinct - count == 1 ? "is" : "are", STR_ARG(str_shown(arena, name, TOOL_SHOWN_NAME))));
  }
  if (targets.len) return OK;
  Str alike = tool_join_names(arena, targets.suggestions, targets.suggestion_count);
  add_words(parts, str_format(arena, "Nothing is called '%.*s'.%s%.*s", STR_ARG(str_shown(arena, name, TOOL_SHOWN_NAME)),
                              alike.len ? " There is: " : "", STR_ARG(str_shown(arena, alike, TOOL_SHOWN_NAME))));
  return OK;
}

static StoreSymbol file_symbol(const StoreFile *file) {
  return (StoreSymbol){.id = store_symbol_id(file->id, 0), .file = file->id, .kind = SYMBOL_FILE, .name = file->path, .path = file->path};
}

/* Nothing has the path: a folder, or a file that is elsewhere. */
static Err add_lost(Parts *parts, Str path, bool *ret_said) {
  Arena *arena = parts->call->job->arena;
  Str shown = str_shown(arena, path, TOOL_SHOWN_NAME), name = path;
  size_t slash = str_find_last_byte(path, '/');
  StoreFiles beneath;
  StoreFile file = {0};
  *ret_said = false;
  if (slash == STR_NONE) return OK;
  Str folder = str_ends_with(path, STR("/")) ? str_slice(path, 0, path.len - 1) : path;
  TRY(store_list_files(parts->call->job, parts->graph->reader, folder, &beneath));
  *ret_said = beneath.len > 0;
  if (*ret_said) add_words(parts, str_format(arena, "%.*s is a folder: zoom it by itself.", STR_ARG(shown)));
  if (*ret_said) return OK;
  name = str_slice(path, slash + 1, path.len);
  if (str_find_byte(name, '.') != STR_NONE) TRY(find_file(parts->call, parts->graph, name, 1, &file));
  *ret_said = file.id.value != 0;
  if (*ret_said) add_words(parts, str_format(arena, "There is no %.*s, but %.*s.", STR_ARG(shown), STR_ARG(str_shown(arena, file.path, SIZE_MAX))));
  return OK;
}

/* A file without lines is meant as a whole, like any other name. */
static Err add_part(Parts *parts, Str part) {
  Str path = part;
  uint32_t from = 1, to = UINT32_MAX;
  StoreFile file;
  bool is_range = tool_read_range(part, &path, &from, &to);
  TRY(find_file(parts->call, parts->graph, path, is_range ? to : 1, &file));
  if (!is_range && file.id.value) {
    StoreSymbol whole = file_symbol(&file);
    return add_symbol(parts, &whole);
  }
  if (file.id.value || (is_range && tool_path_exists(parts->call, parts->graph->index, path))) {
    return add_range(parts, file.id, file.id.value ? file.path : path, from, to);
  }
  bool is_said;
  TRY(add_lost(parts, path, &is_said));
  return is_said ? OK : add_named(parts, path);
}

/* ---- what fits ---- */

static bool is_text(const Part *part) { return !part->words.len && part->form.kind == TOOL_FORM_TEXT; }

/* Lines without some of them. */
static void take_away(Arena *arena, QueryPieces *pieces, QueryPiece away) {
  QueryPieces left = {0};
  for (size_t i = 0; i < pieces->len; i++) {
    QueryPiece one = pieces->items[i];
    if (away.to < one.from || away.from > one.to) {
      *vec_add(arena, &left) = one;
      continue;
    }
    if (one.from < away.from) *vec_add(arena, &left) = (QueryPiece){one.from, away.from - 1};
    if (one.to > away.to) *vec_add(arena, &left) = (QueryPiece){away.to + 1, one.to};
  }
  *pieces = left;
}

static size_t size_of(const Part *part) { return part->heading.len + part->note.len + part->words.len + 2 + part->form.size; }

/* Lines that a text before it shows are named and not shown again. */
static void leave_out_shown(Parts *parts, Part *part) {
  Arena *arena = parts->call->job->arena;
  Buf note;
  if (!is_text(part)) return;
  buf_init(&note, arena, NOTE_MAX);
  part->form.pieces = (QueryPieces){0};
  *vec_add(arena, &part->form.pieces) = (QueryPiece){part->form.from, part->form.to};
  for (size_t i = 0; i < parts->order.len; i++) {
    const Part *before = parts->order.items[i];
    if (!is_text(before) || before->form.source != part->form.source) continue;
    for (size_t k = 0; k < before->form.pieces.len; k++) {
      QueryPiece away = before->form.pieces.items[k];
      if (away.to < part->form.from || away.from > part->form.to) continue;
      take_away(arena, &part->form.pieces, away);
      if (away.from < part->form.from) away.from = part->form.from;
      if (away.to > part->form.to) away.to = part->form.to;
      buf_add_format(&note, "%s%u-%u", note.len ? ", " : "; above: ", away.from, away.to);
    }
  }
  part->note = buf_str(&note);
  part->form.size = 0;
  for (size_t i = 0; i < part->form.pieces.len; i++) {
    part->form.size += query_source_size(part->form.source, part->form.pieces.items[i].from, part->form.pieces.items[i].to);
  }
}

static void place(Parts *parts, Part *part) {
  part->is_placed = true;
  *vec_add(parts->call->job->arena, &parts->order) = part;
}

/* The last line that fits; 0: none. */
static uint32_t last_fitting(const Part *part, size_t room) {
  size_t used = part->heading.len + part->note.len + CUT_WORDS;
  uint32_t last = 0;
  for (size_t i = 0; i < part->form.pieces.len; i++) {
    for (uint32_t line = part->form.pieces.items[i].from; line <= part->form.pieces.items[i].to; line++) {
      if ((used += query_source_size(part->form.source, line, line)) > room) return last;
      last = line;
    }
  }
  return last;
}

/* What waits first begins where the others leave room for it. Gives what is left
 * of it. */
static Part *cut(Parts *parts, Part *part, size_t room) {
  Arena *arena = parts->call->job->arena;
  bool is_worth_it = is_text(part) && (room >= CUT_LEAST || !parts->order.len);
  uint32_t last = is_worth_it ? last_fitting(part, room) : 0;
  if (!last) return part;
  Part *front = ARENA_NEW(arena, Part), *rest = ARENA_NEW(arena, Part);
  *front = *rest = *part;
  front->form.to = last;
  rest->form.from = last + 1;
  take_away(arena, &front->form.pieces, (QueryPiece){last + 1, part->form.to});
  take_away(arena, &rest->form.pieces, (QueryPiece){part->form.from, last});
  front->note = str_format(arena, "%.*s; cut after line %u", STR_ARG(part->note), last);
  rest->heading = str_format(arena, "%.*s  lines %u to %u of %u", STR_ARG(str_shown(arena, part->form.source->path, SIZE_MAX)), last + 1,
                             part->form.to, part->form.source->lines);
  place(parts, front);
  return rest;
}

/* In the order of the question; what is too long to stand beside those before
 * it waits for the others. Gives how many are there before those that wait. */
static size_t share(Parts *parts, size_t room) {
  size_t count = parts->list.len;
  parts->order.len = 0;
  for (size_t i = 0; i < count; i++) {
    Part *part = &parts->list.items[i];
    leave_out_shown(parts, part);
    part->is_placed = false;
    if (size_of(part) > room) continue;
    room -= size_of(part);
    place(parts, part);
  }
  size_t waiting = 0;
  while (waiting < count && parts->list.items[waiting].is_placed) waiting++;
  if (waiting == count) return count;
  leave_out_shown(parts, &parts->list.items[waiting]);
  Part *rest = cut(parts, &parts->list.items[waiting], room);
  size_t fitting = parts->order.len;
  place(parts, rest);
  for (size_t i = waiting + 1; i < count; i++) {
    Part *part = &parts->list.items[i];
    if (part->is_placed) continue;
    leave_out_shown(parts, part);
    place(parts, part);
  }
  return fitting;
}

/* As one asks for it alone. */
static Str target_of(Parts *parts, const Part *part) {
  Arena *arena = parts->call->job->arena;
  Str path = str_shown(arena, part->form.source->path, SIZE_MAX);
  if (!is_text(part)) return str_format(arena, "%.*s:%.*s", STR_ARG(path), STR_ARG(part->name));
  const QueryPieces *pieces = &part->form.pieces;
  return str_format(arena, "%.*s:%u-%u", STR_ARG(path), pieces->items[0].from, pieces->items[pieces->len - 1].to);
}

/* Before anything is read: what is not there whole, as the call that brings
 * it. */
static Str rest_words(Parts *parts, size_t fitting) {
  Buf words;
  buf_init(&words, parts->call->job->arena, 1u << 16);
  for (size_t i = fitting; i < parts->order.len; i++) {
    const Part *part = parts->order.items[i];
    if (part->words.len || !part->form.size) continue;
    buf_add_format(&words, "%s%.*s", words.len ? ", " : "Not all fits. For the rest: zoom '", STR_ARG(target_of(parts, part)));
  }
  if (words.len) buf_add_c(&words, "'\n");
  return buf_str(&words);
}

/* All that was named is worth more than some of it whole: from the last on, names
 * are told by their skeletons or outlines until there is room for all. Lines that
 * were asked for stay. */
static Err shorten(Parts *parts, size_t room, size_t *ret_count) {
  *ret_count = 0;
  for (size_t i = parts->list.len; i-- > 0 && !parts->whole;) {
    size_t said = *ret_count ? FIT_WORDS : 0;
    if (share(parts, said < room ? room - said : 0) == parts->list.len) return OK;
    Part *part = &parts->list.items[i];
    if (!part->symbol.id.value || part->form.kind != TOOL_FORM_TEXT) continue;
    TRY(take_form(parts, part, FIT_LINES));
    if (part->form.kind == TOOL_FORM_TEXT) continue;
    part->note = STR_EMPTY;
    ++*ret_count;
  }
  return OK;
}

/* Room is kept for what stands above and below; how long that is depends on what
 * waits, which may be a little more then. */
static Err add_head(Parts *parts, size_t room) {
  Answer *out = parts->call->answer;
  bool has_long = false;
  size_t shortened;
  for (size_t i = 0; i < parts->list.len; i++) has_long |= parts->list.items[i].form.kind != TOOL_FORM_TEXT;
  size_t above = has_long ? sizeof TOOL_FORM_HINT : 0;
  room -= TOOL_TAIL_MAX < room ? TOOL_TAIL_MAX : room;
  room -= above < room ? above : room;
  TRY(shorten(parts, room, &shortened));
  if (shortened) room -= FIT_WORDS < room ? FIT_WORDS : room;
  parts->fitting = share(parts, room);
  size_t words = rest_words(parts, parts->fitting).len;
  if (words) parts->fitting = share(parts, words + REST_MORE < room ? room - words - REST_MORE : 0);
  if (tool_arg_str(parts->call, "cursor").len) return OK;
  if (has_long) answer_note(out, TOOL_FORM_HINT);
  if (shortened) answer_note(out, "To make room %zu %s by the lines that tell how %s; path:from-to gives the others.", shortened,
                             shortened == 1 ? "is told" : "are told", shortened == 1 ? "it goes" : "they go");
  answer_put(out, rest_words(parts, parts->fitting));
  return OK;
}

/* Fields of several texts would repeat what the text says. */
static void show_form(ToolCall *call, const ToolForm *form) {
  answer_begin_words(call->answer);
  answer_begin_list(call->answer, "places");
  tool_answer_form(call, form);
  answer_end(call->answer);
  answer_end(call->answer);
}

static void show_part(Parts *parts, const Part *part) {
  Answer *out = parts->call->answer;
  bool has_text = !part->words.len && (part->form.size || !part->note.len);
  Str heading = str_format(parts->call->job->arena, "%.*s%.*s", STR_ARG(part->heading), STR_ARG(part->note));
  answer_begin_item(out, &(AnswerItem){.heading = has_text ? heading : STR_EMPTY, .splits = has_text});
  if (has_text) show_form(parts->call, &part->form);
  else answer_say(out, "%.*s\n", STR_ARG(part->words.len ? part->words : heading));
  answer_end(out);
}

static void show(Parts *parts) {
  Answer *out = parts->call->answer;
  for (size_t i = 0; i < parts->order.len; i++) {
    if (i && i == parts->fitting) answer_page_later(out);
    if (answer_page_wants(out)) show_part(parts, parts->order.items[i]);
    else answer_skip_items(out, 1);
  }
}

/* A cursor holds while the same is asked for and the files are as they were. */
static uint64_t state_of(const Parts *parts) {
  uint64_t state = parts->order.len;
  for (size_t i = 0; i < parts->order.len; i++) {
    const Part *part = parts->order.items[i];
    state = hash_combine(state, hash_combine(hash_str(part->heading), part->form.source ? hash_str(part->form.source->text) : 0));
  }
  return state;
}

Err tool_answer_parts(ToolCall *call, ToolGraph *graph, const ToolPartsAsk *ask) {
  Parts parts = {.call = call, .graph = graph, .whole = ask->whole};
  AnswerPaged paged;
  size_t count = 0, shown = 0, room = tool_arg(call, "max_chars") ? (size_t)tool_arg_int(call, "max_chars") : PARTS_CHARS;
  if (call->chars < PARTS_CHARS + TOOL_TAIL_MAX) call->chars = PARTS_CHARS + TOOL_TAIL_MAX;
  for (Str rest = ask->targets; rest.len;) {
    Str part = str_trim(str_cut(&rest, ','));
    if (!part.len) continue;
    if (++count > PARTS_MAX) return job_fail(call->job, ERR_USAGE, "more than %d targets: ask in several calls", PARTS_MAX);
    TRY(add_part(&parts, part));
  }
  if (!count) return job_fail(call->job, ERR_USAGE, "target is blank: give a path or a symbol's name");
  for (size_t i = 0; i < parts.list.len; i++) shown += !parts.list.items[i].words.len;
  TRY(add_head(&parts, room));
  tool_begin_page(call, NULL, PARTS_CHARS);
  show(&parts);
  TRY(tool_end_page(call, graph->index, state_of(&parts), &paged));
  answer_field_str(call->answer, "target", ask->targets);
  answer_field_str(call->answer, "is", shown ? STR("text") : STR("nothing"));
  answer_field_int(call->answer, "depth", 2);
  answer_field_shown(call->answer, "text", 0);
  answer_field_bool(call->answer, "truncated", paged.cursor.len > 0);
  if (paged.cursor.len) answer_field_str(call->answer, "cursor", paged.cursor);
  return OK;
}
