/* The registry: which tools exist right now, and who still needs them.
 * Tools added at run time are counted: one that is removed disappears from
 * listings at once and is released when the last call or list lets go of it.
 * What a name means is decided in names.c, who may see it in policy.c. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/lock.h"
#include "src/tools/kit/phases_internal.h"
#include "src/tools/kit/tool_internal.h"

struct ToolRegistry {
  Lock lock; /* entries and their counts */
  ToolEntry **entries;  /* ordered: built in first, then by name */
  size_t count;
  size_t cap;
  uint64_t version; /* of the entries: raised by each change */
  Lock change_lock; /* held while the listener runs */
  void (*changed)(void *context);
  void *change_context;
  ToolPhases *phases;
};

ToolPhases *tool_registry_phases(ToolRegistry *registry) { return registry->phases; }

static ToolEntries entries_of(const ToolRegistry *registry) {
  return (ToolEntries){registry->entries, registry->count};
}

/* Profiles decide between equal names, so that the order does not depend on
 * the order of adding. */
static int compare(const ToolEntry *a, const ToolEntry *b) {
  if (!a->owner != !b->owner) return a->owner ? 1 : -1;
  int by_name = strcmp(a->tool->name, b->tool->name);
  return by_name ? by_name
                 : str_compare(str_from_c(a->tool->profiles), str_from_c(b->tool->profiles));
}

/* Counted once for the registry itself. A built-in tool has no owner. */
static ToolEntry *entry_new(const Tool *tool, Str owner, void (*release)(const Tool *tool)) {
  ToolEntry *entry = arena_heap_alloc(sizeof *entry);
  *entry = (ToolEntry){.tool = tool, .name = str_from_c(tool->name), .release = release, .refs = 1};
  if (owner.len) entry->owner = str_to_heap(owner);
  return entry;
}

static void entry_free(ToolEntry *entry) {
  if (entry->release) entry->release(entry->tool);
  free(entry->owner);
  free(entry);
}

/* Lets go of an entry; never with the lock held, because `release` is
 * somebody else's code. */
static void unref(ToolRegistry *registry, ToolEntry *entry) {
  lock_take(&registry->lock);
  bool is_last = --entry->refs == 0;
  lock_give(&registry->lock);
  if (is_last) entry_free(entry);
}

/* Never with the registry's own lock held, as the listener reads the registry.
 * change_lock is held while it runs, so that tool_registry_on_change returns
 * only when the former one has ended. */
static void notify(ToolRegistry *registry) {
  lock_take(&registry->change_lock);
  if (registry->changed) registry->changed(registry->change_context);
  lock_give(&registry->change_lock);
}

/* Puts the entry into its place. The lock is held. */
static void insert(ToolRegistry *registry, ToolEntry *entry) {
  if (registry->count == registry->cap) {
    registry->cap = registry->cap ? registry->cap * 2 : 64;
    registry->entries =
        arena_heap_grow(registry->entries, registry->cap * sizeof *registry->entries);
  }
  size_t at = registry->count++;
  while (at > 0 && compare(entry, registry->entries[at - 1]) < 0) {
    registry->entries[at] = registry->entries[at - 1];
    at--;
  }
  registry->entries[at] = entry;
  registry->version++;
}

/* Both checks and the insertion are one step under the lock: two owners that
 * add at once cannot both win. */
static Err insert_new(Job *job, ToolRegistry *registry, const Tool *tool, Str owner,
                      void (*release)(const Tool *tool)) {
  lock_take(&registry->lock);
  Err err = OK;
  for (size_t i = 0; i < registry->count && !err; i++) {
    if (!tool_names_clash(registry->entries[i]->tool, tool)) continue;
    err = job_fail(job, ERR_EXISTS, "there is a tool '%s' already", tool->name);
  }
  if (!err && owner.len && tool_is_profile(entries_of(registry), owner)) {
    err = job_fail(job, ERR_USAGE, "'%.*s' is a profile and cannot own tools", STR_ARG(owner));
  }
  if (!err) insert(registry, entry_new(tool, owner, release));
  lock_give(&registry->lock);
  if (!err) notify(registry);
  return err;
}

static bool is_owned_name(Str name, Str owner) {
  return name.len > owner.len + 1 && str_starts_with(name, owner) && name.ptr[owner.len] == '.';
}

Err tool_registry_add(Job *job, ToolRegistry *registry, Str owner, const Tool *tool,
                      void (*release)(const Tool *tool)) {
  TRY(tool_check_descriptor(job, tool));
  if (!tool_name_is_valid(owner) || str_find_byte(owner, '.') != STR_NONE) {
    return job_fail(job, ERR_USAGE,
                    "'%.*s' cannot own tools: 1 to 62 of A-Z a-z 0-9 _ - are accepted",
                    STR_ARG(str_shown(job->arena, owner, TOOL_SHOWN_WORD)));
  }
  if (!is_owned_name(str_from_c(tool->name), owner)) {
    return job_fail(job, ERR_USAGE, "a tool of '%.*s' must be named '%.*s.<something>', not '%s'",
                    STR_ARG(owner), STR_ARG(owner), tool->name);
  }
  return insert_new(job, registry, tool, owner, release);
}

Err tool_registry_add_builtin(Job *job, ToolRegistry *registry, const Tool *tool) {
  TRY(tool_check_descriptor(job, tool));
  if (!tool_is_builtin(tool)) {
    return job_fail(job, ERR_USAGE, "the built-in tool '%s' must not have a dot in its name",
                    tool->name);
  }
  return insert_new(job, registry, tool, STR_EMPTY, NULL);
}

/* They leave the table under the lock and are released after it: releasing
 * calls somebody else's code. A call in progress holds its tool until it
 * ends. */
void tool_registry_remove_owner(ToolRegistry *registry, Str owner) {
  lock_take(&registry->lock);
  ToolEntry **removed = arena_heap_alloc((registry->count + 1) * sizeof *removed);
  size_t removed_count = 0;
  size_t kept = 0;
  for (size_t i = 0; i < registry->count; i++) {
    ToolEntry *entry = registry->entries[i];
    bool is_theirs = entry->owner && str_eq_c(owner, entry->owner);
    if (is_theirs)
      removed[removed_count++] = entry;
    else
      registry->entries[kept++] = entry;
  }
  registry->count = kept;
  if (removed_count) registry->version++;
  lock_give(&registry->lock);
  for (size_t i = 0; i < removed_count; i++)
    unref(registry, removed[i]);
  free(removed);
  if (removed_count) notify(registry);
}

void tool_registry_on_change(ToolRegistry *registry, void (*changed)(void *context),
                             void *context) {
  lock_take(&registry->change_lock);
  registry->changed = changed;
  registry->change_context = context;
  lock_give(&registry->change_lock);
}

/* The tables are part of the program: a mistake in them is ours. */
static void add_own_table(ToolRegistry *registry, const Tool *const *builtins) {
  Arena arena;
  arena_init(&arena);
  for (; *builtins; builtins++) {
    Job job;
    job_init(&job, &arena);
    Err err = tool_registry_add_builtin(&job, registry, *builtins);
    if (err) {
      fprintf(stderr, "tool registry: %.*s\n", STR_ARG(job_message(&job, err)));
      abort();
    }
  }
  arena_clear(&arena);
}

ToolRegistry *tool_registry_open_with(const Tool *const *builtins) {
  ToolRegistry *registry = arena_heap_alloc(sizeof *registry);
  lock_init(&registry->lock);
  lock_init(&registry->change_lock);
  registry->phases = tool_phases_open();
  add_own_table(registry, builtins);
  return registry;
}

ToolRegistry *tool_registry_open(void) {
  return tool_registry_open_with(tool_registry);
}

void tool_registry_close(ToolRegistry *registry) {
  for (size_t i = 0; i < registry->count; i++) {
    assert(registry->entries[i]->refs == 1);
    entry_free(registry->entries[i]);
  }
  free(registry->entries);
  lock_clear(&registry->lock);
  lock_clear(&registry->change_lock);
  tool_phases_close(registry->phases);
  free(registry);
}

uint64_t tool_registry_version(ToolRegistry *registry) {
  lock_take(&registry->lock);
  uint64_t version = registry->version;
  lock_give(&registry->lock);
  return version;
}

/* ---- lists ---- */

/* Room for all and a NULL behind them. */
static ToolList list_new(Arena *arena, size_t max) {
  return (ToolList){.items = ARENA_ARRAY(arena, const Tool *, max + 1),
                    .held = ARENA_ARRAY(arena, ToolEntry *, max + 1)};
}

/* The lock is held. */
static void list_hold(ToolList *list, ToolEntry *entry) {
  entry->refs++;
  list->items[list->count] = entry->tool;
  list->held[list->count++] = entry;
}

/* A tool whose name means another one under this policy is not listed: a
 * client that calls by the listed name would get the other. */
ToolList tool_list(Arena *arena, ToolRegistry *registry, const ToolPolicy *policy,
                   bool listed_only) {
  lock_take(&registry->lock);
  ToolEntries entries = entries_of(registry);
  ToolList list = list_new(arena, entries.count);
  for (size_t i = 0; i < entries.count; i++) {
    const Tool *tool = entries.items[i]->tool;
    bool is_in = tool_refusal(policy, tool) == TOOL_ALLOWED;
    if (is_in && listed_only) {
      is_in = tool_is_listed(policy, tool) &&
              tool_match(entries, policy, str_from_c(tool->name)) == entries.items[i];
    }
    if (is_in) list_hold(&list, entries.items[i]);
  }
  lock_give(&registry->lock);
  return list;
}

void tool_list_release(ToolRegistry *registry, ToolList *list) {
  for (size_t i = 0; i < list->count; i++)
    unref(registry, list->held[i]);
  *list = (ToolList){0};
}

/* The entry is held by the list, so that a session's tool that goes away
 * meanwhile stays callable until the list is let go. */
Err tool_find(Job *job, ToolRegistry *registry, const ToolPolicy *policy, Str name,
              ToolList *ret_list) {
  lock_take(&registry->lock);
  ToolEntries entries = entries_of(registry);
  ToolEntry *entry = tool_match(entries, policy, name);
  Err err = OK;
  if (entry) {
    *ret_list = list_new(job->arena, 1);
    list_hold(ret_list, entry);
  } else {
    err = tool_explain_no_match(job, entries, policy, name);
  }
  lock_give(&registry->lock);
  return err;
}

/* The bare name where it means this tool for this client, else the qualified
 * one. */
Str tool_callable_name(Arena *arena, ToolRegistry *registry, const ToolPolicy *policy,
                       const Tool *tool) {
  Str name = str_from_c(tool->name);
  lock_take(&registry->lock);
  ToolEntry *entry = tool_match(entries_of(registry), policy, name);
  bool is_plain = entry && entry->tool == tool;
  lock_give(&registry->lock);
  return is_plain ? name : tool_qualified_name(arena, tool);
}

Err tool_policy_check(Job *job, ToolRegistry *registry, const ToolPolicy *policy) {
  lock_take(&registry->lock);
  Err err = tool_check_names(job, entries_of(registry), policy);
  lock_give(&registry->lock);
  return err;
}
