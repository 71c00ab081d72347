import { tooManyRequests } from '#platform/errors/app-error.ts';
import type { RenderMarkdown } from '#platform/markdown/render-markdown.ts';
import { createQueue } from '#platform/queue/bounded-queue.ts';

/** One for each staff member who is writing. */
const MAX_WAITING = 16;
const SUPERSEDED_RETRY_SECONDS = 1;

/**
 * Renders what an account is writing. Only its newest text is queued: an older one that still waits is refused with
 * `too_many_requests`, and the newer one takes its place in the queue.
 *
 * @throws unavailable when too many accounts are waiting
 */
export type Preview = (accountId: number, markdown: string) => Promise<string>;

type QueuedText = { markdown: string } & PromiseWithResolvers<string>;

/** @param render a renderer used only for previews, so that they never delay a save */
export function createPreviews(render: RenderMarkdown): Preview {
  const inTurn = createQueue({ concurrency: 1, maxWaiting: MAX_WAITING });
  const newest = new Map<number, QueuedText>();
  const take = (accountId: number) => {
    const queued = newest.get(accountId);
    newest.delete(accountId);
    return queued;
  };
  const renderNewest = async (accountId: number) => {
    const queued = take(accountId);
    if (queued) await render(queued.markdown).then(queued.resolve, queued.reject);
  };
  return (accountId, markdown) => {
    const older = newest.get(accountId);
    const queued = { markdown, ...Promise.withResolvers<string>() };
    newest.set(accountId, queued);
    if (older) older.reject(tooManyRequests(SUPERSEDED_RETRY_SECONDS));
    else inTurn(() => renderNewest(accountId)).catch((error: unknown) => take(accountId)?.reject(error));
    return queued.promise;
  };
}
