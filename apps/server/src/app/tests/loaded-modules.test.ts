import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { SERVER_ROOT } from '#platform/files/package-root.ts';

/** What `bin/api.ts` imports, and then the command. */
const PARTS = ['run-waygate.ts', 'api.command.ts'].map((name) => `src/app/commands/${name}`);

/** The files and packages that these files load, without what they import later by `import()`. */
async function loadedBy(files: string[]): Promise<Set<string>> {
  const { metafile } = await build({
    entryPoints: files.map((file) => path.join(SERVER_ROOT, file)),
    absWorkingDir: SERVER_ROOT,
    outdir: 'dist',
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node26',
  });
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
    /^(stripe|nodemailer|sharp|pino-pretty|@aws-sdk\/.*|@fastify\/swagger.*|@simplewebauthn\/.*|src\/(simulators|features\/demo)\/.*)$/;
  expect([...loaded].filter((name) => heavy.test(name))).toEqual([
    'src/simulators/payments/job-definitions.ts',
  ]);
});
