import { endpoint } from '@waygate/contract/endpoint';
import type { StaffNeed } from '@waygate/contract/permissions';
import { addTestSections } from '@waygate/contract/tests/test-sections';
import { beforeAll, expect, test } from 'vitest';
import type { Route } from './route.ts';
import { useTestDatabase } from '#test/database.ts';
import { useTestServer } from '#test/test-server.ts';

beforeAll(() => addTestSections('polls'));

const ALL_PRIMES = 304_250_263_527_210;

function thing(section: string) {
  const access = { section: section as StaffNeed };
  return endpoint({ method: 'GET', path: '/thing', access, summary: 'A thing.', response: 'empty' });
}

const registerPolls = (route: Route) => route(thing('polls'), async () => {});

function viewerOf(rank: { webMgt: number; sections: string[]; permission?: number }) {
  return {
    accountId: 1,
    userName: 'staff',
    permission: 0,
    sessionHash: Buffer.alloc(32),
    isSudo: true,
    isFactorMissing: false,
    ...rank,
  };
}

test.each([
  ['the name', { webMgt: 1, sections: ['polls'] }, 204],
  ['an owner', { webMgt: 1, permission: 32, sections: [] }, 204],
  ['every prime', { webMgt: ALL_PRIMES, sections: [] }, 403],
  ['another name', { webMgt: 2, sections: ['news', 'a newer one'] }, 403],
])('an endpoint of a named section answers to %s as it should', async (_, rank, status) => {
  const { db } = await useTestDatabase();
  const viewer = viewerOf(rank);
  const { app } = await useTestServer(db, registerPolls, { findViewer: async () => viewer });
  const headers = { authorization: `Bearer ${'x'.repeat(43)}` };
  expect((await app.inject({ url: '/api/thing', headers })).statusCode).toBe(status);
});

test.each([
  ['an owner', { webMgt: 1, permission: 32, sections: [] }, 204],
  ['every section', { webMgt: ALL_PRIMES, sections: ['polls', 'owner'] }, 403],
])('an endpoint for owners answers to %s as it should', async (_, rank, status) => {
  const { db } = await useTestDatabase();
  const viewer = viewerOf(rank);
  const { app } = await useTestServer(db, (route) => route(thing('owner'), async () => {}), {
    findViewer: async () => viewer,
  });
  const headers = { authorization: `Bearer ${'x'.repeat(43)}` };
  expect((await app.inject({ url: '/api/thing', headers })).statusCode).toBe(status);
});

test('an endpoint of a section that there is not does not start', async () => {
  const { db } = await useTestDatabase();
  const starting = useTestServer(db, (route) => route(thing('nothing'), async () => {}));
  await expect(starting).rejects.toThrow('GET /thing states no access.');
});
