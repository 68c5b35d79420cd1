/* fathom kernel: a Jupyter kernel as a live session, for as long as the command
 * runs. What a server starts for its clients is this command, too. */
#include "src/app/app_internal.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/repl/jupyter/jupyter.h"

static const AppFlag flags[] = {
    {"attach", "FILE", "a kernel that runs already, by its connection file; it is only left when this command ends"},
    {"name", "NAME", "of the session; the kernel's otherwise"},
    {"directory", "DIR", "it works there and belongs to that project; the working directory otherwise"},
    {0},
};

static Err list(AppRun *run, const ReplKernelPlaces *places) {
  ReplKernels kernels;
  ReplKernelFiles files;
  TRY(repl_kernels(run->job, places, &kernels));
  TRY(repl_kernel_files(run->job, places, &files));
  for (size_t i = 0; i < kernels.len; i++) {
    const ReplKernel *kernel = &kernels.items[i];
    buf_add_format(run->out, "%.*s  %.*s  %.*s\n", STR_ARG(kernel->name), STR_ARG(kernel->title), STR_ARG(kernel->folder));
  }
  if (!kernels.len) buf_add_c(run->out, "No kernelspec was found outside of this directory (python3 -m pip install ipykernel brings one).\n");
  for (size_t i = 0; i < files.len; i++) {
    buf_add_format(run->out, "%s--attach %.*s\n", i ? "" : "Connection files:\n", STR_ARG(str_visible(run->job->arena, files.items[i])));
  }
  return OK;
}

static Err run_kernel(AppRun *run) {
  Arena *arena = run->job->arena;
  Str here = file_working_directory(arena), directory = file_join(arena, here, app_flag_value(run, "directory"));
  Str file = app_flag_value(run, "attach");
  ReplKernelPlaces places = repl_kernel_places(arena, directory);
  if (!run->word_count && !file.len) return list(run, &places);
  if (run->word_count && file.len) return job_fail(run->job, ERR_USAGE, "a kernel's name or --attach, not both");
  ReplKernelServe serve = {.places = places, .kernel = run->word_count ? run->words[0] : STR_EMPTY,
                           .file = file.len ? file_join(arena, here, file) : STR_EMPTY, .name = app_flag_value(run, "name"),
                           .directory = directory, .key = place_env("FATHOM_GATE_ID")};
  return repl_kernel_serve(run->job, repl_folder(arena), &serve);
}

const AppCommand app_command_kernel = {
    .name = "kernel",
    .usage = "[NAME]",
    .summary = "Open a Jupyter kernel to agents.",
    .help = "Starts the kernel of that kernelspec, or attaches to one that runs (--attach, a notebook's for example), and makes it a "
            "live session for fathom's tool eval until this command ends. Without a name it lists what there is. Kernelspecs and "
            "connection files inside of the directory are never used. docs/gate.md has more.",
    .flags = flags,
    .is_rare = true,
    .run = run_kernel,
};
