import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError, invalid } from '#platform/errors/app-error.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { createQueue } from '#platform/queue/bounded-queue.ts';
import { createShares } from '#platform/queue/shares.ts';
import {
  type ChildMessage,
  createOnDemandChild,
  type StartChild,
} from '#platform/threads/on-demand-child.ts';

/** A text of 80 kB takes 0.2 to 1 s. A longer time means a malicious text. */
const RENDER_TIMEOUT_MS = 10_000;

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

/** Messages of the thread: HTML for each text. */
export type ThreadMessage = ChildMessage<string>;

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
  startTimeoutMs,
  maxWaiting = MAX_WAITING,
  startWorker = () => new Worker(WORKER),
}: RendererOptions = {}): RenderMarkdown {
  const inTurn = createQueue({ concurrency: 1, maxWaiting });
  const inShare = createShares({ each: MAX_OF_AUTHOR });
  const ask = createOnDemandChild({
    name: 'rendering thread',
    start: threadChild(startWorker),
    startTimeoutMs,
    workTimeoutMs: timeoutMs,
    idleMs: IDLE_MS,
  });
  const render = async (markdown: string): Promise<string> => {
    try {
      return await ask(markdown);
    } catch (error) {
      throw error instanceof AppError ? error : tooComplex(error);
    }
  };
  return (markdown, { authorId } = {}) => {
    const rendered = () => inTurn(() => render(markdown));
    return authorId === undefined ? rendered() : inShare(authorId, rendered);
  };
}

/** The renderer for stored texts, which are rendered when they are saved. */
export const renderMarkdown = createMarkdownRenderer();

function threadChild(startWorker: () => Worker): StartChild<string, string> {
  return ({ onMessage, onEnd }) => {
    const worker = startWorker();
    worker.on('message', onMessage);
    worker.on('error', onEnd);
    worker.on('exit', (code) => onEnd(new Error(`The rendering thread has ended with code ${code}.`)));
    return {
      send: (markdown) => worker.postMessage(markdown),
      hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
      end: () => void worker.terminate(),
    };
  };
}

function tooComplex(cause: unknown): Error {
  const error = invalid('This text cannot be rendered. Please make it shorter or simpler.', {
    body: 'This text cannot be rendered. Please make it shorter or simpler.',
  });
  error.cause = cause;
  return error;
}
