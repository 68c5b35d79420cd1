#define FUZZED "javascript"
#include "tests/fuzz/extract_language.h"
