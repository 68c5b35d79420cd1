/* Types in comments, as programs have them that also run where annotations
 * cannot be written: `x = []  # type: List[A]`, a parameter's behind it, and
 * `# type: (A, B) -> R` as the first line of a function. An annotation that is
 * written counts before a comment. */
#include "src/languages/python/python_internal.h"

#define COMMENTS_PASSED 3 /* other comments before that of a signature */

static Str text_from(const LanguageBuild *build, uint32_t from) {
  return str_slice(build->syntax->text, from, build->syntax->text.len);
}

static Str skip(Str text, const char *signs) {
  size_t at = 0;
  while (at < text.len && strchr(signs, text.ptr[at])) at++;
  return str_slice(text, at, text.len);
}

/* The rest of a line that begins with `# type:`; empty: it does not, or it only
 * tells a checker to be silent. */
static Str said_by(Str text) {
  Str line = str_cut(&text, '\n');
  if (!str_starts_with(line, STR("#"))) return STR_EMPTY;
  line = skip(str_slice(line, 1, line.len), " \t");
  if (!str_starts_with(line, STR("type:"))) return STR_EMPTY;
  line = str_slice(line, 5, line.len);
  Str type = str_trim(str_cut(&line, '#'));
  return str_starts_with(type, STR("ignore")) ? STR_EMPTY : type;
}

/* 0 of nothing, which is no place in the text. */
static uint32_t place_of(const LanguageBuild *build, Str text) {
  return text.len ? (uint32_t)(text.ptr - build->syntax->text.ptr) : 0;
}

ExprNo language_python_commented_type(LanguageBuild *build, uint32_t end) {
  if (!python_state(build)->has_type_comments) return 0;
  Str type = said_by(skip(text_from(build, end), " \t,"));
  return type.len ? language_python_type_text(build, type, place_of(build, type)) : 0;
}

/* `for x in xs:  # type: A`, `with m as x:  # type: A`: of the names before the colon. */
ExprNo language_python_type_behind(LanguageBuild *build, NodeNo node) {
  Str text = skip(text_from(build, build->syntax->nodes[node].to), " \t");
  if (!node || !str_starts_with(text, STR(":"))) return 0;
  return language_python_commented_type(build, place_of(build, text) + 1);
}

/* To the bracket that closes the first one; STR_NONE: there is none. */
static size_t closing(Str text) {
  int open = 0;
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '(' || text.ptr[i] == '[') open++;
    if (text.ptr[i] == ')' || text.ptr[i] == ']') open--;
    if (!open) return i;
  }
  return STR_NONE;
}

/* Behind the colon of the head, on its line or on one of the next. */
static Str signature_behind(const LanguageBuild *build, uint32_t end) {
  Str text = skip(text_from(build, end), " \t");
  if (!str_starts_with(text, STR(":"))) return STR_EMPTY;
  text = str_slice(text, 1, text.len);
  for (int i = 0; i < COMMENTS_PASSED; i++) {
    text = skip(text, " \t\r\n");
    Str said = said_by(text);
    if (str_starts_with(said, STR("("))) return said;
    if (!str_starts_with(text, STR("#"))) break;
    str_cut(&text, '\n');
  }
  return STR_EMPTY;
}

bool language_python_commented_signature(LanguageBuild *build, NodeNo parameters, PythonSignature *ret_signature) {
  if (!python_state(build)->has_type_comments || !parameters) return false;
  Str text = signature_behind(build, build->syntax->nodes[parameters].to);
  size_t close = closing(text);
  Str result = close == STR_NONE ? STR_EMPTY : str_trim(str_slice(text, close + 1, text.len));
  if (!str_starts_with(result, STR("->"))) return false;
  *ret_signature = (PythonSignature){.count = 0};
  Str parts[PYTHON_SIGNATURE_MAX];
  size_t count = language_python_split(str_slice(text, 1, close), parts, PYTHON_SIGNATURE_MAX);
  bool are_elsewhere = count == 1 && str_eq(parts[0], STR("..."));
  for (size_t i = 0; i < count && !are_elsewhere; i++) {
    Str part = skip(parts[i], "* ");
    ret_signature->types[ret_signature->count++] = language_python_type_text(build, part, place_of(build, part));
  }
  result = str_trim(str_slice(result, 2, result.len));
  ret_signature->result = language_python_type_text(build, result, place_of(build, result));
  return true;
}
