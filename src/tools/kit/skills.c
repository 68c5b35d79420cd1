/* The table of skills whose order can be enforced. Their prompts and folders
 * (app/serving/prompts_skills.c) say in words what stands here as rules. */
#include "src/tools/kit/phases_internal.h"

const ToolSkill tool_skills[] = {
    {"lsp-rename",
     "format_document,run_tests",
     {{"prerequisites", "start_lsp", NULL},
      {"preview", "go_to_symbol,prepare_rename,find_references,rename_symbol", "apply_edit"},
      {"execute", "get_diagnostics,rename_symbol,apply_edit", "simulate_*,preview_edit,run_build"}}},
    {"lsp-refactor",
     "rename_symbol",
     {{"blast_radius", "blast_radius,go_to_symbol,find_references", NULL},
      {"speculative_preview", "open_document,get_diagnostics,preview_edit,simulate_chain", NULL},
      {"apply", "apply_edit,format_document", NULL},
      {"build_verification", "get_diagnostics,run_build", NULL},
      {"test_execution", "get_tests_for_file,run_tests", NULL}}},
    {"lsp-safe-edit",
     "rename_symbol,blast_radius",
     {{"setup", "start_lsp,open_document,get_diagnostics", NULL},
      {"speculative_preview", "preview_edit,simulate_chain", NULL},
      {"apply", "apply_edit", NULL},
      {"verify_and_fix", "get_diagnostics,suggest_fixes,apply_edit,format_document", NULL}}},
    {"lsp-verify",
     "simulate_*,preview_edit,rename_symbol",
     {{"test_correlation", "get_tests_for_file", NULL},
      {"diagnostics", "start_lsp,get_diagnostics", NULL},
      {"build", "run_build", NULL},
      {"tests", "run_tests", NULL},
      {"fix_and_format", "suggest_fixes,apply_edit,format_document,get_diagnostics", NULL}}},
};
const size_t tool_skill_count = COUNT_OF(tool_skills);
