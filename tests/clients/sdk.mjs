// Connects one of the TypeScript SDKs, lists the tools, calls one, and prints
// what it saw as one line of JSON.
// usage: sdk.mjs v1|legacy|auto|modern COMMAND... | sdk.mjs MODE http://...
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [mode, target, ...args] = process.argv.slice(2);
const require = createRequire(process.env.FATHOM_CLIENTS + '/../package.json');
const load = (name) => import(pathToFileURL(require.resolve(name)));
const isHttp = target.startsWith('http://');
const headers = process.env.FATHOM_KEY ? { Authorization: `Bearer ${process.env.FATHOM_KEY}` } : {};

async function makeV1() {
  const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
  const stdio = await load('@modelcontextprotocol/sdk/client/stdio.js');
  const http = await load('@modelcontextprotocol/sdk/client/streamableHttp.js');
  return {
    client: new Client({ name: 'sdk-v1', version: '1' }),
    Stdio: stdio.StdioClientTransport,
    Http: http.StreamableHTTPClientTransport,
  };
}

async function makeV2() {
  const all = await load('@modelcontextprotocol/client');
  const stdio = await load('@modelcontextprotocol/client/stdio');
  const choice = mode === 'modern' ? { pin: '2026-07-28' } : mode;
  return {
    client: new all.Client({ name: 'sdk-v2', version: '1' }, { versionNegotiation: { mode: choice } }),
    Stdio: stdio.StdioClientTransport,
    Http: all.StreamableHTTPClientTransport,
  };
}

const { client, Stdio, Http } = mode === 'v1' ? await makeV1() : await makeV2();
const transport = isHttp
  ? new Http(new URL(target), { requestInit: { headers } })
  : new Stdio({ command: target, args, env: process.env, stderr: 'inherit' });
await client.connect(transport);
const { tools } = await client.listTools();
const found = await client.callTool({ name: 'find', arguments: { query: 'main' } });
const wrong = await client.callTool({ name: 'find', arguments: { qurey: 'main' } });
const unknown = await client.callTool({ name: 'no_such_tool', arguments: {} }).then(
  (result) => ({ isError: result.isError }),
  (error) => ({ code: error.code }),
);
console.log(JSON.stringify({
  server: client.getServerVersion()?.name,
  instructions: (client.getInstructions() ?? '').length > 0,
  tools: tools.map((tool) => tool.name),
  found: found.content[0].text,
  isError: wrong.isError,
  unknown,
}));
await client.close();
