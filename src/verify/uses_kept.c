/* That places use a symbol, kept per file of its uses: that a use is what it
 * seems to be depends on that file and on the symbol's own, and so survives
 * changes elsewhere (decision 018). */
#include "src/base/hash.h"
#include "src/base/pack.h"
#include "src/base/vec.h"
#include "src/query/names/names.h"
#include "src/verify/verify_internal.h"

#define ANSWER_MAX ((size_t)4 << 20)

static Err file_key(const VerifyKept *kept, Str path, LspCacheKey *ret_key) {
  Job *job = kept->file->job;
  StoreFile other;
  TRY(query_file(job, kept->file->reader, path, &other));
  *ret_key = (LspCacheKey){.server = STR_EMPTY, .question = str_format(job->arena, "uses in %.*s", STR_ARG(path)),
                           .path = kept->symbol->path, .byte = kept->symbol->name_span.from,
                           .world = hash_combine(kept->own_hash, other.hash)};
  return OK;
}

static Str pack_uses(Arena *arena, const VerifyUse *uses, size_t count, Str server) {
  Buf out;
  buf_init(&out, arena, ANSWER_MAX);
  pack_text(&out, server);
  pack_number(&out, count);
  for (size_t i = 0; i < count; i++) {
    pack_text(&out, uses[i].path);
    pack_number(&out, uses[i].line);
  }
  return out.overflow ? STR_EMPTY : buf_str(&out);
}

static bool unpack_uses(Arena *arena, Str packed, VerifyUseList *uses, Str *ret_server) {
  PackReader in = pack_reader(packed);
  *ret_server = pack_read_text(&in);
  size_t count = pack_read_count(&in, 2);
  for (size_t i = 0; i < count && !in.bad; i++) {
    VerifyUse use = {.path = pack_read_text(&in), .line = pack_read_32(&in)};
    if (!in.bad) *vec_add(arena, uses) = use;
  }
  return !in.bad;
}

Err verify_keep_uses(const VerifyKept *kept, const VerifyUseList *uses, Str server) {
  Job *job = kept->file->job;
  for (size_t from = 0, to; from < uses->len; from = to) {
    for (to = from + 1; to < uses->len && str_eq(uses->items[to].path, uses->items[from].path);) to++;
    LspCacheKey key;
    TRY(file_key(kept, uses->items[from].path, &key));
    Str packed = pack_uses(job->arena, &uses->items[from], to - from, server);
    if (packed.len) lsp_cache_add(job, kept->cache, &key, packed);
  }
  return OK;
}

Err verify_find_kept(const VerifyKept *kept, Str path, VerifyUseList *uses, Str *ret_server) {
  Job *job = kept->file->job;
  LspCacheKey key;
  Str packed;
  *ret_server = STR_EMPTY;
  TRY(file_key(kept, path, &key));
  bool is_found = lsp_cache_find(job, kept->cache, &key, &packed) && unpack_uses(job->arena, packed, uses, ret_server);
  if (!is_found) *ret_server = STR_EMPTY;
  return OK;
}
