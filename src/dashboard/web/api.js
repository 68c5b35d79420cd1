// How the page talks to its server: the secret of its origin goes with every
// request, tools are called as any MCP client calls them, and what happens in
// the daemon comes as a stream.

const STORED = 'fathom-page-key';

// The link's secret is behind the #, so that no server and no history of
// another site ever sees it; it is taken out of the address at once.
function takeKey() {
  const given = /^#key=([0-9a-f]+)$/.exec(location.hash);
  if (given) {
    sessionStorage.setItem(STORED, given[1]);
    history.replaceState(null, '', '/#/overview');
  }
  return sessionStorage.getItem(STORED) || '';
}

const key = takeKey();

async function ask(path, options = {}) {
  const headers = { 'X-Fathom-Page': key, ...options.headers };
  const response = await fetch(path, { ...options, headers, credentials: 'same-origin' });
  if (!response.ok) {
    const said = await response.json().catch(() => ({}));
    throw new Error(said.error?.message || said.error || `the server answered ${response.status}`);
  }
  return response;
}

let requests = 0;

/** Runs a tool. Gives its fields, its text and what parts of that are; throws with the tool's words. */
export async function callTool(tool, args, signal) {
  const method = 'tools/call';
  const body = {
    jsonrpc: '2.0', id: ++requests, method,
    params: {
      name: tool, arguments: args,
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {}, 'fathom/marks': true },
    },
  };
  const response = await ask('/mcp', {
    method: 'POST', signal,
    headers: {
      'Content-Type': 'application/json', Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, 'Mcp-Name': tool,
    },
    body: JSON.stringify(body),
  });
  const type = response.headers.get('content-type') || '';
  const answer = type.startsWith('text/event-stream') ? lastEvent(await response.text()) : await response.json();
  if (answer.error) throw new Error(answer.error.message);
  const text = answer.result.content?.[0]?.text || '';
  if (answer.result.isError) throw new Error(text);
  return { fields: answer.result.structuredContent || {}, text, marks: answer.result._meta?.['fathom/marks'] || [] };
}

function lastEvent(text) {
  const data = text.split('\n').filter((line) => line.startsWith('data: '));
  return JSON.parse(data[data.length - 1].slice(6));
}

export async function callDetails(number) {
  return (await ask(`/api/calls/${number}`)).json();
}

/** Hears of the daemon for as long as the page is open; comes back after a loss. */
export async function listen(onMessage, onState) {
  for (;;) {
    try {
      const response = await ask('/api/events');
      onState(true);
      await readEvents(response.body.getReader(), onMessage);
    } catch {
      // The daemon went, or the page's own server did: both are said the same way.
    }
    onState(false);
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

async function readEvents(reader, onMessage) {
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    const events = rest.split('\n\n');
    rest = events.pop();
    for (const event of events) {
      const data = event.split('\n').filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trimStart()).join('\n');
      if (data) onMessage(JSON.parse(data));
    }
  }
}
