/* Print: vsnprintf, quicker for what formats mostly are. Answers are made of short
 * formats with strings and whole numbers in them, and the C library's way to those
 * costs more than the questions that led to them. Everything else is left to it. */
#ifndef FATHOM_BASE_PRINT_H
#define FATHOM_BASE_PRINT_H

#include <stdarg.h>
#include <stddef.h>

#include "src/base/own.h"

/* The same result as vsnprintf(to, room, format, args) in every case. */
int print_to(char *to, size_t room, const char *format, va_list args) PRINTF_LIKE(3, 0);

#endif
