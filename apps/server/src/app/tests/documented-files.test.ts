import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../../../..');
const FOLDERS = ['apps', 'packages', 'docs', 'e2e', 'bench', 'scripts', 'art', 'deploy', 'examples'];
const NOT_OURS = ['node_modules', 'dist', 'data'];

/** Every file of the project, with slashes. */
const FILES = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    globSync(`${folder}/**/*`, {
      cwd: ROOT,
      exclude: (name) => NOT_OURS.includes(path.basename(name)),
    }),
  ),
].map((file) => `/${file.replaceAll(path.sep, '/')}`);

const FILE_NAME = /^(?!\.\.?\/)[\w.#/-]+\.(ts|tsx|mjs|json|md|sql|css)$|^(?!\.\.?\/)[\w./-]+\/$/;

/** The files and folders that a page names in backticks. Placeholders such as `<x>` and `…` are none. */
function namedFiles(page: string): string[] {
  const text = readPage(page).replaceAll(/```[\s\S]*?```/g, '');
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return [...new Set(spans.filter((span) => FILE_NAME.test(span) && !span.startsWith('/')))];
}

function readPage(page: string): string {
  return readFileSync(path.join(ROOT, page), 'utf8');
}

function exists(name: string): boolean {
  if (!name.endsWith('/')) return FILES.some((file) => file.endsWith(`/${name}`));
  return FILES.some((file) => `${file}/`.includes(`/${name}`));
}

test('the check of names finds files and folders, and misses what is not there', () => {
  expect(['.oxlintrc.json', 'bench/', 'route.ts', 'platform/http/route.ts'].map(exists)).toEqual(
    Array.from({ length: 4 }, () => true),
  );
  expect(['oute.ts', 'http/routes.ts', 'benches/', 'features/orders/throttle.ts'].map(exists)).toEqual(
    Array.from({ length: 4 }, () => false),
  );
});

test.each(['docs/ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names files that exist', (page) => {
  expect(namedFiles(page).filter((name) => !exists(name))).toEqual([]);
});

test.each(['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })])(
  '%s links to files that exist',
  (page) => {
    const links = [...readPage(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) =>
      path.posix.join('/', path.posix.dirname(page), link),
    );
    expect(links.filter((link) => !FILES.includes(link))).toEqual([]);
  },
);

describe('the picture of the architecture', () => {
  const picture = /```mermaid\n([\s\S]*?)```/.exec(readPage('docs/ARCHITECTURE.md'))?.[1] ?? '';
  const lint: Lint = JSON.parse(readPage('.oxlintrc.json'));

  test.each([
    ['server', 'apps/server/src/features'],
    ['web', 'apps/web/src/features'],
  ])('shows every feature of %s in the order that lint enforces', (app, root) => {
    const order = lint.overrides
      .map(({ rules }) => rules['architecture/feature-order']?.[1])
      .find((options) => options?.root === root)?.order;
    const part = picture.slice(picture.indexOf(`subgraph ${app}[`)).split('\n  end')[0] ?? '';
    const boxes = [...part.matchAll(/\["([a-z· -]+)"\]/g)].map(([, names = '']) => names.split(' · '));
    // The boxes are written from top to bottom; those of no features, such as app and pages, are left out.
    const shown = boxes.toReversed().flat();
    expect(shown.filter((name) => order?.includes(name))).toEqual(order);
  });
});

type Lint = {
  overrides: {
    rules: { 'architecture/feature-order'?: ['error', { root: string; order: string[] }] };
  }[];
};
