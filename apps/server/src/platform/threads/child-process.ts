import { type ChildProcess, fork } from 'node:child_process';
import type { StartChild } from './on-demand-child.ts';

/** Nothing else of the environment, above all no secret, belongs where other people's files and texts are worked on. */
const ENVIRONMENT = [
  'PATH',
  'LD_LIBRARY_PATH',
  'TMPDIR',
  'MALLOC_ARENA_MAX',
  'NODE_COMPILE_CACHE',
  'SYSTEMROOT',
];

/**
 * A child of `createOnDemandChild` that is a process: it gives all of its memory back when it ends, and what crashes it ends it alone.
 *
 * @param program runs `serveTasks`
 * @param execArgv Node's own arguments
 */
export function childProcess<Task, Output>({
  name,
  program,
  execArgv = [],
}: {
  name: string;
  program: string;
  execArgv?: string[];
}): StartChild<Task, Output> {
  return ({ onMessage, onEnd }) => {
    const env = Object.fromEntries(ENVIRONMENT.map((variable) => [variable, process.env[variable]]));
    const child = fork(program, [], { env, execArgv, serialization: 'advanced' });
    child.on('message', onMessage);
    child.on('error', onEnd);
    child.on('exit', (code, signal) => onEnd(new Error(`The ${name} has ended with ${signal ?? code}.`)));
    return {
      // As the caller's tasks are typed.
      send: (task) => child.send(task as object, (error) => error && onEnd(error)),
      hold: (isHeld) => hold(child, isHeld),
      end: () => child.kill('SIGKILL'),
    };
  };
}

function hold(child: ChildProcess, isHeld: boolean): void {
  for (const part of [child, child.channel]) {
    if (isHeld) part?.ref();
    else part?.unref();
  }
}
