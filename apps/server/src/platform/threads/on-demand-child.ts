import { unavailable } from '#platform/errors/app-error.ts';

/** Its modules load in less than a second. */
const START_TIMEOUT_MS = 30_000;
const RETRY_AFTER_SECONDS = 5;

/** A thread or a process that works for this one. */
export type Child<Task> = {
  send: (task: Task) => void;
  /** Whether this process stays alive for it. */
  hold: (isHeld: boolean) => void;
  end: () => void;
};

/** Messages of a child. The first is 'ready', when its modules are loaded; then one for each task. */
export type ChildMessage<Output> = 'ready' | { output: Output } | { failure: string };

/** What a child reports. */
export type ChildEvents<Output> = {
  onMessage: (message: ChildMessage<Output>) => void;
  /** It has ended or failed; also reported more than once. */
  onEnd: (cause: unknown) => void;
};

export type StartChild<Task, Output> = (events: ChildEvents<Output>) => Child<Task>;

/**
 * Has a task done by the child. One at a time: the caller has a queue.
 *
 * @throws unavailable when the child doesn't start, with its cause
 * @throws Error with what the child says of the task, or when it ends or takes too long
 */
export type AskChild<Task, Output> = (task: Task) => Promise<Output>;

/**
 * Starts a child with the first task, and again for the next one after it has ended. A task that crashes it or takes too long
 * fails alone. A child without work doesn't keep this process from ending.
 *
 * @param name for messages: 'picture process'
 * @param workTimeoutMs begins when the child is ready
 * @param idleMs a child without work ends after this time, to free its memory
 */
export function createOnDemandChild<Task, Output>({
  name,
  start,
  startTimeoutMs = START_TIMEOUT_MS,
  workTimeoutMs,
  idleMs,
}: {
  name: string;
  start: StartChild<Task, Output>;
  startTimeoutMs?: number | undefined;
  workTimeoutMs: number;
  idleMs: number;
}): AskChild<Task, Output> {
  let kept: Running<Task, Output> | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = (running: Running<Task, Output>) => {
    if (kept === running) kept = undefined;
    running.child.end();
  };
  const startChild = () => {
    try {
      return follow(start, end);
    } catch (cause) {
      // The system may have no room for another one.
      throw notStarted(cause);
    }
  };
  return async (task) => {
    clearTimeout(idle);
    const running = (kept ??= startChild());
    const onLate = () => {
      end(running);
      return new Error(`The ${name} took too long.`);
    };
    running.child.hold(true);
    try {
      await within(running.ready, { ms: startTimeoutMs, onLate }).catch((cause: unknown) => {
        throw notStarted(cause);
      });
      return await within(running.ask(task), { ms: workTimeoutMs, onLate });
    } finally {
      running.child.hold(false);
      idle = setTimeout(end, idleMs, running).unref();
    }
  };
}

function notStarted(cause: unknown): Error {
  return Object.assign(unavailable(RETRY_AFTER_SECONDS), { cause });
}

type Running<Task, Output> = {
  child: Child<Task>;
  /** Resolves when the modules are loaded. */
  ready: Promise<void>;
  /** One at a time, so the next reply belongs to it. */
  ask: AskChild<Task, Output>;
};

/** @param onEnd called when the child has ended or failed */
function follow<Task, Output>(
  start: StartChild<Task, Output>,
  onEnd: (running: Running<Task, Output>) => void,
): Running<Task, Output> {
  const ready = Promise.withResolvers<void>();
  let reply: PromiseWithResolvers<Output> | undefined;
  const child = start({
    onMessage: (message) => {
      if (message === 'ready') ready.resolve();
      else if ('output' in message) reply?.resolve(message.output);
      else reply?.reject(new Error(message.failure));
    },
    onEnd: (cause) => {
      onEnd(running);
      ready.reject(cause);
      reply?.reject(cause);
    },
  });
  const running: Running<Task, Output> = {
    child,
    ready: ready.promise,
    ask: (task) => {
      reply = Promise.withResolvers();
      child.send(task);
      return reply.promise;
    },
  };
  return running;
}

async function within<Value>(
  work: Promise<Value>,
  { ms, onLate }: { ms: number; onLate: () => Error },
): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timeout = setTimeout(() => late.reject(onLate()), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timeout);
  }
}
