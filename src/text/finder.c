/* Literals found by the bytes of a window, many places at a time.
 *
 * Of each literal the rarest few bytes are its window. For each place in the
 * window a table says which groups of literals have a given byte there; a
 * position where the tables of all places have a group in common may be a
 * literal's, and is then compared. The tables are split by half bytes, so
 * that sixteen entries fit into a register and one instruction looks up 32
 * positions. */
#include "src/text/finder_internal.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define GROUPS 8

#define FOLD_ROW(a) a, a + 1, a + 2, a + 3, a + 4, a + 5, a + 6, a + 7
#define FOLD_ROWS(a) FOLD_ROW(a), FOLD_ROW(a + 8)
const unsigned char text_fold[256] = {
    FOLD_ROWS(0), FOLD_ROWS(16), FOLD_ROWS(32), FOLD_ROWS(48),
    '@', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o',
    'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z', '[', '\\', ']', '^', '_',
    FOLD_ROWS(96), FOLD_ROWS(112), FOLD_ROWS(128), FOLD_ROWS(144), FOLD_ROWS(160), FOLD_ROWS(176),
    FOLD_ROWS(192), FOLD_ROWS(208), FOLD_ROWS(224), FOLD_ROWS(240)};

/* The rarest window of a literal. */
static size_t choose_window(Str text, size_t width) {
  size_t best = 0;
  unsigned most = 0;
  for (size_t i = 0; i + width <= text.len; i++) {
    unsigned sum = 1;
    for (size_t k = 0; k < width; k++) sum += text_byte_rarity((unsigned char)text.ptr[i + k]);
    if (sum > most) {
      most = sum;
      best = i;
    }
  }
  return best;
}

/* By halves a group may seem to allow a byte that it does not (the low half
 * of one literal, the high half of another); confirm() sorts these out. */
static void allow(TextFinder *finder, size_t place, unsigned char byte, unsigned group) {
  finder->fits[place][byte] |= (uint8_t)(1u << group);
  finder->low[place][byte & 15] |= (uint8_t)(1u << group);
  finder->high[place][byte >> 4] |= (uint8_t)(1u << group);
}

/* The window is as wide as the shortest literal allows. More literals than
 * groups share groups: more is compared, nothing is missed. */
void text_finder_init(TextFinder *finder, const TextLiteral *literals, size_t count) {
  *finder = (TextFinder){.count = count, .width = TEXT_FINDER_WINDOW};
  for (size_t i = 0; i < count; i++) {
    if (literals[i].text.len < finder->width) finder->width = literals[i].text.len;
  }
  for (size_t i = 0; i < count; i++) {
    TextSought *sought = &finder->items[i];
    *sought = (TextSought){.text = literals[i].text, .fold = literals[i].fold};
    sought->window = choose_window(sought->text, finder->width);
    for (size_t k = 0; k < finder->width; k++) {
      unsigned char byte = (unsigned char)sought->text.ptr[sought->window + k];
      allow(finder, k, byte, (unsigned)(i % GROUPS));
      if (!sought->fold) continue;
      unsigned char lower = text_fold[byte];
      allow(finder, k, lower, (unsigned)(i % GROUPS));
      if (lower >= 'a' && lower <= 'z') allow(finder, k, (unsigned char)(lower - 32), (unsigned)(i % GROUPS));
    }
  }
#if defined(__x86_64__)
  finder->wide = __builtin_cpu_supports("avx2");
#endif
}

/* Folding is ASCII's: other letters are the engine's business. */
static bool is_there(const TextSought *sought, const char *at) {
  if (!sought->fold) return memcmp(at, sought->text.ptr, sought->text.len) == 0;
  for (size_t i = 0; i < sought->text.len; i++) {
    if (text_fold[(unsigned char)at[i]] != text_fold[(unsigned char)sought->text.ptr[i]]) return false;
  }
  return true;
}

/* A window that may be one of these groups'. */
static bool confirm(const TextFinder *finder, unsigned groups, const char *from, const char *window, const char *end,
                    TextFound *ret_found) {
  for (size_t i = 0; i < finder->count; i++) {
    const TextSought *sought = &finder->items[i];
    if (!(groups >> (i % GROUPS) & 1)) continue;
    if ((size_t)(window - from) < sought->window) continue;
    const char *at = window - sought->window;
    if ((size_t)(end - at) < sought->text.len || !is_there(sought, at)) continue;
    *ret_found = (TextFound){at, sought->text.len, window};
    return true;
  }
  return false;
}

/* Without wide registers, and for the last bytes that do not fill one. */
static bool find_slowly(const TextFinder *finder, const char *from, const char *at, const char *end,
                        TextFound *ret_found) {
  for (; (size_t)(end - at) >= finder->width; at++) {
    unsigned groups = finder->fits[0][(unsigned char)at[0]];
    for (size_t k = 1; groups && k < finder->width; k++) groups &= finder->fits[k][(unsigned char)at[k]];
    if (groups && confirm(finder, groups, from, at, end, ret_found)) return true;
  }
  return false;
}

#if defined(__x86_64__)
typedef struct Halves {
  __m256i low[TEXT_FINDER_WINDOW], high[TEXT_FINDER_WINDOW];
} Halves;

__attribute__((target("avx2"), always_inline)) static inline __m256i groups_at(const Halves *halves, size_t place,
                                                                                const char *at) {
  const __m256i nibble = _mm256_set1_epi8(15);
  __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)at);
  __m256i low = _mm256_shuffle_epi8(halves->low[place], _mm256_and_si256(bytes, nibble));
  __m256i high = _mm256_shuffle_epi8(halves->high[place], _mm256_and_si256(_mm256_srli_epi16(bytes, 4), nibble));
  return _mm256_and_si256(low, high);
}

__attribute__((target("avx2"))) static Halves load_halves(const TextFinder *finder) {
  Halves halves;
  for (size_t k = 0; k < TEXT_FINDER_WINDOW; k++) {
    halves.low[k] = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)finder->low[k]));
    halves.high[k] = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)finder->high[k]));
  }
  return halves;
}

/* Leaves *at where what is left is too short for it. */
__attribute__((target("avx2"))) static bool find_widely(const TextFinder *finder, const char *from, const char **at,
                                                        const char *end, TextFound *ret_found) {
  Halves halves = load_halves(finder);
  const char *p = *at;
  for (; end - p >= 32 + TEXT_FINDER_WINDOW - 1; p += 32) {
    __m256i groups = groups_at(&halves, 0, p);
    if (finder->width > 1) groups = _mm256_and_si256(groups, groups_at(&halves, 1, p + 1));
    if (finder->width > 2) groups = _mm256_and_si256(groups, groups_at(&halves, 2, p + 2));
    unsigned none = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(groups, _mm256_setzero_si256()));
    if (none == 0xffffffffu) continue;
    uint8_t each[32];
    _mm256_storeu_si256((__m256i *)(void *)each, groups);
    for (unsigned some = ~none; some; some &= some - 1) {
      unsigned place = (unsigned)__builtin_ctz(some);
      if (confirm(finder, each[place], from, p + place, end, ret_found)) return true;
    }
  }
  *at = p;
  return false;
}
#endif

bool text_finder_next(const TextFinder *finder, const char *from, const char *at, const char *end,
                      TextFound *ret_found) {
#if defined(__x86_64__)
  if (finder->wide && find_widely(finder, from, &at, end, ret_found)) return true;
#endif
  return find_slowly(finder, from, at, end, ret_found);
}
