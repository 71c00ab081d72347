import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../../../..');
const SERVER = 'apps/server/src/features';
const WEB = 'apps/web/src/features';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'waygate-lint-'));
  cpSync(path.join(ROOT, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
  cpSync(path.join(ROOT, 'scripts/lint'), path.join(folder, 'scripts/lint'), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the project's own lint says of files with this content, as the rules' messages. */
async function lint(files: Record<string, string>): Promise<string[]> {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  const output = await new Promise<string>((resolve) => {
    const args = [path.join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--format=json', 'apps'];
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
  for (const name of Object.keys(files)) rmSync(path.join(folder, name));
  const { diagnostics }: { diagnostics: { code: string; message: string }[] } = JSON.parse(output);
  return diagnostics.filter(({ code }) => code.startsWith('architecture')).map(({ message }) => message);
}

/** Files of one folder, with names that end like this. */
const named = (count: number, ending: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `${SERVER}/legal/f${at}${ending}`,
      `export const f${at} = 1;\n`,
    ]),
  );

describe('the project’s lint', () => {
  test('accepts an import of a lower feature’s public file', async () => {
    const content = "import { takeStock } from '#features/products/products.ts';\ntakeStock();\n";
    expect(await lint({ [`${SERVER}/orders/x.ts`]: content })).toEqual([]);
  });

  test.each([
    ['a value', "import { orders } from '#features/orders/orders.ts';\norders();\n"],
    ['a type', "import type { Order } from '#features/orders/orders.ts';\nexport type X = Order;\n"],
    ['a table', "import { orders } from '#features/orders/orders.tables.ts';\norders();\n"],
    ['a type in place', "export type X = import('#features/orders/orders.ts').Order;\n"],
    ['a module at run time', "export const load = () => import('#features/orders/orders.ts');\n"],
    ['a re-export', "export { orders } from '#features/orders/orders.ts';\n"],
  ])('refuses %s imported from a higher feature', async (_what, content) => {
    const [message] = await lint({ [`${SERVER}/products/x.ts`]: content });
    expect(message).toContain("'products' stands below 'orders'");
  });

  test('refuses another feature’s inner files', async () => {
    const content = "import { x } from '#features/products/products.queries.ts';\nx();\n";
    expect(await lint({ [`${SERVER}/orders/x.ts`]: content })).toEqual([
      "Import 'products' through products/products.ts.",
    ]);
  });

  test('refuses a feature that the order does not list', async () => {
    const content = "import { x } from '#features/products/products.ts';\nx();\n";
    expect(await lint({ [`${SERVER}/unlisted/x.ts`]: content })).toEqual([
      `'unlisted' is missing in the order of ${SERVER}.`,
    ]);
  });

  test('leaves tests free to read what they test', async () => {
    const content = "import { x } from '#features/orders/orders.tables.ts';\nx();\n";
    expect(await lint({ [`${SERVER}/products/tests/x.test.ts`]: content })).toEqual([]);
  });

  test('lets the app import routes, jobs and alerts, but no inner files', async () => {
    const content =
      "import { orderRoutes } from '#features/orders/orders.routes.ts';\nimport { x } from '#features/orders/orders.queries.ts';\norderRoutes(x);\n";
    expect(await lint({ 'apps/server/src/app/x.ts': content })).toEqual([
      "Import 'orders' through orders/orders.ts, its routes, jobs or alerts.",
    ]);
  });

  test('refuses an upward import in the browser’s features', async () => {
    const content = "import { Header } from '#features/layout/Header.tsx';\nexport const X = Header;\n";
    const [message] = await lint({ [`${WEB}/paths/x.ts`]: content });
    expect(message).toContain("'paths' stands below 'layout'");
  });

  test('refuses a folder of more than 25 files that are no tests', async () => {
    expect(await lint({ ...named(25, '.ts'), ...named(10, '.test.ts') })).toEqual([]);
    expect(await lint(named(26, '.ts'))).toEqual([
      'This folder holds 26 files that are no tests; 25 is the most.',
    ]);
  });
});
