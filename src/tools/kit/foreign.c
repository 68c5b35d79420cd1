/* Tools that bring their own schema: as much of it as the words of a command
 * line, help and completion need. What a row cannot say becomes JSON text. */
#include "src/base/vec.h"
#include "src/tools/kit/tool_internal.h"

/* Types that a row does not know are taken as JSON text, which is the
 * widest. */
static ToolType type_of(const Json *property) {
  Str type = json_get_str(property, STR("type"), STR_EMPTY);
  if (str_eq(type, STR("string"))) return TOOL_STRING;
  if (str_eq(type, STR("integer"))) return TOOL_INTEGER;
  if (str_eq(type, STR("number"))) return TOOL_NUMBER;
  if (str_eq(type, STR("boolean"))) return TOOL_BOOLEAN;
  Str items = json_get_str(json_get(property, STR("items")), STR("type"), STR_EMPTY);
  if (str_eq(type, STR("array")) && str_eq(items, STR("string"))) return TOOL_STRINGS;
  return TOOL_OBJECT;
}

static bool is_in(const Json *names, Str name) {
  for (size_t i = 0; json_is(names, JSON_ARRAY) && i < names->count; i++) {
    if (json_is(&names->items[i], JSON_STRING) && str_eq(names->items[i].text, name)) return true;
  }
  return false;
}

/* Read anew each time, in the caller's arena: schemas of others come and go
 * with their servers. Names that cannot be an option are left out, since
 * nobody could type them. */
const ToolField *tool_fields_of(Arena *arena, const Tool *tool) {
  if (!tool->raw_schema) return tool->args;
  Job job;
  job_init(&job, arena);
  const Json *schema = NULL;
  if (json_read(&job, str_from_c(tool->raw_schema), NULL, &schema)) return NULL;
  const Json *properties = json_get(schema, STR("properties"));
  VEC(ToolField) fields = {0};
  for (size_t i = 0; json_is(properties, JSON_OBJECT) && i < properties->count; i++) {
    const JsonMember *member = &properties->members[i];
    if (!tool_name_is_valid(member->name)) continue;
    *vec_add(arena, &fields) = (ToolField){
        .name = str_to_c(arena, member->name),
        .type = type_of(&member->value),
        .required = is_in(json_get(schema, STR("required")), member->name),
        .help = str_to_c(arena, json_get_str(&member->value, STR("description"), STR_EMPTY)),
    };
  }
  *vec_add(arena, &fields) = (ToolField){0};
  return fields.items;
}
