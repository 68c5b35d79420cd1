/* Modules: what imports lead to and what files export or include. */
#ifndef FATHOM_RESOLVE_MODULE_INTERNAL_H
#define FATHOM_RESOLVE_MODULE_INTERNAL_H

#include "src/resolve/run_internal.h"

/* Adds what an import gives under its name; and what files of one module export under a
 * name, their own before what they pass on. */
void resolve_find_import(Run *run, View *view, ImportNo import, unsigned mode, FoundList *out);
void resolve_find_export(Run *run, const WorldFile *files, uint32_t count, NameId name, unsigned mode,
                         FoundList *out);
/* Takes definitions out that are only there while something is not defined that is, and
 * brings what the file includes under the name instead. */
void resolve_drop_absent(Run *run, const View *from, FoundList *list);
/* What stands in place of static functions that are there under a condition. */
void resolve_find_other_side(Run *run, const View *from, const FoundList *list, FoundList *ret_others);
void resolve_find_included(Run *run, View *view, NameId name, unsigned mode, FoundList *out);
bool resolve_is_included(Run *run, View *view, WorldFile file);
Module resolve_target_module(Run *run, View *view, ImportNo import, const ImportTarget **ret_target);
bool resolve_leads_to(Run *run, View *view, ImportNo import, WorldFile file);
/* An import that a look-up gave, and its file; NULL: it is gone. */
const Import *resolve_import_at(Run *run, const TableItem *item, View **ret_view);
uint32_t resolve_add_module(Run *run, const WorldFile *files, uint32_t count);
/* Of namesakes at the top level of several files, from `first` on, those that
 * share the longest leading directories with the file that asks. */
void resolve_keep_nearest(const View *from, FoundList *list, uint32_t first);
/* How near each of the items lies to the file that asks, in the run's arena; 0: its
 * file is gone. A name may be defined in thousands of files, and whoever looks into
 * one holds its facts to the end of the run: so the nearest are looked into first,
 * and the others only where those are not what is meant. All count as used. */
uint64_t *resolve_nearness(Run *run, const View *from, const TableItem *items, size_t count);
/* The largest of them; 0: none is left. Whoever has looked at an item sets it to 0. */
uint64_t resolve_nearest(const uint64_t *near, size_t count);
/* Definitions of what is only declared. */
void resolve_definitions(Run *run, const View *from, FoundList *list);

/* What the module is, where it is one thing and not a set of names
 * (`module.exports = …`); unknown: it is not. */
ValueId resolve_whole(Run *run, TermId module);

#endif
