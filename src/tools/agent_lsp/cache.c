/* export_cache and import_cache: answers of language servers that were kept,
 * as a file of the workspace that a team can hand on. */
#include "src/index/part.h"
#include "src/os/file.h"
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#define PACKED_MAX ((size_t)64 << 20)

/* One export or import. The cache belongs to the hub and outlives the call. */
typedef struct Artifact {
  ToolCall *call;
  Index *index;
  Root *files;
  Str path; /* relative to the workspace */
  LspCache *cache;
} Artifact;

static Err open_artifact(ToolCall *call, const char *argument, Artifact *ret_artifact) {
  Artifact artifact = {.call = call};
  Job *job = call->job;
  TRY(tool_place(call, tool_arg_str(call, argument), &artifact.index, &artifact.path));
  artifact.files = index_files(artifact.index);
  if (!artifact.path.len) return job_fail(job, ERR_USAGE, "%s: takes the path of a file in the workspace", argument);
  artifact.cache = verify_answers(call->scope->hub, artifact.index);
  if (!artifact.cache) return job_fail(job, ERR_UNAVAILABLE, "no answers are kept here");
  *ret_artifact = artifact;
  return OK;
}

/* Somebody's file is not overwritten: only what was exported before. */
static Err check_free(const Artifact *artifact) {
  Job *job = artifact->call->job;
  Str old;
  LspCacheCounts counts;
  Err err = root_read(job, artifact->files, artifact->path, PACKED_MAX, &old);
  if (err == ERR_NOT_FOUND) {
    job_forgive(job);
    return OK;
  }
  if (!err) err = lsp_cache_check(job, old, &counts);
  if (!err) return OK;
  job_forgive(job);
  return job_fail(job, ERR_EXISTS, "'%.*s' is there and no earlier export; name another file",
                  STR_ARG(str_shown(job->arena, artifact->path, 400)));
}

static void write_counts(const Artifact *artifact, const LspCacheCounts *counts, size_t packed) {
  Answer *out = artifact->call->answer;
  answer_field_str(out, "file", file_join(artifact->call->job->arena, index_root(artifact->index), artifact->path));
  answer_field_int(out, "entries", (int64_t)counts->entries);
  answer_field_int(out, "bytes", (int64_t)counts->bytes);
  answer_field_int(out, "file_bytes", (int64_t)packed);
  if (str_ends_with(artifact->path, STR(LSP_CACHE_SUFFIX))) return;
  tool_agent_note(artifact->call, STR("Name it *" LSP_CACHE_SUFFIX ": answers count only while the workspace is the same, and any other file is part of that."));
}

static Err run_export(ToolCall *call) {
  Artifact artifact;
  Str packed;
  LspCacheCounts counts;
  TRY(open_artifact(call, "dest_path", &artifact));
  TRY(check_free(&artifact));
  TRY(lsp_cache_export(call->job, artifact.cache, &packed, &counts));
  tool_mark_writing(call);
  TRY(root_write(call->job, artifact.files, artifact.path, packed, 0644));
  write_counts(&artifact, &counts, packed.len);
  return OK;
}

static Err run_import(ToolCall *call) {
  Artifact artifact;
  Str packed;
  LspCacheCounts counts;
  TRY(open_artifact(call, "src_path", &artifact));
  /* The file may come from anybody. It is bounded here, and what is in it is
   * checked by the import. */
  TRY(root_read(call->job, artifact.files, artifact.path, PACKED_MAX, &packed));
  tool_mark_writing(call);
  TRY(lsp_cache_import(call->job, artifact.cache, packed, &counts));
  write_counts(&artifact, &counts, packed.len);
  return OK;
}

static const ToolField export_args[] = {
    {"dest_path", TOOL_PATH, true, .help = "*.gz: a new file in the workspace, or an earlier export"},
    {0},
};
static const ToolField import_args[] = {
    {"src_path", TOOL_PATH, true, .help = "a file in the workspace that export_cache wrote"},
    {0},
};

static const ToolField result[] = {
    {"file", TOOL_STRING, true, .help = "absolute path"},
    {"entries", TOOL_INTEGER, true, .help = "answers"},
    {"bytes", TOOL_INTEGER, true, .help = "of them"},
    {"file_bytes", TOOL_INTEGER, true, .help = "of the file, which is compressed"},
    {"note", TOOL_STRING, .help = "what else there is to know"},
    {0},
};

const Tool tool_agent_lsp_export_cache = {
    .name = "export_cache",
    .title = "Export kept answers",
    .summary = "Write the answers of language servers that were kept to a compressed file of the workspace, for others to import.",
    .args = export_args,
    .result = result,
    .example = "export_cache dest_path=answers.gz",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_STRUCTURED,
    .run = run_export,
};

const Tool tool_agent_lsp_import_cache = {
    .name = "import_cache",
    .title = "Import kept answers",
    .summary = "Put the answers of such a file in the place of those that were kept; they count only where the files are still the same.",
    .args = import_args,
    .result = result,
    .example = "import_cache src_path=answers.gz",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .flags = TOOL_DESTRUCTIVE | TOOL_STRUCTURED,
    .run = run_import,
};
