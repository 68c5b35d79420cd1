/* Ways to work with language servers, as prompts: what to ask in which order,
 * with a first answer from our own index, which needs no server. */
#include "src/app/serving/prompts_internal.h"

static const AppPrompt skills[] = {
    {.name = "lsp-explore",
     .title = "Get to know a symbol",
     .help = "What a symbol is, where it is defined, what implements it and who uses it.",
     .words = "Explain `%s`: what it is, how it is made, who uses it and for what. Start with what is below; then call explore_symbol on its "
              "definition for type, source and callers in one answer, go_to_implementation where it is an interface or a method of one, and "
              "find_references only if callers are not enough. Say which of it comes from a language server and which does not.",
     .arguments = {{"symbol", "The symbol's name, or Type.member."}},
     .names_symbols = true,
     .steps = {{"find", NULL, {"query"}}, {"symbol", NULL, {"name"}}}},
    {.name = "lsp-impact",
     .title = "What a change would touch",
     .help = "Callers, implementers and tests of a symbol or file before it is changed.",
     .words = "Before `%s` is changed: list what would be touched, riskiest first, and the tests to run. Below is what the index sees. Check "
              "it with blast_radius on the file (its callers, tests apart) or find_callers on the symbol, and with type_hierarchy where a "
              "type changes. Name callers in other packages one by one, and say what nobody can see from here: reflection, other "
              "repositories, generated code.",
     .arguments = {{"target", "A symbol or a file."}},
     .names_symbols = true,
     .steps = {{"impact", NULL, {"target"}}}},
    {.name = "lsp-dead-code",
     .title = "Find code nobody uses",
     .help = "Definitions without uses, each checked before it is called dead.",
     .words = "List code here that can be removed. Below are definitions for which the index sees no use. For each one that looks right call "
              "find_references with include_declaration false: drop those that have any, and those that are reached in other ways (entry "
              "points, tests, exports of a library, names in strings or configuration, framework hooks). Report three groups: dead, used "
              "by tests alone, not certain. Remove nothing.",
     .steps = {{"dead_code", NULL, {0}}}},
    {.name = "lsp-rename",
     .title = "Preview a rename",
     .help = "All that a rename would change, without changing it.",
     .words = "Show what renaming `%s` to `%s` would change; write nothing. Call prepare_rename at its definition to see whether the server "
              "renames it at all, then rename_symbol, and sum the preview up: files, places, and what the server wants confirmed. Then search "
              "for the old name as text: comments, documents, configuration and strings are not in the preview. Uses the index sees:",
     .arguments = {{"symbol", "The symbol's name now."}, {"new_name", "The name it should get."}},
     .names_symbols = true,
     .steps = {{"symbol", NULL, {"name"}}}},
    {.name = "lsp-architecture",
     .title = "Draw the architecture",
     .help = "Parts, layers and what depends on what.",
     .words = "Describe the architecture of this codebase: its parts and what each is for, which depends on which, where execution begins, "
              "what everything leans on, and where the layering is broken. Use what is below; call clusters, cycles and hotspots for more, and "
              "list_symbols with format outline on the files that matter. Say which languages have a language server here "
              "(detect_lsp_servers) and which do not.",
     .steps = {{"overview", NULL, {0}}, {"cycles", NULL, {0}}}},
    {.name = "lsp-inspect",
     .title = "Inspect a file",
     .help = "What a file holds, what is wrong with it and what nobody tests.",
     .words = "Inspect `%s`: what it is for, what is wrong with it, what is risky in it. Its outline is below. Call get_diagnostics for it, "
              "get_editing_context for its symbols with callers and callees, and get_tests_for_file. Report errors first, then what is "
              "called by much and tested by nothing, then what is merely untidy. Give each a line number.",
     .arguments = {{"file", "The file's path."}},
     .steps = {{"zoom", "depth=1", {"target"}}}},
    {.name = "lsp-docs",
     .title = "Explain how to call something",
     .help = "Signature, documentation and real uses of a symbol.",
     .words = "Explain how `%s` is called: its signature, what each argument means, what it returns, how it fails, and one real use from this "
              "codebase. Call get_symbol_documentation for it, inspect_symbol and get_signature_help where it is used; take examples from "
              "find_references, not from memory. What the index has:",
     .arguments = {{"symbol", "The symbol's name; of a dependency with its package, as in os.path.join."}},
     .names_symbols = true,
     .steps = {{"symbol", NULL, {"name"}}}},
    {.name = "lsp-test-correlation",
     .title = "Which tests belong to a file",
     .help = "Tests that reach a file, and what of it none of them reaches.",
     .words = "Which tests have to be run after `%s` is changed, and what of it is tested by none? Call get_tests_for_file, then blast_radius "
              "with this file and filter untested. Give the commands that run just these tests. What the index sees:",
     .arguments = {{"file", "The file's path."}},
     .steps = {{"impact", NULL, {"target"}}}},
    {.name = "lsp-understand",
     .title = "Understand a piece of behaviour",
     .help = "Follows something through the code from where it starts to where it ends.",
     .words = "Explain how this codebase does the following, step by step from where it starts: %s. Begin with what is below, follow calls with "
              "find_callers (outgoing) and go_to_definition instead of reading whole files, and stop where the codebase ends. Name each step "
              "with file and line, and say where you are guessing.",
     .arguments = {{"question", "What is to be understood, in a few words."}},
     .steps = {{"explore", NULL, {"query"}}}},
    {.name = "lsp-local-symbols",
     .title = "What a file defines and uses",
     .help = "A file's symbols, and where each is used within it.",
     .words = "List what `%s` defines, and for each symbol where it is used within the file and whether anything outside uses it. Its outline is "
              "below; call list_symbols for exact ranges, get_document_highlights on a name for its uses in the file, and find_references "
              "only for those that are exported.",
     .arguments = {{"file", "The file's path."}},
     .steps = {{"zoom", "depth=1", {"target"}}}},
    {.name = "lsp-cross-repo",
     .title = "Who uses this in other repositories",
     .help = "Uses of a symbol in other workspaces.",
     .words = "Who uses `%s` in other repositories? Call get_cross_repo_references at its definition with the workspaces that depend on this "
              "one; each must be among the user's `roots` and trusted, so ask which to look at and say what could not be looked at. Where it "
              "is defined here:",
     .arguments = {{"symbol", "The symbol's name."}},
     .names_symbols = true,
     .steps = {{"find", NULL, {"query"}}}},
    {.name = "lsp-concurrency-audit",
     .title = "Look for races around a symbol",
     .help = "Who reaches a type or function from several threads or tasks, and what guards it.",
     .words = "Is `%s` safe to use from several threads or tasks? Call find_callers with cross_concurrent for calls that begin in another thread, "
              "task or timer, find_references for what writes to its fields, and read what guards them: locks, atomics, ownership by one "
              "thread. Report each field or state with who touches it and what protects it; a guess is to be called one. What the index "
              "sees:",
     .arguments = {{"symbol", "A type, function or variable."}},
     .names_symbols = true,
     .steps = {{"symbol", NULL, {"name"}}, {"impact", NULL, {"target"}}}},
};

const AppPrompts app_skills = {skills, COUNT_OF(skills)};
