import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import {
  type ChildMessage,
  createOnDemandChild,
  type StartChild,
} from '#platform/threads/on-demand-child.ts';
import type { PICTURE_WORK } from './picture-work.ts';

/** Longer than all that sharp's own limits allow for one picture. */
const WORK_TIMEOUT_MS = 90_000;

/** An idle process ends after this time, to free its 60 MB. It outlives the pauses between the pictures of one upload. */
const IDLE_MS = 2000;

// The program's path, from the sources and from the bundle.
const PROGRAM = path.join(
  SERVER_ROOT,
  import.meta.url.endsWith('.ts') ? 'src/bin/picture-process.ts' : 'dist/picture-process.js',
);

/** Nothing else of the environment, above all no secret, belongs where strangers' files are decoded. */
const ENVIRONMENT = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'MALLOC_ARENA_MAX', 'SYSTEMROOT'];

type Work = typeof PICTURE_WORK;
type Reply<Name extends keyof Work> = Awaited<ReturnType<Work[Name]>>;

/** What the process is asked. */
export type PictureTask = { [Name in keyof Work]: { work: Name; input: Parameters<Work[Name]> } }[keyof Work];

/** Messages of the process: the output of each work. */
export type PictureMessage = ChildMessage<Reply<keyof Work>>;

/**
 * Has a picture worked on by the process; one at a time.
 *
 * @throws unavailable when the process doesn't start
 * @throws Error with sharp's message, or when the process ends or takes too long
 */
export type AskPictureProcess = <Name extends keyof Work>(
  work: Name,
  ...input: Parameters<Work[Name]>
) => Promise<Reply<Name>>;

/** The process starts with the first picture, and again when it has ended. */
export function createPictureProcess({
  program = PROGRAM,
  startTimeoutMs,
  workTimeoutMs = WORK_TIMEOUT_MS,
  idleMs = IDLE_MS,
}: {
  program?: string;
  startTimeoutMs?: number;
  workTimeoutMs?: number;
  idleMs?: number;
} = {}): AskPictureProcess {
  const ask = createOnDemandChild({
    name: 'picture process',
    start: processChild(program),
    startTimeoutMs,
    workTimeoutMs,
    idleMs,
  });
  return async <Name extends keyof Work>(
    work: Name,
    ...input: Parameters<Work[Name]>
  ): Promise<Reply<Name>> =>
    // As the program answers: with the output of the work that it was asked for.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    (await ask({ work, input } as PictureTask)) as Reply<Name>;
}

function processChild(program: string): StartChild<PictureTask, Reply<keyof Work>> {
  return ({ onMessage, onEnd }) => {
    const env = Object.fromEntries(ENVIRONMENT.flatMap((name) => [[name, process.env[name]]]));
    const child = fork(program, [], { env, execArgv: [], serialization: 'advanced' });
    child.on('message', onMessage);
    child.on('error', onEnd);
    child.on('exit', (code, signal) =>
      onEnd(new Error(`The picture process has ended with ${signal ?? code}.`)),
    );
    return {
      send: (task) => child.send(task, (error) => error && onEnd(error)),
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
