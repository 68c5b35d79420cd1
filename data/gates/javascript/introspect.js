'use strict';
// What a Node session knows of itself. answer(question, arguments as JSON) prints.
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

const SHOWN = 200; // rows of an answer

// The language has no such thing; the words say what serves instead.
class Unsupported extends Error {
  constructor(message) {
    super(message);
    this.name = 'Unsupported';
  }
}

function valueOf(expression) {
  try {
    return vm.runInThisContext(`(${expression})`);
  } catch (error) {
    const found = Object.entries(require.cache).find(([file]) => path.basename(file, path.extname(file)) === expression || file === expression);
    if (found) return found[1].exports;
    if (require('node:module').builtinModules.includes(expression)) return require(`node:${expression}`);
    throw error;
  }
}

const isClass = value => typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
const kindOf = value => isClass(value) ? 'class' : value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
const headOf = value => Function.prototype.toString.call(value).split('\n')[0].replace(/\s*\{.*$/, '').slice(0, 200);

// Looked at without running a getter.
function member(holder, name) {
  const property = Object.getOwnPropertyDescriptor(holder, name);
  return property && 'value' in property ? property.value : undefined;
}

function printRows(rows) {
  for (const row of rows.slice(0, SHOWN)) console.log(row);
  if (rows.length > SHOWN) console.log(`... and ${rows.length - SHOWN} more`);
  if (!rows.length) console.log('nothing');
}

const answers = {
  names({module_name, all = false}) {
    const holder = ['Main', 'globalThis'].includes(module_name) ? globalThis : valueOf(module_name);
    const found = (all ? Object.getOwnPropertyNames(holder) : Object.keys(holder)).sort();
    printRows(found.map(name => {
      const value = member(holder, name);
      return `${name}: ${kindOf(value)}${typeof value === 'function' ? ` ${headOf(value)}` : ''}`;
    }));
  },

  methods({query}) {
    const value = valueOf(query);
    if (typeof value !== 'function') throw new TypeError(`${query} is no function or class`);
    const rows = [`${query}: ${headOf(value)}`];
    for (const [holder, mark] of [[value, 'static '], [value.prototype, '.']]) {
      for (const name of holder ? Object.getOwnPropertyNames(holder) : []) {
        const one = member(holder, name);
        if (typeof one === 'function' && name !== 'constructor') rows.push(`  ${mark}${headOf(one)}`);
      }
    }
    printRows(rows);
  },

  type({type_expr}) {
    const value = valueOf(type_expr), made = typeof value === 'function' ? value.prototype : value;
    if (typeof value !== 'function') console.log(`${type_expr} is a value of type ${kindOf(value)}`);
    const chain = [];
    for (let one = made; one !== null && one !== undefined; one = Object.getPrototypeOf(Object(one))) {
      const own = typeof one === 'object' || typeof one === 'function' ? member(one, 'constructor')?.name : undefined;
      if (own) chain.push(own);
    }
    console.log(`order: ${chain.join(' < ') || kindOf(value)}`);
    if (made !== null && typeof made === 'object') {
      for (const name of Object.getOwnPropertyNames(made).slice(0, SHOWN)) console.log(`  ${name}: ${kindOf(member(made, name))}`);
    }
  },

  environment() {
    console.log(`Node ${process.versions.node} (V8 ${process.versions.v8}) at ${process.execPath}`);
    console.log(`directory ${process.cwd()}`);
    let manifest = {};
    try {
      manifest = JSON.parse(fs.readFileSync(path.join(process.cwd(), 'package.json'), 'utf8'));
    } catch {
      console.log('no package.json that can be read');
    }
    for (const kind of ['dependencies', 'devDependencies']) {
      for (const [name, range] of Object.entries(manifest[kind] ?? {})) {
        let version = 'not installed';
        try {
          version = JSON.parse(fs.readFileSync(path.join(process.cwd(), 'node_modules', name, 'package.json'), 'utf8')).version;
        } catch {
          // said by the word above
        }
        console.log(`  ${name} ${range}: ${version}${kind === 'devDependencies' ? ' (dev)' : ''}`);
      }
    }
    console.log(`${Object.keys(require.cache).length} modules are loaded`);
  },

  profile({code}) {
    const {Session} = require('node:inspector'), session = new Session(), spent = new Map();
    const script = new vm.Script(code, {filename: '<profile>'});
    session.connect();
    session.post('Profiler.enable');
    session.post('Profiler.start');
    try {
      script.runInThisContext();
    } finally {
      session.post('Profiler.stop', (error, found) => {
        const {nodes = [], samples = [], timeDeltas = []} = found?.profile ?? {}, byId = new Map(nodes.map(node => [node.id, node.callFrame]));
        samples.forEach((id, n) => {
          const frame = byId.get(id), name = `${frame?.functionName || '(anonymous)'} ${frame?.url ?? ''}:${(frame?.lineNumber ?? -1) + 1}`;
          spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[n] ?? 0));
        });
      });
      session.disconnect();
    }
    printRows([...spent].sort((a, b) => b[1] - a[1]).slice(0, 25).map(([name, us]) => `${(us / 1000).toFixed(2).padStart(10)} ms  ${name}`));
  },

  macro() {
    throw new Unsupported('JavaScript has no macros');
  },

  lowered() {
    throw new Unsupported('V8 does not give its bytecode to programs; start node with --print-bytecode to see it');
  },

  typed() {
    throw new Unsupported('JavaScript has no inferred types; type_info tells what a value is');
  },

  symbols({query}) {
    const wanted = query.toLowerCase(), rows = [];
    const holders = [['globalThis', globalThis], ...Object.entries(require.cache).map(([file, one]) => [file, one.exports])];
    for (const [place, holder] of holders) {
      for (const name of holder && ['object', 'function'].includes(typeof holder) ? Object.getOwnPropertyNames(holder) : []) {
        const value = member(holder, name);
        if (typeof value === 'function' && name.toLowerCase().includes(wanted)) rows.push(`${name}: ${kindOf(value)}  ${place}`);
      }
    }
    printRows(rows);
  },

  exfiltrate() {
    throw new Unsupported('a function cannot read the variables of its caller in JavaScript; write debugger; there and use debug_eval');
  },

  pkg_add({packages}) {
    npm('install', packages);
  },

  pkg_rm({packages}) {
    npm('uninstall', packages);
  },

  safehouse() {
    throw new Unsupported('nothing is captured in JavaScript: debug_eval evaluates where code is paused');
  },
};

// What npm would take for an option is none.
function npm(order, packages) {
  if (!packages.length || packages.some(name => !name || name.startsWith('-'))) throw new TypeError('packages must be names, at least one');
  const done = require('node:child_process').spawnSync('npm', [order, '--no-audit', '--no-fund', '--ignore-scripts', '--', ...packages], {encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});
  if (done.error) throw done.error;
  console.log(`${done.stdout}${done.stderr}`.trim());
  if (done.status) throw new Error(`npm ended with ${done.status}`);
}

function answer(question, spelled) {
  answers[question](JSON.parse(spelled));
}

module.exports = {answer};
