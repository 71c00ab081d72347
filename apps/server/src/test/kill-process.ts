import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Kills the process as a power cut would, and waits for its end. Does nothing for one that has ended. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
