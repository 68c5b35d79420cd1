/* From the library's tree to a flat one, over the tree's own nodes: several
 * times faster than the cursor, which works out for each node again where it
 * is. It reads structures that are private to the library, so the build uses
 * it only with the version it was written for (cmake/libraries.cmake);
 * with any other one the cursor does the work. */
#include "src/parse/parse_internal.h"

#ifdef FATHOM_FAST_CORE

#include <tree_sitter_core/tree.h>

enum { AHEAD = 8 }; /* children whose nodes are asked for early */

/* What a production says about one of its children. */
typedef struct Step {
  TSSymbol alias; /* shown instead of the child's own; 0: none */
  uint8_t field;  /* the language's number */
  bool has_field; /* even if the language does not list it */
  bool named;     /* the alias is */
} Step;

/* Worked out once for each grammar: for every production and child the alias
 * and the field, which the cursor looks up anew for each node. */
struct ParseSteps {
  uint16_t *kinds;    /* of symbols, the public ones' */
  Step *steps;        /* `width` for each production */
  const Step **rows;  /* of productions; NULL: says nothing */
  uint32_t row_count;
  uint32_t width;
};

/* How many children a production can say something about. */
static uint32_t find_width(const TSLanguage *tables) {
  uint32_t width = tables->max_alias_sequence_length;
  for (uint32_t i = 0; tables->field_count && i < tables->production_id_count; i++) {
    TSMapSlice slice = tables->field_map_slices[i];
    for (uint32_t k = 0; k < slice.length; k++) {
      uint32_t child = tables->field_map_entries[slice.index + k].child_index;
      if (child >= width) width = child + 1u;
    }
  }
  return width;
}

/* False: the production renames nothing. */
static bool fill_aliases(const TSLanguage *tables, uint32_t production, Step *row) {
  bool any = false;
  if (production == 0) return false; /* stands for "no aliases" */
  const TSSymbol *aliases = &tables->alias_sequences[production * tables->max_alias_sequence_length];
  for (uint32_t i = 0; i < tables->max_alias_sequence_length; i++) {
    if (!aliases[i]) continue;
    row[i].alias = aliases[i];
    row[i].named = tables->symbol_metadata[aliases[i]].named;
    any = true;
  }
  return any;
}

/* A child of two fields is said to be in the first, as the cursor says. */
static bool fill_fields(const ParseGrammar *grammar, uint32_t production, Step *row) {
  const TSLanguage *tables = grammar->tables;
  bool any = false;
  if (!tables->field_count) return false;
  TSMapSlice slice = tables->field_map_slices[production];
  for (uint32_t i = 0; i < slice.length; i++) {
    const TSFieldMapEntry *entry = &tables->field_map_entries[slice.index + i];
    if (entry->inherited || row[entry->child_index].has_field) continue;
    row[entry->child_index].has_field = true;
    row[entry->child_index].field = grammar->fields[entry->field_id];
    any = true;
  }
  return any;
}

/* Kinds are those of the public symbol, since several internal ones may stand
 * for one name. */
ParseSteps *parse_steps_open(const ParseGrammar *grammar) {
  const TSLanguage *tables = grammar->tables;
  ParseSteps *steps = arena_heap_alloc(sizeof(ParseSteps));
  steps->kinds = arena_heap_alloc((grammar->symbol_count + 1) * sizeof(uint16_t));
  for (uint32_t i = 0; i < grammar->symbol_count; i++) {
    steps->kinds[i] = grammar->kinds[tables->public_symbol_map[i]];
  }
  steps->width = find_width(tables);
  steps->row_count = tables->production_id_count ? tables->production_id_count : 1;
  steps->rows = arena_heap_alloc(steps->row_count * sizeof(Step *));
  steps->steps = arena_heap_alloc((size_t)steps->row_count * steps->width * sizeof(Step) + 1);
  for (uint32_t i = 0; i < tables->production_id_count; i++) {
    Step *row = &steps->steps[(size_t)i * steps->width];
    bool aliases = fill_aliases(tables, i, row);
    bool fields = fill_fields(grammar, i, row);
    if (aliases || fields) steps->rows[i] = row;
  }
  return steps;
}

void parse_steps_close(ParseSteps *steps) {
  free(steps->kinds);
  free(steps->steps);
  free(steps->rows);
  free(steps);
}

/* A node of the library whose children are being looked at. */
typedef struct Frame {
  const Subtree *at;
  const Subtree *end;
  const Step *steps;  /* NULL: none */
  uint32_t step;      /* of the next child that is no extra */
  uint32_t byte;      /* where the next child begins, with the space before it */
  NodeNo node;        /* innermost kept one: their parent */
  NodeNo last;        /* child of `node`, when this frame is its own */
  uint32_t owner;     /* the frame of `node` */
  uint8_t field;      /* that children of a hidden node are in */
} Frame;

/* Frames are a stack on the heap. Pointers into it do not survive a push. */
typedef struct Walk {
  const ParseGrammar *grammar;
  ParseNodes *nodes;
  Frame *frames;
  uint32_t count;
  uint32_t cap;
} Walk;

/* A subtree, unpacked from either of its two forms. */
typedef struct Leaf {
  uint32_t padding, size;
  TSSymbol symbol;
  bool visible, named, extra, missing, broken;
  uint32_t child_count;
} Leaf;

/* Small leaves are packed into the pointer itself; all others are on the
 * heap. */
static inline Leaf unpack(Subtree subtree) {
  if (subtree.data.is_inline) {
    SubtreeInlineData data = subtree.data;
    return (Leaf){.padding = data.padding_bytes,
                  .size = data.size_bytes,
                  .symbol = data.symbol,
                  .visible = data.visible,
                  .named = data.named,
                  .extra = data.extra,
                  .missing = data.is_missing,
                  .broken = data.is_missing};
  }
  const SubtreeHeapData *data = subtree.ptr;
  return (Leaf){.padding = data->padding.bytes,
                .size = data->size.bytes,
                .symbol = data->symbol,
                .visible = data->visible,
                .named = data->named,
                .extra = data->extra,
                .missing = data->is_missing,
                .broken = data->is_missing || data->error_cost > 0,
                .child_count = data->child_count};
}

static Frame *push(Walk *walk) {
  if (walk->count == walk->cap) {
    walk->cap = walk->cap ? walk->cap * 2 : 64;
    walk->frames = arena_heap_grow(walk->frames, walk->cap * sizeof(Frame));
  }
  return &walk->frames[walk->count++];
}

/* Goes on with the children of `subtree`, which begins, with the space before
 * it, at `byte`. They belong to the kept node `node`, or, when that is 0, to
 * the one that the frame below works for. */
static void open_children(Walk *walk, Subtree subtree, uint32_t byte, NodeNo node, uint8_t field) {
  const ParseSteps *steps = walk->grammar->steps;
  const SubtreeHeapData *data = subtree.ptr;
  uint32_t self = walk->count;
  Frame *frame = push(walk);
  const Frame *below = self ? frame - 1 : NULL;
  *frame = (Frame){
      .at = ts_subtree_children(subtree),
      .steps = data->production_id < steps->row_count ? steps->rows[data->production_id] : NULL,
      .byte = byte,
      .node = node ? node : below->node,
      .owner = node ? self : below->owner,
      .field = field,
  };
  frame->end = frame->at + data->child_count;
  /* Most of the walk is waiting for nodes to come from memory. */
  for (uint32_t i = 0; i < data->child_count && i < AHEAD; i++) {
    if (!frame->at[i].data.is_inline) __builtin_prefetch(frame->at[i].ptr);
  }
}

static inline uint8_t flags_of(const Leaf *leaf, TSSymbol symbol, bool named) {
  unsigned flags = 0;
  if (named) flags |= SYNTAX_NAMED;
  if (symbol == ts_builtin_sym_error) flags |= SYNTAX_ERROR;
  if (leaf->missing) flags |= SYNTAX_MISSING;
  if (leaf->broken) flags |= SYNTAX_BROKEN;
  if (leaf->extra) flags |= SYNTAX_EXTRA;
  return (uint8_t)flags;
}

/* An alias counts more than the node's own symbol, also for whether it has a
 * name. */
static inline SyntaxNode convert(const ParseGrammar *grammar, const Leaf *leaf, const Step *step,
                                 uint32_t from, uint8_t field) {
  bool aliased = step && step->alias;
  TSSymbol symbol = aliased ? step->alias : leaf->symbol;
  return (SyntaxNode){
      .from = from,
      .to = from + leaf->size,
      .kind = symbol < grammar->symbol_count ? grammar->steps->kinds[symbol] : grammar->error_kind,
      .field = field,
      .flags = flags_of(leaf, symbol, aliased ? step->named : leaf->named),
  };
}

/* Looks at the frame's next child. Extras are not counted: a production says
 * nothing about comments between its children. Hidden nodes pass their field
 * on to their children. */
static inline void step_on(Walk *walk, Frame *frame) {
  Subtree subtree = *frame->at++;
  Leaf leaf = unpack(subtree);
  uint32_t byte = frame->byte;
  frame->byte = byte + leaf.padding + leaf.size;
  const Step *step = NULL;
  uint8_t field = 0;
  if (!leaf.extra) {
    if (frame->steps && frame->step < walk->grammar->steps->width) step = &frame->steps[frame->step];
    frame->step++;
    field = step && step->has_field ? step->field : frame->field;
  }
  NodeNo number = 0;
  if (leaf.visible || (step && step->alias)) {
    SyntaxNode node = convert(walk->grammar, &leaf, step, byte + leaf.padding, field);
    if ((node.flags & SYNTAX_NAMED) || node.kind || node.field) {
      Frame *owner = &walk->frames[frame->owner];
      number = parse_add_node(walk->nodes, frame->node, owner->last, node);
      owner->last = number;
    }
    field = 0;
  }
  if (leaf.child_count && subtree.ptr->visible_child_count) {
    open_children(walk, subtree, byte, number, field);
  }
}

void parse_walk_raw(const ParseGrammar *grammar, const TSTree *tree, ParseNodes *nodes) {
  Walk walk = {.grammar = grammar, .nodes = nodes};
  parse_add_node(nodes, 0, 0, (SyntaxNode){0}); /* the unused first */
  Leaf root = unpack(tree->root);
  NodeNo number =
      parse_add_node(nodes, 0, 0, convert(grammar, &root, NULL, root.padding, 0));
  if (root.child_count) open_children(&walk, tree->root, 0, number, 0);
  while (walk.count) {
    Frame *frame = &walk.frames[walk.count - 1];
    if (frame->at == frame->end) {
      walk.count--;
    } else {
      step_on(&walk, frame);
    }
  }
  free(walk.frames);
}

#else

ParseSteps *parse_steps_open(const ParseGrammar *grammar) {
  (void)grammar;
  return NULL;
}

void parse_steps_close(ParseSteps *steps) { (void)steps; }

void parse_walk_raw(const ParseGrammar *grammar, const TSTree *tree, ParseNodes *nodes) {
  parse_walk_cursor(grammar, tree, nodes);
}

#endif
