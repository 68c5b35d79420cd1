// Small pieces that several views are made of.
import { useEffect, useState } from 'preact/hooks';
import { callTool } from './api.js';

/** The answer of a tool: undefined while it is on its way. */
export function useTool(tool, args) {
  const [state, setState] = useState({});
  const wanted = JSON.stringify([tool, args]);
  useEffect(() => {
    if (!tool) return undefined;
    const abort = new AbortController();
    setState({});
    callTool(tool, args, abort.signal)
      .then((answer) => setState({ answer }))
      .catch((error) => abort.signal.aborted || setState({ error }));
    return () => abort.abort();
  }, [wanted]);
  return state;
}

/** What is shown while an answer is missing, or went wrong; else the children. */
export function Answered({ state, children }) {
  if (state.error) return <p class="note bad" role="alert">{state.error.message}</p>;
  if (!state.answer) return <p class="note" role="status">asking …</p>;
  return children(state.answer.fields, state.answer.text, state.answer);
}

export const codeLink = (path, line) => `#/code/${encodeURIComponent(path)}${line ? `:${line}` : ''}`;
export const graphLink = (path, name) => `#/graph/${encodeURIComponent(`${path}:${name}`)}`;

export function Place({ path, line }) {
  return <a class="place" href={codeLink(path, line)}>{path}{line ? `:${line}` : ''}</a>;
}

export const fullName = (symbol) => (symbol.container ? `${symbol.container}.${symbol.name}` : symbol.name);

export const isTest = (path) => /(^|\/)(__tests__|tests?|spec)\//.test(path) || /(_test|\.test|\.spec|^test_)/.test(path.split('/').pop());

export function bytes(count) {
  const units = ['B', 'KB', 'MB', 'GB'];
  let value = count;
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1024;
  return `${value < 10 && unit ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

export function span(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 100000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 3600000) return `${Math.floor(ms / 60000)} min`;
  return `${Math.floor(ms / 3600000)} h ${Math.floor((ms % 3600000) / 60000)} min`;
}

/** A name that nothing has: what is spelled alike leads on, the rest of the tool's words says where was looked. */
export function Missing({ name, suggestions, text, view }) {
  return (
    <div role="status">
      <p>Nothing is called “{name}” here.</p>
      {suggestions?.length > 0 && <p>Spelled alike: {suggestions.map((one, i) => <span key={one}>{i > 0 && ', '}<a href={`#/${view}/${encodeURIComponent(one)}`}>{one}</a></span>)}</p>}
      <p class="note">{text.split('\n').filter((line) => line.startsWith('Searched')).join(' ')}</p>
    </div>
  );
}

/** "1 file", "2 files" */
export const counted = (count, thing) => `${number(count)} ${thing}${count === 1 ? '' : thing.endsWith('x') ? 'es' : 's'}`;

export const number = (count) => (count || 0).toLocaleString('en');

/** A form of one line. */
export function Question({ label, value, onAsk, children }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <form class="question" onSubmit={(event) => { event.preventDefault(); onAsk(text.trim()); }}>
      <label>{label} <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} /></label>
      {children}
      <button type="submit">Ask</button>
    </form>
  );
}
