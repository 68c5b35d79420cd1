/* TOML: tables with their keys, and the keys above all tables. */
#include "src/languages/common/locks_internal.h"
#include "src/languages/language.h"

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {LANGUAGE_ROW_KEY, .node = "table table_array_element", .kind = SYMBOL_SECTION, .name = "0"},
    {LANGUAGE_ROW_KEY, .node = "pair", .kind = SYMBOL_PROPERTY, .name = "0", .value = "1"},
    {LANGUAGE_ROW_NOTHING, .node = "array string"},
    {0},
};

static const LanguageSubject subjects[] = {
    {"Cargo.toml pyproject.toml Pipfile", "package dependency version script tool config configuration configured configure setting option"},
    {NULL, "config configuration configured configure setting option toml"},
    {0},
};

const Language language_toml = {
    .name = "toml",
    .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "toml",
    .filenames = "Pipfile",
    .rows = rows,
    .claims = language_claims_no_lock,
    .subjects = subjects,
};
