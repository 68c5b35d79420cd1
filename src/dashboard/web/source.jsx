// Source with colours, in which every name leads on. By keyboard: arrows walk
// from name to name, Enter goes to the definition, r lists who uses it.
import { useEffect, useRef } from 'preact/hooks';

const part = ({ kind, text, isName }, i, line) => {
  if (isName) return <a key={i} class={kind === 'word' ? 'word' : `word ${kind}`} data-word={text} data-line={line}>{text}</a>;
  return kind ? <span key={i} class={kind}>{text}</span> : text;
};

// The next name from one in a direction; the nearest in a line above or below.
function nextWord(words, at, key) {
  const now = words.indexOf(at);
  if (now < 0) return words[0];
  if (key === 'ArrowRight') return words[now + 1];
  if (key === 'ArrowLeft') return words[now - 1];
  const step = key === 'ArrowDown' ? 1 : -1;
  const line = Number(at.dataset.line);
  const from = at.offsetLeft;
  let found;
  for (let i = now + step; words[i] && !(found && words[i].dataset.line !== found.dataset.line); i += step) {
    if (Number(words[i].dataset.line) === line) continue;
    if (!found || Math.abs(words[i].offsetLeft - from) < Math.abs(found.offsetLeft - from)) found = words[i];
  }
  return found;
}

/** `lines`: of linesOf (tokens.js); `beside`: what stands before a line, by its number; `onWord(word, line, wantsUses)`. */
export function Source({ lines, chosen, label, beside, onWord }) {
  const place = useRef(null);
  useEffect(() => {
    // The frame alone is scrolled: the page's own head stays in sight.
    const line = chosen && place.current.querySelector(`[data-at="${chosen}"]`);
    if (line) place.current.scrollTop = line.offsetTop - place.current.clientHeight / 2;
  }, [lines, chosen]);
  const walk = (event) => {
    const at = place.current.querySelector('.word.at-it');
    if (at && (event.key === 'Enter' || event.key === 'r')) {
      event.preventDefault();
      onWord?.(at.dataset.word, Number(at.dataset.line), event.key === 'r');
    }
    if (!event.key.startsWith('Arrow') || !onWord) return;
    event.preventDefault();
    const next = nextWord([...place.current.querySelectorAll('.word')], at, event.key);
    if (!next) return;
    at?.classList.remove('at-it');
    next.classList.add('at-it');
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    place.current.querySelector('[role=status]').textContent = `${next.dataset.word}, line ${next.dataset.line}`;
  };
  const click = (event) => {
    const word = event.target.closest('.word');
    if (word && onWord) onWord(word.dataset.word, Number(word.dataset.line), event.shiftKey || event.altKey);
  };
  return (
    <div class={onWord ? 'source' : 'source quiet'} ref={place} tabIndex={0} role="region" aria-label={label} onKeyDown={walk} onClick={click}>
      {onWord && <span class="unseen" role="status" />}
      {lines.map((one) => (
        <div key={one.line} class={one.line === chosen ? 'line chosen' : 'line'} data-at={one.line}>
          {beside?.(one.line)}<span class="at" aria-hidden="true">{one.line}</span><code>{one.parts.map((token, k) => part(token, k, one.line))}</code>
        </div>))}
    </div>
  );
}
