// Lines of source in an answer, cut into pieces by its marks. What a piece is was
// told by the language's grammar and the index; here it only gets a class.

// The order of TokenKind in src/model/token.h, behind the marks that are no tokens.
const FIRST = 10;
const CLASSES = ['comment', 'text', 'number', 'kept', 'type', 'called', 'own'];
const NAMES = new Set(['type', 'called', 'own']);
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const LINE_END = 10;

// What has no mark is names and signs: the names lead somewhere.
function words(text, parts) {
  let at = 0;
  for (const found of text.matchAll(WORD)) {
    if (found.index > at) parts.push({ kind: '', text: text.slice(at, found.index) });
    parts.push({ kind: 'word', text: found[0], isName: true });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ kind: '', text: text.slice(at) });
}

/** Numbered lines ("12\ttext") of {text, marks}: [{line, parts: [{kind, text, isName}]}]. Marks count bytes. */
export function linesOf({ text, marks }) {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  const slice = (from, to) => decoder.decode(bytes.subarray(from, to));
  const lines = [];
  let mark = 0;
  for (let begin = 0; begin < bytes.length;) {
    let end = bytes.indexOf(LINE_END, begin);
    if (end < 0) end = bytes.length;
    const number = /^(\d+)\t/.exec(slice(begin, Math.min(end, begin + 12)));
    if (number) {
      const parts = [];
      let at = begin + number[0].length;
      for (; mark < marks.length && marks[mark] < end; mark += 3) {
        const [from, length, kind] = marks.slice(mark, mark + 3);
        const name = CLASSES[kind - FIRST];
        if (!name || from < at || from + length > end) continue;
        words(slice(at, from), parts);
        parts.push({ kind: name, text: slice(from, from + length), isName: NAMES.has(name) });
        at = from + length;
      }
      words(slice(at, end), parts);
      lines.push({ line: Number(number[1]), parts });
    }
    begin = end + 1;
  }
  return lines;
}
