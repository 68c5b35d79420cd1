// Packages and what they need of each other.
import { useMemo } from 'preact/hooks';
import { inRows } from './layout.js';
import { Answered, number, useTool } from './parts.jsx';
import { Picture } from './picture.jsx';

const DRAWN = 40;

// What only tests use says nothing about how a program is built.
function drawingOf(fields) {
  const nodes = fields.packages.slice(0, DRAWN).map((one, i) => ({ id: String(i), label: one.name, path: one.path }));
  const needs = fields.edges.filter((edge) => edge.fromNumber < nodes.length && edge.toNumber < nodes.length && (edge.uses > 0 || edge.declared));
  const edges = needs.map((edge) => ({ source: String(edge.fromNumber), target: String(edge.toNumber) }));
  const { places, marks } = inRows(nodes, edges);
  const drawn = edges.map((edge, i) => ({
    ...edge, ring: marks[i] === 'ring', unsure: fields.level === 'packages' && !needs[i].declared, weight: 1 + Math.log10(1 + needs[i].uses),
  })).filter((_, i) => marks[i] !== 'implied');
  return { nodes, edges: drawn, places };
}

export function Packages({ repo }) {
  const state = useTool('packages', { repo, max_chars: 60000 });
  const fields = state.answer?.fields;
  const elements = useMemo(() => (fields?.packages?.length ? drawingOf(fields) : null), [fields]);
  return (
    <Answered state={state}>{() => (!elements ? <p class="note">There is no source here.</p> : (
      <>
        <Picture isTall={elements.nodes.length > 20} elements={elements} onOpen={(node) => { location.hash = `#/files/${encodeURIComponent(node.path)}`; }}
          label={`${fields.level === 'packages' ? 'Packages' : 'Folders'} and what they need; the lists below have it in words`} />
        <p class="note">Who needs others stands above them; a thicker line is more uses; red: it leads round. What follows from other lines is not drawn.
          {fields.level === 'packages' && ' Dashed: used, but no manifest says so.'}</p>
        <details>
          <summary>{fields.level === 'packages' ? 'Packages' : 'Folders'} in words</summary>
          <div class="columns">
            <table>
              <caption>{fields.level === 'packages' ? 'Packages' : 'Folders'}</caption>
              <thead><tr><th scope="col">name</th><th scope="col">folder</th><th scope="col" class="number">files</th><th scope="col" class="number">symbols</th></tr></thead>
              <tbody>{fields.packages.map((one) => (
                <tr key={one.path}><th scope="row">{one.name}</th><td><a href={`#/files/${encodeURIComponent(one.path)}`}>{one.path || 'the workspace'}</a></td>
                  <td class="number">{number(one.files)}</td><td class="number">{number(one.symbols)}</td></tr>))}
              </tbody>
            </table>
            <table>
              <caption>What needs what</caption>
              <thead><tr><th scope="col">who</th><th scope="col">needs</th><th scope="col" class="number">uses</th><th scope="col" class="number">from tests</th><th scope="col">declared</th></tr></thead>
              <tbody>{fields.edges.map((edge) => (
                <tr key={`${edge.fromNumber} ${edge.toNumber}`}><th scope="row">{edge.from}</th><td>{edge.to}</td><td class="number">{number(edge.uses)}</td>
                  <td class="number">{number(edge.testUses)}</td><td>{fields.level === 'packages' ? (edge.declared ? 'yes' : 'no') : '–'}</td></tr>))}
              </tbody>
            </table>
          </div>
        </details>
      </>))}
    </Answered>
  );
}
