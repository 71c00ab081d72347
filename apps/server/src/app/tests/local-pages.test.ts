import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { createPortal } from '#test/account-journeys.ts';
import { useTwitchServer } from '#test/twitch-server.ts';
import { createTwitch } from '#platform/twitch/create-twitch.ts';

const PAGES: [method: 'GET' | 'POST', url: string][] = [
  ['GET', '/sandbox'],
  ['GET', '/sandbox/checkout/:session'],
  ['POST', '/sandbox/checkout/:session'],
  ['POST', '/sandbox/payments/:session'],
  ['GET', '/sandbox/twitch'],
  ['GET', '/sandbox/twitch/control'],
  ['POST', '/sandbox/twitch/control'],
  ['GET', '/sandbox/twitch/oauth2/authorize'],
  ['POST', '/sandbox/twitch/oauth2/authorize'],
  ['GET', '/dev/mail'],
  ['GET', '/dev/mail/:id'],
  ['GET', '/dev/mail.json'],
];

const NOWHERE = 'There is nothing at this address.';

test('every page for developers has the same check', async () => {
  const [portal, server] = [await createPortal(), await useTwitchServer()];
  const { publicOrigin } = portal.parts.config;
  const twitch = createTwitch({ ...server.config, publicOrigin, simulatorUrl: server.url });
  const app = await buildApp({ ...portal.parts, twitch }, async () => undefined);
  await app.ready();

  const registered = pathsOf(app.printRoutes({ commonPrefix: false, includeMeta: false }));
  expect(new Set(PAGES.map(([, url]) => url))).toEqual(
    new Set(registered.filter((url) => /^\/(sandbox|dev)(\/|$)/.test(url))),
  );

  const answer = async (call: InjectOptions) => {
    const response = await app.inject(call);
    return response.statusCode === 404 && response.json().message === NOWHERE ? 'refused' : 'open';
  };
  for (const [method, url] of PAGES) {
    const call = { method, url, remoteAddress: '127.0.0.1' } as const;
    expect.soft(await answer(call), `${method} ${url}`).toBe('open');
    const refused: InjectOptions[] = [
      { ...call, remoteAddress: '203.0.113.9' },
      { ...call, headers: { host: 'evil.test' } },
      { ...call, headers: { 'x-forwarded-for': '127.0.0.1' } },
      ...(method === 'POST' ? [{ ...call, headers: { origin: 'https://evil.test' } }] : []),
    ];
    for (const each of refused)
      expect.soft(await answer(each), `${method} ${url} ${JSON.stringify(each.headers)}`).toBe('refused');
  }
  await app.close();
  await portal.close();
});

/** Every registered path, so that a new page cannot be forgotten here, from a tree such as `├── /a (GET)`, `│   └── /b`. */
function pathsOf(tree: string): string[] {
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^([│├└─ ]*)(\S+)(?: \((.+)\))?$/.exec(line) ?? [];
    const depth = indent.length / 4 - 1;
    parents.splice(depth, Infinity, `${parents[depth - 1] ?? ''}${part}`);
    return methods === undefined ? [] : [parents[depth] ?? ''];
  });
}
