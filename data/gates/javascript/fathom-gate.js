'use strict';
// A gate: lets fathom run code in this process, and you see what it runs.
//
//   require('/…/fathom-gate.js').serve({name: 'lab', namespace: 'lab', tools: [tool]})
//
// Needs Node 18 or later and nothing else: what it needs of ZeroMQ's protocol
// is spoken here. docs/gate.md has the gate's own.
//
// Two threads. A worker has the sockets, the queue and the results, so that it
// answers while code runs; the main thread runs the code.
const crypto = require('node:crypto');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const vm = require('node:vm');
const {Worker, isMainThread, parentPort, workerData} = require('node:worker_threads');

const VERSION = 1;
const MAX_MESSAGE = 4 << 20;
const MAX_OUTPUT = 256 << 10; // characters of each stream, kept
const MAX_HELD = 1000; // pieces of code that wait or run, and results that nobody asked for yet
const MAX_HELD_SIZE = 64 << 20;
const KEEP_MS = 600000;
const FLUSH_MS = 30;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

class Refused extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

// ---- ZMTP 3.0, the side that listens, without encryption ----

const MORE = 1, LONG = 2, COMMAND = 4;

function frame(flags, body) {
  const head = body.length > 255 ? Buffer.alloc(9) : Buffer.alloc(2);
  head[0] = flags | (body.length > 255 ? LONG : 0);
  if (body.length > 255) head.writeBigUInt64BE(BigInt(body.length), 1);
  else head[1] = body.length;
  return Buffer.concat([head, body]);
}

function greeting() {
  const bytes = Buffer.alloc(64);
  bytes[0] = 0xff;
  bytes[9] = 0x7f;
  bytes[10] = 3;
  bytes.write('NULL', 12, 'ascii');
  return bytes;
}

function ready(type) {
  const value = Buffer.from(type), size = Buffer.alloc(4);
  size.writeUInt32BE(value.length);
  return frame(COMMAND, Buffer.concat([Buffer.from('\x05READY\x0bSocket-Type', 'latin1'), size, value]));
}

// One connection. onMessage gets the frames of a message.
class Peer {
  constructor(socket, type, onMessage) {
    this.socket = socket;
    this.onMessage = onMessage;
    this.chunks = [];
    this.size = 0;
    this.greeted = false;
    this.isReady = false;
    this.frames = [];
    this.topics = new Set();
    socket.on('data', bytes => this.take(bytes));
    socket.on('error', () => socket.destroy());
    socket.write(Buffer.concat([greeting(), ready(type)]));
  }

  take(bytes) {
    this.chunks.push(bytes);
    this.size += bytes.length;
    if (this.size > MAX_MESSAGE + 1024) return this.socket.destroy();
    let all = Buffer.concat(this.chunks), used = 0;
    if (!this.greeted) {
      if (all.length < 64) return this.keep(all);
      if (all[0] !== 0xff || all[10] < 3) return this.socket.destroy();
      this.greeted = true;
      used = 64;
    }
    for (;;) {
      const left = all.length - used;
      if (left < 2) break;
      const isLong = all[used] & LONG, head = isLong ? 9 : 2;
      if (left < head) break;
      const length = isLong ? Number(all.readBigUInt64BE(used + 1)) : all[used + 1];
      if (length > MAX_MESSAGE) return this.socket.destroy();
      if (left < head + length) break;
      this.frame(all[used], all.subarray(used + head, used + head + length));
      used += head + length;
    }
    this.keep(all.subarray(used));
  }

  keep(rest) {
    this.chunks = rest.length ? [rest] : [];
    this.size = rest.length;
  }

  frame(flags, body) {
    if (flags & COMMAND) {
      this.isReady = true;
      return;
    }
    this.frames.push(Buffer.from(body));
    if (this.frames.length > 8) return this.socket.destroy();
    if (flags & MORE) return;
    const frames = this.frames;
    this.frames = [];
    this.onMessage(this, frames);
  }

  send(frames) {
    if (this.socket.destroyed) return;
    this.socket.write(Buffer.concat(frames.map((body, n) => frame(n + 1 < frames.length ? MORE : 0, body))));
  }
}

// ---- the worker: requests, the queue, results ----

// The first and the last half of what was written.
class Output {
  constructor() {
    this.head = '';
    this.tail = [];
    this.tailLength = 0;
    this.size = 0;
  }

  add(text) {
    this.size += text.length;
    const room = MAX_OUTPUT / 2 - this.head.length;
    if (room > 0) {
      this.head += text.slice(0, room);
      text = text.slice(room);
    }
    if (!text) return;
    this.tail.push(text.slice(-MAX_OUTPUT / 2));
    this.tailLength += this.tail[this.tail.length - 1].length;
    while (this.tailLength - this.tail[0].length >= MAX_OUTPUT / 2) this.tailLength -= this.tail.shift().length;
  }

  text() {
    const tail = this.tail.join('').slice(-MAX_OUTPUT / 2), cut = this.size - this.head.length - tail.length;
    return [this.head + (cut ? `\n… ${cut} characters left out …\n` : '') + tail, cut];
  }
}

class Session {
  constructor(options) {
    this.options = options;
    this.born = Date.now();
    this.evals = new Map();
    this.queue = [];
    this.current = null;
    this.count = 0;
    this.asked = new Map(); // questions to the main thread: number to peer
    this.sockets = new Set();
    this.subscribers = new Set();
    this.pending = new Map(); // output that is not told yet
    this.servers = [
      this.listen('sock', 'REP', (peer, frames) => this.onRequest(peer, frames[frames.length - 1])),
      this.listen('pub', 'PUB', (peer, [body]) => this.onSubscription(peer, body)),
    ];
    parentPort.on('message', message => this.onMain(message));
  }

  file(ending) {
    return path.join(this.options.folder, `${this.options.id}.${ending}`);
  }

  listen(ending, type, onMessage) {
    const server = net.createServer(socket => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      const peer = new Peer(socket, type, onMessage);
      if (type === 'PUB') {
        this.subscribers.add(peer);
        socket.on('close', () => this.subscribers.delete(peer));
      }
    });
    server.listen(this.file(ending), () => {
      fs.chmodSync(this.file(ending), 0o600);
      if (++this.listening === 2) parentPort.postMessage({did: 'listen'});
    });
    return server;
  }

  listening = 0;

  onSubscription(peer, body) {
    const topic = body.subarray(1).toString();
    if (body[0] === 1 && peer.topics.size < 1000) peer.topics.add(topic);
    if (body[0] === 0) peer.topics.delete(topic);
  }

  reply(peer, answer) {
    let text = Buffer.from(JSON.stringify({v: VERSION, ok: true, ...answer}));
    if (text.length > MAX_MESSAGE) {
      text = Buffer.from(JSON.stringify({v: VERSION, ok: false, error: {code: 'failed', message: `the answer has ${text.length} bytes`}}));
    }
    peer.send([Buffer.alloc(0), text]);
  }

  onRequest(peer, body) {
    try {
      const request = this.read(body), answer = this[`do_${request.do}`](request, peer);
      if (answer) this.reply(peer, answer);
    } catch (error) {
      const code = error instanceof Refused ? error.code : 'failed';
      this.reply(peer, {ok: false, error: {code, message: error.message}});
    }
  }

  read(body) {
    let request;
    try {
      request = JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(body));
    } catch (error) {
      throw new Refused('bad', `no JSON: ${error.message}`);
    }
    if (!request || typeof request !== 'object' || Array.isArray(request)) throw new Refused('bad', 'a request is an object');
    if (request.v !== VERSION) throw new Refused('version', `this gate speaks version ${VERSION}`);
    if (typeof request.do !== 'string' || !Object.hasOwn(Session.prototype, `do_${request.do}`)) {
      throw new Refused('unknown', `${JSON.stringify(request.do)}: ping, eval, eval_async, result, interrupt, tool_call, complete, ` +
                        'inspect, restart and shutdown are known');
    }
    return request;
  }

  text(request, name) {
    if (typeof request[name] !== 'string') throw new Refused('bad', `${name} must be a text`);
    return request[name];
  }

  do_ping() {
    const {id, name, project, pid, language, version, namespace, tools} = this.options;
    const running = [...this.evals.values()].filter(item => !item.ended).map(item => item.id);
    return {gate: VERSION, id, name, language, version, project, pid, uptime_ms: Date.now() - this.born, reload: 'none', running,
            namespace, tools};
  }

  begin(request, work) {
    if (request.id !== undefined && !(typeof request.id === 'string' && ID.test(request.id))) {
      throw new Refused('bad', 'id must be 1 to 64 letters, digits, - and _');
    }
    const size = JSON.stringify(work).length;
    this.makeRoom(size);
    const id = request.id ?? `e${++this.count}`;
    if (this.evals.has(id)) throw new Refused('bad', `there is an eval ${id} already`);
    const item = {id, work, state: 'queued', out: {stdout: new Output(), stderr: new Output()}, waiting: [], ended: 0, size};
    this.evals.set(id, item);
    this.queue.push(item);
    this.next();
    return item;
  }

  // What is too old is forgotten, and nothing else: whoever comes too fast waits, instead of losing a result.
  makeRoom(size) {
    let held = size;
    for (const item of this.evals.values()) {
      if (item.ended && Date.now() - item.ended > KEEP_MS) this.evals.delete(item.id);
      else held += item.size;
    }
    if (this.evals.size < MAX_HELD && held <= MAX_HELD_SIZE) return;
    throw new Refused('busy', `${this.evals.size} pieces of code and results are held, with ${held >> 20} MB: ask for results, which are given ` +
                      `once, or come later; each is kept for ${KEEP_MS / 60000} minutes`);
  }

  next() {
    while (!this.current && this.queue.length) {
      const item = this.queue.shift();
      if (item.state !== 'queued') continue;
      item.state = 'running';
      item.began = performance.now();
      this.current = item;
      parentPort.postMessage({did: 'run', id: item.id, ...item.work});
    }
  }

  result(item) {
    const [stdout, cutOut] = item.out.stdout.text(), [stderr, cutErr] = item.out.stderr.text();
    const made = {eval: item.id, state: item.state, stdout, stderr, display: item.display ?? [], cut: cutOut + cutErr};
    if (item.began !== undefined) made.ms = item.ms ?? performance.now() - item.began;
    if (item.value !== undefined) made.value = item.value;
    if (item.error) made.error = item.error;
    if (item.progress) made.progress = item.progress;
    return made;
  }

  take(item) {
    if (item.ended) this.evals.delete(item.id);
    return this.result(item);
  }

  do_eval(request, peer) {
    const item = this.begin(request, {code: this.text(request, 'code')});
    item.waiting.push(peer);
  }

  do_eval_async(request) {
    const item = this.begin(request, {code: this.text(request, 'code')});
    return {eval: item.id, state: item.state};
  }

  do_tool_call(request) {
    const tool = this.text(request, 'tool'), args = request.arguments ?? {};
    if (!this.options.tools.some(one => one.name === tool)) throw new Refused('unknown', `no tool ${tool}`);
    if (typeof args !== 'object' || Array.isArray(args)) throw new Refused('bad', 'arguments must be an object');
    const item = this.begin(request, {tool, args});
    return {eval: item.id, state: item.state};
  }

  find(request) {
    const item = this.evals.get(this.text(request, 'eval'));
    if (!item) throw new Refused('unknown', `no eval ${request.eval}: it was asked for before, or too long ago`);
    return item;
  }

  do_result(request) {
    return this.take(this.find(request));
  }

  do_interrupt(request) {
    const item = request.eval === undefined ? this.current : this.find(request);
    if (!item || item.ended) return {interrupted: []};
    if (item.state === 'queued') this.end(item, {state: 'interrupted'});
    else {
      // Code that computes is stopped by the signal, code that waits by the message.
      parentPort.postMessage({did: 'interrupt', id: item.id});
      process.kill(process.pid, 'SIGINT');
    }
    return {interrupted: [item.id]};
  }

  askMain(request, peer, what) {
    if (this.current) throw new Refused('busy', `${this.current.id} runs`);
    const number = ++this.count;
    const cursor = Number.isInteger(request.cursor) ? request.cursor : request.code?.length;
    this.asked.set(number, peer);
    parentPort.postMessage({did: what, number, code: this.text(request, 'code'), cursor});
  }

  do_complete(request, peer) {
    this.askMain(request, peer, 'complete');
  }

  do_inspect(request, peer) {
    this.askMain(request, peer, 'inspect');
  }

  // The debugger of the main thread, from this one; the first question arms it. `debugger;` then pauses there.
  arm() {
    const {Session: Inspector} = require('node:inspector');
    this.inspector = new Inspector();
    this.inspector.connectToMainThread();
    this.inspector.on('Debugger.paused', ({params}) => { this.paused = params.callFrames; });
    this.inspector.on('Debugger.resumed', () => { this.paused = null; });
    this.inspector.post('Debugger.enable');
  }

  do_debug(request, peer) {
    if (!this.inspector) this.arm();
    const action = request.action ?? 'status';
    if (!this.paused) return {paused: false, text: 'nothing is paused: code that says debugger; from now on pauses there'};
    if (action === 'continue') {
      this.inspector.post('Debugger.resume');
      return {paused: false, text: 'it goes on'};
    }
    if (action === 'eval') {
      const expression = this.text(request, 'expression');
      this.inspector.post('Debugger.evaluateOnCallFrame', {callFrameId: this.paused[0].callFrameId, expression, generatePreview: false}, (error, found) => {
        const result = found?.result;
        const text = error ? error.message : result.description ?? (result.value === undefined ? result.type : JSON.stringify(result.value));
        this.reply(peer, {paused: true, text: String(text).slice(0, 20000)});
      });
      return null;
    }
    const frames = this.paused.filter(frame => !frame.url.startsWith('node:') && frame.url !== `file://${__filename}` && frame.url !== __filename)
        .map(frame => `${frame.functionName || '(anonymous)'} ${frame.url}:${frame.location.lineNumber + 1}`);
    const scope = this.paused[0].scopeChain.find(one => one.type === 'local');
    if (!scope) return {paused: true, text: frames.slice(0, 20).join('\n')};
    this.inspector.post('Runtime.getProperties', {objectId: scope.object.objectId, ownProperties: true}, (error, found) => {
      const held = (found?.result ?? []).slice(0, 50).map(one => `  ${one.name} = ${one.value?.description ?? JSON.stringify(one.value?.value)}`.slice(0, 220));
      this.reply(peer, {paused: true, text: [...frames.slice(0, 20), ...held].join('\n')});
    });
    return null;
  }

  do_restart(request, peer) {
    this.reply(peer, {});
    this.close(() => parentPort.postMessage({did: 'restart'}));
  }

  do_shutdown(request, peer) {
    this.reply(peer, {});
    this.close(() => parentPort.postMessage({did: 'shutdown'}));
  }

  close(then) {
    for (const server of this.servers) server.close();
    setTimeout(() => { // the answer left meanwhile
      for (const socket of this.sockets) socket.destroy();
      then();
    }, 100);
  }

  end(item, {state, value, error, display}) {
    this.flush();
    Object.assign(item, {state, value, error, display, ended: Date.now(), work: null}); // its code is not needed any more
    const texts = [value ?? '', ...(display ?? []).map(one => one.data)].reduce((sum, text) => sum + text.length, 0);
    item.size = texts + Object.values(item.out).reduce((sum, out) => sum + out.head.length + out.tailLength, 0);
    if (item.began !== undefined) item.ms = performance.now() - item.began;
    if (this.current === item) this.current = null;
    this.publish(item.id, {event: 'done', ...this.result(item)});
    for (const peer of item.waiting) this.reply(peer, this.take(item));
    this.next();
  }

  onMain(message) {
    const item = this.evals.get(message.id);
    if (message.did === 'answer') {
      this.reply(this.asked.get(message.number), message.answer);
      this.asked.delete(message.number);
    } else if (item && message.did === 'wrote') {
      item.out[message.stream].add(message.text);
      const key = `${message.stream} ${item.id}`;
      if (!this.pending.size) setTimeout(() => this.flush(), FLUSH_MS);
      this.pending.set(key, (this.pending.get(key) ?? '') + message.text);
    } else if (item && message.did === 'progress') {
      item.progress = {fraction: message.fraction, text: message.text};
      this.publish(item.id, {event: 'progress', ...item.progress});
    } else if (item && message.did === 'end') this.end(item, message);
  }

  flush() {
    for (const [key, text] of this.pending) {
      const [stream, id] = key.split(' ');
      this.publish(id, {event: 'output', stream, text: text.slice(-MAX_OUTPUT)});
    }
    this.pending.clear();
  }

  publish(id, event) {
    const text = Buffer.from(JSON.stringify({v: VERSION, eval: id, ...event}));
    if (text.length > MAX_MESSAGE) return;
    for (const peer of this.subscribers) {
      const wants = [...peer.topics].some(topic => id.startsWith(topic));
      if (wants && peer.socket.writableLength < 4 * MAX_MESSAGE) peer.send([Buffer.from(id), text]); // slow ones miss some
    }
  }
}

if (!isMainThread && workerData?.fathomGate) new Session(workerData.fathomGate);

// ---- the main thread: running code ----

function runtimeFolder() {
  const base = process.env.XDG_RUNTIME_DIR;
  const root = base && path.isAbsolute(base) ? path.join(base, 'fathom') : path.join(os.tmpdir(), `fathom-${process.getuid()}`);
  const folder = path.join(root, 'gates');
  for (const part of [root, folder]) {
    fs.mkdirSync(part, {recursive: true, mode: 0o700});
    const seen = fs.lstatSync(part);
    if (!seen.isDirectory() || seen.uid !== process.getuid() || seen.mode & 0o022) {
      throw new Error(`${part} is not a folder of yours alone: sockets there could be somebody else's`);
    }
  }
  return folder;
}

function newId() {
  const given = process.env.FATHOM_GATE_ID;
  delete process.env.FATHOM_GATE_ID;
  if (/^[a-z0-9]{8}$/.test(given ?? '')) return given;
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from({length: 8}, () => letters[crypto.randomInt(letters.length)]).join('');
}

// {name, description, parameters: {a: 'integer', b: {type: 'integer', default: 2}}, run}, or with a whole `schema`
function schemaOf(tool) {
  if (tool.schema) return tool.schema;
  const properties = {}, required = [];
  for (const [name, given] of Object.entries(tool.parameters ?? {})) {
    const {optional, ...schema} = typeof given === 'string' ? {type: given} : given;
    properties[name] = schema;
    if (!optional && schema.default === undefined) required.push(name);
  }
  return {type: 'object', properties, required, additionalProperties: false};
}

// ---- a function as a tool, described by the JSDoc before it or at its beginning ----

const PLAIN = {string: 'string', number: 'number', integer: 'integer', int: 'integer', boolean: 'boolean', bool: 'boolean', object: 'object',
               array: 'array'};

// {string[]}, {'a'|'b'}, {?number}: as far as JSON Schema can say it; anything else is any value.
function schemaOfType(text) {
  const type = text.trim().replace(/^[?!]/, '').replace(/^\((.*)\)$/, '$1');
  if (/^(['"])[^'"|]*\1(\|(['"])[^'"|]*\3)*$/.test(type)) return {enum: type.split('|').map(word => word.slice(1, -1))};
  const parts = type.split('|').filter(part => !['null', 'undefined'].includes(part.trim()));
  if (parts.length > 1) return {anyOf: parts.map(schemaOfType)};
  const list = /^(?:Array\.?<(.+)>|(.+)\[\])$/.exec(parts[0] ?? '');
  if (list) return {type: 'array', items: schemaOfType(list[1] ?? list[2])};
  const plain = PLAIN[(parts[0] ?? '').toLowerCase()];
  return plain ? {type: plain} : {};
}

function valueOf(text) {
  try {
    return JSON.parse(text.replace(/^'(.*)'$/, '"$1"'));
  } catch {
    return text;
  }
}

// Comments are no part of a function that runs, so the files that were loaded are looked through for its text.
function docOf(run, files) {
  const text = run.toString(), inside = /^[^{]*\{\s*\/\*\*([\s\S]*?)\*\//.exec(text);
  for (const file of files) {
    let source = '';
    try {
      source = fs.readFileSync(file, 'utf8');
    } catch {
      continue;
    }
    const at = source.indexOf(text), before = at < 0 ? '' : source.slice(Math.max(0, at - 8000), at);
    const found = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export\s+(?:default\s+)?|(?:const|let|var)\s+[\w$]+\s*=\s*|module\.exports[\w$.]*\s*=\s*|[\w$]+\s*:\s*)*$/.exec(before);
    if (found) return found[1];
  }
  return inside ? inside[1] : '';
}

function toolOf(given, files) {
  if (typeof given !== 'function') return given;
  const parameters = {}, names = [], words = [];
  let hasTag = false;
  for (const raw of docOf(given, files).split('\n')) {
    const line = raw.trim().replace(/^\*\s?/, '').trim();
    const param = /^@(?:param|arg|argument)\s+(?:\{([^}]*)\}\s+)?(\[?)([\w$.]+)\s*(?:=\s*(.*?))?\]?(?:\s*-)?(?:\s+(.*))?$/.exec(line);
    hasTag ||= line.startsWith('@');
    if (!hasTag && line) words.push(line);
    if (!param) continue;
    const [, type, bracket, whole, otherwise, description] = param, name = whole.split('.').pop();
    const schema = {...schemaOfType(type ?? ''), ...(description ? {description} : {})};
    if (bracket) schema.optional = true;
    if (bracket && otherwise !== undefined) schema.default = valueOf(otherwise.replace(/\]$/, ''));
    if (whole.includes('.')) delete parameters[whole.split('.')[0]]; // the members of an object that is taken apart
    parameters[name] = schema;
    names.push(name);
  }
  const takesObject = /^(?:async\s*)?(?:function\s*\*?\s*[\w$]*\s*)?\(\s*\{/.test(given.toString());
  const run = takesObject ? given : args => given(...names.map(name => args[name]));
  return {name: given.name, description: words.join('\n'), parameters, run};
}

// Files of the program's own, whoever called first.
function ownFiles() {
  const called = (new Error().stack ?? '').split('\n').map(line => /\(?((?:file:\/\/)?\/[^()]*?):\d+:\d+\)?$/.exec(line)?.[1]);
  const files = [...called, ...Object.keys(require.cache)].filter(Boolean).map(file => file.replace(/^file:\/\//, ''));
  return [...new Set(files)].filter(file => file !== __filename && !file.includes('/node_modules/')).slice(0, 500);
}

const TYPES = {integer: Number.isInteger, number: value => typeof value === 'number', string: value => typeof value === 'string',
               boolean: value => typeof value === 'boolean', array: Array.isArray,
               object: value => value !== null && typeof value === 'object' && !Array.isArray(value)};

function checkArguments(tool, args) {
  const {properties = {}, required = []} = schemaOf(tool), wrong = [];
  for (const name of required) if (!(name in args)) wrong.push(`${name} is missing`);
  for (const [name, value] of Object.entries(args)) {
    if (!Object.hasOwn(properties, name)) wrong.push(`no argument ${name}`);
    else if (TYPES[properties[name].type] && !TYPES[properties[name].type](value)) wrong.push(`${name} must be a ${properties[name].type}`);
    else if (properties[name].enum && !properties[name].enum.includes(value)) wrong.push(`${name} must be one of ${properties[name].enum.join(', ')}`);
  }
  if (wrong.length) throw new TypeError(`${tool.name}: ${wrong.join('; ')}`);
  const defaults = Object.entries(properties).filter(([, schema]) => schema.default !== undefined).map(([name, schema]) => [name, schema.default]);
  return {...Object.fromEntries(defaults), ...args};
}

class Runner {
  constructor(options) {
    const {inspect} = require('node:util');
    const {PassThrough} = require('node:stream');
    this.inspect = value => inspect(value, {depth: 4, maxArrayLength: 200, maxStringLength: 50000}).slice(0, MAX_OUTPUT);
    const files = ownFiles();
    this.tools = (options.tools ?? []).map(tool => toolOf(tool, files));
    this.show = options.show ?? true;
    this.folder = runtimeFolder();
    this.id = newId();
    // The prompt's own machinery knows how to complete; nobody types into this one.
    this.repl = require('node:repl').start({input: new PassThrough(), output: new PassThrough(), useGlobal: true, terminal: false});
    this.card = {gate: VERSION, id: this.id, name: options.name ?? (path.basename(process.cwd()) || 'node'), language: 'javascript',
                 version: process.versions.node, project: process.cwd(), pid: process.pid};
    const tools = this.tools.map(tool => ({name: tool.name, description: tool.description ?? '', schema: schemaOf(tool)}));
    this.worker = new Worker(__filename, {stdout: false, stderr: false, workerData: {
      fathomGate: {...this.card, folder: this.folder, namespace: options.namespace ?? 'session', tools}}});
    this.worker.on('message', message => this.onWorker(message));
    this.worker.unref(); // the program ends when it would without a gate
    this.catchStreams();
    process.on('exit', () => this.removeFiles());
  }

  file(ending) {
    return path.join(this.folder, `${this.id}.${ending}`);
  }

  removeFiles() {
    for (const ending of ['json', 'sock', 'pub']) fs.rmSync(this.file(ending), {force: true});
  }

  catchStreams() {
    for (const name of ['stdout', 'stderr']) {
      const stream = process[name], write = stream.write;
      stream.write = (chunk, encoding, done) => {
        if (this.running && !this.quiet) {
          const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
          this.worker.postMessage({did: 'wrote', id: this.running, stream: name, text});
        }
        return write.call(stream, chunk, encoding, done);
      };
    }
  }

  // For the person: what is about to run, without what could move a terminal's cursor.
  showCode(code) {
    if (!this.show) return;
    this.quiet = true;
    code.trimEnd().split('\n').slice(0, 200).forEach((line, n) => {
      const safe = line.replace(/[^\x20-\x7e\t\u00a0-\u1fff\u2070-\ud7ff\uf900-\ufdff]/g, c => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
      process.stdout.write(`${n ? '' : '\n'}[fathom] ${n ? '...' : '>>>'} ${safe}\n`);
    });
    this.quiet = false;
  }

  onWorker(message) {
    if (message.did === 'run') this.run(message);
    else if (message.did === 'interrupt') this.stop?.(message.id);
    else if (message.did === 'complete') this.complete(message);
    else if (message.did === 'inspect') this.look(message);
    else if (message.did === 'listen') this.writeCard();
    else if (message.did === 'shutdown') process.exit(0);
    else if (message.did === 'restart') this.restart();
  }

  writeCard() {
    fs.writeFileSync(this.file('json.new'), JSON.stringify(this.card), {mode: 0o600});
    fs.renameSync(this.file('json.new'), this.file('json'));
  }

  evaluate(id, code) {
    return this.compile(code, `<eval ${id}>`).runInThisContext({breakOnSigint: true});
  }

  // As it is, else, where it waits at top level, as the body of a function whose
  // value is that of its last expression; what is declared there is gone then.
  compile(code, filename) {
    try {
      return new vm.Script(code, {filename});
    } catch (error) {
      if (!(error instanceof SyntaxError) || !/\bawait\b/.test(code)) throw error;
      const text = code.trimEnd().replace(/;$/, '');
      const ends = [-1, ...[...text.matchAll(/[;\n]/g)].map(found => found.index)].slice(-20).reverse();
      for (const end of ends) {
        try {
          return new vm.Script(`(async () => { ${text.slice(0, end + 1)} return (${text.slice(end + 1)}\n) })()`, {filename});
        } catch {
          continue; // the last expression begins further up
        }
      }
      return new vm.Script(`(async () => { ${code}\n })()`, {filename});
    }
  }

  async run({id, code, tool, args}) {
    const interrupted = new Promise((_, reject) => {
      this.stop = which => which === id && reject(Object.assign(new Error('interrupted'), {code: 'ERR_SCRIPT_EXECUTION_INTERRUPTED'}));
    });
    const onSignal = () => {}; // a signal that comes too late ends nobody's program
    process.on('SIGINT', onSignal);
    this.showCode(code ?? `${tool}(${JSON.stringify(args).slice(0, 200)})`);
    this.running = id;
    this.display = [];
    const end = {did: 'end', id};
    try {
      const found = tool ? this.tools.find(one => one.name === tool) : null;
      const work = found ? (async () => found.run(checkArguments(found, args)))() : (async () => this.evaluate(id, code))();
      const value = await Promise.race([work, interrupted]);
      end.state = 'done';
      if (value !== undefined) end.value = this.inspect(value);
    } catch (error) {
      end.state = error?.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED' ? 'interrupted' : 'failed';
      if (end.state === 'failed') end.error = this.errorOf(error, id);
    }
    end.display = this.display;
    this.running = this.stop = null;
    this.worker.postMessage(end);
    setTimeout(() => process.off('SIGINT', onSignal), 200).unref();
  }

  errorOf(error, id) {
    const isError = error instanceof Error || typeof error?.stack === 'string';
    const lines = isError ? error.stack.split('\n').filter(line => /^\s+at /.test(line)).map(line => line.trim()) : [];
    const own = lines.filter(line => !line.includes('node:') && !line.includes(__filename));
    return {type: isError ? error.name : typeof error, message: String(isError ? error.message : this.inspect(error)).slice(0, 20000),
            trace: own.reverse().slice(-40)};
  }

  answer(number, answer) {
    this.worker.postMessage({did: 'answer', number, answer});
  }

  complete({number, code, cursor}) {
    const before = code.slice(0, cursor), line = before.slice(before.lastIndexOf('\n') + 1);
    this.repl.completer(line, (error, found) => {
      const [matches, prefix] = error ? [[], ''] : found;
      const name = prefix.slice(prefix.lastIndexOf('.') + 1), skip = prefix.length - name.length;
      this.answer(number, {from: cursor - name.length, to: cursor,
                           matches: [...new Set(matches.filter(Boolean).map(match => match.slice(skip)))].sort().slice(0, 200)});
    });
  }

  // By what is stored, without running a getter.
  look({number, code, cursor}) {
    const start = /[\w$.]*$/.exec(code.slice(0, cursor))[0], rest = /^[\w$]*/.exec(code.slice(cursor))[0];
    let value = globalThis, found = true;
    for (const name of (start + rest).split('.')) {
      let holder = value, property;
      while (holder !== null && holder !== undefined && !(property = Object.getOwnPropertyDescriptor(Object(holder), name))) holder = Object.getPrototypeOf(Object(holder));
      if (!property || property.get) {
        found = false;
        break;
      }
      value = property.value;
    }
    const kind = typeof value === 'function' ? value.toString().split('\n')[0].slice(0, 300) : this.inspect(value).slice(0, 2000);
    this.answer(number, found ? {found, text: `${start + rest}: ${typeof value}\n${kind}`} : {found, text: ''});
  }

  // Node cannot become another program, so this process stays around the new one.
  restart() {
    this.removeFiles();
    const done = require('node:child_process').spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)],
        {stdio: 'inherit', env: {...process.env, FATHOM_GATE_ID: this.id}});
    process.exit(done.status ?? 1);
  }
}

let runner = null;

// Opens this process to fathom; gives the session's id. A second call gives the same.
function serve(options = {}) {
  if (!runner) {
    if (options.namespace !== undefined && !/^[a-z][a-z0-9_]{0,31}$/.test(options.namespace)) {
      throw new TypeError('namespace must be a-z, 0-9 and _, beginning with a letter');
    }
    runner = new Runner(options);
    globalThis.fathomGate ??= module.exports;
    if (runner.show) process.stdout.write(`fathom: this process is session ${runner.id} (${runner.card.name})\n`);
  }
  return runner.id;
}

// Tells whoever waits for the code that runs how far it is.
function progress(fraction = null, text = '') {
  if (!runner?.running) return;
  const bounded = typeof fraction === 'number' ? Math.min(1, Math.max(0, fraction)) : null;
  runner.worker.postMessage({did: 'progress', id: runner.running, fraction: bounded, text: String(text).slice(0, 1000)});
}

// Shows a picture (type and base64) or a text to whoever asked for the code that runs.
function display(type, data) {
  if (runner?.running && runner.display.length < 16) runner.display.push({type: String(type), data: String(data)});
}

// What the process knows of itself; prints.
function introspect(question, spelled) {
  require('./introspect.js').answer(question, spelled);
}

module.exports = {serve, progress, display, introspect};
