/* Parts: what is derived from a workspace besides its store and lives as long
 * as its index: the text index, the history, the words of explore. Opened
 * when first asked for, closed with the index, before everything else of it. */
#ifndef FATHOM_INDEX_PART_H
#define FATHOM_INDEX_PART_H

#include "src/index/index.h"
#include "src/model/facts.h"
#include "src/model/syntax.h"
#include "src/os/root.h"

struct Language;

/* One static value per kind of part; its address tells the kinds apart. */
typedef struct IndexPart {
  void *(*open)(Index *index); /* never NULL; must not ask for a part */
  void (*close)(void *part);
} IndexPart;

/* The index's own part of this kind. Thread-safe; so must the part be. */
void *index_part(Index *index, const IndexPart *kind);

/* For reading the workspace's files as they are now. */
Root *index_files(Index *index);
/* The files at and beneath `path` as they are now, whatever is stored about
 * them, in the job's arena: what a search has while the first build goes on.
 * Without ids. */
Err index_list_disk(Job *job, Index *index, Str path, StoreFiles *ret_files) MUST_CHECK;
/* Why a file of that path is not part of the workspace, whether it is there or
 * not, or a folder with a slash behind it. */
typedef struct IndexWhy {
  const char *reason; /* constant text; NULL: it is */
  Str rule; /* the line of an ignore file that says so: ".gitignore:3 (*.log)"; empty: none does */
} IndexWhy;
Err index_why_left_out(Job *job, Index *index, Str path, IndexWhy *ret_why) MUST_CHECK;
/* What the contents say of themselves: "binary", "generated", "minified"; NULL:
 * that somebody wrote them. */
const char *index_why_not_written(Str path, Str text);
/* The facts of a text as if it were in the file of that path; nothing is kept.
 * *ret_there: false: no language claims the path, or the text is beyond what is
 * parsed. In the job's arena, which they borrow `text` for; names in `names`.
 * Any thread. */
Err index_read_text(Job *job, Str path, Str text, Names *names, Facts *ret_facts, bool *ret_there) MUST_CHECK;
/* The folder of the store, where parts keep files of their own; known after the
 * first refresh, NULL before. Borrowed: for as long as the index is open. */
Keep *index_keep(Index *index);
/* Of the configuration: the number of workers and the memory ceiling. */
size_t index_workers(const Index *index);
size_t index_memory(const Index *index);

/* Somebody is about to put `syntax->text` into a file and has parsed it: the
 * refresh that reads just these bytes takes the tree instead of making it again.
 * Copied; a few at a time, others are passed over. Whoever offers says when the
 * refresh is done, so that nothing is kept which nobody took. Any thread. */
void index_offer_tree(Index *index, const struct Language *language, const Syntax *syntax);
void index_offer_none(Index *index);
/* The tree that was offered for just this text, in `arena`, once; false: none
 * was. Any thread. */
bool index_offer_take(Index *index, const struct Language *language, Str text, Arena *arena, Syntax *ret_syntax);

/* Raised whenever something stored about the workspace changed: what was made
 * from the store at one generation is good for as long as it stays. */
Err index_generation(Job *job, StoreReader *reader, int64_t *ret_generation) MUST_CHECK;

#endif
