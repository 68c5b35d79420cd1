/* JSON texts with comments: where things are in them (setup_files_json.c)
 * and how to change them without touching the rest (setup_files_jsonedit.c). */
#ifndef FATHOM_APP_SETUP_FILES_JSON_INTERNAL_H
#define FATHOM_APP_SETUP_FILES_JSON_INTERNAL_H

#include "src/app/setup/setup_internal.h"

typedef struct AppJsonMember {
  size_t start; /* of its name */
  size_t value;
  size_t end;
} AppJsonMember;

typedef struct AppJsonObject {
  size_t open, close; /* its braces */
  const Json *json;
  AppJsonMember *members; /* as json->members */
} AppJsonObject;

typedef struct AppJsonDocument {
  Str text;
  Str plain; /* the same with comments and the like blanked out */
  bool is_blank;
  const Json *json;
  AppJsonObject root;
  bool has_servers;
  AppJsonObject servers;
  bool has_entry;
  size_t entry_at;
} AppJsonDocument;

/* Past the comment at `at`; `at` itself when there is none. */
size_t app_json_skip_comment(Str text, size_t at);

/* How the members of an object are laid out. */
typedef struct AppJsonStyle {
  bool is_multiline;
  Str newline;
  Str outer;  /* indent of the line the object begins on */
  Str indent; /* of its members */
  Str unit;
} AppJsonStyle;

/* A value as the file it goes into is written: on one line, or with a line for each
 * member, behind `indent`. In the arena. */
Str app_json_render(Arena *arena, const Json *value, const AppJsonStyle *style, Str indent);
/* Appends a member. */
AppEdit app_json_insert(Arena *arena, const AppJsonDocument *document, const AppJsonObject *object,
                        Str name, const Json *value);
AppEdit app_json_replace(Arena *arena, const AppJsonDocument *document,
                         const AppJsonObject *object, size_t at, const Json *value);
AppEdit app_json_cut(Arena *arena, const AppJsonDocument *document, const AppJsonObject *object,
                     size_t at);

#endif
