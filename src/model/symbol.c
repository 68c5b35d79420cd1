/* The words of the symbol kinds. */
#include "src/model/symbol.h"

static const char *const words[] = {
#define SYMBOL_WORD_ROW(kind, word) word,
    SYMBOL_KINDS(SYMBOL_WORD_ROW)
#undef SYMBOL_WORD_ROW
};

const char *symbol_kind_word(SymbolKind kind) {
  return (size_t)kind < COUNT_OF(words) ? words[kind] : "unknown";
}

bool symbol_kind_from_word(Str word, SymbolKind *ret_kind) {
  for (size_t i = 0; i < COUNT_OF(words); i++) {
    if (!str_eq_c(word, words[i])) continue;
    *ret_kind = (SymbolKind)i;
    return true;
  }
  return false;
}

bool symbol_kind_is_callable(SymbolKind kind) {
  return kind == SYMBOL_FUNCTION || kind == SYMBOL_METHOD || kind == SYMBOL_CONSTRUCTOR;
}

bool symbol_kind_is_type(SymbolKind kind) {
  switch (kind) {
    case SYMBOL_CLASS: case SYMBOL_STRUCT: case SYMBOL_UNION: case SYMBOL_INTERFACE: case SYMBOL_TRAIT:
    case SYMBOL_PROTOCOL: case SYMBOL_ENUM: case SYMBOL_TYPE: return true;
    default: return false;
  }
}
