#define FUZZED "go"
#include "tests/fuzz/extract_language.h"
