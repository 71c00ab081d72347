// Makes the pictures of docs/pictures: starts a new demo in its own folder, opens it in Chromium, and ends it again.
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from '#e2e/chromium.ts';
import { findFreePort } from '#e2e/portal.ts';
import { buildIfStale } from './build.mjs';
import { NODE_ARGUMENTS, nodeEnvironment } from './server-process.mjs';
import { root } from './tools.mjs';

const FOLDER = path.join(root, 'docs/pictures');
const WINDOW = { width: 1440, height: 900 };
const MAX_BYTES = 250_000;
const START_MS = 180_000;
const WAIT_MS = 120_000;
const QUALITIES = [86, 80, 70, 60, 45];

await buildIfStale();
const dataDir = await mkdtemp(path.join(tmpdir(), 'waygate-pictures-'));
await chmod(dataDir, 0o755);
try {
  const demo = await startDemo(path.join(dataDir, 'demo'));
  try {
    await takePictures(demo);
  } finally {
    await demo.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

async function startDemo(data) {
  const port = await findFreePort();
  const program = [...NODE_ARGUMENTS, path.join(root, 'apps/server/dist/waygate.js'), 'demo', '--data', data];
  const env = { ...process.env, ...nodeEnvironment(), PORT: String(port), LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, program, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const { promise, resolve, reject } = Promise.withResolvers();
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    const [, owner, player, password] = /Owner: +(\S+)\nPlayer: +(\S+)\nPassword: (\S+)/.exec(output) ?? [];
    if (password) resolve({ origin: `http://localhost:${port}`, owner, player, password, stop });
  });
  void ended.then(() => reject(new Error(`The demo ended before it was ready:\n${output}`)));
  const late = setTimeout(() => reject(new Error(`The demo wasn't ready in time:\n${output}`)), START_MS);
  try {
    return await promise;
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

async function takePictures({ origin, owner, player, password }) {
  await mkdir(FOLDER, { recursive: true });
  const browser = await chromium.launch(await findChromium());
  const signIn = async (name) => {
    // Nothing moves, and nothing fades in.
    const context = await browser.newContext({ viewport: WINDOW, baseURL: origin, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    if (name === undefined) return page;
    await page.goto('/login');
    await page.getByLabel('Username or Email').fill(name);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname !== '/login', { waitUntil: 'commit' });
    return page;
  };
  try {
    const [visitor, asPlayer, asOwner] = [await signIn(), await signIn(player), await signIn(owner)];
    await visitor.goto('/');
    await take(visitor, 'landing');
    await asPlayer.goto('/store');
    await take(asPlayer, 'shop');
    await asPlayer.goto('/profile');
    await asPlayer.getByRole('tab', { name: 'Viewer Drops' }).click();
    await take(asPlayer, 'drops');
    await asOwner.goto('/admin/orders');
    await asOwner.getByRole('row').nth(3).waitFor();
    await take(asOwner, 'orders');
    await asOwner.goto(`/admin/users?search=${player}`);
    await asOwner.getByRole('link', { name: player }).first().click();
    await asOwner.getByRole('tab', { name: 'Orders' }).waitFor();
    await take(asOwner, 'account');
    await asOwner.goto('/admin/statistics/game');
    await asOwner.getByRole('heading', { name: 'Active players and sign-ins' }).waitFor();
    await take(asOwner, 'statistics');
  } finally {
    await browser.close();
  }
}

/** Takes what the window shows, once its fonts and pictures are there. */
async function take(page, name) {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await document.fonts.ready;
    const shown = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.all(shown.map((image) => image.decode().catch(() => {})));
  });
  const picture = await page.screenshot({ animations: 'disabled', scale: 'css' });
  for (const quality of QUALITIES) {
    const { size } = await sharp(picture)
      .webp({ quality })
      .toFile(path.join(FOLDER, `${name}.webp`));
    if (size <= MAX_BYTES) return console.log(`✓ ${name}.webp (${Math.round(size / 1000)} kB)`);
  }
  throw new Error(`${name}.webp has more than ${MAX_BYTES / 1000} kB.`);
}
