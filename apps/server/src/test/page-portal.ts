import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { followContentChanges } from '#app/content-changes.ts';
import { createBuiltPages } from '#app/site/pages.ts';
import { createPublicCache, type PublicCache } from '#platform/http/public-cache.ts';
import { useFakeWeb } from './fake-web.ts';
import type { TestParts } from './test-parts.ts';

export const PAGE_ORIGIN = 'https://play.example';

/**
 * A portal with pages; what it keeps is forgotten when content changes.
 *
 * @param web files of the web package, over those of `useFakeWeb`
 */
export async function usePagePortal(
  parts: TestParts,
  { web = {} }: { web?: Record<string, string | Buffer> | undefined } = {},
): Promise<{ app: FastifyInstance; cache: PublicCache; dataDir: string }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'waygate-data-'));
  const cache = createPublicCache();
  const config = { ...parts.config, dataDir, publicOrigin: PAGE_ORIGIN };
  const own = { ...parts, config, cache };
  let isListening = false;
  const { connection } = parts.database;
  const listener = followContentChanges({
    connection,
    db: parts.db,
    cache: {
      ...cache,
      setReliable: (isReliable) => {
        isListening = isReliable;
        cache.setReliable(isReliable);
      },
    },
    log: parts.log,
  });
  await expect.poll(() => isListening).toBe(true);
  const app = await buildApp(own, async () => undefined, await createBuiltPages(own, await useFakeWeb(web)));
  onTestFinished(async () => {
    await app.close();
    await listener.stop();
    await rm(dataDir, { recursive: true });
  });
  return { app, cache, dataDir };
}
