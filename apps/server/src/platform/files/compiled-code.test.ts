import { spawnSync } from 'node:child_process';
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { useFolder } from '#test/backups.ts';

const MODULE = pathToFileURL(path.join(import.meta.dirname, 'compiled-code.ts')).href;

/** A script of the build that exports `greet`. */
const scriptOf = (name: string) => `(function(exports,require,module,__filename,__dirname){'use strict';
exports.greet=function greet(){return ${JSON.stringify(`I am ${name}`)}+require('node:path').basename(__filename)};
})
`;

/** Runs the script in a process, as `program`, which keeps its code. @returns what is printed */
function runIn(folder: string, program: string, { call = 'console.log(greet())' } = {}): string {
  const code = `
    const { keepCompiledCode, runScript } = await import(${JSON.stringify(MODULE)});
    const { greet } = runScript(${JSON.stringify(path.join(folder, 'a.cjs'))}, { program: ${JSON.stringify(program)}, others: ['tasks'] });
    ${call};
    keepCompiledCode();`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

async function useScript() {
  const folder = await useFolder();
  await writeFile(path.join(folder, 'a.cjs'), scriptOf('Ann '));
  const kept = path.join(folder, 'compiled');
  const fileOf = async (program: string) => {
    const name = (await readdir(kept)).find((file) => file.startsWith(`${program}-`));
    return path.join(kept, name ?? 'nothing is kept');
  };
  return { folder, kept, fileOf };
}

test('keeps the functions that were called, once for each program', async () => {
  const { folder, kept, fileOf } = await useScript();
  expect(runIn(folder, 'api')).toBe('I am Ann a.cjs\n');
  const { size, mtimeMs, ino } = await stat(await fileOf('api'));

  expect(runIn(folder, 'worker', { call: '' })).toBe('');
  expect((await stat(await fileOf('worker'))).size).toBeLessThan(size);

  expect(runIn(folder, 'api')).toBe('I am Ann a.cjs\n');
  expect(await stat(await fileOf('api'))).toMatchObject({ size, mtimeMs, ino });
  expect((await readdir(kept)).filter((name) => /^(api|worker)/.test(name))).toHaveLength(2);
});

test('begins with what the tasks have kept', async () => {
  const { folder, fileOf } = await useScript();
  runIn(folder, 'tasks');
  const { size } = await stat(await fileOf('tasks'));
  runIn(folder, 'api', { call: '' });
  expect((await stat(await fileOf('api'))).size).toBe(size);
});

test('runs none of what was kept of another script, and keeps the new one', async () => {
  const { folder, fileOf } = await useScript();
  runIn(folder, 'api');
  const before = await readFile(await fileOf('api'));
  // As long as the first, which is all that V8 checks.
  await writeFile(path.join(folder, 'a.cjs'), scriptOf('Bob '));
  expect(runIn(folder, 'api')).toBe('I am Bob a.cjs\n');
  expect((await readFile(await fileOf('api'))).equals(before)).toBe(false);
  expect(runIn(folder, 'api')).toBe('I am Bob a.cjs\n');
});

test.each([0, 5, 100, -1])(
  'runs without kept code of which %i bytes are left, and mends it',
  async (left) => {
    const { folder, fileOf } = await useScript();
    runIn(folder, 'api');
    const file = await fileOf('api');
    const whole = await readFile(file);
    await truncate(file, left < 0 ? whole.length + left : left);
    expect(runIn(folder, 'api')).toBe('I am Ann a.cjs\n');
    expect((await readFile(file)).length).toBe(whole.length);
  },
);

test('runs without kept code that is damaged, and mends it', async () => {
  const { folder, fileOf } = await useScript();
  runIn(folder, 'api');
  const file = await fileOf('api');
  const damaged = await readFile(file);
  damaged[damaged.length - 9] = (damaged[damaged.length - 9] ?? 0) ^ 1;
  await writeFile(file, damaged);
  expect(runIn(folder, 'api')).toBe('I am Ann a.cjs\n');
  expect((await readFile(file)).equals(damaged)).toBe(false);
});

test('runs where nothing can be kept', async () => {
  const { folder, kept } = await useScript();
  await writeFile(kept, 'a file instead of a folder');
  expect(runIn(folder, 'api')).toBe('I am Ann a.cjs\n');
});
