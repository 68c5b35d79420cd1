// A workspace at a glance: languages, hot spots as a treemap, folders, ways in.
import { hierarchy, treemap } from 'd3-hierarchy';
import { useState } from 'preact/hooks';
import { Packages } from './packages.jsx';
import { Answered, Place, Question, bytes, codeLink, number, useTool } from './parts.jsx';

const WIDTH = 960;
const HEIGHT = 420;

const fitting = (text, letters) => (text.length <= letters ? text : `${text.slice(0, letters - 1)}…`);

// Area is how often a file changes, colour how many others depend on it.
function Hotspots({ files }) {
  const root = hierarchy({ children: files }).sum((file) => (file.path ? file.commits + 1 : 0)).sort((a, b) => b.value - a.value);
  treemap().size([WIDTH, HEIGHT]).padding(2)(root);
  const most = Math.max(1, ...files.map((file) => file.users));
  return (
    <svg class="treemap" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-labelledby="hot-title">
      <title id="hot-title">Hot spots: area is commits, strength of colour is files that depend on it</title>
      {root.leaves().filter((leaf) => leaf.data.path).map((leaf) => {
        const { path, commits, users } = leaf.data;
        const width = leaf.x1 - leaf.x0;
        const height = leaf.y1 - leaf.y0;
        return (
          <a href={codeLink(path)} key={path} aria-label={`${path}: ${commits} commits, ${users} users`}>
            <rect x={leaf.x0} y={leaf.y0} width={width} height={height} fill-opacity={0.15 + (0.55 * users) / most}>
              <title>{`${path}\n${commits} commits, ${users} files use it`}</title>
            </rect>
            {width > 45 && height > 18 && <text x={leaf.x0 + 4} y={leaf.y0 + 14}>{fitting(path.split('/').pop(), Math.floor((width - 8) / 6.6))}</text>}
          </a>
        );
      })}
    </svg>
  );
}

function Languages({ languages, files }) {
  return (
    <table>
      <caption>Languages</caption>
      <thead><tr><th scope="col">language</th><th scope="col">files</th><th scope="col">share</th></tr></thead>
      <tbody>
        {languages.map((one) => (
          <tr key={one.language}>
            <th scope="row">{one.language}</th><td class="number">{number(one.files)}</td>
            <td><meter min="0" max={files} value={one.files} aria-label={`share of ${one.language}`} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Overview({ repo }) {
  const overview = useTool('overview', { repo, brief: true });
  const hotspots = useTool('hotspots', { repo, limit: 120 });
  return (
    <>
      <h1>Overview</h1>
      <Answered state={overview}>{(fields) => (
        <>
          <p>{fields.about}</p>
          <p>{number(fields.files)} files, {number(fields.symbols)} symbols, {bytes(fields.bytes || 0)} of source.</p>
          <div class="columns">
            <Languages languages={fields.languages || []} files={fields.files} />
            <table>
              <caption>What is used most</caption>
              <thead><tr><th scope="col">symbol</th><th scope="col">place</th><th scope="col">uses</th></tr></thead>
              <tbody>{(fields.central || []).map((one) => (
                <tr key={one.path + one.name}><th scope="row"><a href={`#/graph/${encodeURIComponent(`${one.path}:${one.name}`)}`}>{one.name}</a></th>
                  <td><Place {...one} /></td><td class="number">{one.uses}</td></tr>))}
              </tbody>
            </table>
            <table>
              <caption>Folders</caption>
              <thead><tr><th scope="col">folder</th><th scope="col">files</th><th scope="col">symbols</th></tr></thead>
              <tbody>{(fields.folders || []).map((one) => (
                <tr key={one.path}><th scope="row"><a href={`#/files/${encodeURIComponent(one.path)}`}>{one.path}</a></th><td class="number">{one.files}</td><td class="number">{one.symbols}</td></tr>))}
              </tbody>
            </table>
          </div>
        </>)}
      </Answered>
      <h2>Packages</h2>
      <Packages repo={repo} />
      <h2>Hot spots</h2>
      <p class="note">What changes often and much depends on. Area: commits; strength of colour: files that depend on it.</p>
      <Answered state={hotspots}>{(fields) => (fields.files?.length ? <Hotspots files={fields.files} /> : <p class="note">There is no history to tell from.</p>)}</Answered>
    </>
  );
}

// One folder at a time: a project may have a hundred thousand files.
export function Files({ repo, path }) {
  const [pattern, setPattern] = useState('');
  const files = useTool('files', pattern ? { repo, path: path || undefined, pattern, format: 'flat', limit: 500, max_chars: 60000 }
    : { repo, path: path || undefined, depth: 1, limit: 5000, max_chars: 200000 });
  const parts = path ? path.split('/') : [];
  return (
    <>
      <h1>Files</h1>
      <nav aria-label="Folders above"><a href="#/files">the workspace</a>{parts.map((part, i) => (
        <a key={i} href={`#/files/${encodeURIComponent(parts.slice(0, i + 1).join('/'))}`} aria-current={i + 1 === parts.length ? 'page' : undefined}>{part}</a>))}</nav>
      <Question label="Pattern, such as *.h or src/**/test_*" value={pattern} onAsk={setPattern} />
      <Answered state={files}>{(fields) => (
        <table>
          <caption>{number(fields.total)} entries{fields.truncated && ', the first of them'}</caption>
          <thead><tr><th scope="col">name</th><th scope="col" class="number">files</th><th scope="col" class="number">symbols</th><th scope="col">not read, because</th></tr></thead>
          <tbody>{(fields.entries || []).map((entry) => (
            <tr key={entry.path}>
              <th scope="row">{entry.directory ? <a href={`#/files/${encodeURIComponent(entry.path)}`}>{shown(entry, path, pattern)}/</a>
                : <a href={codeLink(entry.path)}>{shown(entry, path, pattern)}</a>}</th>
              <td class="number">{entry.directory ? number(entry.files) : ''}</td><td class="number">{entry.symbols ? number(entry.symbols) : ''}</td><td class="dim">{entry.skipped}</td>
            </tr>))}
          </tbody>
        </table>)}
      </Answered>
    </>
  );
}

const shown = (entry, path, pattern) => (path && !pattern ? entry.path.slice(path.length + 1) : entry.path);
