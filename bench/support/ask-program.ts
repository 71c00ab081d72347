import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Sends a task to one of the measuring programs.
 *
 * @returns its answer, as the program says at its top
 * @throws when the program ends instead
 */
export async function askProgram<Answer>(program: ChildProcess, task: object): Promise<Answer> {
  program.send(task);
  const answered = await Promise.race([once(program, 'message'), once(program, 'exit')]);
  if (program.exitCode !== null) throw new Error('A measuring program failed.');
  return answered[0] as Answer;
}
