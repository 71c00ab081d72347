import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { SERVER_ROOT, WEB_ROOT } from '#platform/files/package-root.ts';
import { useFolder } from '#test/backups.ts';
import { buildPrograms } from '#test/real-releases.ts';

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

test('no file of the bundle has a character that makes V8 keep all of it at two bytes each', async () => {
  const { outputFiles } = await bundle(PARTS);
  const wide = outputFiles.flatMap(({ text }) => text.match(/.{0,60}[\u{100}-\u{10ffff}].{0,20}/gu) ?? []);
  // esbuild escapes them in strings, but neither in regular expressions nor in tagged templates.
  expect(wide).toEqual([]);
});

test('the rendering of pages loads none of them before it is asked for', async () => {
  const loaded = await loadedBy(['src/app/entry-server.tsx'], WEB_ROOT);
  expect(loaded).toContain('src/features/layout/SiteLayout.tsx');
  const later =
    /^(react-dom\/client|@codemirror\/.*|@simplewebauthn\/.*|src\/pages\/(?!errors\/).*|src\/features\/.*\/admin\/.*)$/;
  expect([...loaded].filter((name) => later.test(name))).toEqual([]);
});
