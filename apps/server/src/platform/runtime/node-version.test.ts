import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { NEEDED_NODE, nodeFault } from './node-version.ts';

/** A Node of this machine that is too old, if there is one: the project brings its own. */
const OLD_NODE = ['/usr/bin/node', '/usr/local/bin/node'].find((file) => {
  const { stdout, status } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  return status === 0 && nodeFault(stdout.slice(1).trim()) !== undefined;
});

const BIN = path.join(SERVER_ROOT, 'src/bin');

/** Those that operators start. The others are processes of these, and a program that is run from its sources. */
const PROGRAMS = readdirSync(BIN).filter(
  (name) =>
    /^[a-z-]+\.ts$/.test(name) && !['markdown-process.ts', 'picture-process.ts', 'dev.ts'].includes(name),
);

test.each(['26.0.0', '26.10.0', '27.0.0-nightly', '100.1.0'])('accepts Node %s', (version) => {
  expect(nodeFault(version)).toBeUndefined();
});

test.each(['20.20.2', '25.9.0', '6.0.0', ''])('refuses Node %j, and names both versions', (version) => {
  expect(nodeFault(version)).toMatch(new RegExp(`needs Node ${NEEDED_NODE} or newer, .* Node ${version}: `));
});

test('is compiled for the oldest version that is accepted', () => {
  const script = readFileSync(path.join(SERVER_ROOT, '../../scripts/build.mjs'), 'utf8');
  expect(script).toContain(`'--target=node${NEEDED_NODE}'`);
});

test.each(PROGRAMS)('%s checks its Node before anything else is loaded', (name) => {
  const source = readFileSync(path.join(BIN, name), 'utf8');
  const loaded = [...source.matchAll(/^import .*'([^']+)';$/gm)].map(([, file]) => file);
  expect(loaded).toEqual(['#platform/runtime/require-node.ts']);
});

test.skipIf(OLD_NODE === undefined)(
  'each built program ends in one sentence on a Node that is too old',
  async () => {
    const outdir = mkdtempSync(path.join(tmpdir(), 'waygate-old-node-'));
    onTestFinished(() => rmSync(outdir, { recursive: true, force: true }));
    await build({
      entryPoints: PROGRAMS.map((name) => path.join(BIN, name)),
      absWorkingDir: SERVER_ROOT,
      outdir,
      bundle: true,
      splitting: true,
      packages: 'external',
      format: 'esm',
      outExtension: { '.js': '.mjs' },
      platform: 'node',
      target: `node${NEEDED_NODE}`,
    });
    for (const name of PROGRAMS) {
      const file = path.join(outdir, name.replace(/ts$/, 'mjs'));
      const { status, stdout, stderr } = spawnSync(OLD_NODE ?? '', [file], { encoding: 'utf8' });
      expect({ name, status, stdout, stderr }).toEqual({
        name,
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(/^Waygate needs Node .*\n$/),
      });
    }
  },
);
