/* Jupyter: kernels of other people's notebooks, started by their kernelspec or
 * met by their connection file, and served as a session like any other: a
 * process of ours stands between, speaks the protocol of kernels on one side
 * and that of gates (docs/gate.md) on the other. So whoever runs code in
 * sessions knows nothing of kernels.
 *
 * A kernel is hostile, and so is whoever gets hold of its port: no message
 * counts that its key did not sign, no kernelspec of a workspace is used, and
 * a connection file that others may read or write is refused. Knows nothing of
 * tools or trust. */
#ifndef FATHOM_REPL_JUPYTER_JUPYTER_H
#define FATHOM_REPL_JUPYTER_JUPYTER_H

#include "src/repl/repl.h"

/* ---- which kernels there are ---- */

/* Where they are looked for; empty texts are left out. */
typedef struct ReplKernelPlaces {
  Str home;        /* ~/.local/share/jupyter */
  Str data_home;   /* XDG_DATA_HOME, in place of ~/.local/share */
  Str path;        /* JUPYTER_PATH: folders with a colon between them */
  Str virtual_env; /* of the user: its share/jupyter */
  Str programs;    /* PATH, in which a kernelspec's program is looked for */
  Str runtime;     /* JUPYTER_RUNTIME_DIR: connection files of running kernels */
  Str workspace;   /* nothing in it is used, whatever the others say */
} ReplKernelPlaces;
/* From the environment of this process. */
ReplKernelPlaces repl_kernel_places(Arena *arena, Str workspace);

#define REPL_KERNEL_ARGS 32

/* A kernelspec; everything in the job's arena. */
typedef struct ReplKernel {
  Str name;     /* of its folder: "python3" */
  Str title;    /* as it calls itself */
  Str language; /* as it says: "python", "R" */
  Str folder;
  const char *argv[REPL_KERNEL_ARGS + 1]; /* the program by absolute path; "{connection_file}" is still in it */
  const char *env[REPL_KERNEL_ARGS + 1];  /* NAME=value */
  Str interrupt_mode;                     /* "message", "signal"; empty: it does not say */
} ReplKernel;
typedef struct ReplKernels {
  ReplKernel *items; /* the first of each name, in the order of the places */
  size_t len;
  size_t cap;
} ReplKernels;
/* Those that can be started: what cannot be read, or whose program is missing,
 * is no kernel. */
Err repl_kernels(Job *job, const ReplKernelPlaces *places, ReplKernels *ret_kernels) MUST_CHECK;
/* ERR_NOT_FOUND names those that there are. */
Err repl_kernel_find(Job *job, const ReplKernelPlaces *places, Str name, ReplKernel *ret_kernel) MUST_CHECK;

/* Connection files of kernels that run already, newest first: absolute paths,
 * at most 50. */
typedef struct ReplKernelFiles {
  Str *items;
  size_t len;
  size_t cap;
} ReplKernelFiles;
Err repl_kernel_files(Job *job, const ReplKernelPlaces *places, ReplKernelFiles *ret_files) MUST_CHECK;

/* ---- one kernel as a session ---- */

typedef struct ReplKernelServe {
  ReplKernelPlaces places;
  Str kernel;    /* name of a kernelspec, or */
  Str file;      /* a connection file: a kernel that runs already, which is only left when we end */
  Str name;      /* of the session; empty: the kernel's */
  Str directory; /* it works there, and is a session of that project */
  Str key;       /* of the session; empty: a new one */
} ReplKernelServe;
/* Serves until the kernel ends, or a request ends both: on this thread, with
 * no other work. The kernel never outlives this process unless it ran before.
 * ERR_CLOSED: it ended by itself, with its last words. */
Err repl_kernel_serve(Job *job, Str folder, const ReplKernelServe *serve) MUST_CHECK;

/* ---- for a server: such processes of its own ---- */

typedef struct ReplKernelHost ReplKernelHost;
/* Nothing is started before it is asked for; `hub` must live longer. Its
 * functions may be called on any thread. */
ReplKernelHost *repl_kernel_host_open(ReplHub *hub);
/* Ends all of them. No call may be in progress. */
void repl_kernel_host_close(ReplKernelHost *host);
/* Begins one and waits until its session is there. `env` is the client's
 * (NAME=value, ends with NULL). ERR_BUSY: there are too many. */
Err repl_kernel_begin(Job *job, ReplKernelHost *host, const ReplKernelServe *serve, const char *const *env,
                      ReplSession *ret_session) MUST_CHECK;

#endif
