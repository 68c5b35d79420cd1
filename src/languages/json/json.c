/* JSON: the keys of a file's object and those of the objects beneath. What
 * stands in arrays is data, and lock files are nobody's to read. */
#include "src/languages/common/locks_internal.h"
#include "src/languages/language.h"

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {LANGUAGE_ROW_KEY, .node = "pair", .kind = SYMBOL_PROPERTY, .name = "key", .value = "value"},
    {LANGUAGE_ROW_NOTHING, .node = "array string"},
    {0},
};

static const LanguageSubject subjects[] = {
    {"package.json composer.json", "npm script package dependency version"},
    {"tsconfig jsconfig", "typescript compiler option config configuration configured configure setting"},
    {NULL, "config configuration configured configure setting option json"},
    {0},
};

const Language language_json = {
    .name = "json",
    .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "json jsonc json5 webmanifest",
    .filenames = ".babelrc .eslintrc .prettierrc",
    .rows = rows,
    .claims = language_claims_no_lock,
    .editing = {.indent = "  "},
    .subjects = subjects,
};
