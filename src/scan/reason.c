/* Reasons that name a language. They live as long as the process, as those do
 * that are words of the program: there are as many as languages. */
#include "src/base/lock.h"
#include "src/scan/scan.h"

typedef struct Reason {
  const char *why;
  const Language *language;
  const char *text;
  struct Reason *next;
} Reason;

static Lock reasons_lock = LOCK_READY;
static Reason *reasons;

/* Under the lock. */
static const char *find_reason(const char *why, const Language *language) {
  for (const Reason *at = reasons; at; at = at->next) {
    if (at->language == language && str_eq_c(str_from_c(why), at->why)) return at->text;
  }
  size_t size = strlen(why) + strlen(language->name) + 1;
  char *text = arena_heap_alloc(size);
  Reason *reason = arena_heap_alloc(sizeof *reason);
  snprintf(text, size, "%s%s", why, language->name);
  *reason = (Reason){why, language, text, reasons};
  reasons = reason;
  return text;
}

const char *scan_skip_named(const char *why, const Language *language) {
  lock_take(&reasons_lock);
  const char *text = find_reason(why, language);
  lock_give(&reasons_lock);
  return text;
}
