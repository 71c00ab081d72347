import path from 'node:path';
import { AppError, invalid } from '#platform/errors/app-error.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { createQueue } from '#platform/queue/bounded-queue.ts';
import { createShares } from '#platform/queue/shares.ts';
import { childProcess } from '#platform/threads/child-process.ts';
import { createOnDemandChild } from '#platform/threads/on-demand-child.ts';

/** A text of 80 kB takes 0.2 to 1 s. A longer time means a malicious text. */
const RENDER_TIMEOUT_MS = 10_000;

/** More than the demo texts, which are all rendered at the first start. */
const MAX_WAITING = 64;

/** Enough for saves in two windows. Limits how long others wait for one author's texts. */
const MAX_OF_AUTHOR = 2;

/** An idle process ends after this time, to free its 60 MB. It outlives the pause between texts of a first start, and between previews. */
const IDLE_MS = 2000;

/** In kB, four times Node's own: as deep as a text that a thread could render. */
const STACK_KB = 3900;

// The program's path, from the sources and from the bundle.
const PROGRAM = path.join(
  SERVER_ROOT,
  import.meta.url.endsWith('.ts') ? 'src/bin/markdown-process.ts' : 'dist/markdown-process.js',
);

/**
 * Renders GitHub-flavoured markdown as sanitised HTML.
 *
 * @param options.authorId the author's account; undefined for the portal's own texts
 * @throws validation_failed for a text that cannot be rendered within the time limit
 * @throws unavailable when too many texts wait, or when the process does not start
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
  program?: string;
};

/**
 * Renders one text at a time in a process: 5 kB take 12 to 60 ms, which would delay every request. The time limit
 * begins when the text's turn comes. A text that exceeds it fails alone: its process is ended, and the next text gets
 * a new one. The same applies to a process that does not start in time.
 *
 * @param maxWaiting further callers are refused with `unavailable`
 * @param program runs `serveTasks`
 */
export function createMarkdownRenderer({
  timeoutMs = RENDER_TIMEOUT_MS,
  startTimeoutMs,
  maxWaiting = MAX_WAITING,
  program = PROGRAM,
}: RendererOptions = {}): RenderMarkdown {
  const inTurn = createQueue({ concurrency: 1, maxWaiting });
  const inShare = createShares({ each: MAX_OF_AUTHOR });
  const name = 'rendering process';
  const ask = createOnDemandChild<string, string>({
    name,
    start: childProcess({ name, program, execArgv: [`--stack-size=${STACK_KB}`] }),
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

function tooComplex(cause: unknown): Error {
  const error = invalid('This text cannot be rendered. Please make it shorter or simpler.', {
    body: 'This text cannot be rendered. Please make it shorter or simpler.',
  });
  error.cause = cause;
  return error;
}
