import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { seed } from '#app/seed.ts';
import { createBuiltPages } from '#app/site/pages.ts';
import { createFindViewer } from '#features/sessions/sessions.queries.ts';
import { WEB_ROOT } from '#platform/files/package-root.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { openSandbox } from '#simulators/payments/open-sandbox.ts';
import { callerOf, createSignedInPlayer } from '#test/account-journeys.ts';
import { useFakeWeb } from '#test/fake-web.ts';
import { createTestProduct } from '#test/shop-journeys.ts';
import { createTestParts } from '#test/test-parts.ts';
import { useTwitchServer } from '#test/twitch-server.ts';
import type { ServedRoute } from './page-requests.ts';

const VITE = path.join(WEB_ROOT, '../../node_modules/vite/bin/vite.js');

export type FuzzedSite = { app: FastifyInstance; routes: ServedRoute[]; existing: string[] };

/** The whole portal in local mode: real pages, demo content, simulators with a payment; and the routes no document lists. */
export async function useFuzzedSite(log: Logger): Promise<FuzzedSite> {
  const twitch = await useTwitchServer();
  const parts = await createTestParts({ log, config: { twitch: twitch.config, demoContent: true } });
  const { db, jobs, config } = parts;
  await seed(parts);
  const sandbox = await openSandbox({ db, jobs, log, publicOrigin: config.publicOrigin });
  const simulated = parts.twitch && { ...parts.twitch, simulatorUrl: twitch.url };
  const { routes, stop } = collectHiddenRoutes();
  const app = await buildApp(
    { ...parts, payments: sandbox.provider, twitch: simulated },
    createFindViewer(db),
    await createBuiltPages(parts, await buildPages()),
  );
  stop();
  onTestFinished(async () => {
    await app.close();
    await sandbox.close();
    await parts.close();
  });
  const portal = { parts, app, call: callerOf(app), close: async () => {} };
  const [buyer, productId] = [await createSignedInPlayer(portal), await createTestProduct(portal)];
  const checkout = await portal.call('POST', '/stripe/create-checkout-session', {
    token: buyer.token,
    body: { productId },
  });
  const session = path.basename(new URL(checkout.json().url).pathname);
  return {
    app,
    routes,
    existing: [session, '1', '1.png', 'favicon.ico', 'swagger-ui.css', 'twitch', 'google'],
  };
}

/** The web package's server rendering, built from its sources; its browser side is only a template here. */
async function buildPages(): Promise<string> {
  const template = await readFile(path.join(WEB_ROOT, 'index.html'), 'utf8');
  const webDist = await useFakeWeb({ 'client/index.html': template });
  // In a process of its own: here NODE_ENV is 'test', and React would be built for development.
  await promisify(execFile)(
    process.execPath,
    [VITE, 'build', '--ssr', '--logLevel', 'error', '--outDir', path.join(webDist, 'server')],
    { cwd: WEB_ROOT, env: { ...process.env, NODE_ENV: 'production' } },
  );
  return webDist;
}

/** Notes the routes that the API's documentation doesn't list, as they are registered. */
function collectHiddenRoutes(): { routes: ServedRoute[]; stop: () => void } {
  const routes: ServedRoute[] = [];
  const note = ({ method, url, schema }: RouteOptions) => {
    if (schema === undefined || !('hide' in schema)) return;
    routes.push(...[method].flat().map((one) => ({ method: one, url })));
  };
  const watch = (message: unknown) => {
    // The shape of this channel: https://fastify.dev/docs/latest/Reference/Server/#diagnostics-channel
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', note);
  };
  subscribe('fastify.initialization', watch);
  return { routes, stop: () => unsubscribe('fastify.initialization', watch) };
}
