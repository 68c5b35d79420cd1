/* Symbols as servers give them: trees, flat lists, hierarchies. */
#include <stdlib.h>

#include "src/base/vec.h"
#include "src/lsp/ask_internal.h"

/* In the order of the protocol's SymbolKind, which counts from one. */
static const char *const kinds[] = {
    "file", "module", "namespace", "package", "class", "method", "property", "field", "constructor",
    "enum", "interface", "function", "variable", "constant", "string", "number", "boolean", "array",
    "object", "key", "null", "enum member", "struct", "event", "operator", "type parameter",
};

const char *lsp_symbol_kind_name(int kind) {
  return kind >= 1 && (size_t)kind <= COUNT_OF(kinds) ? kinds[kind - 1] : "unknown";
}

/* What all forms have; false: it has no name. */
static bool read_head(Arena *arena, const Json *value, LspSymbol *ret_symbol) {
  const Json *name = json_get(value, STR("name"));
  if (!json_is(name, JSON_STRING)) return false;
  int64_t kind = json_get_int(value, STR("kind"), 0);
  *ret_symbol = (LspSymbol){.name = lsp_shown_words(arena, name->text), .detail = lsp_get_words(arena, value, "detail"),
                            .container = lsp_get_words(arena, value, "containerName"),
                            .kind = kind >= 1 && kind <= (int64_t)COUNT_OF(kinds) ? (int)kind : 0,
                            .is_deprecated = json_get_bool(value, STR("deprecated"), false) ||
                                             lsp_has_tag(json_get(value, STR("tags")), 1)};
  return true;
}

/* `range` and `selectionRange` of one object. */
static bool read_ranges(LspReader *reader, const Json *value, LspLocation *location) {
  const Text *text = lsp_reader_text(reader, location->path, location->is_outside);
  if (!lsp_read_range(reader, text, json_get(value, STR("range")), &location->whole)) return false;
  if (!lsp_read_range(reader, text, json_get(value, STR("selectionRange")), &location->range)) {
    location->range = location->whole;
  }
  return true;
}

/* ---- trees ---- */

/* What stays the same on the way down through a DocumentSymbol tree. */
typedef struct Tree {
  LspReader *reader;
  Str path;
  LspSymbols *symbols;
} Tree;

/* In the order of the text, an enclosing symbol before what it encloses. */
static int compare_starts(const void *a, const void *b) {
  const LspSymbol *left = a, *right = b;
  int order = lsp_compare_points(left->location.whole.start, right->location.whole.start);
  if (!order) order = -lsp_compare_points(left->location.whole.end, right->location.whole.end);
  if (!order) order = lsp_compare_points(left->location.range.start, right->location.range.start);
  return order ? order : str_compare(left->name, right->name);
}

/* One symbol, and its children to be added after their order is known. */
typedef struct Node {
  LspSymbol symbol; /* first: compare_starts */
  const Json *children;
} Node;

/* Siblings are ordered first and then followed by their children one after the
 * other, so that the list is the tree read from above. The depth is limited
 * because a server may send a tree deeper than our stack. */
static void add_nodes(Tree *tree, const Json *values, Str container, uint32_t depth) {
  Arena *arena = tree->reader->job->arena;
  VEC(Node) nodes = {0};
  if (!json_is(values, JSON_ARRAY)) return;
  if (depth >= LSP_DEPTH_MAX) {
    tree->symbols->dropped += values->count;
    return;
  }
  for (size_t i = 0; i < values->count; i++) {
    Node node = {.children = json_get(&values->items[i], STR("children"))};
    bool is_good = read_head(arena, &values->items[i], &node.symbol);
    node.symbol.location = (LspLocation){.path = tree->path};
    if (!is_good || !read_ranges(tree->reader, &values->items[i], &node.symbol.location)) {
      tree->symbols->dropped++;
      continue;
    }
    node.symbol.depth = depth;
    node.symbol.container = container;
    *vec_add(arena, &nodes) = node;
  }
  if (nodes.len) qsort(nodes.items, nodes.len, sizeof(Node), compare_starts);
  for (size_t i = 0; i < nodes.len; i++) {
    *vec_add(arena, tree->symbols) = nodes.items[i].symbol;
    add_nodes(tree, nodes.items[i].children, nodes.items[i].symbol.name, depth + 1);
  }
}

/* ---- flat lists ---- */

/* A WorkspaceSymbol's location may have no range: the file's beginning then. */
static bool read_information(LspReader *reader, const Json *value, LspSymbol *ret_symbol) {
  const Json *location = json_get(value, STR("location"));
  if (!read_head(reader->job->arena, value, ret_symbol)) return false;
  LspLocation *to = &ret_symbol->location;
  if (!lsp_read_uri(reader, json_get(location, STR("uri")), to)) return false;
  if (!json_get(location, STR("range"))) {
    to->range = (LspRange){.start = {1, 1}, .end = {1, 1}};
  } else if (!lsp_read_range(reader, lsp_reader_text(reader, to->path, to->is_outside),
                             json_get(location, STR("range")), &to->range)) {
    return false;
  }
  to->whole = to->range;
  return true;
}

static void read_flat(LspReader *reader, const Json *result, LspSymbols *symbols) {
  for (size_t i = 0; i < result->count; i++) {
    LspSymbol symbol;
    if (read_information(reader, &result->items[i], &symbol)) *vec_add(reader->job->arena, symbols) = symbol;
    else symbols->dropped++;
  }
}

/* Two with the same extent would enclose each other; the container's name
 * decides then. */
static bool encloses(const LspSymbol *outer, const LspSymbol *inner) {
  const LspRange *around = &outer->location.whole, *within = &inner->location.whole;
  int start = lsp_compare_points(around->start, within->start);
  int end = lsp_compare_points(within->end, around->end);
  return start <= 0 && end <= 0 && (start || end || str_eq(outer->name, inner->container));
}

/* Flat symbols of one document: how deep each lies, by the one that is named as
 * its container, around it or at least before it; else by what is around it.
 * `open` holds what encloses the current one, outermost first. `named` points
 * into the list, which does not grow any more. */
static void find_depths(LspReader *reader, LspSymbols *symbols) {
  size_t open[LSP_DEPTH_MAX];
  size_t count = 0;
  Map named;
  map_init(&named, reader->job->arena);
  if (symbols->len) qsort(symbols->items, symbols->len, sizeof(LspSymbol), compare_starts);
  for (size_t i = 0; i < symbols->len; i++) {
    LspSymbol *symbol = &symbols->items[i];
    while (count && !encloses(&symbols->items[open[count - 1]], symbol)) count--;
    const LspSymbol *before = symbol->container.len ? map_get(&named, symbol->container) : NULL;
    size_t depth = count;
    while (depth && !str_eq(symbols->items[open[depth - 1]].name, symbol->container)) depth--;
    if (!depth) depth = before ? before->depth + 1 : count;
    symbol->depth = depth < LSP_DEPTH_MAX ? (uint32_t)depth : LSP_DEPTH_MAX;
    map_put(&named, symbol->name, symbol);
    if (count < LSP_DEPTH_MAX) open[count++] = i;
  }
}

/* The first element tells the form: only the flat one has a location. The
 * protocol forbids mixing. */
void lsp_read_document_symbols(LspReader *reader, Str path, const Json *result, LspSymbols *ret_symbols) {
  LspSymbols all = {0};
  Tree tree = {.reader = reader, .path = path, .symbols = &all};
  if (json_is(result, JSON_ARRAY) && result->count) {
    if (json_get(&result->items[0], STR("location"))) {
      read_flat(reader, result, &all);
      find_depths(reader, &all);
    } else {
      add_nodes(&tree, result, STR_EMPTY, 0);
    }
  }
  *ret_symbols = all;
}

/* The server's order is kept: it says what fits the query best. */
void lsp_read_workspace_symbols(LspReader *reader, const Json *result, LspSymbols *ret_symbols) {
  LspSymbols all = {0};
  if (json_is(result, JSON_ARRAY)) read_flat(reader, result, &all);
  *ret_symbols = all;
}

/* ---- hierarchies ---- */

bool lsp_read_item(LspReader *reader, const Json *item, LspSymbol *ret_symbol) {
  LspLocation location;
  if (!read_head(reader->job->arena, item, ret_symbol)) return false;
  if (!lsp_read_uri(reader, json_get(item, STR("uri")), &location)) return false;
  if (!read_ranges(reader, item, &location)) return false;
  ret_symbol->location = location;
  return true;
}

static int compare_ranges(const void *a, const void *b) {
  const LspRange *left = a, *right = b;
  int order = lsp_compare_points(left->start, right->start);
  return order ? order : lsp_compare_points(left->end, right->end);
}

/* Sites whose range is broken are left out; the relative itself stays. */
static void read_sites(LspReader *reader, const LspLocation *in, const Json *ranges, LspRelative *relative) {
  const Text *text = lsp_reader_text(reader, in->path, in->is_outside);
  if (!json_is(ranges, JSON_ARRAY) || !ranges->count) return;
  relative->sites = ARENA_ARRAY(reader->job->arena, LspRange, ranges->count);
  for (size_t i = 0; i < ranges->count; i++) {
    LspRange site;
    if (lsp_read_range(reader, text, &ranges->items[i], &site)) relative->sites[relative->site_count++] = site;
  }
  if (relative->site_count) qsort(relative->sites, relative->site_count, sizeof(LspRange), compare_ranges);
}

void lsp_read_relatives(LspReader *reader, const LspRelation *relation, const Json *result, LspRelatives *relatives) {
  for (size_t i = 0; json_is(result, JSON_ARRAY) && i < result->count; i++) {
    const Json *value = &result->items[i];
    LspRelative relative = {0};
    const Json *item = relation->side ? json_get(value, str_from_c(relation->side)) : value;
    if (!lsp_read_item(reader, item, &relative.symbol)) continue;
    if (relation->side) {
      const LspSymbol *caller = relation->caller ? relation->caller : &relative.symbol;
      read_sites(reader, &caller->location, json_get(value, STR("fromRanges")), &relative);
    }
    *vec_add(reader->job->arena, relatives) = relative;
  }
}

static int compare_relatives(const void *a, const void *b) {
  const LspRelative *left = a, *right = b;
  int order = lsp_compare_locations(&left->symbol.location, &right->symbol.location);
  return order ? order : str_compare(left->symbol.name, right->symbol.name);
}

/* Both lists are in order already; sorted again as one and without what is
 * there twice. */
static void join_sites(Arena *arena, LspRelative *into, const LspRelative *from) {
  LspRange *sites = ARENA_ARRAY(arena, LspRange, into->site_count + from->site_count);
  size_t count = 0;
  for (size_t i = 0; i < into->site_count; i++) sites[count++] = into->sites[i];
  for (size_t i = 0; i < from->site_count; i++) sites[count++] = from->sites[i];
  if (count) qsort(sites, count, sizeof(LspRange), compare_ranges);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (!kept || compare_ranges(&sites[kept - 1], &sites[i])) sites[kept++] = sites[i];
  }
  into->sites = sites;
  into->site_count = kept;
}

void lsp_order_relatives(Job *job, LspRelatives *relatives) {
  size_t kept = 0;
  if (relatives->len) qsort(relatives->items, relatives->len, sizeof(LspRelative), compare_relatives);
  for (size_t i = 0; i < relatives->len; i++) {
    if (kept && !compare_relatives(&relatives->items[kept - 1], &relatives->items[i])) {
      join_sites(job->arena, &relatives->items[kept - 1], &relatives->items[i]);
    } else {
      relatives->items[kept++] = relatives->items[i];
    }
  }
  relatives->len = kept;
}
