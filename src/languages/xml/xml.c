/* XML: the root and the elements directly beneath it. Large files are data
 * that somebody wrote in XML, and are left alone. */
#include "src/languages/language.h"

enum { SMALL = 256 << 10 };

static int claims(Str path, Str text) {
  (void)path;
  return text.len <= SMALL;
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_COMMENT, .node = "Comment"},
    {LANGUAGE_ROW_KEY, .node = "element", .kind = SYMBOL_SECTION, .name = "<STag>/<Name>|<EmptyElemTag>/<Name>", .value = "<content>"},
    {LANGUAGE_ROW_NOTHING, .node = "doctypedecl CharData"},
    {0},
};

static const LanguageSubject subjects[] = {
    {"pom.xml", "maven pom dependency plugin build version"},
    {NULL, "config configuration configured configure setting option xml"},
    {0},
};

const Language language_xml = {
    .name = "xml",
    .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "xml xsd xsl xslt plist csproj vcxproj fsproj vbproj props targets wsdl",
    .filenames = "pom.xml",
    .rows = rows,
    .claims = claims,
    .editing = {.indent = "  "},
    .subjects = subjects,
};
