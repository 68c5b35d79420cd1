/* Calls that never end well do not compile. Included before every file.
 * The functions are marked deprecated and that warning is made an error,
 * rather than poisoning the words: headers of the system and of libraries
 * may go on using or mentioning them. */
#ifndef FATHOM_BASE_BANNED_H
#define FATHOM_BASE_BANNED_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stdarg.h>
#include <stddef.h>

#define BANNED(instead) __attribute__((deprecated("banned: use " instead)))

/* Marked before the system's headers define some of them inline. */
extern char *strcpy(char *restrict to, const char *restrict from) BANNED("str_to_c or base/buf.h");
extern char *strncpy(char *restrict to, const char *restrict from, size_t size)
    BANNED("str_copy or base/buf.h");
extern char *strcat(char *restrict to, const char *restrict from) BANNED("base/buf.h");
extern char *strncat(char *restrict to, const char *restrict from, size_t size)
    BANNED("base/buf.h");
extern char *strtok(char *restrict text, const char *restrict ends) BANNED("str_cut");
extern int sprintf(char *restrict to, const char *restrict format, ...)
    BANNED("str_format, buf_add_format or snprintf");
extern int vsprintf(char *restrict to, const char *restrict format, va_list args)
    BANNED("str_format_va or vsnprintf");
extern char *gets(char *line) BANNED("os/file.h");
extern int atoi(const char *digits) BANNED("str_to_int");
extern long atol(const char *digits) BANNED("str_to_int");
extern double atof(const char *digits) BANNED("json_to_double or strtod");
extern int system(const char *command) BANNED("os/process.h");
extern char *tmpnam(char *path) BANNED("os/file.h");
extern char *mktemp(char *pattern) BANNED("os/file.h");
extern int rand(void) BANNED("os/secret.h");
extern void srand(unsigned seed) BANNED("os/secret.h");
extern void *banned_alloca(size_t size) BANNED("an arena");

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern FILE *popen(const char *command, const char *modes) BANNED("os/process.h");

#undef sprintf /* may be a macro over the checked variant */
#undef vsprintf
#undef alloca
#define alloca(size) banned_alloca(size)

#undef BANNED
#pragma GCC diagnostic error "-Wdeprecated-declarations"

#endif
