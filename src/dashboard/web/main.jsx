// The page: which view is open is in the address, what the daemon tells is kept
// here and handed down.
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Activity, Daemon, Edits } from './activity.jsx';
import { listen } from './api.js';
import { Ask, Together } from './ask.jsx';
import { Code } from './code.jsx';
import { Graph, Impact } from './graph.jsx';
import { Files, Overview } from './overview.jsx';

const CALLS = 2000; // kept
const VIEWS = [
  ['overview', 'Overview'], ['files', 'Files'], ['ask', 'Ask'], ['graph', 'Calls'], ['impact', 'Impact'],
  ['together', 'Together'], ['activity', 'Activity'], ['server', 'Server'], ['edits', 'Edits'],
];

function place() {
  const match = /^#\/([a-z]+)(?:\/(.*))?$/s.exec(location.hash) || [];
  let rest = '';
  try {
    rest = decodeURIComponent(match[2] || '');
  } catch {
    rest = ''; // an address that somebody mistyped
  }
  return { view: match[1] || 'overview', rest };
}

function useDaemon() {
  const [state, setState] = useState({ calls: [], isThere: true });
  useEffect(() => {
    const calls = new Map();
    listen((message) => {
      for (const call of message.calls || []) calls.set(call.number, call);
      while (calls.size > CALLS) calls.delete(calls.keys().next().value);
      setState((before) => ({
        ...before,
        snapshot: message.snapshot || before.snapshot,
        calls: message.calls ? [...calls.values()].sort((a, b) => b.number - a.number) : before.calls,
      }));
    }, (isThere) => {
      if (!isThere) calls.clear(); // another daemon counts from the beginning
      setState((before) => ({ ...before, isThere }));
    });
  }, []);
  return state;
}

function View({ view, rest, repo, daemon }) {
  switch (view) {
    case 'files': return <Files repo={repo} path={rest} />;
    case 'code': return <Code repo={repo} target={rest} />;
    case 'ask': return <Ask repo={repo} query={rest} />;
    case 'graph': return <Graph repo={repo} target={rest} />;
    case 'impact': return <Impact repo={repo} target={rest} />;
    case 'together': return <Together repo={repo} />;
    case 'activity': return <Activity calls={daemon.calls} />;
    case 'server': return <Daemon snapshot={daemon.snapshot} />;
    case 'edits': return <Edits snapshot={daemon.snapshot} />;
    default: return <Overview repo={repo} />;
  }
}

function App() {
  const [at, setAt] = useState(place());
  const [repo, setRepo] = useState(undefined); // the directory that the page was opened in
  const daemon = useDaemon();
  useEffect(() => {
    const onMove = () => {
      setAt(place());
      document.getElementById('main')?.focus({ preventScroll: true });
    };
    addEventListener('hashchange', onMove);
    return () => removeEventListener('hashchange', onMove);
  }, []);
  const roots = (daemon.snapshot?.workspaces || []).map((one) => one.root);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => { event.preventDefault(); document.getElementById('main').focus(); }}>To the content</a>
      <header>
        <strong>fathom</strong>
        <nav aria-label="Views">{VIEWS.map(([view, name]) => (
          <a key={view} href={`#/${view}`} aria-current={at.view === view ? 'page' : undefined}>{name}</a>))}
        </nav>
        <label>Workspace <select value={repo || ''} onChange={(event) => setRepo(event.currentTarget.value || undefined)}>
          <option value="">where this was opened</option>
          {roots.map((root) => <option key={root} value={root}>{root}</option>)}
        </select></label>
      </header>
      {!daemon.isThere && <p class="note bad" role="alert">The server does not answer. It is tried again; if fathom ui --web has ended, start it and open its new link.</p>}
      <main id="main" tabIndex={-1}><View {...at} repo={repo} daemon={daemon} /></main>
    </>
  );
}

render(<App />, document.getElementById('app'));
