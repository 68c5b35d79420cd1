/* Packages: the names under which other projects import what a workspace has,
 * as its manifests and the folders of its modules say. Two graphs know nothing
 * of each other; this is what links them. */
#include "src/base/json.h"
#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/os/file.h"
#include "src/query/graph/graph.h"

#define MANIFEST_MAX ((size_t)1 << 20)

static void add_name(Job *job, QueryPackages *packages, Str name) {
  name = str_trim(name);
  if (!name.len || str_eq(name, STR("."))) return;
  for (size_t i = 0; i < packages->len; i++) {
    if (str_eq(packages->items[i], name)) return;
  }
  *vec_add(job->arena, packages) = name;
}

/* Some languages import `a_b` what is published as `a-b`. */
static void add_published(Job *job, QueryPackages *packages, Str name) {
  char *spelled = str_to_c(job->arena, name);
  add_name(job, packages, name);
  for (char *at = spelled; *at; at++) {
    if (*at == '-') *at = '_';
  }
  add_name(job, packages, str_from_c(spelled));
}

/* The value of the first line `key = "..."`, or behind `key ` where `sign` is
 * a blank; empty: none. */
static Str value_of(Str text, Str key, char sign) {
  while (text.len) {
    Str line = str_trim(str_cut(&text, '\n'));
    if (!str_starts_with(line, key)) continue;
    line = str_slice(line, key.len, line.len);
    if (sign != ' ') line = str_trim(line);
    if (!line.len || line.ptr[0] != sign) continue;
    line = str_trim(str_slice(line, 1, line.len));
    while (line.len && strchr("\"'", line.ptr[0])) line = str_slice(line, 1, line.len);
    while (line.len && strchr("\"'", line.ptr[line.len - 1])) line.len--;
    return line;
  }
  return STR_EMPTY;
}

static void read_manifest(Job *job, Index *index, const char *path, QueryPackages *packages) {
  Str text, name = str_from_c(path);
  const Json *read;
  if (root_read(job, index_files(index), name, MANIFEST_MAX, &text)) {
    job_forgive(job);
    return;
  }
  if (str_eq(name, STR("go.mod"))) add_name(job, packages, value_of(text, STR("module"), ' '));
  else if (!str_ends_with(name, STR(".json"))) add_published(job, packages, value_of(text, STR("name"), '='));
  else if (json_read(job, text, NULL, &read)) job_forgive(job);
  else add_name(job, packages, json_get_str(read, STR("name"), STR_EMPTY));
}

Err query_packages(Job *job, Index *index, Str path, QueryPackages *ret_packages) {
  static const char *const manifests[] = {"package.json", "go.mod", "pyproject.toml", "setup.cfg", "Cargo.toml"};
  QueryPackages packages = {0};
  for (size_t i = 0; i < COUNT_OF(manifests); i++) read_manifest(job, index, manifests[i], &packages);
  /* A module that is imported by its folder or its file. */
  Str rest = path, first = str_cut(&rest, '/');
  if (rest.len && (str_eq(first, STR("src")) || str_eq(first, STR("lib")))) first = str_cut(&rest, '/');
  size_t dot = str_find_byte(first, '.');
  add_name(job, &packages, dot == STR_NONE ? first : str_slice(first, 0, dot));
  *ret_packages = packages;
  return job_check(job);
}

static bool is_of(Str specifier, Str package) {
  if (!str_starts_with(specifier, package)) return false;
  return specifier.len == package.len || strchr("/.:", specifier.ptr[package.len]);
}

/* A module that is imported as a whole has every name. */
bool query_imports_from(const QueryImports *imports, const QueryPackages *packages, Str name) {
  for (size_t i = 0; i < imports->len; i++) {
    const QueryImport *import = &imports->items[i];
    bool has_name = !import->name_count;
    for (size_t k = 0; k < import->name_count; k++) has_name |= str_eq(import->names[k], name) || str_eq(import->names[k], STR("default"));
    for (size_t k = 0; has_name && k < packages->len; k++) {
      if (is_of(import->specifier, packages->items[k])) return true;
    }
  }
  return false;
}
