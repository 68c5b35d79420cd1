// A workspace at a glance: languages, hot spots as a treemap, folders, ways in.
import { hierarchy, treemap } from 'd3-hierarchy';
import { Answered, Place, codeLink, number, useTool } from './parts.jsx';

const WIDTH = 960;
const HEIGHT = 420;

// Area is how often a file changes, colour how many others depend on it.
function Hotspots({ files }) {
  const root = hierarchy({ children: files }).sum((file) => (file.path ? file.commits + 1 : 0)).sort((a, b) => b.value - a.value);
  treemap().size([WIDTH, HEIGHT]).padding(2)(root);
  const most = Math.max(1, ...files.map((file) => file.users));
  return (
    <svg class="treemap" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby="hot-title">
      <title id="hot-title">Hot spots: area is commits, strength of colour is files that depend on it</title>
      {root.leaves().filter((leaf) => leaf.data.path).map((leaf) => {
        const { path, commits, users } = leaf.data;
        const width = leaf.x1 - leaf.x0;
        const height = leaf.y1 - leaf.y0;
        return (
          <a href={codeLink(path)} key={path} aria-label={`${path}: ${commits} commits, ${users} users`}>
            <rect x={leaf.x0} y={leaf.y0} width={width} height={height} fill-opacity={0.25 + (0.75 * users) / most}>
              <title>{`${path}\n${commits} commits, ${users} files use it`}</title>
            </rect>
            {width > 60 && height > 18 && <text x={leaf.x0 + 4} y={leaf.y0 + 14}>{path.split('/').pop().slice(0, Math.floor(width / 7))}</text>}
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
  const overview = useTool('overview', { repo });
  const hotspots = useTool('hotspots', { repo, limit: 120 });
  return (
    <>
      <h1>Overview</h1>
      <Answered state={overview}>{(fields) => (
        <>
          <p>{fields.about}</p>
          <p>{number(fields.files)} files, {number(fields.symbols)} symbols, {number(fields.bytes)} bytes of source.</p>
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
      <h2>Hot spots</h2>
      <Answered state={hotspots}>{(fields) => (fields.files?.length ? <Hotspots files={fields.files} /> : <p class="note">There is no history to tell from.</p>)}</Answered>
    </>
  );
}

export function Files({ repo, path }) {
  const files = useTool('files', { repo, path: path || undefined, format: 'flat' });
  return (
    <>
      <h1>Files {path && <>in {path}</>}</h1>
      <Answered state={files}>{(fields) => (
        <ul class="plain">{(fields.entries || []).filter((entry) => !entry.directory).map((entry) => (
          <li key={entry.path}><Place path={entry.path} /> {entry.symbols ? <span class="dim">{entry.symbols} symbols</span> : null}</li>))}
        </ul>)}
      </Answered>
    </>
  );
}
