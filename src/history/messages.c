/* The words of commit messages as terms, as a question's words are. */
#include "src/history/history_internal.h"
#include "src/model/words.h"
#include "src/text/words.h"

#define MESSAGE_MAX 4000 /* bytes; what follows are lists of commits */
#define TERMS_MAX 64     /* of one message */

/* "Reviewed-by: Ann": who, not what. */
static bool is_trailer(Str line) {
  bool has_dash = false;
  for (size_t i = 0; i < line.len; i++) {
    char c = line.ptr[i];
    if (c == ':') return has_dash;
    if (c == '-') has_dash = true;
    else if (!byte_is_letter(c)) return false;
  }
  return false;
}

/* Each term once for a message: how often somebody repeats himself says
 * nothing. */
static void add_word(HistoryLog *log, HistoryCommit *commit, Str word) {
  uint64_t term = word.len < 2 || text_word_is_stop(word) ? 0 : text_word_term(word);
  if (!term || commit->word_count == TERMS_MAX) return;
  uint32_t kept = history_word(term);
  for (uint32_t i = 0; i < commit->word_count; i++) {
    if (log->words.items[commit->first_word + i] == kept) return;
  }
  *vec_add(&log->arena, &log->words) = kept;
  commit->word_count++;
}

/* The first line is never a trailer, even if it looks like "fix-up: this". */
void history_log_words(HistoryLog *log, Str message) {
  HistoryCommit *commit = vec_last(&log->commits);
  Str rest = str_slice(message, 0, MESSAGE_MAX);
  commit->first_word = (uint32_t)log->words.len;
  for (size_t number = 0; rest.len; number++) {
    Str line = str_cut(&rest, '\n');
    if (number && is_trailer(line)) continue;
    for (size_t at = 0; at < line.len;) add_word(log, commit, words_next(line, &at));
  }
}
