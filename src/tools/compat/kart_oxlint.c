/* Reads what oxlint prints: an array of entries, or an object with one. An
 * entry tells its place by itself, or by the first of its labels. */
#include "src/tools/compat/kart_oxlint_internal.h"

#include "src/base/vec.h"

/* "eslint(no-debugger)" is the rule no-debugger of eslint, and is told so. */
static KartFinding read_entry(const Json *entry) {
  const Json *labels = json_get(entry, STR("labels"));
  const Json *span = json_is(labels, JSON_ARRAY) && labels->count ? json_get(&labels->items[0], STR("span")) : NULL;
  const Json *place = span ? span : entry;
  return (KartFinding){
      .file = json_get_str(entry, STR("filename"), STR_EMPTY),
      .line = json_get_int(place, STR("line"), 0),
      .column = json_get_int(place, STR("column"), 0),
      .severity = json_get_str(entry, STR("severity"), STR("warning")),
      .message = json_get_str(entry, STR("message"), STR_EMPTY),
      .rule = json_get_str(entry, STR("code"), json_get_str(entry, STR("ruleId"), STR_EMPTY)),
  };
}

bool tool_kart_read_oxlint(Job *job, Str output, KartFindings *ret_findings) {
  const Json *json;
  *ret_findings = (KartFindings){0};
  if (json_read(job, str_trim(output), NULL, &json)) {
    job_forgive(job);
    return false;
  }
  const Json *entries = json_is(json, JSON_ARRAY) ? json : json_get(json, STR("diagnostics"));
  if (!json_is(entries, JSON_ARRAY)) return false;
  for (size_t i = 0; i < entries->count; i++) {
    if (json_is(&entries->items[i], JSON_OBJECT)) *vec_add(job->arena, ret_findings) = read_entry(&entries->items[i]);
  }
  return true;
}
