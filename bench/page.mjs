// One visit of the page for bench/page, which says what the figures mean.
// usage: page.mjs LINK SYMBOL overview|graph
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(pathToFileURL(`${process.env.PACKAGES}/`));
const { chromium } = require('playwright-core');
const [link, symbol, first] = process.argv.slice(2);
const origin = new URL(link).origin;
const PATIENCE = { timeout: 600000 };

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--enable-precise-memory-info'] });
const page = await (await browser.newContext({ viewport: { width: 1280, height: 860 } })).newPage();
const seen = {};

async function overview() {
  await page.waitForFunction(() => /files, .* symbols/.test(document.querySelector('main')?.innerText), null, PATIENCE);
  seen.words = Date.now() - began;
  await page.waitForFunction(() => document.querySelector('.treemap, .picture'), null, PATIENCE);
  seen.picture = Date.now() - began;
  await page.waitForFunction(() => !document.body.innerText.includes('asking …'), null, PATIENCE);
  seen.all = Date.now() - began;
}

// A name that nothing has gives no picture: then there is nothing to drag.
async function calls() {
  const asked = Date.now();
  await page.goto(`${origin}/#/graph/${encodeURIComponent(symbol)}`);
  await page.waitForFunction(() => /^Calls/.test(document.querySelector('main h1')?.innerText) && !document.body.innerText.includes('asking …'), null, PATIENCE);
  seen.calls = Date.now() - asked;
  if (!await page.locator('.picture canvas').count()) return;
  await page.getByLabel('tests too').check();
  await page.waitForTimeout(500);
  seen.boxes = await page.evaluate(() => /([\d,]+) box/.exec(document.body.innerText)[1]);
  const box = await page.locator('.picture').boundingBox();
  await page.evaluate(() => {
    window.ticks = [];
    const tick = (time) => { window.ticks.push(time); requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
  });
  await page.mouse.move(box.x + 30, box.y + 30);
  await page.mouse.down();
  for (let i = 0; i < 120; i++) {
    await page.mouse.move(box.x + 30 + (i % 40) * 4, box.y + 30 + (i % 25) * 3);
    await page.waitForTimeout(12);
  }
  await page.mouse.up();
  Object.assign(seen, await page.evaluate(() => {
    const pauses = window.ticks.slice(1).map((time, i) => time - window.ticks[i]).sort((a, b) => a - b);
    const all = window.ticks[window.ticks.length - 1] - window.ticks[0];
    return { frames: Math.round((1000 * pauses.length) / all), pause: Math.round(pauses[Math.floor(pauses.length * 0.95)]) };
  }));
}

const began = Date.now();
await page.goto(link);
await page.waitForSelector('main h1');
seen.page = Date.now() - began;
if (first === 'overview') await overview();
await calls();
seen.heapMB = await page.evaluate(() => Math.round(performance.memory.usedJSHeapSize / 1e6));
console.log(JSON.stringify(seen));
await browser.close();
