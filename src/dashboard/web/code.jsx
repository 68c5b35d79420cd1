// A file: every name leads to its definition or to who uses it, and each line
// can tell who wrote it.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { callTool } from './api.js';
import { Answered, Place, bytes, codeLink, fullName, graphLink, useTool } from './parts.jsx';
import { Source } from './source.jsx';
import { linesOf } from './tokens.js';

const PAGE = 500; // lines
const SHOWN = 60; // users
// What calls something, or is called.
const LINKED = new Set(['function', 'method', 'constructor', 'macro', 'component', 'test', 'route', 'class', 'struct', 'interface', 'trait', 'protocol', 'enum', 'union']);

const sameName = (one, word) => one.name === word || one.name.endsWith(`.${word}`);

// What the graph says about this very place; else whatever has the name.
async function definitionsOf(repo, path, symbols, word, line) {
  const own = symbols.find((one) => sameName(one, word) && one.line === line);
  if (own) return [{ ...own, path, isHere: true }];
  const around = symbols.filter((one) => one.line <= line && line <= one.endLine).pop();
  if (around) {
    const { fields } = await callTool('symbol', { repo, name: `${path}:${around.name}` });
    const used = [...(fields.calls || []), ...(fields.uses || [])].find((one) => one.at === line && one.name === word);
    if (used) return [used];
  }
  const { fields } = await callTool('find', { repo, query: word });
  return (fields.matches || []).filter((one) => sameName(one, word));
}

function Users({ repo, symbol }) {
  const state = useTool('symbol', { repo, name: `${symbol.path}:${fullName(symbol)}` });
  const list = (title, items) => (items?.length > 0 && (
    <section>
      <h3>{title}</h3>
      <ul class="plain">{items.slice(0, SHOWN).map((one, i) => <li key={i}><Place path={one.path} line={one.at || one.line} /> <span class="dim">in {one.in || fullName(one)}</span></li>)}</ul>
    </section>));
  return (
    <Answered state={state}>{(fields) => {
      const called = fields.calledBy || [];
      const used = fields.usedBy || [];
      return (
        <>
          {list(`Called from ${fields.callerCount > called.length ? `${called.length} of ${fields.callerCount}` : called.length} places`, called)}
          {list('Otherwise used', used)}
          {!called.length && !used.length && <p class="note">Nothing is known to use it.</p>}
        </>);
    }}
    </Answered>
  );
}

// Definitions to choose from, or who uses the one there is.
function Panel({ repo, word, found, failed, onClose }) {
  const one = found.length === 1 && found[0];
  return (
    <section class="choice" aria-label={`About ${word}`} role="status">
      <button onClick={onClose} type="button">Close</button>
      <h2>{word}</h2>
      {failed && <p class="bad">{failed}</p>}
      {!failed && !found.length && <p>Nothing of this name is defined here.</p>}
      <ul class="plain">{found.map((symbol) => (
        <li key={symbol.path + symbol.line}>{fullName(symbol)} <Place {...symbol} /> <a href={graphLink(symbol.path, fullName(symbol))}>calls</a>{' '}
          <a href={`#/impact/${encodeURIComponent(`${symbol.path}:${fullName(symbol)}`)}`}>impact</a></li>))}</ul>
      {one && <Users repo={repo} symbol={one} />}
    </section>
  );
}

// Of each line the run it is in; who wrote it stands at the first line of a run.
function besideOf(runs) {
  const first = new Map(runs.map((run) => [run.from, run]));
  return (line) => {
    const run = first.get(line);
    const words = run && (run.commit ? `${run.day} ${run.author}` : 'not committed');
    return <span class={run ? 'who begins' : 'who'} title={run?.commit ? `${run.commit.slice(0, 12)} ${run.day} ${run.author}\n${run.summary}` : undefined}>{words}</span>;
  };
}

function Lines({ repo, path, from, line, symbols }) {
  const source = useTool('zoom', { repo, target: `${path}:${from}-${from + PAGE - 1}`, max_chars: 200000 });
  const [panel, setPanel] = useState(null);
  const [wantsBlame, setWantsBlame] = useState(false);
  const blame = useTool(wantsBlame ? 'blame' : null, { repo, path, from, to: from + PAGE - 1, max_chars: 200000 });
  const beside = useMemo(() => (wantsBlame && blame.answer ? besideOf(blame.answer.fields.runs || []) : undefined), [wantsBlame, blame.answer]);
  const lines = useMemo(() => (source.answer ? linesOf(source.answer) : []), [source.answer]);
  useEffect(() => setPanel(null), [path, from]);
  const onWord = async (word, at, wantsUses) => {
    try {
      const found = await definitionsOf(repo, path, symbols, word, at);
      if (!wantsUses && found.length === 1 && !found[0].isHere) location.hash = codeLink(found[0].path, found[0].line);
      else setPanel({ word, found });
    } catch (error) {
      setPanel({ word, found: [], failed: error.message });
    }
  };
  return (
    <Answered state={source}>{() => (
      <>
        <p class="bar">
          <label><input type="checkbox" checked={wantsBlame} onChange={(event) => setWantsBlame(event.currentTarget.checked)} /> who wrote it</label>
          <span class="note">A click on a name leads to its definition, with Shift to who uses it. By keyboard: arrows, Enter, r.</span>
        </p>
        {wantsBlame && blame.error && <p class="note bad" role="alert">{blame.error.message}</p>}
        {wantsBlame && !blame.answer && !blame.error && <p class="note" role="status">asking …</p>}
        {panel && <Panel repo={repo} {...panel} onClose={() => setPanel(null)} />}
        {!lines.length && <p class="note">It is empty.</p>}
        <Source lines={lines} chosen={line} label={`Source of ${path}`} beside={beside} onWord={onWord} />
      </>)}
    </Answered>
  );
}

function Pages({ path, lines, from }) {
  const pages = Math.ceil(lines / PAGE);
  return pages > 1 && (
    <nav aria-label="Pages of this file">{Array.from({ length: pages }, (_, i) => (
      <a key={i} href={codeLink(path, i * PAGE + 1)} aria-current={from === i * PAGE + 1 ? 'page' : undefined}>{i * PAGE + 1}</a>))}</nav>);
}

function Beside({ repo, path, symbols }) {
  const together = useTool('cochange', { repo, path });
  return (
    <aside aria-label="Outline" tabIndex={0}>
      <h2>Outline</h2>
      <ul class="plain">{symbols.map((one) => (
        <li key={one.name + one.line} class={`level${Math.min(one.level || 0, 4)}`}><a href={codeLink(path, one.line)}>{one.name}</a>
          {LINKED.has(one.kind) && <> <a class="dim" href={graphLink(path, one.name)}>calls</a></>}</li>))}</ul>
      {!symbols.length && <p class="note">Nothing is defined here.</p>}
      <h2>Changes with</h2>
      <Answered state={together}>{(changes) => (!changes.neighbours?.length ? <p class="note">Nothing often enough to tell.</p> : (
        <ul class="plain">{changes.neighbours.slice(0, 15).map((one) => <li key={one.path}><a href={codeLink(one.path)}>{one.path}</a> <span class="dim">{one.commits} commits</span></li>)}</ul>))}
      </Answered>
    </aside>
  );
}

export function Code({ repo, target }) {
  const match = /^(.*?)(?::(\d+))?$/s.exec(target);
  const path = match[1];
  const line = Number(match[2] || 0);
  const outline = useTool('zoom', { repo, target: path, visibility: 'all', max_chars: 200000 });
  const known = outline.answer?.fields;
  // What is not indexed is a text all the same, or not.
  const unknown = useTool(known?.is === 'file' && !known.files.length ? 'zoom' : null, { repo, target: path, depth: 2, from: 1, to: 1 });
  const from = Math.max(1, Math.floor((line - 1) / PAGE) * PAGE + 1);
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  return (
    <>
      <h1><a href={`#/files/${encodeURIComponent(folder)}`}>{folder || 'files'}</a> / {path.split('/').pop()}</h1>
      <Answered state={known?.is === 'file' && !known.files.length ? unknown : outline}>{(fields) => {
        if (fields.is === 'binary') return <p role="status">It is no text: {bytes(fields.bytes)}.</p>;
        if (fields.is !== 'file' && fields.is !== 'text') return <p role="status">There is no file “{path}” here. <a href={`#/files/${encodeURIComponent(folder)}`}>What there is</a></p>;
        const file = { symbols: [], lines: fields.lines, ...fields.files?.[0] };
        return (
          <div class="beside">
            <div>
              <Pages path={path} lines={file.lines} from={from} />
              <Lines repo={repo} path={path} from={from} line={line} symbols={file.symbols} />
            </div>
            <Beside repo={repo} path={path} symbols={file.symbols} />
          </div>);
      }}
      </Answered>
    </>
  );
}
