// A file: every identifier leads on, to its definition or to a choice of them.
import { useEffect, useState } from 'preact/hooks';
import { callTool } from './api.js';
import { Answered, codeLink, fullName, graphLink, useTool } from './parts.jsx';

const PAGE = 500; // lines
const WORD = /[A-Za-z_$][A-Za-z0-9_$]*/g;

function linesOf(text) {
  return text.split('\n').map((line) => /^(\d+)\t(.*)$/s.exec(line)).filter(Boolean).map((match) => ({ line: Number(match[1]), text: match[2] }));
}

// The words of a line, each a link; the rest as it is.
function Line({ line, text, isChosen, onWord }) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    parts.push(text.slice(end, match.index), <a class="word" tabIndex={-1} data-word={match[0]} data-line={line} onClick={onWord}>{match[0]}</a>);
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return <div class={isChosen ? 'line chosen' : 'line'} id={`L${line}`}><span class="at" aria-hidden="true">{line}</span><code>{parts}</code></div>;
}

// What the graph says about this very place; else whatever has the name.
async function whereTo(repo, path, symbols, word, line) {
  const around = symbols.filter((one) => one.line <= line && line <= one.endLine).pop();
  if (around) {
    const { fields } = await callTool('symbol', { repo, name: `${path}:${around.name}` });
    const used = [...(fields.calls || []), ...(fields.uses || [])].find((one) => one.at === line && one.name === word);
    if (used) return { exact: used };
  }
  const own = symbols.find((one) => one.name === word || one.name.endsWith(`.${word}`));
  if (own && own.line === line) return { graph: own };
  const { fields } = await callTool('find', { repo, query: word });
  const same = (fields.matches || []).filter((one) => one.name === word || one.name.endsWith(`.${word}`));
  return { choice: same };
}

function Choice({ word, choice, onClose }) {
  return (
    <section class="choice" aria-label={`Definitions of ${word}`} role="status">
      <button onClick={onClose} type="button">Close</button>
      <h2>{word}</h2>
      {choice.length ? <ul class="plain">{choice.map((one) => <li key={one.path + one.line}><a href={codeLink(one.path, one.line)}>{fullName(one)} <span class="dim">{one.path}:{one.line}</span></a></li>)}</ul>
        : <p>Nothing of this name is defined here.</p>}
    </section>
  );
}

function Source({ repo, path, from, line, symbols }) {
  const source = useTool('zoom', { repo, target: `${path}:${from}-${from + PAGE - 1}`, max_chars: 200000 });
  const [choice, setChoice] = useState(null);
  useEffect(() => {
    if (source.answer && line) document.getElementById(`L${line}`)?.scrollIntoView({ block: 'center' });
  }, [source.answer, line]);
  const onWord = async (event) => {
    const { word, line: at } = event.currentTarget.dataset;
    try {
      const found = await whereTo(repo, path, symbols, word, Number(at));
      if (found.exact) location.hash = codeLink(found.exact.path, found.exact.line);
      else if (found.graph) location.hash = graphLink(path, found.graph.name);
      else if (found.choice.length === 1) location.hash = codeLink(found.choice[0].path, found.choice[0].line);
      else setChoice({ word, choice: found.choice });
    } catch (error) {
      setChoice({ word: error.message, choice: [] });
    }
  };
  return (
    <Answered state={source}>{(fields) => (
      <>
        {choice && <Choice {...choice} onClose={() => setChoice(null)} />}
        <div class="source" tabIndex={0} role="region" aria-label={`Source of ${path}`}>
          {linesOf(fields.text || '').map((one) => <Line key={one.line} {...one} isChosen={one.line === line} onWord={onWord} />)}
        </div>
      </>)}
    </Answered>
  );
}

export function Code({ repo, target }) {
  const match = /^(.*?)(?::(\d+))?$/s.exec(target);
  const path = match[1];
  const line = Number(match[2] || 0);
  const outline = useTool('zoom', { repo, target: path });
  const together = useTool('cochange', { repo, path });
  const from = Math.max(1, Math.floor((line - 1) / PAGE) * PAGE + 1);
  return (
    <>
      <h1>{path}</h1>
      <Answered state={outline}>{(fields) => {
        const file = fields.files?.[0] || { symbols: [], lines: 0 };
        const pages = Math.ceil((file.lines || 1) / PAGE);
        return (
          <div class="beside">
            <div>
              {pages > 1 && <nav aria-label="Pages of this file">{Array.from({ length: pages }, (_, i) => (
                <a key={i} href={codeLink(path, i * PAGE + 1)} aria-current={from === i * PAGE + 1 ? 'page' : undefined}>{i * PAGE + 1}</a>))}</nav>}
              <Source repo={repo} path={path} from={from} line={line} symbols={file.symbols || []} />
            </div>
            <aside aria-label="Outline">
              <h2>Outline</h2>
              <ul class="plain">{(file.symbols || []).map((one) => (
                <li key={one.name + one.line} class={`level${Math.min(one.level || 0, 4)}`}><a href={codeLink(path, one.line)}>{one.name}</a> <a class="dim" href={graphLink(path, one.name)}>calls</a></li>))}</ul>
              <h2>Changes with</h2>
              <Answered state={together}>{(changes) => (
                <ul class="plain">{(changes.neighbours || []).slice(0, 15).map((one) => <li key={one.path}><a href={codeLink(one.path)}>{one.path}</a> <span class="dim">{one.commits} commits</span></li>)}</ul>)}
              </Answered>
            </aside>
          </div>);
      }}
      </Answered>
    </>
  );
}
