// What the daemon does: calls as they come, who is connected, edits.
import { useState } from 'preact/hooks';
import { callDetails, callTool } from './api.js';
import { Answered, bytes, number, span, useTool } from './parts.jsx';

function Details({ call, onClose }) {
  return (
    <section class="choice" aria-label={`Call of ${call.tool}`} role="status">
      <button type="button" onClick={onClose}>Close</button>
      <h2>{call.tool}, {call.state}, {span(call.ms)}</h2>
      <pre>{call.args}</pre>
      <pre class="source" tabIndex={0}>{call.words}{call.text}</pre>
    </section>
  );
}

export function Activity({ calls }) {
  const [opened, setOpened] = useState(null);
  const [filter, setFilter] = useState('');
  const open = async (one) => {
    try {
      setOpened(await callDetails(one));
    } catch (error) {
      setOpened({ tool: 'this call', state: 'failed', ms: 0, words: error.message });
    }
  };
  const shown = calls.filter((call) => !filter || `${call.tool} ${call.args} ${call.state}`.includes(filter)).slice(0, 500);
  return (
    <>
      <h1>Activity</h1>
      <label>Filter <input type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} /></label>
      {opened && <Details call={opened} onClose={() => setOpened(null)} />}
      <table class="feed">
        <caption>{number(calls.length)} calls, newest first</caption>
        <thead><tr><th scope="col">tool</th><th scope="col">state</th><th scope="col">took</th><th scope="col">answer</th><th scope="col">arguments, or words</th></tr></thead>
        <tbody>{shown.map((call) => (
          <tr key={call.number}>
            <th scope="row"><button type="button" class="link" onClick={() => open(call.number)}>{call.tool}</button></th>
            <td class={call.state === 'failed' ? 'bad' : call.state === 'running' ? 'warn' : 'good'}>{call.state}</td>
            <td class="number">{call.state === 'running' ? (call.fraction >= 0 ? `${Math.round(call.fraction * 100)} %` : '…') : span(call.ms)}</td>
            <td class="number">{bytes(call.answered)}</td>
            <td class="clip">{call.words || call.args}</td>
          </tr>))}
        </tbody>
      </table>
    </>
  );
}

function List({ caption, columns, rows, empty }) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead><tr>{columns.map((column) => <th scope="col" key={column}>{column}</th>)}</tr></thead>
      <tbody>{rows.length ? rows.map((row, i) => <tr key={i}>{row.map((cell, k) => (k ? <td key={k}>{cell}</td> : <th scope="row" key={k}>{cell}</th>))}</tr>)
        : <tr><td colSpan={columns.length} class="dim">{empty}</td></tr>}
      </tbody>
    </table>
  );
}

export function Daemon({ snapshot }) {
  const { server = {}, clients = [], sessions = [], languageServers = [], workspaces = [], log = [] } = snapshot || {};
  return (
    <>
      <h1>Server</h1>
      <p>Process {server.pid}, build {server.build}, up {span((server.upSeconds || 0) * 1000)}, {bytes(server.residentBytes || 0)}.</p>
      <List caption="Workspaces" columns={['root', 'files', 'symbols', 'edges', 'state', 'trusted']} empty="none is open"
        rows={workspaces.map((one) => [one.root, number(one.files), number(one.symbols), number(one.edges), one.phase ? `${one.phase} ${one.percent} %` : 'ready', one.trusted ? 'yes' : 'no'])} />
      <List caption="Clients" columns={['name', 'way', 'workspace', 'calls', 'active']} empty="nobody is connected"
        rows={clients.map((one) => [one.name || '(no name)', one.mode, one.root, one.calls, one.active])} />
      <List caption="Interpreters" columns={['key', 'name', 'language', 'project', 'calls', 'running']} empty="none is open"
        rows={sessions.map((one) => [one.key, one.name, `${one.language} ${one.version}`, one.project, one.calls, one.running])} />
      <List caption="Language servers" columns={['name', 'state', 'memory', 'crashes', 'root', 'last words']} empty="none runs"
        rows={languageServers.map((one) => [`${one.name} ${one.version}`, one.state, bytes(one.residentBytes), one.crashes, one.root, one.lastError])} />
      <List caption="Log" columns={['level', 'words']} empty="nothing was worth a line" rows={[...log].reverse().map((line) => [line.level, line.text])} />
    </>
  );
}

// What taking an edit back would change: a difference as git shows it.
function Difference({ edit }) {
  const state = useTool('edit', { op: 'undo', id: edit.id, repo: edit.root, dry_run: true, max_chars: 60000 });
  const kind = (line) => (/^(\+\+\+|---|@@|diff )/.test(line) ? 'dim' : line[0] === '+' ? 'added' : line[0] === '-' ? 'removed' : undefined);
  return (
    <Answered state={state}>{(fields, text) => (
      <pre class="source" tabIndex={0} aria-label={`What taking back ${edit.title} would change`} role="region">{(fields.diff || text).split('\n').map((line, i) => (
        <span key={i} class={kind(line)}>{line}{'\n'}</span>))}
      </pre>)}
    </Answered>
  );
}

export function Edits({ snapshot }) {
  const [said, setSaid] = useState('');
  const [opened, setOpened] = useState('');
  const edits = snapshot?.edits || [];
  const undo = async (edit) => {
    if (!confirm(`Take back “${edit.title}” in ${edit.files} files?`)) return;
    try {
      setSaid((await callTool('edit', { op: 'undo', id: edit.id, repo: edit.root })).text);
    } catch (error) {
      setSaid(error.message);
    }
  };
  const shown = edits.find((edit) => edit.id === opened);
  return (
    <>
      <h1>Edits</h1>
      {said && <pre role="status">{said}</pre>}
      <table>
        <caption>Edits that can be taken back</caption>
        <thead><tr><th scope="col">what</th><th scope="col">workspace</th><th scope="col">files</th><th scope="col">when</th><th scope="col">difference</th><th scope="col">undo</th></tr></thead>
        <tbody>{edits.length ? edits.map((edit) => (
          <tr key={edit.id}><th scope="row">{edit.title}</th><td>{edit.root}</td><td class="number">{edit.files}</td><td>{new Date(edit.timeMs).toLocaleString()}</td>
            <td><button type="button" aria-expanded={opened === edit.id} onClick={() => setOpened(opened === edit.id ? '' : edit.id)}>Difference</button></td>
            <td><button type="button" onClick={() => undo(edit)}>Take back</button></td></tr>))
          : <tr><td colSpan={6} class="dim">none</td></tr>}
        </tbody>
      </table>
      {shown && <Difference key={shown.id} edit={shown} />}
    </>
  );
}
