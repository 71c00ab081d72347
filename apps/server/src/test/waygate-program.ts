import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { SERVER_ROOT } from '#platform/files/package-root.ts';

/** `waygate` with these words, as an operator runs it, until the test ends. `output` is what it printed on both streams. */
export function startWaygate(
  words: string[],
  env: Record<string, string>,
): { child: ChildProcess; ended: Promise<{ code: unknown; output: string }> } {
  const program = path.join(SERVER_ROOT, 'src/bin/waygate.ts');
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, output }));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended };
}
