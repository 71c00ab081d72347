import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import type { FindViewer, Viewer } from '#platform/auth/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import { createPublicCache, type PublicCache } from '#platform/http/public-cache.ts';
import { createRoute, type Route } from '#platform/http/route.ts';
import { answerUnknownApiPaths, createServer, type ServerOptions } from '#platform/http/server.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { captureLog } from './captured-log.ts';

export type TestServer = { app: FastifyInstance; cache: PublicCache; logged: () => string };

/** The platform's server with endpoints of the test's own. Its log is kept for the test to read. */
export async function useTestServer(
  db: Db,
  register: (route: Route, app: FastifyInstance) => void,
  { findViewer = findTestViewer, ...options }: Partial<ServerOptions> & { findViewer?: FindViewer } = {},
): Promise<TestServer> {
  const { log, text } = captureLog();
  const cache = createPublicCache();
  const settings = {
    trustProxy: 0,
    publicOrigin: 'https://play.example.com',
    inlineScriptHashes: [],
    ...options,
  };
  const app = await createServer({ log, cache, metrics: createMetrics(), ...settings });
  const isSecure = settings.publicOrigin.startsWith('https:');
  onTestFinished(() => app.close());
  register(createRoute(app, { db, cache, isSecure, findViewer, authorizeBridge: admitNoBridge }), app);
  answerUnknownApiPaths(app);
  await app.ready();
  return { app, cache, logged: text };
}

/** The header of a session that `findTestViewer` knows: its token tells the account. */
export function signedInAs({ accountId = 1, permission = 0, webMgt = 1 }: Partial<Viewer> = {}): {
  authorization: string;
} {
  return { authorization: `Bearer ${`${accountId}-${permission}-${webMgt}`.padEnd(43, '_')}` };
}

async function admitNoBridge(): Promise<'wrong_token'> {
  return 'wrong_token';
}

async function findTestViewer(accessToken: string): Promise<Viewer | undefined> {
  const [, accountId, permission, webMgt] = /^(\d+)-(\d+)-(\d+)_+$/.exec(accessToken) ?? [];
  if (accountId === undefined) return undefined;
  return {
    accountId: Number(accountId),
    userName: 'somebody',
    permission: Number(permission),
    webMgt: Number(webMgt),
    sections: [],
    sessionHash: Buffer.alloc(32),
    isSudo: true,
    isFactorMissing: false,
  };
}
