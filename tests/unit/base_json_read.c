/* What the JSON reader takes and what it refuses, with its exact words.
 * Accepted texts are compared by how the value is spelled again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/hash.h"
#include "src/base/json.h"

typedef struct Accepted {
  Str text;
  const char *spelled;
} Accepted;

typedef struct Refused {
  Str text;
  const char *words; /* after "not JSON at " */
} Refused;

static const Accepted accepted[] = {
    /* structure */
    {STR("[]"), "[]"},
    {STR("{}"), "{}"},
    {STR("[ ]"), "[]"},
    {STR("{ }"), "{}"},
    {STR("[[]   ]"), "[[]]"},
    {STR("[\"\"]"), "[\"\"]"},
    {STR("[\"a\"]"), "[\"a\"]"},
    {STR("[false]"), "[false]"},
    {STR("[null, 1, \"1\", {}]"), "[null,1,\"1\",{}]"},
    {STR("[null]"), "[null]"},
    {STR("[1\n]"), "[1]"},
    {STR(" [1]"), "[1]"},
    {STR("[1,null,null,null,2]"), "[1,null,null,null,2]"},
    {STR("[2] "), "[2]"},
    {STR("\t\r\n [ \t\r\n 1 \t\r\n , \t\r\n 2 \t\r\n ] \t\r\n "), "[1,2]"},
    {STR("\r\n{\r\n\"a\"\r\n:\r\n1\r\n}\r\n"), "{\"a\":1}"},
    {STR("false"), "false"},
    {STR("true"), "true"},
    {STR("null"), "null"},
    {STR("42"), "42"},
    {STR("-0.1"), "-0.1"},
    {STR("\"asd\""), "\"asd\""},
    {STR("\"\""), "\"\""},
    {STR(" null "), "null"},
    {STR("{\"asd\":\"sdf\", \"dfg\":\"fgh\"}"), "{\"asd\":\"sdf\",\"dfg\":\"fgh\"}"},
    {STR("{\"asd\":\"sdf\"}"), "{\"asd\":\"sdf\"}"},
    {STR("{\"\":0}"), "{\"\":0}"},
    {STR("{\"foo\\u0000bar\": 42}"), "{\"foo\\u0000bar\":42}"},
    {STR("{ \"min\": -1.0e+28, \"max\": 1.0e+28 }"), "{\"min\":-1.0e+28,\"max\":1.0e+28}"},
    {STR("{\"x\":[{\"id\": \"xxxx\"}], \"id\": \"yyyy\"}"),
     "{\"x\":[{\"id\":\"xxxx\"}],\"id\":\"yyyy\"}"},
    {STR("{\"a\":[]}"), "{\"a\":[]}"},
    {STR("{\"a\":{\"a\":{\"a\":{}}}}"), "{\"a\":{\"a\":{\"a\":{}}}}"},
    {STR("{\"a\":1,\"A\":2,\"\xc3\xa4\":3}"), "{\"a\":1,\"A\":2,\"\xc3\xa4\":3}"},
    {STR("[[],{},[[]],[{}],{\"a\":[]}]"), "[[],{},[[]],[{}],{\"a\":[]}]"},
    /* names that a JavaScript object would treat in a special way */
    {STR("{\"__proto__\":1,\"constructor\":2}"), "{\"__proto__\":1,\"constructor\":2}"},

    /* numbers keep their text */
    {STR("[123e65]"), "[123e65]"},
    {STR("[0e+1]"), "[0e+1]"},
    {STR("[0e1]"), "[0e1]"},
    {STR("[ 4]"), "[4]"},
    {STR("[-0.000000000000000000000000000000000000000000000000000000000000000000001]"),
     "[-0.000000000000000000000000000000000000000000000000000000000000000000001]"},
    {STR("[20e1]"), "[20e1]"},
    {STR("[-0]"), "[-0]"},
    {STR("[-123]"), "[-123]"},
    {STR("[-1]"), "[-1]"},
    {STR("[1E22]"), "[1E22]"},
    {STR("[1E-2]"), "[1E-2]"},
    {STR("[1E+2]"), "[1E+2]"},
    {STR("[123e45]"), "[123e45]"},
    {STR("[123.456e78]"), "[123.456e78]"},
    {STR("[1e-2]"), "[1e-2]"},
    {STR("[1e+2]"), "[1e+2]"},
    {STR("[123.456789]"), "[123.456789]"},
    {STR("[0.4e00669999999999999999999999999999999999999999999999999999999999999]"),
     "[0.4e00669999999999999999999999999999999999999999999999999999999999999]"},
    {STR("[1.5e+9999]"), "[1.5e+9999]"},
    {STR("[-1e+9999]"), "[-1e+9999]"},
    {STR("[123123e100000]"), "[123123e100000]"},
    {STR("[123e-10000000]"), "[123e-10000000]"},
    {STR("[-123123123123123123123123123123]"), "[-123123123123123123123123123123]"},
    {STR("[100000000000000000000]"), "[100000000000000000000]"},
    {STR("[-237462374673276894279832749832423479823246327846]"),
     "[-237462374673276894279832749832423479823246327846]"},
    {STR("[9223372036854775807,-9223372036854775808,18446744073709551616]"),
     "[9223372036854775807,-9223372036854775808,18446744073709551616]"},
    {STR("[0,10,0.0,0.10]"), "[0,10,0.0,0.10]"},
    {STR("0"), "0"},
    {STR("-0"), "-0"},

    /* strings: escapes */
    {STR("[\"\\u0060\\u012a\\u12AB\"]"), "[\"`\xc4\xaa\xe1\x8a\xab\"]"},
    {STR("[\"\\uD801\\udc37\"]"), "[\"\xf0\x90\x90\xb7\"]"},
    {STR("[\"\\ud83d\\ude39\\ud83d\\udc8d\"]"), "[\"\xf0\x9f\x98\xb9\xf0\x9f\x92\x8d\"]"},
    {STR("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]"), "[\"\\\"\\\\/\\b\\f\\n\\r\\t\"]"},
    {STR("[\"\\\\u0000\"]"), "[\"\\\\u0000\"]"},
    {STR("[\"\\\"\"]"), "[\"\\\"\"]"},
    {STR("[\"a/*b*/c/*d//e\"]"), "[\"a/*b*/c/*d//e\"]"},
    {STR("[\"\\\\a\"]"), "[\"\\\\a\"]"},
    {STR("[\"\\\\n\"]"), "[\"\\\\n\"]"},
    {STR("[\"\\u0012\"]"), "[\"\\u0012\"]"},
    {STR("[\"\\uFFFF\"]"), "[\"\xef\xbf\xbf\"]"},
    {STR("[\"\\uFFFE\"]"), "[\"\xef\xbf\xbe\"]"},
    {STR("[\"\\uFDD0\"]"), "[\"\xef\xb7\x90\"]"},
    {STR("[\"\\uDBFF\\uDFFF\"]"), "[\"\xf4\x8f\xbf\xbf\"]"},
    {STR("[\"\\uD800\\uDC00\"]"), "[\"\xf0\x90\x80\x80\"]"},
    {STR("[\"\\uDBFF\\uDFFE\"]"), "[\"\xf4\x8f\xbf\xbe\"]"},
    {STR("[\"new\\u00A0line\"]"), "[\"new\xc2\xa0line\"]"},
    {STR("[\"\\u0000\"]"), "[\"\\u0000\"]"},
    {STR("[\"\\u002c\"]"), "[\",\"]"},
    {STR("[\"\\u0022\"]"), "[\"\\\"\"]"},
    {STR("[\"\\u005C\"]"), "[\"\\\\\"]"},
    {STR("[\"\\uA66D\"]"), "[\"\xea\x99\xad\"]"},
    {STR("[\"\\u200B\xe2\x81\xa4\"]"), "[\"\\u200b\\u2064\"]"},
    {STR("[\"\\u007f\\u0080\\u07ff\\u0800\\ud7ff\\ue000\"]"),
     "[\"\\u007f\\u0080\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\"]"},
    {STR("[\"\\u001f\\u0020\"]"), "[\"\\u001f \"]"},
    {STR("[\"abcdefgh\\nabcdefghijklmnop\\tx\"]"), "[\"abcdefgh\\nabcdefghijklmnop\\tx\"]"},
    {STR("{\"\\u0061\\n\":\"\\u0062\"}"), "{\"a\\n\":\"b\"}"},

    /* strings: raw bytes */
    {STR("[\" \"]"), "[\" \"]"},
    {STR("[\"asd \"]"), "[\"asd \"]"},
    {STR("[\"\x7f\"]"), "[\"\\u007f\"]"},
    {STR("[\"a\x7f" "a\"]"), "[\"a\\u007fa\"]"},
    {STR("[\"\xcf\x80\"]"), "[\"\xcf\x80\"]"},
    {STR("[\"\xe2\x82\xac\xf0\x9d\x84\x9e\"]"), "[\"\xe2\x82\xac\xf0\x9d\x84\x9e\"]"},
    {STR("[\"\xe2\x80\xa8\xe2\x80\xa9\"]"), "[\"\\u2028\\u2029\"]"},
    {STR("[\"\xef\xbf\xbf\"]"), "[\"\xef\xbf\xbf\"]"},
    {STR("[\"\xf4\x8f\xbf\xbf\"]"), "[\"\xf4\x8f\xbf\xbf\"]"},
    {STR("[\"\xf0\x90\x80\x80\"]"), "[\"\xf0\x90\x80\x80\"]"},
    {STR("[\"\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\"]"),
     "[\"\\u0080\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\"]"},
    {STR("[\"\xef\xbb\xbf\"]"), "[\"\\ufeff\"]"},
    {STR("\"1234567\xc3\xa4" "12345678\xc3\xa4\""), "\"1234567\xc3\xa4" "12345678\xc3\xa4\""},
    {STR("{\"\xe6\x97\xa5\xe6\x9c\xac\":\"\xe8\xaa\x9e\"}"),
     "{\"\xe6\x97\xa5\xe6\x9c\xac\":\"\xe8\xaa\x9e\"}"},
};

#define VALUE "expected a value (object, array, string, number, true, false or null), found "
#define NAME "expected a member name in double quotes, found "
#define ITEM_END "expected ',' or ']' after an item, found "
#define MEMBER_END "expected ',' or '}' after a member, found "
#define COLON "expected ':' after a member name, found "
#define NO_MORE "expected nothing more after the value, found "
#define END "the end of the text"
#define NO_QUOTE "the string that begins here has no closing '\"'"
#define CONTROL "a control character in a string has to be escaped, as in \\n or \\u001b"
#define ESCAPE "expected one of \" \\ / b f n r t u after a backslash, found "
#define HEX "expected four hexadecimal digits after \\u, found "
#define LOW "a low surrogate escape needs a high one before it"
#define HIGH "a high surrogate escape needs a low one right after it"
#define NOT_UTF8 "the string is not UTF-8 here"
#define ZEROS "a number must not begin with extra zeros"
#define MINUS "expected a digit after '-', found "
#define FRACTION "expected a digit after the decimal point, found "
#define EXPONENT "expected a digit in the exponent, found "
#define TWICE(name) "the object that begins here has the name \"" name \
                    "\" twice; each name may appear once"

static const Refused refused[] = {
    /* structure: the whole text */
    {STR(""), "byte 0: " VALUE END},
    {STR(" "), "byte 1: " VALUE END},
    {STR("\xef\xbb\xbf"), "byte 0: the text begins with a byte order mark; leave it out"},
    {STR("\xef\xbb\xbf{}"), "byte 0: the text begins with a byte order mark; leave it out"},
    {STR("\xef\xbb{}"), "byte 0: " VALUE "byte 0xef"},
    {STR("\xff\xfe[\0\"\0\xe9\0\"\0]\0"), "byte 0: " VALUE "byte 0xff"},
    {STR("\xfe\xff\0[\0\"\0\"\0]"), "byte 0: " VALUE "byte 0xfe"},
    {STR("\0[\0\"\0\"\0]"), "byte 0: " VALUE "byte 0x00"},
    {STR("[\0\"\0\"\0]\0"), "byte 1: " VALUE "byte 0x00"},
    {STR("\0"), "byte 0: " VALUE "byte 0x00"},
    {STR("<.>"), "byte 0: " VALUE "'<'"},
    {STR("[<null>]"), "byte 1: " VALUE "'<'"},
    {STR("aa"), "byte 0: " VALUE "'a'"},
    {STR("*"), "byte 0: " VALUE "'*'"},
    {STR("\xc3\xa5"), "byte 0: " VALUE "byte 0xc3"},
    {STR("\xe2\x81\xa0[]"), "byte 0: " VALUE "byte 0xe2"},
    {STR("]"), "byte 0: " VALUE "']'"},
    {STR("}"), "byte 0: " VALUE "'}'"},
    {STR(","), "byte 0: " VALUE "','"},
    {STR("[]x"), "byte 2: " NO_MORE "'x'"},
    {STR("[1]]"), "byte 3: " NO_MORE "']'"},
    {STR("{}}"), "byte 2: " NO_MORE "'}'"},
    {STR("[][]"), "byte 2: " NO_MORE "'['"},
    {STR("1 2"), "byte 2: " NO_MORE "'2'"},
    {STR("{\"a\": true} \"x\""), "byte 12: " NO_MORE "'\"'"},
    {STR("[]\0"), "byte 2: " NO_MORE "byte 0x00"},
    {STR("2@"), "byte 1: " NO_MORE "'@'"},
    {STR("\"a\"1"), "byte 3: " NO_MORE "'1'"},
    {STR("{} #"), "byte 3: " NO_MORE "'#'"},
    {STR("{}/**/"), "byte 2: " NO_MORE "'/'"},
    {STR("/**/{}"), "byte 0: " VALUE "'/'"},
    {STR("[1,// one\n2]"), "byte 3: " VALUE "'/'"},
    /* white space that is none in JSON */
    {STR("[\v1]"), "byte 1: " VALUE "byte 0x0b"},
    {STR("[\f]"), "byte 1: " VALUE "byte 0x0c"},
    {STR("[\xc2\xa0]"), "byte 1: " VALUE "byte 0xc2"},
    {STR("\xe2\x80\xa8[]"), "byte 0: " VALUE "byte 0xe2"},
    {STR("[1\v]"), "byte 2: " ITEM_END "byte 0x0b"},
    {STR("[]\x1a"), "byte 2: " NO_MORE "byte 0x1a"},

    /* words */
    {STR("[nul]"), "byte 1: " VALUE "'n'"},
    {STR("[tru]"), "byte 1: " VALUE "'t'"},
    {STR("[fals]"), "byte 1: " VALUE "'f'"},
    {STR("nul"), "byte 0: " VALUE "'n'"},
    {STR("[True]"), "byte 1: " VALUE "'T'"},
    {STR("[NULL]"), "byte 1: " VALUE "'N'"},
    {STR("[truth]"), "byte 1: " VALUE "'t'"},
    {STR("truefalse"), "byte 4: " NO_MORE "'f'"},
    {STR("nullx"), "byte 4: " NO_MORE "'x'"},
    {STR("[undefined]"), "byte 1: " VALUE "'u'"},

    /* arrays */
    {STR("["), "byte 1: " VALUE END},
    {STR("[1"), "byte 2: " ITEM_END END},
    {STR("[1,"), "byte 3: " VALUE END},
    {STR("[1,]"), "byte 3: " VALUE "']'"},
    {STR("[1,,2]"), "byte 3: " VALUE "','"},
    {STR("[,1]"), "byte 1: " VALUE "','"},
    {STR("[,]"), "byte 1: " VALUE "','"},
    {STR("[\"\",,]"), "byte 4: " VALUE "','"},
    {STR("[1 true]"), "byte 3: " ITEM_END "'t'"},
    {STR("[\"a\" \"b\"]"), "byte 5: " ITEM_END "'\"'"},
    {STR("[1:2]"), "byte 2: " ITEM_END "':'"},
    {STR("[\"\": 1]"), "byte 3: " ITEM_END "':'"},
    {STR("[3[4]]"), "byte 2: " ITEM_END "'['"},
    {STR("[\"x\"}"), "byte 4: " ITEM_END "'}'"},
    {STR("[\"x\", truth]"), "byte 6: " VALUE "'t'"},
    {STR("[\xff]"), "byte 1: " VALUE "byte 0xff"},
    {STR("[*]"), "byte 1: " VALUE "'*'"},
    {STR("[\"\","), "byte 4: " VALUE END},
    {STR("[{}"), "byte 3: " ITEM_END END},
    {STR("[[[["), "byte 4: " VALUE END},
    {STR("[\"a\",\n4\n,1,"), "byte 11: " VALUE END},

    /* objects */
    {STR("{"), "byte 1: " NAME END},
    {STR("{1:1}"), "byte 1: " NAME "'1'"},
    {STR("{a:1}"), "byte 1: " NAME "'a'"},
    {STR("{'a':0}"), "byte 1: " NAME "'''"},
    {STR("{\"a\""), "byte 4: " COLON END},
    {STR("{\"a\":"), "byte 5: " VALUE END},
    {STR("{\"a\":}"), "byte 5: " VALUE "'}'"},
    {STR("{\"a\" b}"), "byte 5: " COLON "'b'"},
    {STR("{\"a\",1}"), "byte 4: " COLON "','"},
    {STR("{\"a\"::1}"), "byte 5: " VALUE "':'"},
    {STR("{\"a\":1"), "byte 6: " MEMBER_END END},
    {STR("{\"a\":1,}"), "byte 7: " NAME "'}'"},
    {STR("{\"a\":1,,\"b\":2}"), "byte 7: " NAME "','"},
    {STR("{,\"a\":1}"), "byte 1: " NAME "','"},
    {STR("{\"a\":1 \"b\":2}"), "byte 7: " MEMBER_END "'\"'"},
    {STR("{\"a\":\"b\"]"), "byte 8: " MEMBER_END "']'"},
    {STR("{\"a\":\"a\" 123}"), "byte 9: " MEMBER_END "'1'"},
    {STR("{\"a\":\"b\",5}"), "byte 9: " NAME "'5'"},
    {STR("{[]:1}"), "byte 1: " NAME "'['"},
    {STR("{null:null}"), "byte 1: " NAME "'n'"},
    {STR("{\"a\":\"b\"#}"), "byte 8: " MEMBER_END "'#'"},
    {STR("{\"a\":/*c*/\"b\"}"), "byte 5: " VALUE "'/'"},
    {STR("{\"a\":1;}"), "byte 6: " MEMBER_END "';'"},
    {STR("{\"\xb9\":\"0\",}"), "byte 2: " NOT_UTF8},
    {STR("{\"a"), "byte 1: " NO_QUOTE},
    {STR("{a"), "byte 1: " NAME "'a'"},
    /* the same name twice */
    {STR("{\"a\":1,\"a\":1}"), "byte 0: " TWICE("a")},
    {STR("{\"a\":1,\"a\":2}"), "byte 0: " TWICE("a")},
    {STR("{\"\":1,\"b\":2,\"\":3}"), "byte 0: " TWICE("")},
    {STR("[{\"x\":{\"ab\":1,\"\\u0061b\":2}}]"), "byte 6: " TWICE("ab")},
    {STR("{\"\\n\":1,\"\\n\":2}"), "byte 0: " TWICE("\n")},
    {STR("{\"\\u001b\":1,\"\\u001b\":2}"), "byte 0: " TWICE("\\x1B")},

    /* numbers */
    {STR("[++1234]"), "byte 1: " VALUE "'+'"},
    {STR("[+1]"), "byte 1: " VALUE "'+'"},
    {STR("[+Inf]"), "byte 1: " VALUE "'+'"},
    {STR("[-01]"), "byte 1: " ZEROS},
    {STR("[-2.]"), "byte 4: " FRACTION "']'"},
    {STR("[.-1]"), "byte 1: " VALUE "'.'"},
    {STR("[.2e-3]"), "byte 1: " VALUE "'.'"},
    {STR("[0.1.2]"), "byte 4: " ITEM_END "'.'"},
    {STR("[0.3e+]"), "byte 6: " EXPONENT "']'"},
    {STR("[0.3e]"), "byte 5: " EXPONENT "']'"},
    {STR("[0.e1]"), "byte 3: " FRACTION "'e'"},
    {STR("[0E+]"), "byte 4: " EXPONENT "']'"},
    {STR("[0E]"), "byte 3: " EXPONENT "']'"},
    {STR("[1.0e+]"), "byte 6: " EXPONENT "']'"},
    {STR("[1.0e-]"), "byte 6: " EXPONENT "']'"},
    {STR("[1 000.0]"), "byte 3: " ITEM_END "'0'"},
    {STR("[1eE2]"), "byte 3: " EXPONENT "'E'"},
    {STR("[2.e3]"), "byte 3: " FRACTION "'e'"},
    {STR("[9.e+]"), "byte 3: " FRACTION "'e'"},
    {STR("[Inf]"), "byte 1: " VALUE "'I'"},
    {STR("[NaN]"), "byte 1: " VALUE "'N'"},
    {STR("[-NaN]"), "byte 2: " MINUS "'N'"},
    {STR("[-Infinity]"), "byte 2: " MINUS "'I'"},
    {STR("[\xef\xbc\x91]"), "byte 1: " VALUE "byte 0xef"},
    {STR("[1+2]"), "byte 2: " ITEM_END "'+'"},
    {STR("[0x1]"), "byte 2: " ITEM_END "'x'"},
    {STR("[0x42]"), "byte 2: " ITEM_END "'x'"},
    {STR("[0e+-1]"), "byte 4: " EXPONENT "'-'"},
    {STR("[- 1]"), "byte 2: " MINUS "byte 0x20"},
    {STR("[-foo]"), "byte 2: " MINUS "'f'"},
    {STR("[--2.]"), "byte 2: " MINUS "'-'"},
    {STR("[-012]"), "byte 1: " ZEROS},
    {STR("[012]"), "byte 1: " ZEROS},
    {STR("[00]"), "byte 1: " ZEROS},
    {STR("[-.123]"), "byte 2: " MINUS "'.'"},
    {STR("[-1x]"), "byte 3: " ITEM_END "'x'"},
    {STR("[1ea]"), "byte 3: " EXPONENT "'a'"},
    {STR("[1.]"), "byte 3: " FRACTION "']'"},
    {STR("[1.a]"), "byte 3: " FRACTION "'a'"},
    {STR("[1.8011670033376514H-308]"), "byte 19: " ITEM_END "'H'"},
    {STR("[1e1\xe5]"), "byte 4: " ITEM_END "byte 0xe5"},
    {STR("[1_000]"), "byte 2: " ITEM_END "'_'"},
    {STR("[1n]"), "byte 2: " ITEM_END "'n'"},
    {STR("-"), "byte 1: " MINUS END},
    {STR("1."), "byte 2: " FRACTION END},
    {STR("1e"), "byte 2: " EXPONENT END},
    {STR("1e+"), "byte 3: " EXPONENT END},

    /* strings: how they end */
    {STR("\""), "byte 0: " NO_QUOTE},
    {STR("[\""), "byte 1: " NO_QUOTE},
    {STR("[\"a]"), "byte 1: " NO_QUOTE},
    {STR("\"abcdefghijklmnop"), "byte 0: " NO_QUOTE},
    {STR("\"\xc3\xa4"), "byte 0: " NO_QUOTE},
    {STR("\"a\\n"), "byte 0: " NO_QUOTE},
    {STR("['single quote']"), "byte 1: " VALUE "'''"},
    {STR("[`a`]"), "byte 1: " VALUE "'`'"},
    {STR("[\\n]"), "byte 1: " VALUE "'\\'"},
    {STR("[\\u0020\"asd\"]"), "byte 1: " VALUE "'\\'"},
    {STR("abc"), "byte 0: " VALUE "'a'"},
    /* strings: control characters */
    {STR("[\"a\0a\"]"), "byte 3: " CONTROL},
    {STR("[\"new\nline\"]"), "byte 5: " CONTROL},
    {STR("[\"\t\"]"), "byte 2: " CONTROL},
    {STR("\"\x1f\""), "byte 1: " CONTROL},
    {STR("\"12345678\x01\""), "byte 9: " CONTROL},
    {STR("{\"a\nb\":1}"), "byte 3: " CONTROL},
    /* strings: escapes */
    {STR("[\"\\\0\"]"), "byte 3: " ESCAPE "byte 0x00"},
    {STR("[\"\\x00\"]"), "byte 3: " ESCAPE "'x'"},
    {STR("[\"\\\\\\\"]"), "byte 1: " NO_QUOTE},
    {STR("[\"\\\t\"]"), "byte 3: " ESCAPE "byte 0x09"},
    {STR("[\"\\\xf0\x9f\x8c\x80\"]"), "byte 3: " ESCAPE "byte 0xf0"},
    {STR("[\"\\"), "byte 3: " ESCAPE END},
    {STR("[\"\\a\"]"), "byte 3: " ESCAPE "'a'"},
    {STR("[\"\\'\"]"), "byte 3: " ESCAPE "'''"},
    {STR("[\"\\N\"]"), "byte 3: " ESCAPE "'N'"},
    {STR("[\"\\U0041\"]"), "byte 3: " ESCAPE "'U'"},
    {STR("[\"\\u\"]"), "byte 4: " HEX "'\"'"},
    {STR("[\"\\u00A\"]"), "byte 7: " HEX "'\"'"},
    {STR("[\"\\uqqqq\"]"), "byte 4: " HEX "'q'"},
    {STR("[\"\\u00/0\"]"), "byte 6: " HEX "'/'"},
    {STR("[\"\\u00:0\"]"), "byte 6: " HEX "':'"},
    {STR("[\"\\u00@0\"]"), "byte 6: " HEX "'@'"},
    {STR("[\"\\u00G0\"]"), "byte 6: " HEX "'G'"},
    {STR("[\"\\u00`0\"]"), "byte 6: " HEX "'`'"},
    {STR("[\"\\u00\x10\""), "byte 6: " HEX "byte 0x10"},
    {STR("\"\\u12"), "byte 5: " HEX END},
    {STR("[\"\\u\xe5\"]"), "byte 4: " HEX "byte 0xe5"},
    /* strings: surrogate escapes that are no pair */
    {STR("[\"\\uD800\"]"), "byte 2: " HIGH},
    {STR("[\"\\uDADA\"]"), "byte 2: " HIGH},
    {STR("[\"\\uDBFF"), "byte 2: " HIGH},
    {STR("[\"\\uD888\\u1234\"]"), "byte 2: " HIGH},
    {STR("[\"\\uD800\\n\"]"), "byte 2: " HIGH},
    {STR("[\"\\uD800abc\"]"), "byte 2: " HIGH},
    {STR("[\"\\uD800\\uD800\\uDC00\"]"), "byte 2: " HIGH},
    {STR("[\"\\uD800\\uE000\"]"), "byte 2: " HIGH},
    {STR("[\"\\uD800\\\"]"), "byte 2: " HIGH},
    {STR("[\"\\uD800\\u\"]"), "byte 10: " HEX "'\"'"},
    {STR("[\"\\uD800\\u1x\"]"), "byte 11: " HEX "'x'"},
    {STR("[\"\\uDFAA\"]"), "byte 2: " LOW},
    {STR("[\"a\\uDC00\"]"), "byte 3: " LOW},
    {STR("[\"\\uDd1e\\uD834\"]"), "byte 2: " LOW},
    {STR("[\"\\ud800\xed\xb0\x80\"]"), "byte 2: " HIGH},
    /* strings: broken UTF-8 */
    {STR("[\"\xff\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xfe\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\x81\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xbf\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xe9\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xc3\""), "byte 2: " NOT_UTF8},
    {STR("[\"\xc3"), "byte 2: " NOT_UTF8},
    {STR("[\"\xe6\x97\""), "byte 2: " NOT_UTF8},
    {STR("[\"\xf0\x9f\x98\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xc0\xaf\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xc1\xbf\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xe0\x80\xaf\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xe0\x9f\xbf\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xf0\x80\x80\xaf\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xf0\x8f\xbf\xbf\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xf8\x88\x80\x80\x80\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xfc\x80\x80\x80\x80\xaf\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xed\xa0\x80\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xed\xbf\xbf\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xed\xa0\xb4\xed\xb4\x9e\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xf4\x90\x80\x80\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"\xf5\x80\x80\x80\"]"), "byte 2: " NOT_UTF8},
    {STR("[\"12345678\xc3\xa4" "1234567\xe9\"]"), "byte 19: " NOT_UTF8},
    {STR("[\"\\u00e4\xe4\"]"), "byte 8: " NOT_UTF8},
};

typedef struct Fixture {
  Arena arena;
  Job job;
} Fixture;

static int open_fixture(void **state) {
  static Fixture fixture;
  arena_init(&fixture.arena);
  job_init(&fixture.job, &fixture.arena);
  *state = &fixture;
  return 0;
}

static int close_fixture(void **state) {
  Fixture *fixture = *state;
  arena_clear(&fixture->arena);
  return 0;
}

static void assert_str(Str got, const char *want) {
  if (str_eq_c(got, want)) return;
  fail_msg("got  %.*s\nwant %s", STR_ARG(got), want);
}

/* A copy of exactly its length, so that a sanitizer sees any step beyond. */
static Str exact(Arena *arena, Str text) {
  return (Str){arena_copy(arena, text.ptr, text.len), text.len};
}

static void test_accepted(void **state) {
  Fixture *fixture = *state;
  for (size_t i = 0; i < COUNT_OF(accepted); i++) {
    const Json *value = NULL;
    Str text = exact(&fixture->arena, accepted[i].text);
    if (json_read(&fixture->job, text, NULL, &value)) {
      fail_msg("%.*s: %.*s", STR_ARG(text), STR_ARG(fixture->job.message));
    }
    assert_str(json_spell(&fixture->arena, value), accepted[i].spelled);
  }
}

static void test_refused(void **state) {
  Fixture *fixture = *state;
  for (size_t i = 0; i < COUNT_OF(refused); i++) {
    const Json *untouched = (const Json *)&refused;
    const Json *value = untouched;
    job_forgive(&fixture->job);
    Str text = exact(&fixture->arena, refused[i].text);
    Err err = json_read(&fixture->job, text, NULL, &value);
    if (err != ERR_SYNTAX) fail_msg("read, or the wrong error: %.*s", STR_ARG(text));
    assert_ptr_equal(value, untouched);
    Str message = fixture->job.message;
    assert_true(str_starts_with(message, STR("not JSON at ")));
    assert_str(str_slice(message, 12, message.len), refused[i].words);
  }
}

static void test_cut_short(void **state) {
  Fixture *fixture = *state;
  Str text = STR("{\"a\\u00e4\\ud83d\\ude39\":[true,false,null,-1.5e+3,\"\xf0\x9f\x98\xb9\"],\"b\":{}}");
  for (size_t len = 0; len < text.len; len++) {
    const Json *value;
    job_forgive(&fixture->job);
    Str cut = exact(&fixture->arena, str_slice(text, 0, len));
    assert_int_equal(json_read(&fixture->job, cut, NULL, &value), ERR_SYNTAX);
  }
}

static void test_values(void **state) {
  Fixture *fixture = *state;
  Str text = STR("{\"s\":\"a\\nb\",\"n\":1.50,\"t\":true,\"f\":false,\"z\":null,\"l\":[1,[]],\"o\":{\"x\":{}}}");
  const Json *value = NULL;
  assert_int_equal(json_read(&fixture->job, text, NULL, &value), OK);
  assert_int_equal(value->type, JSON_OBJECT);
  assert_int_equal(value->count, 7);
  const JsonMember *members = value->members;
  assert_str(members[0].name, "s");
  assert_int_equal(members[0].value.type, JSON_STRING);
  assert_str(members[0].value.text, "a\nb");
  assert_int_equal(members[1].value.type, JSON_NUMBER);
  assert_str(members[1].value.text, "1.50");
  assert_int_equal(members[2].value.type, JSON_BOOL);
  assert_true(members[2].value.boolean);
  assert_int_equal(members[3].value.type, JSON_BOOL);
  assert_false(members[3].value.boolean);
  assert_int_equal(members[4].value.type, JSON_NULL);
  assert_int_equal(members[5].value.type, JSON_ARRAY);
  assert_int_equal(members[5].value.count, 2);
  assert_str(members[5].value.items[0].text, "1");
  assert_int_equal(members[5].value.items[1].type, JSON_ARRAY);
  assert_int_equal(members[5].value.items[1].count, 0);
  assert_int_equal(members[6].value.type, JSON_OBJECT);
  assert_str(members[6].value.members[0].name, "x");
}

/* Plain strings and numbers are not copied; strings with escapes are. */
static void test_borrowing(void **state) {
  Fixture *fixture = *state;
  Str text = STR("[\"plain\xc3\xa4\",\"a\\tb\",12]");
  const Json *value = NULL;
  assert_int_equal(json_read(&fixture->job, text, NULL, &value), OK);
  assert_ptr_equal(value->items[0].text.ptr, text.ptr + 2);
  assert_false(value->items[1].text.ptr >= text.ptr &&
               value->items[1].text.ptr < text.ptr + text.len);
  assert_ptr_equal(value->items[2].text.ptr, text.ptr + 18);
}

/* Long strings cross every boundary of the scanner at every offset. */
static void test_every_offset(void **state) {
  Fixture *fixture = *state;
  static const Str middles[] = {STR("x"), STR("\\n"), STR("\xc3\xa4"), STR("\\ud83d\\ude39")};
  static const Str decoded[] = {STR("x"), STR("\n"), STR("\xc3\xa4"), STR("\xf0\x9f\x98\xb9")};
  const char *fill = "abcdefghijklmnopqrstuvwxyz012345";
  for (size_t kind = 0; kind < COUNT_OF(middles); kind++) {
    for (int before = 0; before < 20; before++) {
      for (int after = 0; after < 20; after++) {
        Str text = str_format(&fixture->arena, "\"%.*s%.*s%.*s\"", before, fill,
                              STR_ARG(middles[kind]), after, fill);
        const Json *value = NULL;
        assert_int_equal(json_read(&fixture->job, exact(&fixture->arena, text), NULL, &value), OK);
        Str want = str_format(&fixture->arena, "%.*s%.*s%.*s", before, fill,
                              STR_ARG(decoded[kind]), after, fill);
        assert_true(str_eq(value->text, want));
      }
    }
  }
}

static Str nested(Arena *arena, size_t depth, Str open, Str middle, Str close) {
  Buf buf;
  buf_init(&buf, arena, SIZE_MAX);
  for (size_t i = 0; i < depth; i++) buf_add(&buf, open);
  buf_add(&buf, middle);
  for (size_t i = 0; i < depth; i++) buf_add(&buf, close);
  return buf_str(&buf);
}

static void test_depth(void **state) {
  Fixture *fixture = *state;
  Arena *arena = &fixture->arena;
  Job *job = &fixture->job;
  const Json *value = NULL;
  Str ok = nested(arena, 64, STR("["), STR(""), STR("]"));
  assert_int_equal(json_read(job, ok, NULL, &value), OK);
  assert_true(str_eq(json_spell(arena, value), ok));
  ok = nested(arena, 64, STR("{\"a\":"), STR("1"), STR("}"));
  assert_int_equal(json_read(job, ok, NULL, &value), OK);
  assert_true(str_eq(json_spell(arena, value), ok));

  Str deep = nested(arena, 65, STR("["), STR(""), STR("]"));
  assert_int_equal(json_read(job, deep, NULL, &value), ERR_TOO_LARGE);
  assert_str(job->message, "the JSON text nests deeper than 64 levels at byte 64");
  job_forgive(job);
  deep = nested(arena, 65, STR("{\"a\":"), STR("1"), STR("}"));
  assert_int_equal(json_read(job, deep, NULL, &value), ERR_TOO_LARGE);
  assert_str(job->message, "the JSON text nests deeper than 64 levels at byte 320");

  JsonLimits limits = {.max_depth = 2};
  job_forgive(job);
  assert_int_equal(json_read(job, STR("[[1],{}]"), &limits, &value), OK);
  assert_int_equal(json_read(job, STR("[[1],{\"a\":[]}]"), &limits, &value), ERR_TOO_LARGE);
  assert_str(job->message, "the JSON text nests deeper than 2 levels at byte 10");
}

/* Deep texts are refused whatever the limits say: no stack is at risk. */
static void test_very_deep(void **state) {
  Fixture *fixture = *state;
  Arena *arena = &fixture->arena;
  Job *job = &fixture->job;
  const Json *value = NULL;
  JsonLimits limits = {.max_depth = SIZE_MAX};
  Str ok = nested(arena, 1024, STR("["), STR("1"), STR("]"));
  assert_int_equal(json_read(job, ok, &limits, &value), OK);
  assert_true(str_eq(json_spell(arena, value), ok));
  assert_true(json_equal(value, value));
  static const Str opens[] = {STR("["), STR("{\"\":"), STR("[{\"\":")};
  for (size_t i = 0; i < COUNT_OF(opens); i++) {
    Str deep = nested(arena, 100000, opens[i], STR(""), STR(""));
    job_forgive(job);
    assert_int_equal(json_read(job, deep, &limits, &value), ERR_TOO_LARGE);
    assert_int_equal(json_read(job, deep, NULL, &value), ERR_TOO_LARGE);
  }
}

static void test_size(void **state) {
  Fixture *fixture = *state;
  const Json *value = NULL;
  JsonLimits limits = {.max_bytes = 5};
  assert_int_equal(json_read(&fixture->job, STR("[1,2]"), &limits, &value), OK);
  assert_int_equal(json_read(&fixture->job, STR("[1,2] "), &limits, &value), ERR_TOO_LARGE);
  assert_str(fixture->job.message, "the JSON text has 6 bytes; at most 5 are read");
  job_forgive(&fixture->job);
  /* Not looked into: the length alone decides. */
  Str huge = {"", ((size_t)64 << 20) + 1};
  assert_int_equal(json_read(&fixture->job, huge, NULL, &value), ERR_TOO_LARGE);
  assert_str(fixture->job.message, "the JSON text has 67108865 bytes; at most 67108864 are read");
}

static Str many_members(Arena *arena, size_t count, const char *last) {
  Buf buf;
  buf_init(&buf, arena, SIZE_MAX);
  buf_add_byte(&buf, '{');
  for (size_t i = 0; i < count; i++) buf_add_format(&buf, "\"name%zu\":%zu,", i, i);
  buf_add_format(&buf, "\"%s\":0}", last);
  return buf_str(&buf);
}

static void test_count(void **state) {
  Fixture *fixture = *state;
  JsonLimits limits = {.max_values = 4};
  const Json *value;
  assert_int_equal(json_read(&fixture->job, STR("[1,{\"a\":2}]"), &limits, &value), OK);
  assert_int_equal(json_read(&fixture->job, STR("[1,{\"a\":2},3]"), &limits, &value), ERR_TOO_LARGE);
  assert_true(str_eq_c(fixture->job.message, "the JSON text holds more than 4 values"));
}

static void test_duplicates_in_objects_of_any_size(void **state) {
  Fixture *fixture = *state;
  static const size_t sizes[] = {1, 7, 8, 9, 15, 16, 17, 100, 20000};
  for (size_t i = 0; i < COUNT_OF(sizes); i++) {
    const Json *value = NULL;
    job_forgive(&fixture->job);
    Str text = many_members(&fixture->arena, sizes[i], "last");
    assert_int_equal(json_read(&fixture->job, text, NULL, &value), OK);
    assert_int_equal(value->count, sizes[i] + 1);
    assert_str(value->members[sizes[i]].name, "last");
    Str name = str_format(&fixture->arena, "name%zu", sizes[i] / 2);
    text = many_members(&fixture->arena, sizes[i], str_to_c(&fixture->arena, name));
    assert_int_equal(json_read(&fixture->job, text, NULL, &value), ERR_SYNTAX);
    assert_str(fixture->job.message,
               str_to_c(&fixture->arena,
                        str_format(&fixture->arena, "not JSON at byte 0: " TWICE("%.*s"),
                                   STR_ARG(name))));
  }
}

/* Names chosen so that all fall on one place of the table. */
static void test_colliding_names(void **state) {
  Fixture *fixture = *state;
  enum { COUNT = 300, MASK = 1023 };
  Buf buf;
  buf_init(&buf, &fixture->arena, SIZE_MAX);
  char name[16];
  int found = 0;
  for (int i = 0; found < COUNT; i++) {
    int len = snprintf(name, sizeof(name), "n%d", i);
    if ((hash_str((Str){name, (size_t)len}) & MASK) != 7) continue;
    buf_add_format(&buf, "%s\"%s\":%d", found++ ? "," : "{", name, i);
  }
  Str distinct = str_format(&fixture->arena, "%.*s}", STR_ARG(buf_str(&buf)));
  Str repeated = str_format(&fixture->arena, "%.*s,\"%s\":0}", STR_ARG(buf_str(&buf)), name);
  const Json *value = NULL;
  assert_int_equal(json_read(&fixture->job, distinct, NULL, &value), OK);
  assert_true(str_eq(json_spell(&fixture->arena, value), distinct));
  assert_int_equal(json_read(&fixture->job, repeated, NULL, &value), ERR_SYNTAX);
}

static void test_long_duplicate_is_cut(void **state) {
  Fixture *fixture = *state;
  Str name = nested(&fixture->arena, 100, STR("n"), STR(""), STR(""));
  Str text = str_format(&fixture->arena, "[1,{\"%.*s\":1,\"%.*s\":2}]", STR_ARG(name), STR_ARG(name));
  const Json *value;
  assert_int_equal(json_read(&fixture->job, text, NULL, &value), ERR_SYNTAX);
  assert_str(fixture->job.message,
             "not JSON at byte 3: the object that begins here has the name "
             "\"nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
             "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn\"... twice; each name may appear once");
}

/* The stack of open items grows while containers within are still open. */
static void test_wide(void **state) {
  Fixture *fixture = *state;
  Buf buf;
  buf_init(&buf, &fixture->arena, SIZE_MAX);
  buf_add_c(&buf, "[[[0");
  for (int i = 1; i < 30000; i++) buf_add_format(&buf, ",{\"id\":%d,\"l\":[%d,\"\\t\"]}", i, i);
  buf_add_c(&buf, "],1],{}]");
  const Json *value = NULL;
  assert_int_equal(json_read(&fixture->job, buf_str(&buf), NULL, &value), OK);
  assert_int_equal(value->items[0].items[0].count, 30000);
  assert_true(str_eq(json_spell(&fixture->arena, value), buf_str(&buf)));
}

static void test_null_text(void **state) {
  Fixture *fixture = *state;
  const Json *value;
  assert_int_equal(json_read(&fixture->job, (Str){NULL, 0}, NULL, &value), ERR_SYNTAX);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, open_fixture, close_fixture)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(test_accepted),
      TEST(test_refused),
      TEST(test_cut_short),
      TEST(test_values),
      TEST(test_borrowing),
      TEST(test_every_offset),
      TEST(test_depth),
      TEST(test_very_deep),
      TEST(test_size),
      TEST(test_count),
      TEST(test_duplicates_in_objects_of_any_size),
      TEST(test_colliding_names),
      TEST(test_long_duplicate_is_cut),
      TEST(test_wide),
      TEST(test_null_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
