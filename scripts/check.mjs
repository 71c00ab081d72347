// The one gate: everything that must hold before a change is done. Stops at the first failure.
import path from 'node:path';
import { buildIfStale } from './build.mjs';
import { becomeNode, root, run, step } from './tools.mjs';

for (const project of ['packages/contract', 'apps/server', 'apps/game-bridge', 'apps/web', '.']) {
  await step(`types of ${project}`, () => run('tsc', ['--noEmit', '-p', project]));
}
await step('lint', () => run('oxlint', ['--type-aware']));
await step('format', () => run('oxfmt', ['--check']));
await step('unused files, exports and packages', () => run('knip', []));
await buildIfStale();
await step('size of the pages', () => run('size-limit', []));
// Last, so that its totals are the last line.
becomeNode([path.join(root, 'scripts/test.mjs')]);
