// Where things stand in pictures.

/** Left of the one in question who leads to it, right what it leads to. */
export function inColumns(nodes, edges) {
  const level = new Map(nodes.filter((node) => node.centre).map((node) => [node.id, 0]));
  for (let moved = true; moved;) {
    moved = false;
    for (const { source, target } of edges) {
      if (level.has(target) && !level.has(source)) moved = Boolean(level.set(source, level.get(target) - 1));
      else if (level.has(source) && !level.has(target)) moved = Boolean(level.set(target, level.get(source) + 1));
    }
  }
  const columns = new Map();
  for (const node of nodes) {
    const at = level.get(node.id) ?? 0;
    columns.set(at, [...(columns.get(at) || []), node.id]);
  }
  const places = new Map();
  for (const [at, ids] of columns) {
    // A long column is folded, away from the middle.
    const high = Math.max(18, Math.ceil(Math.sqrt(ids.length * 8)));
    ids.forEach((id, i) => {
      const fold = Math.floor(i / high);
      const inFold = Math.min(high, ids.length - fold * high);
      const side = at < 0 ? -1 : 1;
      places.set(id, { x: at * 290 + side * fold * 235, y: ((i % high) - (inFold - 1) / 2) * 34 + (fold % 2 ? 17 : 0) });
    });
  }
  return places;
}

/** Who needs others stands above them. Gives places, and of each edge whether it
 * leads round ("ring") or follows from others ("implied"). Edges come most
 * important first: of a ring the last one is drawn upwards. */
export function inRows(nodes, edges, across = 6) {
  const reaches = new Map(nodes.map((node) => [node.id, new Set()]));
  const marks = edges.map(({ source, target }) => {
    if (reaches.get(target).has(source)) return 'ring';
    const below = [target, ...reaches.get(target)];
    for (const [id, set] of reaches) if (id === source || set.has(source)) below.forEach((one) => set.add(one));
    return '';
  });
  edges.forEach(({ source, target }, i) => {
    if (!marks[i] && [...reaches.get(source)].some((middle) => middle !== target && reaches.get(middle).has(target))) marks[i] = 'implied';
  });
  const level = new Map(nodes.map((node) => [node.id, 0]));
  for (let moved = true; moved;) {
    moved = false;
    edges.forEach(({ source, target }, i) => {
      if (marks[i] !== 'ring' && level.get(target) <= level.get(source)) moved = Boolean(level.set(target, level.get(source) + 1));
    });
  }
  const rows = [];
  for (const at of [...new Set(level.values())].sort((a, b) => a - b)) {
    const ids = nodes.map((node) => node.id).filter((id) => level.get(id) === at);
    for (let i = 0; i < ids.length; i += across) rows.push(ids.slice(i, i + across));
  }
  const x = new Map();
  const put = (row) => row.forEach((id, i) => x.set(id, i - (row.length - 1) / 2));
  rows.forEach(put);
  const near = new Map(nodes.map((node) => [node.id, []]));
  edges.forEach(({ source, target }, i) => { if (!marks[i]) { near.get(source).push(target); near.get(target).push(source); } });
  const pull = (id) => (near.get(id).length ? near.get(id).reduce((sum, one) => sum + x.get(one), 0) / near.get(id).length : x.get(id));
  for (let sweep = 0; sweep < 6; sweep++) for (const row of rows) { row.sort((a, b) => pull(a) - pull(b)); put(row); }
  const places = new Map();
  rows.forEach((row, i) => row.forEach((id) => places.set(id, { x: x.get(id) * 190, y: i * 58 })));
  return { places, marks };
}
