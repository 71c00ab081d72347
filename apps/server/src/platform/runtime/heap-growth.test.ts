import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

test('collects what is unused at once, and leaves no gc behind', () => {
  const file = pathToFileURL(path.join(import.meta.dirname, 'heap-growth.ts')).href;
  const script = `
    const { limitHeapGrowth } = await import(${JSON.stringify(file)});
    let garbage = new Array(100_000).fill('unused');
    const kept = new WeakRef(garbage);
    garbage = undefined;
    // What was just made is kept until the next turn.
    await new Promise((resolve) => setTimeout(resolve, 1));
    limitHeapGrowth(30);
    console.log(kept.deref() === undefined, typeof gc);`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['true undefined\n', '']);
});
