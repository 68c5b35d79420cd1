/* YAML: the keys of every document and those beneath them. What stands in
 * sequences is data; anchors and aliases are not followed. */
#include "src/languages/common/locks_internal.h"
#include "src/languages/language.h"

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {LANGUAGE_ROW_KEY, .node = "block_mapping_pair flow_pair", .kind = SYMBOL_PROPERTY, .name = "key", .value = "value"},
    {LANGUAGE_ROW_NOTHING, .node = "block_sequence flow_sequence block_scalar"},
    {0},
};

static const LanguageSubject subjects[] = {
    {".github/ .gitlab .circleci/ .buildkite/ .forgejo/ .gitea/ .woodpecker azure-pipelines .travis", "ci workflow pipeline job action github"},
    {"compose", "docker compose container service image volume healthcheck"},
    {"openapi swagger", "openapi swagger api endpoint schema"},
    {NULL, "config configuration configured configure setting option yaml"},
    {0},
};

const Language language_yaml = {
    .name = "yaml",
    .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "yaml yml",
    .filenames = ".clang-format .clang-tidy",
    .rows = rows,
    .claims = language_claims_no_lock,
    .editing = {.indent = "  "},
    .subjects = subjects,
};
