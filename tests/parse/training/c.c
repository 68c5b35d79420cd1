/* A small ledger: accounts in a hash table, entries in a growing array.
 * Training text for the parser's build: ordinary code, nothing else. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef LEDGER_BUCKETS
#define LEDGER_BUCKETS 256
#endif
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define FOR_EACH_ENTRY(ledger, entry)                       \
  for (Entry *entry = (ledger)->entries;                    \
       entry < (ledger)->entries + (ledger)->count; entry++)
#define UNUSED(x) (void)(x)

typedef enum { SIDE_DEBIT, SIDE_CREDIT, SIDE_COUNT } Side;

typedef struct Account {
  char name[48];
  unsigned long long hash;
  int64_t balance; /* in cents */
  struct Account *next;
  unsigned closed : 1, frozen : 1;
} Account;

typedef struct {
  Account *from, *to;
  int64_t cents;
  uint32_t day;
  const char *note;
} Entry;

typedef struct Ledger {
  Account *buckets[LEDGER_BUCKETS];
  Entry *entries;
  size_t count, capacity;
  int (*compare)(const void *, const void *);
  void (*on_error)(void *context, const char *format, ...);
  void *context;
} Ledger;

static const char *const side_names[SIDE_COUNT] = {
    [SIDE_DEBIT] = "debit",
    [SIDE_CREDIT] = "credit",
};

extern int ledger_verbose;
int ledger_verbose = 0;

static inline unsigned long long hash_name(const char *name, size_t length) {
  unsigned long long hash = 0xcbf29ce484222325ULL;
  for (size_t i = 0; i < length; i++) {
    hash ^= (unsigned char)name[i];
    hash *= 0x100000001b3ULL;
  }
  return hash;
}

static Account *find_account(Ledger *ledger, const char *name, bool make) {
  size_t length = strlen(name);
  if (length == 0 || length >= sizeof(((Account *)0)->name)) return NULL;
  unsigned long long hash = hash_name(name, length);
  Account **slot = &ledger->buckets[hash % LEDGER_BUCKETS];
  for (Account *at = *slot; at != NULL; at = at->next) {
    if (at->hash == hash && memcmp(at->name, name, length + 1) == 0) return at;
  }
  if (!make) return NULL;
  Account *account = calloc(1, sizeof *account);
  if (!account) {
    fprintf(stderr, "%s: out of memory at %d\n", __func__, __LINE__);
    abort();
  }
  memcpy(account->name, name, length + 1);
  account->hash = hash;
  account->next = *slot;
  *slot = account;
  return account;
}

static int by_day(const void *left, const void *right) {
  const Entry *a = left, *b = right;
  return a->day < b->day ? -1 : a->day > b->day;
}

#ifdef LEDGER_CHECKS
static void check(const Ledger *ledger) {
  int64_t sum = 0;
  for (size_t i = 0; i < LEDGER_BUCKETS; ++i) {
    const Account *at = ledger->buckets[i];
    while (at) {
      sum += at->balance;
      at = at->next;
    }
  }
  assert(sum == 0 && "money must not appear from nowhere");
}
#else
#define check(ledger) ((void)0)
#endif

static bool add_entry(Ledger *ledger, Entry entry) {
  if (ledger->count == ledger->capacity) {
    size_t capacity = ledger->capacity ? ledger->capacity * 2 : 16;
    Entry *grown = realloc(ledger->entries, capacity * sizeof(Entry));
    if (!grown) return false;
    ledger->entries = grown;
    ledger->capacity = capacity;
  }
  ledger->entries[ledger->count++] = entry;
  entry.from->balance -= entry.cents;
  entry.to->balance += entry.cents;
  check(ledger);
  return true;
}

/* "2024-05-17 cash -> rent 120.50 # May" */
static int read_line(Ledger *ledger, char *line) {
  int year, month, day, used = 0;
  if (sscanf(line, "%d-%d-%d %n", &year, &month, &day, &used) != 3) {
    ledger->on_error(ledger->context, "no date in \"%s\"\n", line);
    return -EINVAL;
  }
  char *rest = line + used;
  char *arrow = strstr(rest, "->");
  char *note = strchr(rest, '#');
  if (note) *note++ = '\0';
  if (!arrow || arrow == rest) goto broken;
  *arrow = '\0';
  for (char *end = arrow - 1; end >= rest && isspace((unsigned char)*end); end--) *end = '\0';
  char *target = arrow + 2 + strspn(arrow + 2, " \t");
  size_t target_length = strcspn(target, " \t\r\n");
  double amount = strtod(target + target_length, NULL);
  target[target_length] = '\0';
  switch ((amount > 0.0) - (amount < 0.0)) {
    case 0:
      return 0;
    case -1:
      amount = -amount;
      /* fallthrough */
    default:
      break;
  }
  Entry entry = {
      .from = find_account(ledger, rest, true),
      .to = find_account(ledger, target, true),
      .cents = (int64_t)(amount * 100 + 0.5),
      .day = (uint32_t)((year * 12 + month) * 31 + day),
      .note = note ? strdup(note) : NULL,
  };
  if (entry.from && entry.to && add_entry(ledger, entry)) return 1;

broken:
  ledger->on_error(ledger->context, "cannot read: %s", line);
  return -1;
}

int ledger_load(Ledger *ledger, FILE *file) {
  char line[1024];
  int lines = 0;
  do {
    if (!fgets(line, sizeof(line), file)) break;
    int result = read_line(ledger, line);
    if (result < 0) return result;
    lines += result;
  } while (!feof(file));
  qsort(ledger->entries, ledger->count, sizeof *ledger->entries,
        ledger->compare ? ledger->compare : by_day);
  if (ledger_verbose > 1) printf("%d lines, %zu entries\n", lines, ledger->count);
  return lines;
}

void ledger_report(const Ledger *ledger, FILE *out, unsigned flags) {
  uint8_t mask[32] = {0};
  int64_t totals[SIDE_COUNT] = {0, 0};
  FOR_EACH_ENTRY (ledger, entry) {
    mask[entry->day & 31] |= (uint8_t)(1u << (entry->day >> 5 & 7));
    totals[entry->cents < 0 ? SIDE_DEBIT : SIDE_CREDIT] += entry->cents;
  }
  for (int side = 0; side < SIDE_COUNT; side++) {
    fprintf(out, "%-8s %10.2f%s", side_names[side], (double)totals[side] / 100.0,
            flags & 0x1 ? " EUR\n" : "\n");
  }
  UNUSED(mask);
}

static void (*const writers[])(const Ledger *, FILE *, unsigned) = {ledger_report, NULL};

int main(int argc, char **argv) {
  static Ledger ledger;
  struct {
    const char *name;
    int value;
  } options[] = {{"--verbose", 1}, {"--debug", 2}, {NULL, 0}};
  ledger.on_error = (void (*)(void *, const char *, ...))fprintf;
  ledger.context = stderr;
  for (int i = 1; i < argc; i++) {
    for (size_t k = 0; options[k].name; k++) {
      if (!strcmp(argv[i], options[k].name)) ledger_verbose |= options[k].value;
    }
  }
  if (ledger_load(&ledger, stdin) < 0) return EXIT_FAILURE;
  for (size_t i = 0; writers[i]; i++) writers[i](&ledger, stdout, ~0u & 0xff);
  return 0;
}
