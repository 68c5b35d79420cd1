// Colours of a text in any language: comments, texts, numbers and the words that
// many languages keep for themselves, told by signs that most of them share.
// What names mean is the graph's to say, when somebody asks.

// Words that are also common names (ref, use, type of a row, end) are left out:
// a name must stay a name.
const KEPT = new Set(`abstract and as async await bool break case catch char class const constexpr continue def default defer delete do double elif else
  elsif enum except export extends extern false final finally float fn for foreach func function go goto if implements impl import in inline instanceof int
  interface is lambda let long mut namespace new nil not null None or override pass private protected pub public raise return self short signed sizeof static
  struct super switch this throw trait true True False try typedef typename typeof union unless unsafe unsigned until using var virtual void volatile while
  with yield`.split(/\s+/));
const TOKEN = /\/\/.*|\/\*[^]*?(?:\*\/|$)|(?<=^|\s)#(?=[\s!#]).*|(?<=^|\s)--(?=[\s-]).*|"(?:\\.|[^"\\])*(?:"|$)|'(?:\\.|[^'\\])*(?:'|$)|`(?:\\.|[^`\\])*(?:`|$)|\d[\w.]*|[\p{L}_$][\p{L}\p{N}_$]*/gu;
const OPEN = { '/*': '*/', '"""': '"""', "'''": "'''", '`': '`' };

const kindOf = (text) => {
  const first = text[0];
  if (/^(\/\/|\/\*|#|--)/.test(text)) return 'comment';
  if (first === '"' || first === "'" || first === '`') return 'text';
  if (/\d/.test(first)) return 'number';
  return KEPT.has(text) ? 'kept' : 'word';
};

// What goes on beyond a line: the sign that ends it, or nothing.
function openAfter(line, found) {
  const begins = line.slice(found.index);
  for (const [sign, end] of Object.entries(OPEN)) {
    if (begins.startsWith(sign) && !begins.slice(sign.length).includes(end)) return { end, kind: sign === '/*' ? 'comment' : 'text' };
  }
  return null;
}

/** Lines of text to lines of [{kind, text}]: comment, text, number, kept, word, or '' for the rest. */
export function highlight(lines) {
  let open = null;
  return lines.map((line) => {
    const parts = [];
    let at = 0;
    if (open) {
      const end = line.indexOf(open.end);
      at = end < 0 ? line.length : end + open.end.length;
      parts.push({ kind: open.kind, text: line.slice(0, at) });
      if (end >= 0) open = null;
    }
    TOKEN.lastIndex = at;
    for (let found; !open && (found = TOKEN.exec(line));) {
      if (found.index > at) parts.push({ kind: '', text: line.slice(at, found.index) });
      open = openAfter(line, found);
      const text = open ? line.slice(found.index) : found[0];
      parts.push({ kind: open ? open.kind : kindOf(text), text });
      at = found.index + text.length;
      TOKEN.lastIndex = at;
    }
    if (at < line.length) parts.push({ kind: '', text: line.slice(at) });
    return parts;
  });
}
