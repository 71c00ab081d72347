import type { ChildMessage } from './on-demand-child.ts';

/**
 * The program of a `childProcess`: says that it is ready, and answers each task with its output or with what its error says. The portal ends
 * it, or it ends when the portal is gone. Ctrl+C reaches both, and the portal still waits for what is under way.
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
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  process.on('message', (task) => void answer(task));
  process.on('disconnect', () => process.exit());
  post('ready');
}

/** To a portal that has just gone, nothing can be sent: the disconnect follows. */
function post(message: ChildMessage<unknown>): void {
  process.send?.(message, undefined, undefined, () => {});
}
