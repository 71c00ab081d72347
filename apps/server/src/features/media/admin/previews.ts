import { tooManyRequests } from '#platform/errors/app-error.ts';
import type { RenderMarkdown } from '#platform/markdown/render-markdown.ts';
import { createQueue } from '#platform/queue/bounded-queue.ts';

/** One for each member of staff who writes at this moment. */
const MAX_WAITING = 16;
const SUPERSEDED_RETRY_SECONDS = 1;

/**
 * Renders what an account is writing. It waits with its newest text alone: an older one that still waits is
 * refused with `too_many_requests`, and its place in the line is the newer one's.
 *
 * @throws unavailable when too many accounts are waiting
 */
export type Preview = (accountId: number, markdown: string) => Promise<string>;

type Asked = { markdown: string } & PromiseWithResolvers<string>;

/** @param render a renderer for previews alone, so that no number of them keeps a save waiting */
export function createPreviews(render: RenderMarkdown): Preview {
  const inTurn = createQueue({ concurrency: 1, maxWaiting: MAX_WAITING });
  const newest = new Map<number, Asked>();
  const take = (accountId: number) => {
    const asked = newest.get(accountId);
    newest.delete(accountId);
    return asked;
  };
  const renderNewest = async (accountId: number) => {
    const asked = take(accountId);
    if (asked) await render(asked.markdown).then(asked.resolve, asked.reject);
  };
  return (accountId, markdown) => {
    const older = newest.get(accountId);
    const asked = { markdown, ...Promise.withResolvers<string>() };
    newest.set(accountId, asked);
    if (older) older.reject(tooManyRequests(SUPERSEDED_RETRY_SECONDS));
    else inTurn(() => renderNewest(accountId)).catch((error: unknown) => take(accountId)?.reject(error));
    return asked.promise;
  };
}
