#define FUZZED "tsx"
#include "tests/fuzz/extract_language.h"
