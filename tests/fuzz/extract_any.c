/* A text in the language that its first line names: every grammar there is, also
 * those that are loaded. A run over one seed stays with its language. Where
 * FUZZ_LANGUAGE names one, every text is in that language, whole. */
#include "tests/fuzz/extract_language.h"
