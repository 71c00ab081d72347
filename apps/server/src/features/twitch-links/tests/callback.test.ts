import { textOfNotice } from '@waygate/contract/site/notices';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { createFindViewer } from '#features/sessions/sessions.queries.ts';
import { randomAddress } from '#test/account-journeys.ts';
import { createDropsPortal, type DropsPortal } from '#test/drop-journeys.ts';

const CALLBACK = '/api/auth/twitch/callback';

let portal: DropsPortal;
beforeAll(async () => {
  portal = await createDropsPortal();
});
afterAll(() => portal.close());

/** What the profile shows of an answer. */
function errorAtProfile({ statusCode, headers }: LightMyRequestResponse): string | undefined {
  expect(statusCode).toBe(302);
  expect(headers['cache-control']).toBe('no-store');
  const { pathname, searchParams } = new URL(String(headers.location), 'http://portal.test');
  expect(pathname).toBe('/profile');
  expect([...searchParams.keys()]).toEqual(['error']);
  return textOfNotice('error', searchParams.get('error') ?? '');
}

async function comeBack(
  query: string,
  { app = portal.app, address = randomAddress() }: { app?: FastifyInstance; address?: string } = {},
): Promise<string | undefined> {
  return errorAtProfile(await app.inject({ url: `${CALLBACK}?${query}`, remoteAddress: address }));
}

describe('a player who returns from Twitch sees a message on the profile', () => {
  test.each([
    ['a repeated state', 'code=a&state=b&state=c'],
    ['an overlong state', `code=a&state=${'x'.repeat(501)}`],
    ['an overlong code', `code=${'x'.repeat(501)}&state=b`],
    ['a state that is an object', 'code=a&state[a]=b&state=c&state=d'],
  ])('with %s', async (_, query) => {
    expect(await comeBack(query)).toBe('This link is not valid. Please try again.');
  });

  test('when returning too often', async () => {
    const address = randomAddress();
    for (let calls = 0; calls < 60; calls += 1) await comeBack('state=x', { address });
    expect(await comeBack('state=x', { address })).toBe('Too many attempts. Please try again later.');
  });

  test('when Twitch was switched off meanwhile', async () => {
    const app = await buildApp({ ...portal.parts, twitch: undefined }, createFindViewer(portal.parts.db));
    expect(await comeBack('code=a&state=b', { app })).toBe('Twitch is not switched on for this server.');
    await app.close();
  });

  test('when the portal fails', async () => {
    await portal.parts.db.execute(sql`alter table twitch_link_attempts rename to moved`);
    expect(await comeBack('code=a&state=b')).toBe('Something went wrong on our side. Please try again.');
    await portal.parts.db.execute(sql`alter table moved rename to twitch_link_attempts`);
  });

  test('when the provider is unknown', async () => {
    const answer = await portal.app.inject({ url: '/api/auth/google/callback?code=a&state=b' });
    expect(errorAtProfile(answer)).toBe('Invalid provider.');
  });
});

test.each([
  ['GET', 'google'],
  ['DELETE', 'google'],
  ['GET', 'Twitch'],
  ['DELETE', 'twitch%20'],
  ['GET', '__proto__'],
] as const)('%s of a link with %s, which is no provider, says so', async (method, provider) => {
  const answer = await portal.call(method, `/auth/${provider}/link`);
  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    { code: 'not_found', message: 'Invalid provider.', requestId: expect.any(String) },
  ]);
});
