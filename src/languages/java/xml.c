/* XML as far as manifests need it: elements and texts. Attributes, entities and
 * sections of plain text are passed over. */
#include "src/languages/java/class_path_internal.h"

/* What `<!-- … -->`, `<?…?>` and `<!…>` end with. */
static const char *end_of_aside(Str text) {
  if (str_starts_with(text, STR("!--"))) return "-->";
  return text.len && (text.ptr[0] == '!' || text.ptr[0] == '?') ? ">" : NULL;
}

static void pass_aside(JavaXml *xml, const char *ending) {
  size_t end = str_find(xml->text, str_from_c(ending));
  xml->text = end == STR_NONE ? STR_EMPTY : str_slice(xml->text, end + strlen(ending), xml->text.len);
}

/* The element that ends is still among those around when its end is told. */
static void leave(JavaXml *xml) {
  if (xml->closes && xml->depth) xml->depth--;
  xml->closes = xml->is_end = false;
}

static bool read_tag(JavaXml *xml) {
  const char *aside = end_of_aside(xml->text);
  if (aside) {
    pass_aside(xml, aside);
    return false;
  }
  Str tag = str_cut(&xml->text, '>');
  if (str_starts_with(tag, STR("/"))) {
    xml->is_end = xml->closes = true;
    return xml->depth > 0;
  }
  if (!tag.len || str_ends_with(tag, STR("/"))) return false;
  if (xml->depth < JAVA_XML_DEPTH) xml->open[xml->depth] = str_trim(str_cut(&tag, ' '));
  xml->depth++;
  return false;
}

/* A text stands before the tag that follows it, so the tag is read first by the
 * next call. */
bool language_java_xml_next(JavaXml *xml) {
  leave(xml);
  while (xml->text.len) {
    bool is_text = xml->text.ptr[0] != '<';
    if (is_text) {
      size_t end = str_find_byte(xml->text, '<');
      if (end == STR_NONE) end = xml->text.len;
      xml->value = str_trim(str_slice(xml->text, 0, end));
      xml->text = str_slice(xml->text, end, xml->text.len);
      if (xml->value.len) return true;
      continue;
    }
    xml->text = str_slice(xml->text, 1, xml->text.len);
    if (read_tag(xml)) return true;
  }
  return false;
}

bool language_java_xml_is(const JavaXml *xml, const char *path) {
  Str rest = str_from_c(path);
  size_t depth = 0;
  for (; rest.len; depth++) {
    Str name = str_cut(&rest, ' ');
    if (depth >= xml->depth || depth >= JAVA_XML_DEPTH || !str_eq(xml->open[depth], name)) return false;
  }
  return depth == xml->depth;
}
