import { type ChangeListener, listenForChanges } from '#platform/db/change-listener.ts';
import type { Connection, Db } from '#platform/db/database.ts';
import type { PublicCache } from '#platform/http/public-cache.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { createPublishingClock } from './site/publishing-clock.ts';

/**
 * Empties the cache when any process changes content and when something planned appears or ends, and disables it while either
 * may be missed.
 */
export function followContentChanges({
  connection,
  db,
  cache,
  log,
}: {
  connection: Connection;
  db: Db;
  cache: PublicCache;
  log: Logger;
}): ChangeListener {
  const clock = createPublishingClock({ db, cache, log });
  return listenForChanges({
    connection,
    channel: 'content_changed',
    onChange: () => {
      cache.clear();
      clock.look();
    },
    onConnected: clock.start,
    onLost: clock.stop,
    log,
  });
}
