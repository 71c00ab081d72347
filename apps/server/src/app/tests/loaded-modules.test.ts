import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { SERVER_ROOT, WEB_ROOT } from '#platform/files/package-root.ts';
import { useFolder } from '#test/backups.ts';
import { buildPrograms, makeRelease } from '#test/real-releases.ts';
import { nameOf } from '#test/updates.ts';

/** What `bin/api.ts` imports, and then the command. */
const PARTS = ['run-waygate.ts', 'api.command.ts'].map((name) => `src/app/commands/${name}`);

/** What esbuild makes of these files, without the packages that they import. */
function bundle(files: string[], root = SERVER_ROOT) {
  return build({
    entryPoints: files.map((file) => path.join(root, file)),
    absWorkingDir: root,
    outdir: 'dist',
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    packages: 'external',
    charset: 'ascii',
    format: 'esm',
    platform: 'node',
    target: 'node26',
    jsx: 'automatic',
    // Comments stay out, as in the build.
    minifyWhitespace: true,
    loader: {
      '.css': 'empty',
      '.module.css': 'empty',
      '.svg': 'empty',
      '.webp': 'empty',
      '.png': 'empty',
      '.avif': 'empty',
    },
  });
}

/** The files and packages that these files load, without what they import later by `import()`. */
async function loadedBy(files: string[], root?: string): Promise<Set<string>> {
  const { metafile } = await bundle(files, root);
  const loaded = new Set(files);
  for (const file of loaded) {
    const imports = metafile.inputs[file]?.imports ?? [];
    for (const { kind, path: imported } of imports) if (kind === 'import-statement') loaded.add(imported);
  }
  return loaded;
}

test('a start loads no SDK, no simulator and no documentation before the configuration asks for it', async () => {
  const loaded = await loadedBy(PARTS);
  expect(loaded).toContain('fastify');
  expect(loaded).toContain('src/features/orders/orders.routes.ts');
  const heavy =
    /^(stripe|nodemailer|sharp|pino-pretty|mime-types|feed|@aws-sdk\/.*|@fastify\/swagger.*|@simplewebauthn\/.*|src\/(simulators|features\/demo)\/.*)$/;
  expect([...loaded].filter((name) => heavy.test(name))).toEqual([
    'src/simulators/payments/job-definitions.ts',
  ]);
});

test('no built program imports node:http, which would load all of fetch', async () => {
  const folder = await useFolder();
  buildPrograms(folder);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  expect(names).toContain('api.js');
  expect(texts.flatMap((text) => text.match(/\bfrom ?"(?:node:)?http"/g) ?? [])).toEqual([]);
}, 120_000);

test('the built commands are ASCII, load nothing of fetch, and have stacks that name the sources', async () => {
  const [built, releases, version] = [await useFolder(), await useFolder(), '0.2.0'];
  buildPrograms(built);
  const commands = await readFile(path.join(built, 'commands.cjs'), 'utf8');
  // V8 would keep all of it at two bytes a character. esbuild escapes them in strings, but neither in regular expressions nor in
  // tagged templates.
  expect(commands.match(/.{0,60}[\u{80}-\u{10ffff}].{0,20}/gu)).toBeNull();
  // What an `import()` of a computed address becomes, which would be asked for as a path.
  expect(commands).not.toMatch(/__toESM\(require\((?!")/);
  await makeRelease(releases, { version, dist: built });
  const dist = path.join(releases, nameOf(version), 'apps/server/dist');
  const loader = (await readdir(dist)).find((name) => /^load-commands-\w+\.js$/.test(name));
  const code = `
    const { loadCommands } = await import(${JSON.stringify(pathToFileURL(path.join(dist, loader ?? '')).href)});
    const { runCommand } = await loadCommands('api');
    console.log(await runCommand('nothing', []).catch(({ stack }) => stack));
    process.on('exit', () => console.log(process.moduleLoadList.join()));
    await runCommand('api', []);`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, PORT: 'none' },
  });
  // The command was loaded, and refused its configuration.
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('PORT') });
  expect(stdout).toMatch(/There is no command nothing\.\n +at .*src\/app\/commands\/run-waygate\.ts:\d+:/);
  expect(stdout).toContain('NativeModule http,');
  expect(stdout).not.toMatch(/undici/);
}, 120_000);

test('the rendering of pages loads none of them before it is asked for', async () => {
  const loaded = await loadedBy(['src/app/entry-server.tsx'], WEB_ROOT);
  expect(loaded).toContain('src/features/layout/SiteLayout.tsx');
  const later =
    /^(react-dom\/client|@codemirror\/.*|@simplewebauthn\/.*|src\/pages\/(?!errors\/).*|src\/features\/.*\/admin\/.*)$/;
  expect([...loaded].filter((name) => later.test(name))).toEqual([]);
});
