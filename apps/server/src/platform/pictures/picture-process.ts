import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { unavailable } from '#platform/errors/app-error.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import type { PICTURE_WORK } from './picture-work.ts';

/** Its modules load in a fraction of a second. */
const START_TIMEOUT_MS = 30_000;
/** Longer than all that sharp's own limits allow for one picture. */
const WORK_TIMEOUT_MS = 90_000;
const RETRY_AFTER_SECONDS = 5;

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

/** Messages of the process. The first is 'ready', when its modules are loaded. */
export type PictureMessage = 'ready' | { output: Reply<keyof Work> } | { failure: string };

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
  startTimeoutMs = START_TIMEOUT_MS,
  workTimeoutMs = WORK_TIMEOUT_MS,
  idleMs = IDLE_MS,
}: {
  program?: string;
  startTimeoutMs?: number;
  workTimeoutMs?: number;
  idleMs?: number;
} = {}): AskPictureProcess {
  let kept: Running | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = (running: Running) => {
    if (kept === running) kept = undefined;
    running.child.kill('SIGKILL');
  };
  return async <Name extends keyof Work>(
    work: Name,
    ...input: Parameters<Work[Name]>
  ): Promise<Reply<Name>> => {
    clearTimeout(idle);
    const running = (kept ??= start(program, end));
    holdOpen(running.child, true);
    try {
      await within(startTimeoutMs, running.ready).catch((cause: unknown) => {
        end(running);
        throw Object.assign(unavailable(RETRY_AFTER_SECONDS), { cause });
      });
      // As the program answers: with the output of the work that it was asked for.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return (await within(workTimeoutMs, running.ask({ work, input } as PictureTask))) as Reply<Name>;
    } catch (error) {
      if (error instanceof Late) end(running);
      throw error;
    } finally {
      holdOpen(running.child, false);
      idle = setTimeout(end, idleMs, running).unref();
    }
  };
}

type Running = {
  child: ChildProcess;
  /** Resolves when the modules are loaded. */
  ready: Promise<void>;
  ask: (task: PictureTask) => Promise<Reply<keyof Work>>;
};

/** @param onEnd called when the process has ended or failed */
function start(program: string, onEnd: (running: Running) => void): Running {
  const env = Object.fromEntries(ENVIRONMENT.flatMap((name) => [[name, process.env[name]]]));
  const child = fork(program, [], { env, execArgv: [], serialization: 'advanced' });
  const ready = Promise.withResolvers<void>();
  // Whoever asks reads it; an idle process may also end.
  ready.promise.catch(() => {});
  let reply: PromiseWithResolvers<Reply<keyof Work>> | undefined;
  const running: Running = {
    child,
    ready: ready.promise,
    ask: (task) => {
      reply = Promise.withResolvers();
      child.send(task, (error) => error && fail(error));
      return reply.promise;
    },
  };
  const fail = (cause: unknown) => {
    onEnd(running);
    ready.reject(cause);
    reply?.reject(cause);
  };
  child.on('message', (message: PictureMessage) => {
    if (message === 'ready') ready.resolve();
    else if ('output' in message) reply?.resolve(message.output);
    else reply?.reject(new Error(message.failure));
  });
  child.on('error', fail);
  child.on('exit', (code, signal) =>
    fail(new Error(`The picture process has ended with ${signal ?? code}.`)),
  );
  return running;
}

/** Whether this process stays for it. */
function holdOpen(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) child.ref();
  else child.unref();
  const { channel } = child;
  if (isHeld) channel?.ref();
  else channel?.unref();
}

class Late extends Error {}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timeout = setTimeout(() => late.reject(new Late('The picture process took too long.')), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timeout);
  }
}
