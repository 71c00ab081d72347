import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createPortal,
  createSignedInPlayer,
  createStaff,
  type Portal,
  until,
} from '#test/account-journeys.ts';
import { waitsFor } from '#test/locks.ts';
import { fill } from '#test/plans.ts';

const DELIVERIES = 200_000;

let portal: Portal;
let holder: pg.Client;
beforeAll(async () => {
  portal = await createPortal();
  holder = new pg.Client(portal.parts.database.connection);
  await holder.connect();
  await createSignedInPlayer(portal);
  await fill(
    portal.parts.database,
    `insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, state)
     select 1, 'key:' || n, 'grant', 'item', 7, 1, 'applied' from generate_series(1, ${DELIVERIES}) n`,
  );
});
afterAll(async () => {
  await holder.end();
  await portal.close();
});

/** How many statements wait for the table. */
async function waiting(): Promise<number> {
  return (await holder.query(waitsFor('deliveries'))).rows.length;
}

test('concurrent staff reads of long lists do not slow down players', async () => {
  const { token } = await createStaff(portal, ['orders']);
  const player = await createSignedInPlayer(portal);
  // As if each page took as long as the test wants.
  await holder.query('begin; lock table deliveries in access exclusive mode');

  const windows = Array.from({ length: 30 }, (_, n) => DELIVERIES / 100 - n);
  const lists = windows.map((page) =>
    portal.call('GET', `/admin/deliveries?state=all&pageSize=all&page=${page}`, { token }),
  );
  await until(async () => (await waiting()) > 0);
  const profiles = await Promise.all(
    windows.map(() => portal.call('GET', '/user/profile', { token: player.token })),
  );
  const held = await waiting();
  await holder.query('rollback');

  expect(profiles.map(({ statusCode }) => statusCode)).toEqual(profiles.map(() => 200));
  expect(held).toBeLessThanOrEqual(2);
  for (const list of await Promise.all(lists)) {
    expect(list.statusCode).toBe(200);
    expect(list.json()).toMatchObject({ total: DELIVERIES, totalIsExact: true });
    expect(list.json().deliveries).toHaveLength(100);
  }
});

test.each([
  '/admin/users',
  '/admin/userBenefits',
  '/admin/audit',
  '/admin/orders',
  '/admin/deliveries',
  '/admin/products',
  '/admin/game/characters',
  '/admin/game/inventory',
])('%s lets nobody page farther through a search than there is reason to', async (path) => {
  const { token } = await createStaff(portal, [
    'users',
    'benefits',
    'orders',
    'products',
    'gameCharacters',
    'gameInventory',
  ]);
  const read = (query: string) => portal.call('GET', `${path}?pageSize=all&${query}`, { token });
  const refused = await read('search=hero&page=1001');
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({
    code: 'bad_request',
    message:
      'Only the first 100,000 rows that a search finds can be paged through. Please narrow the search, or sort the other way.',
  });
  for (const query of ['search=hero&page=1000', 'page=9999999', 'search=%20&page=9999999'])
    expect((await read(query)).statusCode).toBe(200);
});
