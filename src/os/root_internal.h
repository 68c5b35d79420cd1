/* The component-by-component walk beneath a root, and its switch. */
#ifndef FATHOM_OS_ROOT_INTERNAL_H
#define FATHOM_OS_ROOT_INTERNAL_H

#include <limits.h>

#include "src/os/root.h"

struct Root {
  int fd;    /* O_PATH */
  Str path;  /* real */
  Str alias; /* as it was named when opened, made absolute */
  bool is_timeless; /* its file system makes times of change up */
};

/* Never ask the kernel: what a kernel without openat2 makes of us. Tests. */
void root_walk_always(bool always);
bool root_walk_is_forced(void);

/* A walk is at the last component of a path: a name in a directory reached
 * without following a link. Errors are negative errno values; -EXDEV: the
 * path leads outside. */
typedef struct RootWalk {
  const Root *root;
  int directory;                    /* descriptor; the root's own at the top */
  char name[NAME_MAX + 1];          /* "": the root itself */
  bool must_be_directory;           /* a slash or dot followed */
  bool makes_directories;           /* missing parents are made */
  int made;                         /* how many were */
  int links;                        /* followed so far */
  char reached[FILE_PATH_MAX + 1];  /* of `directory`, relative, "" at the top */
  char rest[FILE_PATH_MAX + 1];     /* not yet walked */
} RootWalk;

/* At the root, with the whole path before it; holds a descriptor from the first step on. */
void root_walk_init(RootWalk *walk, const Root *root, Str relative);
void root_walk_clear(RootWalk *walk);
/* Goes on to the last component of what is left. */
int root_walk_advance(RootWalk *walk);
/* 1: the last component was a link, advance again; 0: it is not a link. */
int root_walk_follow(RootWalk *walk);
/* Opens with O_NOFOLLOW at the end of the walk, following links itself unless
 * `flags` has O_NOFOLLOW. */
int root_walk_open(const Root *root, Str relative, int flags, mode_t mode);

/* Walks to where a file is or will be, through links. */
int root_walk_to_target(RootWalk *walk);
/* Takes back directories made for a file that did not come to be, the innermost
 * first; those that are not empty any more stay. */
void root_unmake_at(const Root *root, Str directory, unsigned count);
/* The words for an errno value about a path; EXDEV: it leads outside. */
Err root_fail(Job *job, const Root *root, int errno_value, const char *verb, Str path);
/* Refuses what no relative path can be. */
Err root_check_relative(Job *job, const Root *root, Str relative) MUST_CHECK;
/* A descriptor or a negative errno value; -EXDEV: outside. */
int root_open_beneath(const Root *root, Str relative, int flags, mode_t mode);
/* A time that cannot be trusted is zero, and then contents are compared. */
void root_forget_time(const Root *root, FileStat *stat);

/* The part of an absolute path beneath the root, by its text; false when it
 * lies elsewhere. */
bool root_strip(const Root *root, Str absolute, Str *ret_rest) MUST_CHECK;

#endif
