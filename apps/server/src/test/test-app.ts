import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { followContentChanges } from '#app/content-changes.ts';
import { createPublicCache, type PublicCache } from '#platform/http/public-cache.ts';
import type { TestParts } from './test-parts.ts';

/** One more process on the test's database: its own cache, which hears of changes by itself. */
export async function useListeningApp(
  parts: TestParts,
): Promise<{ app: FastifyInstance; cache: PublicCache; connections: () => number }> {
  const cache = createPublicCache();
  let connections = 0;
  const observed: PublicCache = {
    ...cache,
    setReliable: (isReliable) => {
      if (isReliable) connections += 1;
      cache.setReliable(isReliable);
    },
  };
  const listener = followContentChanges({
    connection: parts.database.connection,
    db: parts.db,
    cache: observed,
    log: parts.log,
  });
  const app = await buildApp({ ...parts, cache }, async () => undefined);
  onTestFinished(async () => {
    await app.close();
    await listener.stop();
  });
  return { app, cache, connections: () => connections };
}
