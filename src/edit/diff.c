/* A plan as a unified diff that `patch -p1` and `git apply` take. */
#include "src/edit/edit_internal.h"

/* Git's way to write a path that would end or bend the line. One with a blank is
 * written so too: `patch` reads a renaming without changes by that line alone. */
static Str spell(Arena *arena, const char *prefix, Str path) {
  bool is_plain = true;
  for (size_t i = 0; i < path.len; i++) {
    unsigned char c = (unsigned char)path.ptr[i];
    is_plain &= c > 0x20 && c != 0x7F && c != '"' && c != '\\';
  }
  if (is_plain) return str_format(arena, "%s%.*s", prefix, STR_ARG(path));
  Buf out;
  buf_init(&out, arena, 4 * path.len + 8);
  buf_add_format(&out, "\"%s", prefix);
  for (size_t i = 0; i < path.len; i++) {
    unsigned char c = (unsigned char)path.ptr[i];
    if (c == '"' || c == '\\') buf_add_format(&out, "\\%c", c);
    else if (c < 0x20 || c == 0x7F) buf_add_format(&out, "\\%03o", c);
    else buf_add_byte(&out, (char)c);
  }
  buf_add_byte(&out, '"');
  return buf_str(&out);
}

/* Bytes as they are where these are UTF-8, byte order mark and all; else the
 * characters. */
static Str before_of(const EditFile *file) { return file->base.form == TEXT_UTF8 ? file->bytes : file->base.chars; }

static Str after_of(EditFile *file) {
  Str bytes;
  if (file->base.form != TEXT_UTF8) return file->chars;
  if (edit_file_encode(file, &bytes)) {
    job_forgive(file->plan->job); /* applying will say it */
    return file->chars;
  }
  return bytes;
}

/* Git knows two: one that can be run, and all others. */
static unsigned mode_of(const EditFile *file) { return file->base_path.len && file->stat.mode & 0100 ? 0100755 : 0100644; }

/* A rename and a change of contents are one entry, as Git writes them. */
static void show(EditPlan *plan, const EditStep *step, Buf *out) {
  Arena *arena = out->arena;
  EditFile *before = map_get(&plan->on_disk, step->action == EDIT_RENAME ? step->old_path : step->path);
  EditFile *after = step->action == EDIT_DELETE ? NULL : step->file;
  Str old_path = step->action == EDIT_RENAME ? step->old_path : step->path;
  if (step->action == EDIT_CREATE) before = NULL;
  buf_add_format(out, "diff --git %.*s %.*s\n", STR_ARG(spell(arena, "a/", old_path)), STR_ARG(spell(arena, "b/", step->path)));
  if (!before) buf_add_format(out, "new file mode %o\n", mode_of(after));
  if (!after) buf_add_format(out, "deleted file mode %o\n", mode_of(before));
  if (step->action == EDIT_RENAME) {
    buf_add_format(out, "rename from %.*s\nrename to %.*s\n", STR_ARG(spell(arena, "", old_path)), STR_ARG(spell(arena, "", step->path)));
  }
  edits_show_diff(out, before ? spell(arena, "a/", old_path) : STR("/dev/null"), after ? spell(arena, "b/", step->path) : STR("/dev/null"),
                  before ? before_of(before) : STR_EMPTY, after ? after_of(after) : STR_EMPTY);
}

void edit_plan_diff(EditPlan *plan, Buf *out) {
  EditSteps steps = edit_plan_steps(plan);
  for (size_t i = 0; i < steps.len; i++) show(plan, &steps.items[i], out);
}
