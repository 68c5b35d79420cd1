// Drives the page in Chromium: every view, by mouse and by keyboard, with axe's
// findings, and what a hostile repository shows. Prints one line of JSON with
// what was seen; tests/browser/test_page.py says what it must be.
// usage: drive.mjs LINK SYMBOL REPORT SCREENSHOTS
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(pathToFileURL(`${process.env.PACKAGES}/`));
const { chromium } = require('playwright-core');
const axe = require.resolve('axe-core/axe.min.js');
const [link, symbol, report, screenshots] = process.argv.slice(2);
const origin = new URL(link).origin;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, bypassCSP: false });
const page = await context.newPage();
const seen = { requests: [], errors: [], dialogs: [], views: {}, axe: {}, times: {}, wide: [] };
page.on('request', (request) => { if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) seen.requests.push(request.url()); });
page.on('pageerror', (error) => seen.errors.push(String(error)));
page.on('console', (message) => { if (message.type() === 'error') seen.errors.push(message.text()); });
page.on('dialog', async (dialog) => { seen.dialogs.push(dialog.message()); await dialog.accept(); });

const began = Date.now();
await page.goto(link);
await page.waitForSelector('.treemap, main .note');
await page.waitForFunction(() => !document.body.innerText.includes('asking …'));
seen.times.first = Date.now() - began;
seen.address = page.url().replace(origin, '');

// axe comes from the test, not from the page: the policy of the page forbids it.
async function judge(name) {
  const source = require('node:fs').readFileSync(axe, 'utf8');
  const found = await page.evaluate(`(async () => { ${source}; return (await axe.run(document, { resultTypes: ['violations'] })).violations; })()`)
    .catch((error) => [{ id: String(error), impact: 'critical', nodes: [] }]);
  seen.axe[name] = found.filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) => `${one.id}: ${one.nodes.map((node) => node.html).slice(0, 2).join(' ')}`);
}

async function view(name, address) {
  await page.goto(`${origin}/#/${address}`);
  await page.waitForFunction(() => document.querySelector('main h1') && !document.body.innerText.includes('asking …'));
  await page.waitForTimeout(300);
  seen.views[name] = await page.evaluate(() => document.querySelector('main').innerText);
  await judge(name);
  if (screenshots) await page.screenshot({ path: `${screenshots}/${name.replace(/[^a-z]+/g, '-')}.png` });
}

await view('overview', 'overview');
await view('files', 'files');
await view('code', `code/${encodeURIComponent('a.py')}:1`);
// What each piece is, as the grammar and the index say.
const tokens = () => page.evaluate(() => [...document.querySelectorAll('.source code > [class]')].map((one) => `${one.className}: ${one.textContent}`));
seen.tokens = await tokens();
await view('ask', `ask/${encodeURIComponent('deux one')}`);
seen.explored = await tokens();
await view('graph', `graph/${encodeURIComponent(symbol)}`);
await view('impact', `impact/${encodeURIComponent(symbol)}`);
await view('together', 'together');
await view('activity', 'activity');
await view('server', 'server');
await view('edits', 'edits');

// A word of the source leads to its definition, the definition's own to who uses it.
await page.goto(`${origin}/#/code/a.py:1`);
await page.waitForSelector('.line');
await page.locator('.word', { hasText: /^one$/ }).last().click();
await page.waitForTimeout(500);
seen.word = page.url().replace(origin, '');
await page.locator('.word', { hasText: /^one$/ }).first().click();
await page.waitForSelector('.choice h3');
seen.users = await page.evaluate(() => document.querySelector('.choice').innerText);
await judge('users');

// Who wrote each line, when somebody asks.
seen.blamed = await page.locator('.who').count();
await page.getByLabel('who wrote it').check();
await page.waitForSelector('.who.begins');
seen.who = await page.evaluate(() => [...document.querySelectorAll('.who.begins')].map((one) => `${one.textContent} | ${one.title}`));
await judge('blame');

// By keyboard alone: from the source's beginning to a name and its definition.
await page.goto(`${origin}/#/code/${encodeURIComponent('a.py')}:1`);
await page.reload();
await page.waitForSelector('.line');
for (let i = 0; i < 60 && await page.evaluate(() => !document.activeElement.classList.contains('source')); i++) await page.keyboard.press('Tab');
for (let i = 0; i < 12; i++) {
  await page.keyboard.press('ArrowRight');
  if (await page.evaluate(() => document.querySelector('.at-it')?.dataset.line === '10' && document.querySelector('.at-it').dataset.word === 'one')) break;
}
seen.spoken = await page.evaluate(() => document.querySelector('.source [role=status]').textContent);
await page.keyboard.press('ArrowUp');
seen.above = await page.evaluate(() => document.querySelector('.source [role=status]').textContent);
await page.keyboard.press('ArrowDown');
await page.keyboard.press('Enter');
await page.waitForFunction(() => location.hash.endsWith(':4'));
await page.waitForSelector('.chosen');

// What a filter leaves out is in neither the picture nor the lists.
await page.goto(`${origin}/#/graph/${encodeURIComponent(symbol)}`);
await page.waitForSelector('.filters');
await page.getByLabel('functions', { exact: true }).uncheck();
await page.waitForTimeout(300);
seen.filtered = await page.evaluate(() => document.querySelector('main').innerText);

// A name that nothing has is said, with what is spelled alike.
await view('missing', 'impact/threee');
seen.unreached = seen.views.missing;
await view('missing', 'graph/threee');
seen.missing = seen.views.missing;
await page.getByRole('link', { name: /:three$/ }).click();
await page.waitForSelector('.filters');
seen.alike = page.url().replace(origin, '');

// Neither a file that is gone nor one that is no text is an empty page.
await view('gone', 'code/gone.py:1');
await view('binary', 'code/blob.bin');

// By keyboard alone: to the content, then along the views.
await page.goto(`${origin}/#/overview`);
await page.waitForSelector('main h1');
await page.reload();
await page.waitForSelector('main h1');
await page.keyboard.press('Tab');
seen.skip = await page.evaluate(() => document.activeElement.textContent);
for (let i = 0; i < 7; i++) await page.keyboard.press('Tab');
seen.focused = await page.evaluate(() => document.activeElement.textContent);
await page.keyboard.press('Enter');
await page.waitForTimeout(300);
seen.keyboard = page.url().replace(origin, '');

// An edit is taken back after a question.
await page.goto(`${origin}/#/edits`);
await page.waitForSelector('text=Take back');
await page.getByRole('button', { name: 'Difference' }).first().click();
await page.waitForSelector('.added');
seen.difference = await page.evaluate(() => document.querySelector('pre.source').textContent);
await judge('difference');
await page.getByRole('button', { name: 'Take back' }).first().click();
await page.waitForSelector('td:has-text("none")', { timeout: 20000 });
seen.undone = await page.evaluate(() => document.querySelector('[role=status]')?.innerText || '');

// What a repository brings is text.
seen.injected = await page.evaluate(() => window.injected === undefined);

// A second page of another origin may not do anything with the cookie.
const other = await context.newPage();
await other.goto('data:text/html,<p>elsewhere');
seen.foreign = await other.evaluate(async (address) => {
  try {
    const response = await fetch(`${address}/mcp`, { method: 'POST', credentials: 'include', headers: { 'Content-Type': 'text/plain' }, body: '{}' });
    return response.status;
  } catch (error) {
    return 'refused';
  }
}, origin);
seen.framed = await other.evaluate((address) => new Promise((resolve) => {
  const frame = document.createElement('iframe');
  frame.src = `${address}/`;
  frame.onload = () => { try { resolve(frame.contentDocument ? 'readable' : 'closed'); } catch { resolve('closed'); } };
  document.body.append(frame);
}), origin);

// The report, as somebody opens it who got it in a mail.
const mailed = await context.newPage();
mailed.on('request', (request) => { if (!request.url().startsWith('file:')) seen.requests.push(request.url()); });
mailed.on('console', (message) => seen.errors.push(message.text()));
await mailed.goto(`file://${report}`);
seen.report = { text: await mailed.evaluate(() => document.body.innerText), injected: await mailed.evaluate(() => window.injected === undefined),
  wide: await mailed.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1), axe: [] };
for (const colorScheme of ['light', 'dark']) {
  await mailed.emulateMedia({ colorScheme });
  const source = require('node:fs').readFileSync(axe, 'utf8');
  const found = await mailed.evaluate(`(async () => { ${source}; return (await axe.run(document, { resultTypes: ['violations'] })).violations; })()`);
  seen.report.axe.push(...found.filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) => `${one.id}: ${one.nodes.map((node) => node.html).slice(0, 2).join(' ')}`));
}
if (screenshots) await mailed.screenshot({ path: `${screenshots}/report.png` });

// On a phone and in the dark.
for (const [name, options] of [['phone', { viewport: { width: 390, height: 800 } }], ['dark', { colorScheme: 'dark' }]]) {
  if (options.viewport) await page.setViewportSize(options.viewport);
  await page.emulateMedia({ colorScheme: options.colorScheme || 'light' });
  for (const address of ['overview', 'files', 'code/a.py:1', `graph/${encodeURIComponent(symbol)}`, 'activity', 'server', 'together']) {
    await view(`${name} ${address}`, address);
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1)) seen.wide.push(`${name} ${address}`);
  }
}

console.log(JSON.stringify(seen));
await browser.close();
