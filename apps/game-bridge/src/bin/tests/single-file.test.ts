import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VERSION } from '#version.ts';

const ROOT = path.join(import.meta.dirname, '../../../../..');
const run = promisify(execFile);

/** The project's Node.js, and the one that the computer has, which may be as old as 20. */
const INSTALLED = (process.env.PATH ?? '')
  .split(path.delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => path.join(folder, 'node'))
  .find((file) => existsSync(file));
const NODES = [...new Set([process.execPath, ...(INSTALLED === undefined ? [] : [INSTALLED])])];

let folder = '';
beforeAll(() => {
  // Outside the project, where no package can be found.
  folder = mkdtempSync(path.join(tmpdir(), 'waygate-single-file-'));
  const build = `import { buildBridge } from ${JSON.stringify(path.join(ROOT, 'scripts/build.mjs'))};
    process.exitCode = await buildBridge(${JSON.stringify(path.join(folder, 'game-bridge.mjs'))});`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', build]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CONFIG = `
portal: http://127.0.0.1:9
token: a-token-of-many-characters
game: GAME
database: DATABASE
statements: { grant: { default: insert into mail (k) values (:key) } }
`;

test.each(NODES)('the single file runs without packages on %s', async (node) => {
  const program = path.join(folder, 'game-bridge.mjs');
  const { stdout } = await run(node, [program, '--help'], { cwd: folder });
  expect(stdout).toContain('check --fix');
  for (const database of ['mysql://u:hidden@127.0.0.1:9/g', 'postgres://u:hidden@127.0.0.1:9/g']) {
    const file = path.join(folder, 'bridge.yaml');
    writeFileSync(file, CONFIG.replace('GAME', 'sql').replace('DATABASE', database));
    const failure = await run(node, [program, '--config', file, 'check'], { cwd: folder }).then(
      () => expect.fail('The check finds no fault.'),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    expect(failure).toMatchObject({ code: 1, stderr: '' });
    expect(failure.stdout).toMatch(/✗ The game's database: connect ECONNREFUSED/);
    expect(failure.stdout).not.toContain('hidden');
  }
});

test('reports the version of the package', () => {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'apps/game-bridge/package.json'), 'utf8'));
  expect(VERSION).toBe(version);
});
