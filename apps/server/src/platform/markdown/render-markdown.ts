import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { invalid } from '#platform/errors/app-error.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';

/** A text of 80 kB takes 0.2 s; what takes this long was written to take long. */
const RENDER_TIMEOUT_MS = 10_000;

/** The thread ends when nobody has rendered for this long, and gives its memory back. */
const IDLE_MS = 30_000;

// The same program from the sources and from the bundle.
const WORKER = path.join(
  SERVER_ROOT,
  import.meta.url.endsWith('.ts') ? 'src/bin/markdown-worker.ts' : 'dist/markdown-worker.js',
);

export type RenderRequest = { id: number; markdown: string };
export type RenderReply = { id: number; html: string } | { id: number; failure: string };

type Waiting = { resolve: (html: string) => void; reject: (error: Error) => void };
type Renderer = { worker: Worker; waiting: Map<number, Waiting>; idle: NodeJS.Timeout | undefined };

let renderer: Renderer | undefined;
let lastId = 0;

/**
 * Markdown with GitHub's extensions → sanitised HTML, in a thread of its own: 5 kB take 12 to 60 ms, which
 * would hold up every request.
 *
 * @throws validation_failed for a text that cannot be rendered in reasonable time
 */
export async function renderMarkdown(markdown: string, timeoutMs = RENDER_TIMEOUT_MS): Promise<string> {
  renderer ??= startRenderer();
  const { worker, waiting } = renderer;
  clearTimeout(renderer.idle);
  const request: RenderRequest = { id: ++lastId, markdown };
  const timeout = setTimeout(() => void worker.terminate(), timeoutMs);
  worker.ref();
  try {
    return await new Promise<string>((resolve, reject) => {
      waiting.set(request.id, { resolve, reject });
      worker.postMessage(request);
    });
  } finally {
    clearTimeout(timeout);
    waiting.delete(request.id);
    if (waiting.size === 0) rest();
  }
}

function startRenderer(): Renderer {
  const worker = new Worker(WORKER);
  const waiting = new Map<number, Waiting>();
  const started: Renderer = { worker, waiting, idle: undefined };
  worker.on('message', (reply: RenderReply) => {
    const caller = waiting.get(reply.id);
    if ('html' in reply) caller?.resolve(reply.html);
    else caller?.reject(tooComplex(reply.failure));
  });
  const end = (cause: unknown) => {
    if (renderer === started) renderer = undefined;
    for (const { reject } of waiting.values()) reject(tooComplex(cause));
  };
  worker.on('error', end);
  worker.on('exit', end);
  return started;
}

/** Lets the process end while the thread has nothing to do. */
function rest(): void {
  const resting = renderer;
  if (!resting || resting.waiting.size > 0) return;
  resting.worker.unref();
  resting.idle = setTimeout(() => {
    if (renderer === resting) renderer = undefined;
    void resting.worker.terminate();
  }, IDLE_MS).unref();
}

function tooComplex(cause: unknown): Error {
  const error = invalid('This text cannot be rendered. Please make it shorter or simpler.', {
    body: 'This text cannot be rendered. Please make it shorter or simpler.',
  });
  error.cause = cause;
  return error;
}
