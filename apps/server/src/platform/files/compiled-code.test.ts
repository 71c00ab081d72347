import { spawnSync } from 'node:child_process';
import { chown, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
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
function runIn(
  folder: string,
  program: string,
  { call = 'console.log(greet())', env = {} }: { call?: string; env?: Record<string, string> } = {},
): string {
  const code = `
    const { keepCompiledCode, runScript } = await import(${JSON.stringify(MODULE)});
    const { greet } = runScript(${JSON.stringify(path.join(folder, 'a.cjs'))}, { program: ${JSON.stringify(program)}, fallbacks: ['worker', 'others'] });
    ${call};
    keepCompiledCode();`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
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

test('begins with what another program has kept', async () => {
  const { folder, fileOf } = await useScript();
  runIn(folder, 'others');
  const { size } = await stat(await fileOf('others'));
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

test.each([0, 5, 100])('runs with only %i bytes of kept code, and mends it', async (left) => {
  const { folder, fileOf } = await useScript();
  runIn(folder, 'api');
  const file = await fileOf('api');
  const whole = await readFile(file);
  await truncate(file, left);
  expect(runIn(folder, 'api')).toBe('I am Ann a.cjs\n');
  expect((await readFile(file)).length).toBe(whole.length);
});

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

test('leaves nothing half written', async () => {
  const { folder, kept, fileOf } = await useScript();
  runIn(folder, 'api');
  const file = await fileOf('api');
  await rm(file);
  // Nothing can be renamed to a folder.
  await mkdir(file);
  expect(runIn(folder, 'api')).toBe('I am Ann a.cjs\n');
  expect((await readdir(kept)).filter((name) => name.startsWith('api'))).toEqual([path.basename(file)]);
});

test('keeps a service’s code in the folder of its user', async () => {
  const [{ folder, kept }, cache] = [await useScript(), await useFolder()];
  expect(runIn(folder, 'api', { env: { CACHE_DIRECTORY: cache } })).toBe('I am Ann a.cjs\n');
  const names = await readdir(path.join(cache, 'compiled'));
  expect(names.some((name) => name.startsWith('api-'))).toBe(true);
  await expect(stat(kept)).rejects.toThrow('ENOENT');
});

test.each(['NODE_DISABLE_COMPILE_CACHE', 'NODE_COMPILE_CACHE'])(
  'keeps the script’s code where Node’s own cache is off or elsewhere by %s',
  async (name) => {
    const [{ folder, fileOf }, elsewhere] = [await useScript(), await useFolder()];
    runIn(folder, 'api', { env: { [name]: elsewhere } });
    expect((await stat(await fileOf('api'))).size).toBeGreaterThan(0);
  },
);

test.runIf(process.getuid?.() === 0)('runs nothing that another user has kept', async () => {
  const { folder, fileOf } = await useScript();
  runIn(folder, 'api');
  const file = await fileOf('api');
  const { ino } = await stat(file);
  await chown(file, 65534, 65534);
  expect(runIn(folder, 'api')).toBe('I am Ann a.cjs\n');
  expect(await stat(file)).toMatchObject({ uid: 0 });
  expect((await stat(file)).ino).not.toBe(ino);
});

test('maps stacks to the sources, in a folder with a space too', async () => {
  const folder = path.join(await useFolder(), 'a folder');
  await mkdir(folder);
  const script = `${scriptOf('Ann ').trimEnd()}\n//# sourceMappingURL=a.cjs.map\n`.replace(
    'return',
    'throw new Error(',
  );
  await writeFile(path.join(folder, 'a.cjs'), script.replace('__filename)}', '__filename))}'));
  // Line 2 of the script, from its first column, is line 7 of greet.ts.
  const map = { version: 3, sources: ['../src/greet.ts'], names: [], mappings: ';AAMA' };
  await writeFile(path.join(folder, 'a.cjs.map'), JSON.stringify(map));
  const stack = runIn(folder, 'api', { call: 'try { greet() } catch ({ stack }) { console.log(stack) }' });
  expect(stack).toMatch(/at .*greet.* \(\/.*\/src\/greet\.ts:7:1\)/);
});
