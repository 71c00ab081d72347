import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODULE = path.join(import.meta.dirname, 'pool-priority.ts');

/** In its own process, because priorities can't be raised again. */
const PROGRAM = `
  import { readdirSync, readFileSync } from 'node:fs';
  import { stat } from 'node:fs/promises';
  import { getPriority } from 'node:os';
  import { lowerPoolPriority } from ${JSON.stringify(MODULE)};
  await stat('.');
  const before = getPriority();
  lowerPoolPriority();
  lowerPoolPriority();
  const pool = readdirSync('/proc/self/task')
    .filter((id) => readFileSync('/proc/self/task/' + id + '/comm', 'utf8') === 'libuv-worker\\n')
    .map((id) => getPriority(Number(id)) - before);
  console.log(JSON.stringify({ pool, eventLoop: getPriority() - before }));`;

test.runIf(process.platform === 'linux')('the thread pool runs behind the event loop', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env: { ...process.env, UV_THREADPOOL_SIZE: '3', NODE_OPTIONS: '' },
  });
  expect(JSON.parse(stdout)).toEqual({ pool: [8, 8, 8], eventLoop: 0 });
});
