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
     .title = "Rename a symbol",
     .help = "All that a rename would change, shown first and then written as one.",
     .words = "Rename `%s` to `%s` in two phases. Preview: prepare_rename at its definition says whether the server renames it at all; then "
              "rename_symbol, and sum up: files, places, what the server wants confirmed. Search for the old name as text too: comments, "
              "documents, configuration and strings are not in the preview. Execute, once that was agreed to: get_diagnostics, then apply_edit "
              "with the edit that rename_symbol gave, then get_diagnostics again. activate_skill with lsp-rename holds you to that order. Uses "
              "the index sees:",
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
    {.name = "lsp-safe-edit",
     .title = "Change a file without breaking it",
     .help = "An edit that is tried in memory first and written only when it adds no error.",
     .words = "Change `%s` as asked without making it worse. Call get_diagnostics for what is wrong already, then preview_edit with the new text: "
              "it says which errors the change would add and resolve. Mend the text until net_delta is 0 or less, then write it with "
              "safe_apply_edit, which checks once more. Afterwards get_diagnostics, suggest_fixes for what is left, format_document last. If the "
              "change reaches other files, plan the steps as one simulate_chain. Its outline now:",
     .arguments = {{"file", "The file's path."}},
     .steps = {{"zoom", "depth=1", {"target"}}}},
    {.name = "lsp-simulate",
     .title = "Try several edits in memory",
     .help = "A session of edits that are judged together and written only at the end.",
     .words = "Try the planned change to `%s` in memory. create_simulation_session, then simulate_edit for each place, or simulate_chain when later "
              "edits need earlier ones; evaluate_session tells which errors came and went, with scope workspace for files that depend on it. "
              "commit_session without apply shows the patch, with apply true writes it; discard_session goes back, destroy_session ends it. "
              "Nothing is on disk before the commit, and a file that changed meanwhile is refused. Its outline now:",
     .arguments = {{"file", "The file where the change begins."}},
     .steps = {{"zoom", "depth=1", {"target"}}}},
    {.name = "lsp-edit-symbol",
     .title = "Edit one symbol by its name",
     .help = "Replaces, extends or removes a definition without counting lines.",
     .words = "Edit `%s` by name, not by line numbers. Its source and users are below. replace_symbol_body keeps the declaration and replaces what is "
              "in it, insert_before_symbol and insert_after_symbol add beside it, safe_delete_symbol removes it when nothing uses it. Each answer "
              "says how many errors the file has afterwards; when there are new ones, look at them before going on.",
     .arguments = {{"symbol", "The symbol's name, or Type.member."}},
     .names_symbols = true,
     .steps = {{"symbol", NULL, {"name"}}}},
    {.name = "lsp-edit-export",
     .title = "Change something others use",
     .help = "A change of an exported symbol that begins with everybody who uses it.",
     .words = "Change `%s`, which others may use. First list its users: below is what the index sees, find_references on its definition completes "
              "it. Sort them into those that need no change, those that must change with it, and those that cannot be seen from here (other "
              "repositories, reflection). Then change definition and users in one simulate_chain, judge it with evaluate_session scope workspace, "
              "and commit only when nothing is added. Name what you left alone.",
     .arguments = {{"symbol", "The exported symbol."}},
     .names_symbols = true,
     .steps = {{"impact", NULL, {"target"}}}},
    {.name = "lsp-refactor",
     .title = "Refactor step by step",
     .help = "From who is affected, over a preview, to build and tests.",
     .words = "Refactor `%s` in this order. Blast radius: blast_radius on the file, find_references on what moves. Preview: simulate_chain or "
              "preview_edit until no error is added. Apply: apply_edit, then format_document. Verify: get_diagnostics and run_build, then "
              "get_tests_for_file and run_tests for what is concerned. activate_skill with lsp-refactor holds you to that order. Stop and report "
              "when a step fails. What the index sees of it:",
     .arguments = {{"target", "A symbol or a file."}},
     .names_symbols = true,
     .steps = {{"impact", NULL, {"target"}}}},
    {.name = "lsp-extract-function",
     .title = "Make a function of some lines",
     .help = "Takes lines out of a function into one of their own.",
     .words = "Extract a function from `%s`. Ask suggest_fixes over the lines first: where the server offers to extract, take its edit. Else find what "
              "the lines read and write that is defined outside of them (get_document_highlights on each name): what is read becomes a parameter, "
              "what is written and used later becomes the result. Put the new function beside the old one with insert_before_symbol, replace the "
              "lines by a call, and check with preview_edit before you write. Its source:",
     .arguments = {{"symbol", "The function the lines are in."}},
     .names_symbols = true,
     .steps = {{"symbol", NULL, {"name"}}}},
    {.name = "lsp-fix-all",
     .title = "Mend what is reported in a file",
     .help = "Every diagnostic of a file, mended one kind at a time.",
     .words = "Mend what is reported in `%s`. Call get_diagnostics, group what it says by kind, and begin with errors. For each ask suggest_fixes at "
              "its place and take a fix that is preferred; without one write the edit yourself. Apply one at a time with safe_apply_edit and ask "
              "again, because places move. Do not silence a report with a comment unless it is wrong, and say so. Its outline:",
     .arguments = {{"file", "The file's path."}},
     .steps = {{"zoom", "depth=1", {"target"}}}},
    {.name = "lsp-format-code",
     .title = "Format a file",
     .help = "The server's own formatting, shown before it is written.",
     .words = "Format `%s` as its language server does: format_document, or format_range for some lines, gives the edits; apply_edit writes them. "
              "Change nothing else on the way, and say when the server formats nothing or differently from the code around. Its outline:",
     .arguments = {{"file", "The file's path."}},
     .steps = {{"zoom", "depth=0", {"target"}}}},
    {.name = "lsp-generate",
     .title = "Write new code that fits in",
     .help = "New code made after its neighbours and checked before it is written.",
     .words = "Write the following for this codebase: %s. Below is what is nearest to it. Follow its neighbours: names, errors, tests, where files go. "
              "Check every name you call with go_to_symbol or get_symbol_documentation instead of assuming it. Put it in with insert_after_symbol "
              "or a new file, previewed with preview_edit, and add the test that would fail without it.",
     .arguments = {{"what", "What is to be written, in a few words."}},
     .steps = {{"explore", NULL, {"query"}}}},
    {.name = "lsp-implement",
     .title = "Who implements this",
     .help = "All implementations of an interface or abstract method, or what a new one needs.",
     .words = "Show all that implements `%s`: go_to_implementation on its definition and type_hierarchy, beside what is below. For each say what "
              "differs from the others. If a new implementation is wanted: list the members it needs with their signatures, take the smallest "
              "existing one as the pattern, and where implementations are registered or chosen.",
     .arguments = {{"symbol", "An interface, base type or method of one."}},
     .names_symbols = true,
     .steps = {{"hierarchy", NULL, {"name"}}}},
    {.name = "lsp-onboard",
     .title = "Get started in this repository",
     .help = "What it is, how it is built and tested, where work begins.",
     .words = "Make a newcomer able to work here: what this codebase is for and its parts (below), which languages and servers there are "
              "(detect_lsp_servers), how it is built and tested (run_build and run_tests, where the workspace is trusted), the few files to read "
              "first, and the habits of the code that a reviewer would insist on, each with a place that shows it.",
     .steps = {{"overview", NULL, {0}}, {"files", "depth=2,max_chars=6000", {0}}}},
    {.name = "lsp-verify",
     .title = "Verify a change",
     .help = "Diagnostics, build and the tests that matter, in that order.",
     .words = "Verify what was changed and not committed. What it reaches is below. get_tests_for_file for each changed file; get_diagnostics for it "
              "and for its users; run_build; run_tests for the tests found, all of them only if those pass. Report what failed with file and line, "
              "what was not checked and why. Mend only what the change broke, then begin again. activate_skill with lsp-verify holds you to that "
              "order.",
     .steps = {{"impact", "diff=true", {0}}}},
};

const AppPrompts app_skills = {skills, COUNT_OF(skills)};
