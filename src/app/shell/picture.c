/* A drawing as PNG, by librsvg and cairo. Both are opened when the first picture
 * is wanted, without their headers: nothing else needs them. Tools answer with
 * text, so this is done where the answer is shown, never in the daemon. */
#include "src/app/shell/picture_internal.h"

#include "src/os/module.h"

#define SVG_LIBRARY "librsvg-2.so.2"
#define CAIRO_LIBRARY "libcairo.so.2"
#define OBJECT_LIBRARY "libgobject-2.0.so.0"
#define SIDE_MAX 16000 /* pixels: cairo's own limit is 32,767 */
#define PNG_MAX ((size_t)64 << 20)
#define FORMAT_ARGB32 0
#define STATUS_SUCCESS 0
#define STATUS_WRITE_ERROR 11

typedef struct Rectangle {
  double x, y, width, height;
} Rectangle;

/* What is used of the libraries, by their own types' layout. */
typedef struct Drawer {
  void *(*handle_new)(const uint8_t *data, size_t size, void **error);
  int (*handle_size)(void *handle, double *width, double *height);
  int (*handle_render)(void *handle, void *cairo, const Rectangle *viewport, void **error);
  void (*unref)(void *object);
  void *(*surface_new)(int format, int width, int height);
  void (*surface_close)(void *surface);
  int (*surface_write)(void *surface, int (*write)(void *closure, const unsigned char *data, unsigned size), void *closure);
  void *(*cairo_new)(void *surface);
  void (*cairo_close)(void *cairo);
  void (*cairo_colour)(void *cairo, double red, double green, double blue);
  void (*cairo_paint)(void *cairo);
} Drawer;

/* The cast is the library's own promise; each member has its function's type. */
#define FIND(member, library, name)                                      \
  do {                                                                   \
    ModuleFunction *found_;                                              \
    TRY(module_find(job, STR(library), STR(name), &found_));             \
    drawer->member = (__typeof__(drawer->member))found_;                 \
  } while (0)

static Err load(Job *job, Drawer *drawer) {
  FIND(handle_new, SVG_LIBRARY, "rsvg_handle_new_from_data");
  FIND(handle_size, SVG_LIBRARY, "rsvg_handle_get_intrinsic_size_in_pixels");
  FIND(handle_render, SVG_LIBRARY, "rsvg_handle_render_document");
  FIND(unref, OBJECT_LIBRARY, "g_object_unref");
  FIND(surface_new, CAIRO_LIBRARY, "cairo_image_surface_create");
  FIND(surface_close, CAIRO_LIBRARY, "cairo_surface_destroy");
  FIND(surface_write, CAIRO_LIBRARY, "cairo_surface_write_to_png_stream");
  FIND(cairo_new, CAIRO_LIBRARY, "cairo_create");
  FIND(cairo_close, CAIRO_LIBRARY, "cairo_destroy");
  FIND(cairo_colour, CAIRO_LIBRARY, "cairo_set_source_rgb");
  FIND(cairo_paint, CAIRO_LIBRARY, "cairo_paint");
  return OK;
}

static int add_bytes(void *closure, const unsigned char *data, unsigned size) {
  Buf *out = closure;
  buf_add(out, (Str){(const char *)data, size});
  return out->overflow ? STATUS_WRITE_ERROR : STATUS_SUCCESS;
}

/* On white: a picture in a mail or a review knows no dark. */
static bool paint(const Drawer *drawer, void *handle, int width, int height, Buf *out) {
  void *surface = drawer->surface_new(FORMAT_ARGB32, width, height);
  void *cairo = drawer->cairo_new(surface);
  Rectangle all = {0, 0, width, height};
  drawer->cairo_colour(cairo, 1, 1, 1);
  drawer->cairo_paint(cairo);
  bool is_drawn = drawer->handle_render(handle, cairo, &all, NULL) && drawer->surface_write(surface, add_bytes, out) == STATUS_SUCCESS;
  drawer->cairo_close(cairo);
  drawer->surface_close(surface);
  return is_drawn;
}

Err app_picture_png(Job *job, Str svg, Str *ret_png) {
  Drawer drawer;
  Buf out;
  double width = 0, height = 0;
  Err err = load(job, &drawer);
  if (err) return job_prefix(job, err, "a PNG is drawn by librsvg (Debian: apt install librsvg2-2), svg needs nothing");
  void *handle = drawer.handle_new((const uint8_t *)svg.ptr, svg.len, NULL);
  if (!handle) return job_fail(job, ERR_INTERNAL, "librsvg does not understand the drawing; --format svg has it as it is");
  bool has_size = drawer.handle_size(handle, &width, &height) && width >= 1 && height >= 1;
  bool is_small = has_size && width <= SIDE_MAX && height <= SIDE_MAX;
  buf_init(&out, job->arena, PNG_MAX);
  bool is_drawn = is_small && paint(&drawer, handle, (int)width, (int)height, &out);
  drawer.unref(handle);
  if (has_size && !is_small) return job_fail(job, ERR_TOO_LARGE, "the picture would be %.0f by %.0f pixels, more than %d: ask for less depth, or --format svg", width, height, SIDE_MAX);
  if (!is_drawn) return job_fail(job, ERR_INTERNAL, "librsvg could not draw the picture; --format svg has it as it is");
  *ret_png = buf_str(&out);
  return OK;
}

/* ---- asking for one ---- */

static bool can_draw(const Tool *tool) {
  for (const ToolField *arg = tool->args; arg && arg->name; arg++) {
    if (strcmp(arg->name, "format") == 0 && arg->choices && str_contains(str_from_c(arg->choices), STR("svg"))) return true;
  }
  return false;
}

bool app_picture_wanted(const Tool *tool, Str *words, size_t count) {
  bool is_wanted = false;
  for (size_t i = 0; can_draw(tool) && i < count && !str_eq_c(words[i], "--"); i++) {
    if (str_eq_c(words[i], "--format=png")) words[i] = STR("--format=svg"), is_wanted = true;
    if (i + 1 < count && str_eq_c(words[i], "--format") && str_eq_c(words[i + 1], "png")) words[i + 1] = STR("svg"), is_wanted = true;
  }
  return is_wanted;
}
