import type { ChildMessage } from './on-demand-child.ts';
import { lowerProcessPriority } from './pool-priority.ts';

/**
 * The program of a `childProcess`: says that it is ready, and answers each task with its output or with what its error says. Runs behind
 * the process that it works for, and ends with it.
 */
export function serveTasks(work: (task: never) => unknown): void {
  const answer = async (task: unknown): Promise<void> => {
    try {
      // Typed where it is sent.
      post({ output: await work(task as never) });
    } catch (error) {
      post({ failure: error instanceof Error ? error.message : String(error) });
    }
  };
  lowerProcessPriority();
  process.on('message', (task) => void answer(task));
  process.on('disconnect', () => process.exit());
  post('ready');
}

function post(message: ChildMessage<unknown>): void {
  process.send?.(message);
}
