import { type ChangeListener, listenForChanges } from '#platform/db/change-listener.ts';
import type { Connection } from '#platform/db/database.ts';
import type { PublicCache } from '#platform/http/public-cache.ts';
import type { Logger } from '#platform/logging/logger.ts';

/** Empties the cache when any process changes content, and disables it while notifications may be missed. */
export function followContentChanges({
  connection,
  cache,
  log,
}: {
  connection: Connection;
  cache: PublicCache;
  log: Logger;
}): ChangeListener {
  return listenForChanges({
    connection,
    channel: 'content_changed',
    onChange: () => cache.clear(),
    onConnected: () => cache.setReliable(true),
    onLost: () => cache.setReliable(false),
    log,
  });
}
