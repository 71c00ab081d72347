import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { invalid, unavailable } from '#platform/errors/app-error.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { createQueue } from '#platform/queue/bounded-queue.ts';
import { createShares } from '#platform/queue/shares.ts';

/** A text of 80 kB takes 0.2 to 1 s; what takes this long was written to take long. */
const RENDER_TIMEOUT_MS = 10_000;

/** Loading its modules takes a thread less than a second; one that takes this long will never be ready. */
const START_TIMEOUT_MS = 30_000;
const RETRY_AFTER_SECONDS = 5;

/** More than a fresh portal has texts, which are all rendered at its first start. */
const MAX_WAITING = 64;

/** One that is saved, and another that is saved in a second window: nobody has to wait for one writer's whole line. */
const MAX_OF_AUTHOR = 2;

/** The thread ends when nobody has rendered for this long, and gives its memory back. */
const IDLE_MS = 30_000;

// The same program from the sources and from the bundle.
const WORKER = path.join(
  SERVER_ROOT,
  import.meta.url.endsWith('.ts') ? 'src/bin/markdown-worker.ts' : 'dist/markdown-worker.js',
);

/** What became of a text. */
type RenderReply = { html: string } | { failure: string };

/** What the thread says: first that its modules are loaded. */
export type ThreadMessage = 'ready' | RenderReply;

/**
 * Markdown with GitHub's extensions → sanitised HTML.
 *
 * @param options.authorId the account that writes it; none for what the portal brings itself
 * @throws validation_failed for a text that cannot be rendered in reasonable time
 * @throws unavailable when too many are waiting, or when the thread does not start
 * @throws too_many_requests when two of the author's texts are waiting or rendered
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
 * Renders one text after the other in a thread of its own: 5 kB take 12 to 60 ms, which would hold up every
 * request. A text's time begins with its turn, and the one that takes too long fails alone: the thread ends with
 * it, and the next text gets a new one. So does whoever comes after one whose thread did not start in time.
 *
 * @param maxWaiting callers past this many waiting ones are refused, never piled up
 * @param startWorker a thread that says `ThreadMessage`s
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

/** For whatever is kept: texts are rendered when they are saved. */
export const renderMarkdown = createMarkdownRenderer();

type Thread = {
  worker: Worker;
  /** From here on, time is the text's. */
  ready: Promise<void>;
  /** Sends a text. There is one at a time, so whatever comes back is about that one. */
  ask: (markdown: string) => Promise<RenderReply>;
};

/** @param onEnd it does not work any more, whatever the reason */
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
