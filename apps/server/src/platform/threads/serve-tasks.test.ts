import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SERVER_ROOT } from '#platform/files/package-root.ts';

async function startProgram() {
  const child = fork(path.join(SERVER_ROOT, 'src/bin/markdown-process.ts'), [], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const [first] = await once(child, 'message');
  expect(first).toBe('ready');
  return { child, complaint: () => complaint };
}

test('Ctrl+C leaves a task to its end, and the portal that goes ends the program', async () => {
  const { child, complaint } = await startProgram();
  child.kill('SIGINT');
  child.kill('SIGTERM');
  child.send('*x*');
  expect(await once(child, 'message')).toMatchObject([{ output: '<p><em>x</em></p>' }, undefined]);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(complaint()).toBe('');
});

test('a portal that is gone before it is answered causes no complaint', async () => {
  const { child, complaint } = await startProgram();
  child.send('> x\n\n'.repeat(2000));
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(complaint()).toBe('');
});
