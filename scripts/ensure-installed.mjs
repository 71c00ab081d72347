// Installs the packages when they are missing or older than the lock file. Runs before anything is installed, so it
// must stay plain JavaScript that Node 20 understands and import nothing but Node's own modules.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const PROGRESS_EVERY_S = 10;

export async function ensureInstalled() {
  if (!isInstalled()) await install();
}

/** npm writes node_modules/.package-lock.json last, so it tells what a finished installation has put there. */
function isInstalled() {
  const installedLock = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedLock)) return false;
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages;
  return Object.entries(wanted).every(([place, { version, link, optional, devOptional }]) => {
    if (!place.startsWith('node_modules/') || link) return true;
    // An optional package may be for another platform, but must not be there in an older version.
    if (optional || devOptional) return !installed[place] || installed[place].version === version;
    return installed[place]?.version === version;
  });
}

async function install() {
  console.log('Installing the packages, which takes about a minute …');
  const startedAt = Date.now();
  const elapsed = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
  const progress = setInterval(() => console.log(`  … ${elapsed()}`), PROGRESS_EVERY_S * 1000);

  // The packages run without their install scripts. NODE_ENV=production must not leave out what the build needs.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const child = spawn(npm[0], [...npm.slice(1), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && npm.length === 1,
  });
  // Shown on failure only: under Node 20 npm warns of engines, though the project brings its own Node.
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', resolve);
  });
  clearInterval(progress);

  if (code === 0) return console.log(`Installed in ${elapsed()}.`);
  console.error(`${output}\nnpm ci failed (${code}).`);
  process.exit(1);
}
