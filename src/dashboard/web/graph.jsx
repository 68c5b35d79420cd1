// The graph: callers and callees around a symbol, grown in place; and what a
// change reaches. A list beside the picture says the same in words.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { callTool } from './api.js';
import { inColumns } from './layout.js';
import { Answered, Missing, Place, Question, counted, fullName, graphLink, isTest, number, useTool } from './parts.jsx';
import { Picture } from './picture.jsx';

const SHOWN = 60; // around one symbol
const idOf = (symbol) => `${symbol.path}:${fullName(symbol)}`;
// A file stands for what runs at its top: its own name is enough.
const labelOf = (symbol) => (symbol.kind === 'file' ? symbol.name.split('/').pop() : fullName(symbol));

const KINDS = ['function', 'method', 'type', 'value', 'file'];
function kindOf(symbol) {
  if (['function', 'macro', 'command'].includes(symbol.kind)) return 'function';
  if (['method', 'constructor', 'accessor'].includes(symbol.kind)) return 'method';
  if (['file', 'module', 'namespace', 'package'].includes(symbol.kind)) return 'file';
  if (['class', 'struct', 'interface', 'trait', 'enum', 'union', 'type'].includes(symbol.kind)) return 'type';
  return 'value';
}

const isWanted = (one, filter) => (filter.tests || !isTest(one.path)) && (!filter.exact || one.confidence === 'exact') && !filter.without.includes(kindOf(one));

// All that is known of those that were opened, as a picture of what is wanted.
function drawingOf(opened, filter) {
  const nodes = new Map();
  const edges = new Map();
  const add = (symbol, isCentre) => {
    const id = idOf(symbol);
    if (!nodes.has(id)) nodes.set(id, { id, label: labelOf(symbol), path: symbol.path, line: symbol.line, test: isTest(symbol.path), centre: isCentre });
    return id;
  };
  opened.forEach((answer, i) => {
    const here = add(answer.symbol, i === 0);
    const join = (source, target, one) => { if (source !== target) edges.set(`${source} ${target}`, { source, target, unsure: one.confidence !== 'exact' }); };
    for (const one of (answer.calledBy || []).filter((other) => isWanted(other, filter)).slice(0, SHOWN)) join(add(one), here, one);
    for (const one of (answer.calls || []).filter((other) => isWanted(other, filter)).slice(0, SHOWN)) join(here, add(one), one);
  });
  const drawing = { nodes: [...nodes.values()], edges: [...edges.values()] };
  return { ...drawing, places: inColumns(drawing.nodes, drawing.edges) };
}

function Side({ title, list, total }) {
  return (
    <section>
      <h2>{title} ({total > list.length ? `${list.length} of ${number(total)}` : list.length})</h2>
      <ul class="plain">{list.map((one) => (
        <li key={idOf(one) + one.at}><a href={graphLink(one.path, fullName(one))}>{fullName(one)}</a> <Place path={one.path} line={one.at || one.line} />
          {one.confidence !== 'exact' && <span class="dim"> {one.confidence}</span>}</li>))}
      </ul>
    </section>
  );
}

function Filters({ filter, onChange }) {
  const box = (checked, words, change) => <label key={words}><input type="checkbox" checked={checked} onChange={(event) => onChange({ ...filter, ...change(event.currentTarget.checked) })} /> {words}</label>;
  return (
    <fieldset class="filters">
      <legend>Show</legend>
      {box(filter.tests, 'tests too', (tests) => ({ tests }))}
      {box(filter.exact, 'certain ones only', (exact) => ({ exact }))}
      {KINDS.map((kind) => box(!filter.without.includes(kind), `${kind}s`, (isOn) => ({ without: isOn ? filter.without.filter((one) => one !== kind) : [...filter.without, kind] })))}
    </fieldset>
  );
}

export function Graph({ repo, target }) {
  const [filter, setFilter] = useState({ tests: false, exact: false, without: [] });
  const [opened, setOpened] = useState([]);
  const [failed, setFailed] = useState('');
  const symbol = useTool(target ? 'symbol' : null, { repo, name: target, max_chars: 60000 });
  useEffect(() => setOpened(symbol.answer?.fields.symbol ? [symbol.answer.fields] : []), [symbol.answer]);
  const elements = useMemo(() => drawingOf(opened, filter), [opened, filter]);
  const onOpen = async (node) => {
    try {
      const { fields } = await callTool('symbol', { repo, name: node.id, max_chars: 60000 });
      if (fields.symbol) setOpened((before) => (before.some((one) => idOf(one.symbol) === idOf(fields.symbol)) ? before : [...before, fields]));
      setFailed('');
    } catch (error) {
      setFailed(error.message);
    }
  };
  const listed = (list) => (list || []).filter((one) => isWanted(one, filter));
  return (
    <>
      <h1>Calls {target && <>around {target.split(':').pop()}</>}</h1>
      <Question label="Symbol" value={target || ''} onAsk={(name) => { location.hash = `#/graph/${encodeURIComponent(name)}`; }} />
      {!target && <p class="note">Name a function, a method or a type: Type.member, or file:name where there are several.</p>}
      {failed && <p class="note bad" role="alert">{failed}</p>}
      {target && <Answered state={symbol}>{(fields, text) => (!fields.symbol ? <Missing name={target} suggestions={fields.suggestions} text={text} view="graph" /> : (
        <>
          <p><Place {...fields.symbol} /> <code>{fields.symbol.signature}</code> <a href={`#/impact/${encodeURIComponent(target)}`}>what a change of it reaches</a></p>
          <Filters filter={filter} onChange={setFilter} />
          <Picture elements={elements} onOpen={onOpen} label={`Callers and callees of ${fields.symbol.name}; the lists below have them in words`} />
          <p class="note">Callers stand left, callees right; dashed: not certain. A click on a box adds its own. {counted(elements.nodes.length, 'box')}.</p>
          <div class="columns">
            <Side title="Called by" list={listed(fields.calledBy)} total={filter.tests ? fields.callerCount : 0} /><Side title="Calls" list={listed(fields.calls)} />
            {fields.usedBy?.length > 0 && <Side title="Otherwise used by" list={listed(fields.usedBy)} />}
          </div>
        </>))}
      </Answered>}
    </>
  );
}

// Of an impact's nodes each has the number of the one it depends on.
function reached(nodes) {
  const ids = nodes.map((node) => `${node.number} ${idOf(node)}`);
  const byNumber = new Map(nodes.map((node, i) => [node.number, ids[i]]));
  const drawing = {
    nodes: nodes.map((node, i) => ({ id: ids[i], label: labelOf(node), test: node.test, centre: node.depth === 0, path: node.path, line: node.line })),
    edges: nodes.filter((node) => node.depth > 0 && byNumber.has(node.parent)).map((node) => ({
      source: byNumber.get(node.number), target: byNumber.get(node.parent), unsure: node.confidence !== 'exact' })),
  };
  return { ...drawing, places: inColumns(drawing.nodes, drawing.edges) };
}

export function Impact({ repo, target }) {
  const args = target ? { repo, target, max_chars: 40000 } : { repo, diff: true, max_chars: 40000 };
  const impact = useTool('impact', args);
  const nodes = impact.answer?.fields.nodes;
  const elements = useMemo(() => reached((nodes || []).slice(0, 200)), [nodes]);
  return (
    <>
      <h1>Impact of {target || 'the working tree’s changes'}</h1>
      <Question label="Symbol, file or several (empty: what is not committed)" value={target || ''} onAsk={(name) => { location.hash = `#/impact/${encodeURIComponent(name)}`; }} />
      <Answered state={impact}>{(fields, text) => (fields.nodes?.length ? (
        <>
          <p>Risk {fields.risk}: {counted(fields.direct, 'direct user')}, {number(fields.total)} in {counted(fields.files, 'file')}, {counted(fields.tests, 'test')}.</p>
          <Picture elements={elements} onOpen={(node) => { location.hash = `#/code/${encodeURIComponent(node.path)}:${node.line}`; }} label="What the change reaches; the list below has it in words" />
          <ul class="plain">{fields.nodes.filter((node) => node.depth > 0).map((node) => <li key={node.number}><a href={graphLink(node.path, fullName(node))}>{fullName(node)}</a> <Place {...node} /> <span class="dim">level {node.depth}</span></li>)}</ul>
          {(fields.testCommands || []).map((command) => <pre key={command}>{command}</pre>)}
        </>) : target && fields.found === false ? <Missing name={target} suggestions={fields.suggestions} text={text} view="impact" /> : <p class="note">{text || 'Nothing is changed.'}</p>)}
      </Answered>
    </>
  );
}
