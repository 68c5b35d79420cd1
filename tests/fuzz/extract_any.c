/* A text in the language that its first line names: every grammar there is, also
 * those that are loaded. A run over one seed stays with its language. */
#include "tests/fuzz/extract_language.h"
