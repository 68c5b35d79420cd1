// The graph: callers and callees around a symbol, grown in place; and what a
// change reaches. A list beside the picture says the same in words.
import cytoscape from 'cytoscape';
import { useEffect, useRef, useState } from 'preact/hooks';
import { callTool } from './api.js';
import { Answered, Place, Question, fullName, graphLink, useTool } from './parts.jsx';

const idOf = (symbol) => `${symbol.path}:${fullName(symbol)}`;
const isTest = (path) => /(^|\/)(tests?|spec)\//.test(path) || /(_test|\.test|\.spec|^test_)/.test(path.split('/').pop());

function style() {
  const css = getComputedStyle(document.documentElement);
  const color = (name) => css.getPropertyValue(name).trim();
  return [
    { selector: 'node', style: { label: 'data(label)', 'font-size': 11, color: color('--ink'), 'background-color': color('--link'), width: 14, height: 14, 'text-valign': 'bottom', 'text-margin-y': 3 } },
    { selector: 'node[?centre]', style: { 'background-color': color('--bad'), width: 22, height: 22 } },
    { selector: 'node[?test]', style: { 'background-color': color('--dim') } },
    { selector: 'edge', style: { width: 1.2, 'line-color': color('--dim'), 'target-arrow-color': color('--dim'), 'target-arrow-shape': 'triangle', 'curve-style': 'bezier', 'arrow-scale': 0.8 } },
    { selector: 'edge[?unsure]', style: { 'line-style': 'dashed' } },
  ];
}

// A few nodes as rows, callers above; many as rings around the one in question.
function layoutFor(count) {
  if (count <= 24) return { name: 'breadthfirst', directed: true, spacingFactor: 1.2, animate: false };
  return { name: 'concentric', concentric: (node) => (node.data('centre') ? 3 : node.data('test') ? 1 : 2), levelWidth: () => 1, minNodeSpacing: 24, animate: false };
}

/** `elements`: {nodes: [{id, label, centre, test}], edges: [{source, target, unsure}]} */
export function Picture({ elements, onOpen, label }) {
  const place = useRef(null);
  const drawn = useRef(null);
  useEffect(() => {
    drawn.current = cytoscape({ container: place.current, style: style(), wheelSensitivity: 0.3, minZoom: 0.1, maxZoom: 4 });
    return () => drawn.current.destroy();
  }, []);
  useEffect(() => {
    const picture = drawn.current;
    picture.removeAllListeners();
    picture.on('tap', 'node', (event) => onOpen(event.target.data()));
    const known = new Set(elements.nodes.map((node) => node.id));
    picture.elements().filter((one) => one.isNode() && !known.has(one.id())).remove();
    const isNew = elements.nodes.some((node) => picture.getElementById(node.id).empty());
    for (const node of elements.nodes) if (picture.getElementById(node.id).empty()) picture.add({ group: 'nodes', data: node });
    for (const edge of elements.edges) {
      const id = `${edge.source} → ${edge.target}`;
      if (picture.getElementById(id).empty()) picture.add({ group: 'edges', data: { id, ...edge } });
    }
    if (isNew) picture.layout(layoutFor(elements.nodes.length)).run();
  }, [elements]);
  return <div class="picture" ref={place} role="img" aria-label={label} />;
}

function grow(known, answer, filter) {
  const centre = answer.symbol;
  const nodes = new Map(known.nodes.map((node) => [node.id, node]));
  const edges = new Map(known.edges.map((edge) => [`${edge.source} ${edge.target}`, edge]));
  const add = (symbol, isCentre) => {
    const id = idOf(symbol);
    nodes.set(id, { id, label: fullName(symbol), path: symbol.path, line: symbol.line, test: isTest(symbol.path), centre: isCentre || nodes.get(id)?.centre });
    return id;
  };
  const join = (source, target, unsure) => edges.set(`${source} ${target}`, { source, target, unsure });
  const here = add(centre, known.nodes.length === 0);
  const isWanted = (one) => (filter.tests || !isTest(one.path)) && (!filter.exact || one.confidence === 'exact');
  for (const one of (answer.calledBy || []).filter(isWanted).slice(0, 40)) join(add(one), here, one.confidence !== 'exact');
  for (const one of (answer.calls || []).filter(isWanted).slice(0, 40)) join(here, add(one), one.confidence !== 'exact');
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

function Side({ title, list }) {
  return (
    <section>
      <h2>{title} ({list.length})</h2>
      <ul class="plain">{list.map((one) => (
        <li key={idOf(one) + one.at}><a href={graphLink(one.path, fullName(one))}>{fullName(one)}</a> <Place path={one.path} line={one.at || one.line} />
          {one.confidence !== 'exact' && <span class="dim"> {one.confidence}</span>}</li>))}
      </ul>
    </section>
  );
}

export function Graph({ repo, target }) {
  const [filter, setFilter] = useState({ tests: false, exact: false });
  const [elements, setElements] = useState({ nodes: [], edges: [] });
  const [failed, setFailed] = useState('');
  const symbol = useTool(target ? 'symbol' : null, { repo, name: target });
  useEffect(() => {
    if (symbol.answer?.fields.symbol) setElements(grow({ nodes: [], edges: [] }, symbol.answer.fields, filter));
  }, [symbol.answer, filter]);
  const onOpen = async (node) => {
    try {
      const { fields } = await callTool('symbol', { repo, name: node.id });
      if (fields.symbol) setElements((known) => grow(known, fields, filter));
      setFailed('');
    } catch (error) {
      setFailed(error.message);
    }
  };
  const box = (name, words) => <label><input type="checkbox" checked={filter[name]} onChange={(event) => setFilter({ ...filter, [name]: event.currentTarget.checked })} /> {words}</label>;
  return (
    <>
      <h1>Calls {target && <>around {target.split(':').pop()}</>}</h1>
      <Question label="Symbol" value={target || ''} onAsk={(name) => { location.hash = `#/graph/${encodeURIComponent(name)}`; }}>
        {box('tests', 'tests too')} {box('exact', 'certain ones only')}
      </Question>
      {failed && <p class="note bad" role="alert">{failed}</p>}
      {target && <Answered state={symbol}>{(fields, text) => (!fields.symbol ? <pre>{text}</pre> : (
        <>
          <p><Place {...fields.symbol} /> <code>{fields.symbol.signature}</code></p>
          <Picture elements={elements} onOpen={onOpen} label={`Callers and callees of ${fields.symbol.name}; the lists below have them in words`} />
          <p class="note">A click on a node adds its own callers and callees.</p>
          <div class="columns"><Side title="Called by" list={fields.calledBy || []} /><Side title="Calls" list={fields.calls || []} /></div>
        </>))}
      </Answered>}
    </>
  );
}

// Of an impact's nodes each has the number of the one it depends on.
function reached(nodes) {
  const ids = nodes.map((node) => `${node.number} ${idOf(node)}`);
  const byNumber = new Map(nodes.map((node, i) => [node.number, ids[i]]));
  return {
    nodes: nodes.map((node, i) => ({ id: ids[i], label: fullName(node), test: node.test, centre: node.depth === 0, path: node.path, line: node.line })),
    edges: nodes.filter((node) => node.depth > 0 && byNumber.has(node.parent)).map((node) => ({
      source: byNumber.get(node.number), target: byNumber.get(node.parent), unsure: node.confidence !== 'exact' })),
  };
}

export function Impact({ repo, target }) {
  const args = target ? { repo, target, max_chars: 40000 } : { repo, diff: true, max_chars: 40000 };
  const impact = useTool('impact', args);
  return (
    <>
      <h1>Impact of {target || 'the working tree’s changes'}</h1>
      <Question label="Symbol, file or several (empty: what is not committed)" value={target || ''} onAsk={(name) => { location.hash = `#/impact/${encodeURIComponent(name)}`; }} />
      <Answered state={impact}>{(fields, text) => (fields.nodes?.length ? (
        <>
          <p>Risk {fields.risk}: {number(fields.direct)} direct users, {number(fields.total)} in {number(fields.files)} files, {number(fields.tests)} tests.</p>
          <Picture elements={reached(fields.nodes)} onOpen={(node) => { location.hash = `#/code/${encodeURIComponent(node.path)}:${node.line}`; }} label="What the change reaches; the list below has it in words" />
          <ul class="plain">{fields.nodes.filter((node) => node.depth > 0).map((node) => <li key={node.number}>{fullName(node)} <Place {...node} /> <span class="dim">level {node.depth}</span></li>)}</ul>
          {(fields.testCommands || []).map((command) => <pre key={command}>{command}</pre>)}
        </>) : <pre>{text || 'Nothing is changed.'}</pre>)}
      </Answered>
    </>
  );
}

const number = (count) => (count || 0).toLocaleString('en');
