// Questions in words, and what changes together.
import { useMemo } from 'preact/hooks';
import { Answered, Place, Question, graphLink, useTool } from './parts.jsx';
import { Source } from './source.jsx';
import { linesOf } from './tokens.js';

// The lines of all sources follow one another in the text.
function sourcesOf(answer) {
  const lines = linesOf(answer);
  let at = 0;
  return answer.fields.sources.map((one) => {
    const first = at;
    while (lines[at]?.line === one.from + at - first && lines[at].line <= one.to) at++;
    return { ...one, lines: lines.slice(first, at) };
  });
}

export function Ask({ repo, query }) {
  const answer = useTool(query ? 'explore' : null, { repo, query });
  const sources = useMemo(() => (answer.answer?.fields.sources ? sourcesOf(answer.answer) : []), [answer.answer]);
  return (
    <>
      <h1>Ask</h1>
      <Question label="How or where does something work?" value={query || ''} onAsk={(text) => { location.hash = `#/ask/${encodeURIComponent(text)}`; }} />
      {query && <Answered state={answer}>{(fields) => (fields.sources?.length ? (
        <>
          <ul class="plain many">{(fields.definitions || []).map((one) => <li key={one.path + one.line}><a href={graphLink(one.path, one.name)}>{one.name}</a> <Place {...one} /></li>)}</ul>
          {sources.map((one) => (
            <section key={one.path + one.from}>
              <h2><Place path={one.path} line={one.from} /></h2>
              <Source lines={one.lines} label={`Source of ${one.path} from line ${one.from}`} />
            </section>))}
        </>) : <p class="note">Nothing was found. Other words may fit the code better.</p>)}
      </Answered>}
    </>
  );
}

// Rows and columns are the hottest files; a cell is how often both changed in
// one commit.
export function Together({ repo }) {
  const hotspots = useTool('hotspots', { repo, limit: 16 });
  return (
    <>
      <h1>What changes together</h1>
      <p class="note">The files that change most, and in how many commits two of them changed at once.</p>
      <Answered state={hotspots}>{(fields) => <Matrix repo={repo} files={(fields.files || []).map((file) => file.path)} />}</Answered>
    </>
  );
}

function Row({ repo, path, files }) {
  const neighbours = useTool('cochange', { repo, path, limit: 100 });
  const commits = new Map((neighbours.answer?.fields.neighbours || []).map((one) => [one.path, one.commits]));
  return (
    <tr>
      <th scope="row"><Place path={path} /></th>
      {files.map((other) => {
        const count = other === path ? 0 : commits.get(other) || 0;
        return <td key={other} class={`heat heat${Math.min(5, Math.ceil(count / 3))}`} title={`${path} and ${other}: ${count} commits`}>{count || ''}</td>;
      })}
    </tr>
  );
}

function Matrix({ repo, files }) {
  if (!files.length) return <p class="note">There is no history to tell from.</p>;
  return (
    <div class="wide" tabIndex={0} role="region" aria-label="Commits in which two files changed">
      <table class="matrix">
        <thead><tr><td />{files.map((path) => <th scope="col" key={path} title={path}><span>{path.split('/').pop()}</span></th>)}</tr></thead>
        <tbody>{files.map((path) => <Row key={path} repo={repo} path={path} files={files} />)}</tbody>
      </table>
    </div>
  );
}
