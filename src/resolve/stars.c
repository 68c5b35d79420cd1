/* Stars: files that give on all that others have, in circles and by many ways.
 *
 * Files of a circle all reach the same, so circles are found once (Tarjan's
 * algorithm, without recursion), and of each circle is kept which circles it
 * reaches. With that goes a table from names to the files that bind them.
 * Both follow from the facts and from where imports lead, so they belong to
 * the thread, like the indexes of its views, and are good for one epoch.
 *
 * A name that nobody behind a star has, or only one file, then costs a
 * look-up. Only where several files have it must the ways be walked, because
 * a file that has the name hides what it would give on (module.c). */
#include "src/resolve/stars_internal.h"

#include <assert.h>
#include <string.h>

enum {
  GROUPS_MAX = 8192, /* circles; what each reaches takes a bit for each before it: 4 MB in all */
  HOLDERS_MAX = 256  /* that are looked at for one name */
};

#define NO_GROUP UINT32_MAX

typedef struct StarFile {
  WorldFile file;
  uint32_t group; /* NO_GROUP: its circle is still open */
  uint32_t low;   /* the first file of the circle that is known so far */
  bool is_outside; /* a star of its own leads out of the project */
  bool is_walked;  /* it has stars that only a walk can follow */
} StarFile;

/* A circle, or a file that is in none. */
typedef struct StarGroup {
  uint64_t *reach; /* by group: it is reached, itself included. NULL: there are too many */
  uint32_t first, count; /* its files in `members` */
  bool is_outside, is_walked; /* of all that is reached */
  bool is_together; /* how its languages treat the kinds of names; the same in all that is reached */
} StarGroup;

/* In lists by name. */
typedef struct Holder {
  uint32_t file; /* number of the StarFile */
  uint32_t next; /* UINT32_MAX: the last */
} Holder;

struct Stars {
  Arena arena;
  uint32_t epoch;
  Idmap numbers; /* by WorldFile: in files */
  VEC(StarFile) files;
  VEC(StarGroup) groups;
  VEC(uint32_t) members; /* numbers of files, group by group */
  Idmap names; /* by name: its first holder */
  VEC(Holder) holders;
};

/* What a run counted as used already, by group. */
struct StarsUsed {
  uint64_t files[GROUPS_MAX / 64]; /* the group's own files */
  uint64_t reach[GROUPS_MAX / 64]; /* all that the group reaches */
};

static bool has_bit(const uint64_t *bits, uint32_t number) { return bits[number / 64] >> (number % 64) & 1; }
static void set_bit(uint64_t *bits, uint32_t number) { bits[number / 64] |= UINT64_C(1) << (number % 64); }

bool resolve_star_is_given_on(const View *view, const Import *import) {
  if (import->form != IMPORT_STAR) return false;
  return !(view->facts->exports || view->lang->rules.stars_stay) || (import->flags & IMPORT_REEXPORT);
}

bool resolve_is_package(const View *first, Module module) {
  return module.count > 1 && first->lang->rules.packages != LANGUAGE_PACKAGE_FILE;
}

static bool has_stars(const View *view) {
  for (uint32_t i = 0; i < view->index->star_count; i++) {
    if (resolve_star_is_given_on(view, &view->facts->imports.items[view->index->stars[i]])) return true;
  }
  return false;
}

/* ---- going along stars ---- */

/* Where one file's stars are being followed. */
typedef struct Frame {
  View *view;
  uint32_t number;     /* of the StarFile */
  uint32_t star, file; /* that come next */
} Frame;

typedef struct Build {
  Run *run;
  struct Stars *stars;
  VEC(Frame) frames;
  VEC(uint32_t) open; /* files whose circle is open */
} Build;

/* The next file that the frame's stars lead to; NULL: there is none. */
static View *next_file(Build *build, Frame *frame) {
  View *view = frame->view;
  StarFile *own = &build->stars->files.items[frame->number];
  for (; frame->star < view->index->star_count; frame->star++, frame->file = 0) {
    ImportNo number = view->index->stars[frame->star];
    const ImportTarget *target;
    if (!resolve_star_is_given_on(view, &view->facts->imports.items[number])) continue;
    Module module = resolve_target_module(build->run, view, number, &target);
    if (!module.count) {
      own->is_outside |= target && target->outside;
      continue;
    }
    const View *first = resolve_view(build->run, module.files[0]);
    if (target->rest_len || !first || resolve_is_package(first, module)) {
      own->is_walked = true;
      continue;
    }
    while (frame->file < module.count) {
      View *next = resolve_view(build->run, module.files[frame->file++]);
      if (next) return next;
      own->is_walked = true;
    }
  }
  return NULL;
}

static void add_names(struct Stars *stars, const View *view, uint32_t file) {
  ScopeNo scope = view->facts->exports ? view->facts->exports : 1;
  uint32_t count;
  const BindNo *binds = resolve_scope_binds(view, scope, &count);
  for (uint32_t i = 0; i < count; i++) {
    NameId name = view_bind(view, binds[i])->name;
    if (!name.value) continue;
    uint32_t *first = idmap_at(&stars->names, name.value, UINT32_MAX);
    if (*first != UINT32_MAX && stars->holders.items[*first].file == file) continue;
    *vec_add(&stars->arena, &stars->holders) = (Holder){file, *first};
    *first = (uint32_t)stars->holders.len - 1;
  }
}

static void open_file(Build *build, View *view) {
  struct Stars *stars = build->stars;
  uint32_t number = (uint32_t)stars->files.len;
  *vec_add(&stars->arena, &stars->files) = (StarFile){.file = view->file, .group = NO_GROUP, .low = number};
  idmap_set(&stars->numbers, view->file, number);
  add_names(stars, view, number);
  *vec_add(build->run->arena, &build->open) = number;
  *vec_add(build->run->arena, &build->frames) = (Frame){.view = view, .number = number};
}

/* ---- circles ---- */

/* Takes over what a group reaches that was closed before. */
static void reach_group(struct Stars *stars, StarGroup *group, uint32_t other) {
  const StarGroup *reached = &stars->groups.items[other];
  group->is_outside |= reached->is_outside;
  group->is_walked |= reached->is_walked || reached->is_together != group->is_together;
  if (!group->reach || !reached->reach || has_bit(group->reach, other)) return;
  for (uint32_t i = 0; i <= other / 64; i++) group->reach[i] |= reached->reach[i];
}

/* All stars of the group's files lead into it, or to groups that are closed. */
static void join_file(Build *build, StarGroup *group, uint32_t number) {
  struct Stars *stars = build->stars;
  Frame frame = {.view = resolve_view(build->run, stars->files.items[number].file), .number = number};
  for (View *next; (next = next_file(build, &frame));) {
    uint32_t other = stars->files.items[idmap_get(&stars->numbers, next->file)].group;
    if (other != stars->groups.len) reach_group(stars, group, other);
  }
  bool is_together = frame.view->lang->rules.namespaces == LANGUAGE_NAMES_TOGETHER;
  group->is_outside |= stars->files.items[number].is_outside;
  group->is_walked |= stars->files.items[number].is_walked || is_together != group->is_together;
}

static void close_group(Build *build, const Frame *frame) {
  struct Stars *stars = build->stars;
  uint32_t number = (uint32_t)stars->groups.len;
  StarGroup group = {.first = (uint32_t)stars->members.len,
                     .is_together = frame->view->lang->rules.namespaces == LANGUAGE_NAMES_TOGETHER};
  uint32_t member;
  do {
    member = build->open.items[--build->open.len];
    stars->files.items[member].group = number;
    *vec_add(&stars->arena, &stars->members) = member;
    group.count++;
  } while (member != frame->number);
  if (number < GROUPS_MAX) {
    group.reach = ARENA_ARRAY(&stars->arena, uint64_t, number / 64 + 1);
    set_bit(group.reach, number);
  }
  for (uint32_t i = 0; i < group.count; i++) join_file(build, &group, stars->members.items[group.first + i]);
  group.is_walked |= !group.reach;
  *vec_add(&stars->arena, &stars->groups) = group;
}

static void lower(struct Stars *stars, uint32_t number, uint32_t low) {
  StarFile *file = &stars->files.items[number];
  if (low < file->low) file->low = low;
}

static void find_circles(Build *build, View *view) {
  struct Stars *stars = build->stars;
  open_file(build, view);
  while (build->frames.len) {
    Frame *frame = &build->frames.items[build->frames.len - 1];
    View *next = next_file(build, frame);
    if (next) {
      uint32_t number = idmap_get(&stars->numbers, next->file);
      if (number == IDMAP_NONE) open_file(build, next);
      else if (stars->files.items[number].group == NO_GROUP) lower(stars, frame->number, number);
      continue;
    }
    uint32_t low = stars->files.items[frame->number].low;
    if (low == frame->number) close_group(build, frame);
    build->frames.len--;
    if (build->frames.len) lower(stars, build->frames.items[build->frames.len - 1].number, low);
  }
  assert(!build->open.len);
}

/* ---- asking ---- */

static struct Stars *stars_of_now(ResolveThread *thread) {
  struct Stars *stars = thread->stars;
  if (stars && stars->epoch == thread->world->epoch) return stars;
  if (!stars) {
    stars = thread->stars = arena_heap_alloc(sizeof *stars);
    arena_init(&stars->arena);
  }
  Arena arena = stars->arena;
  arena_reset(&arena);
  *stars = (struct Stars){.arena = arena, .epoch = thread->world->epoch};
  idmap_init(&stars->numbers, &stars->arena);
  idmap_init(&stars->names, &stars->arena);
  return stars;
}

void resolve_stars_free(ResolveThread *thread) {
  if (!thread->stars) return;
  arena_clear(&thread->stars->arena);
  free(thread->stars);
}

uint32_t resolve_star_number(const Run *run, WorldFile file) {
  return idmap_get(&run->thread->stars->numbers, file);
}

size_t resolve_star_files(const Run *run) { return run->thread->stars->files.len; }

static void use_files(Run *run, const struct Stars *stars, uint32_t number) {
  const StarGroup *group = &stars->groups.items[number];
  for (uint32_t i = 0; i < group->count; i++) {
    resolve_view_count(run, stars->files.items[stars->members.items[group->first + i]].file);
  }
}

/* A name may come to any of them, or go. */
static void use_all(Run *run, const struct Stars *stars, uint32_t number) {
  if (!run->stars_used) run->stars_used = ARENA_NEW(run->arena, struct StarsUsed);
  if (has_bit(run->stars_used->reach, number)) return;
  set_bit(run->stars_used->reach, number);
  const StarGroup *group = &stars->groups.items[number];
  for (uint32_t i = 0; i <= number / 64; i++) {
    uint64_t fresh = group->reach[i] & ~run->stars_used->files[i];
    run->stars_used->files[i] |= fresh;
    for (; fresh; fresh &= fresh - 1) use_files(run, stars, i * 64 + (uint32_t)__builtin_ctzll(fresh));
  }
}

/* What a file is as a whole may have any name. */
static bool count_holders(const struct Stars *stars, uint32_t asking, NameId name, StarHolders *holders) {
  const StarFile *own = &stars->files.items[asking];
  const uint64_t *reach = stars->groups.items[own->group].reach;
  uint32_t at = idmap_get(&stars->names, name.value), looked = 0;
  for (; at != IDMAP_NONE; at = stars->holders.items[at].next) {
    uint32_t number = stars->holders.items[at].file;
    const StarFile *file = &stars->files.items[number];
    if (looked++ == HOLDERS_MAX) return false;
    if (number == asking || file->group > own->group || !has_bit(reach, file->group)) continue;
    holders->first = file->file;
    holders->count++;
  }
  return true;
}

StarHolders resolve_star_holders(Run *run, View *view, NameId name) {
  struct Stars *stars = stars_of_now(run->thread);
  StarHolders holders = {0};
  uint32_t number = idmap_get(&stars->numbers, view->file);
  if (number == IDMAP_NONE) {
    if (!has_stars(view)) return (StarHolders){.is_known = true};
    find_circles(&(Build){.run = run, .stars = stars}, view);
    number = idmap_get(&stars->numbers, view->file);
  }
  const StarFile *file = &stars->files.items[number];
  const StarGroup *group = &stars->groups.items[file->group];
  if (group->is_walked) return holders;
  use_all(run, stars, file->group);
  holders.is_outside = group->is_outside;
  holders.is_own = file->is_outside;
  holders.is_known = count_holders(stars, number, name, &holders) &&
                     count_holders(stars, number, view->lang->whole_name, &holders);
  return holders;
}
