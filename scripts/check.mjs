// The one gate: everything that must hold before a change is done. Stops at the first failure.
import path from 'node:path';
import { buildIfStale } from './build.mjs';
import { becomeNode, root, run, step } from './tools.mjs';

// Two at a time: each has parts that use one core alone.
await Promise.all([checkTypes(), checkRest()]);
await buildIfStale();
await step('size of the pages', () => run('size-limit', []));
// Last, so that its totals are the last line.
becomeNode([path.join(root, 'scripts/test.mjs')]);

async function checkTypes() {
  for (const project of ['packages/contract', 'apps/server', 'apps/game-bridge', 'apps/web', '.'])
    await check(`types of ${project}`, 'tsc', ['--noEmit', '-p', project]);
}

async function checkRest() {
  await check('lint', 'oxlint', ['--type-aware']);
  await check('format', 'oxfmt', ['--check']);
  await check('unused files, exports and packages', 'knip', []);
}

function check(name, program, args) {
  return step(name, () => run(program, args, { isQuiet: true }));
}
