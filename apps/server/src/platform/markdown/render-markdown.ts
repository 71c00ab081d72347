import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { invalid, unavailable } from '#platform/errors/app-error.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { createQueue } from '#platform/queue/bounded-queue.ts';
import { createShares } from '#platform/queue/shares.ts';

/** A text of 80 kB takes 0.2 to 1 s. A longer time means a malicious text. */
const RENDER_TIMEOUT_MS = 10_000;

/** A thread normally loads its modules in less than a second. */
const START_TIMEOUT_MS = 30_000;
const RETRY_AFTER_SECONDS = 5;

/** More than the demo texts, which are all rendered at the first start. */
const MAX_WAITING = 64;

/** Enough for saves in two windows. Limits how long others wait for one author's texts. */
const MAX_OF_AUTHOR = 2;

/** An idle thread ends after this time, to free its 10 to 25 MiB. It outlives the pause between texts of a first start. */
const IDLE_MS = 1000;

// The worker's path, from the sources and from the bundle.
const WORKER = path.join(
  SERVER_ROOT,
  import.meta.url.endsWith('.ts') ? 'src/bin/markdown-worker.ts' : 'dist/markdown-worker.js',
);

/** The result for one text. */
type RenderReply = { html: string } | { failure: string };

/** Messages of the thread. The first is 'ready', when its modules are loaded. */
export type ThreadMessage = 'ready' | RenderReply;

/**
 * Renders GitHub-flavoured markdown as sanitised HTML.
 *
 * @param options.authorId the author's account; undefined for the portal's own texts
 * @throws validation_failed for a text that cannot be rendered within the time limit
 * @throws unavailable when too many texts wait, or when the thread does not start
 * @throws too_many_requests when two texts of the author are waiting or being rendered
 */
export type RenderMarkdown = (
  markdown: string,
  options?: { authorId?: number | undefined },
) => Promise<string>;

type RendererOptions = {
  timeoutMs?: number;
  startTimeoutMs?: number;
  maxWaiting?: number;
  startWorker?: () => Worker;
};

/**
 * Renders one text at a time in a worker thread: 5 kB take 12 to 60 ms, which would delay every request. The time limit
 * begins when the text's turn comes. A text that exceeds it fails alone: its thread is terminated, and the next text gets
 * a new one. The same applies to a thread that does not start in time.
 *
 * @param maxWaiting further callers are refused with `unavailable`
 * @param startWorker starts a thread that posts `ThreadMessage`s
 */
export function createMarkdownRenderer({
  timeoutMs = RENDER_TIMEOUT_MS,
  startTimeoutMs = START_TIMEOUT_MS,
  maxWaiting = MAX_WAITING,
  startWorker = () => new Worker(WORKER),
}: RendererOptions = {}): RenderMarkdown {
  const inTurn = createQueue({ concurrency: 1, maxWaiting });
  const inShare = createShares({ each: MAX_OF_AUTHOR });
  let kept: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = (thread: Thread) => {
    if (kept === thread) kept = undefined;
    void thread.worker.terminate();
  };
  const startOf = async (thread: Thread): Promise<void> => {
    const late = Promise.withResolvers<never>();
    const timeout = setTimeout(() => {
      end(thread);
      late.reject(unavailable(RETRY_AFTER_SECONDS));
    }, startTimeoutMs);
    try {
      await Promise.race([thread.ready, late.promise]);
    } finally {
      clearTimeout(timeout);
    }
  };
  const render = async (markdown: string): Promise<string> => {
    clearTimeout(idle);
    const thread = (kept ??= followThread(startWorker(), end));
    thread.worker.ref();
    await startOf(thread);
    const timeout = setTimeout(end, timeoutMs, thread);
    try {
      return await renderIn(thread, markdown);
    } finally {
      clearTimeout(timeout);
      // Lets the process end while the thread has nothing to do.
      thread.worker.unref();
      idle = setTimeout(end, IDLE_MS, thread).unref();
    }
  };
  return (markdown, { authorId } = {}) => {
    const rendered = () => inTurn(() => render(markdown));
    return authorId === undefined ? rendered() : inShare(authorId, rendered);
  };
}

/** The renderer for stored texts, which are rendered when they are saved. */
export const renderMarkdown = createMarkdownRenderer();

type Thread = {
  worker: Worker;
  /** Resolves when the modules are loaded. The text's time limit begins then. */
  ready: Promise<void>;
  /** Sends a text. One at a time, so the next reply belongs to it. */
  ask: (markdown: string) => Promise<RenderReply>;
};

/** @param onEnd called when the thread has ended or failed */
function followThread(worker: Worker, onEnd: (thread: Thread) => void): Thread {
  const ready = Promise.withResolvers<void>();
  let reply: PromiseWithResolvers<RenderReply> | undefined;
  const thread: Thread = {
    worker,
    ready: ready.promise,
    ask: (markdown) => {
      reply = Promise.withResolvers();
      worker.postMessage(markdown);
      return reply.promise;
    },
  };
  const fail = (cause: unknown) => {
    onEnd(thread);
    ready.reject(cause);
    reply?.reject(cause);
  };
  worker.on('message', (message: ThreadMessage) => {
    if (message === 'ready') ready.resolve();
    else reply?.resolve(message);
  });
  worker.on('error', fail);
  worker.on('exit', (code) => fail(new Error(`The rendering thread has ended with code ${code}.`)));
  return thread;
}

async function renderIn(thread: Thread, markdown: string): Promise<string> {
  const reply = await thread.ask(markdown).catch((cause: unknown) => {
    throw tooComplex(cause);
  });
  if ('failure' in reply) throw tooComplex(reply.failure);
  return reply.html;
}

function tooComplex(cause: unknown): Error {
  const error = invalid('This text cannot be rendered. Please make it shorter or simpler.', {
    body: 'This text cannot be rendered. Please make it shorter or simpler.',
  });
  error.cause = cause;
  return error;
}
