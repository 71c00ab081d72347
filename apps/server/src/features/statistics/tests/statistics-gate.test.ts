import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createOwner,
  createPortal,
  createSignedInPlayer,
  type Portal,
  until,
} from '#test/account-journeys.ts';
import { waitsFor } from '#test/locks.ts';

const PERIOD = 'from=2026-11-01&to=2026-11-30';

let portal: Portal;
let holder: pg.Client;
beforeAll(async () => {
  portal = await createPortal();
  holder = new pg.Client(portal.parts.database.connection);
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await portal.close();
});

/** How many statements wait for one of the tables that the test holds. */
async function waiting(): Promise<number> {
  return (await holder.query(waitsFor('referrals', 'deliveries'))).rows.length;
}

/** A portal where payment statistics and the list of deliveries hang until `release`. */
async function useHangingReads() {
  const [owner, player] = [await createOwner(portal), await createSignedInPlayer(portal)];
  // As if each read took as long as the test wants.
  await holder.query('begin; lock table referrals, deliveries in access exclusive mode');
  const { token } = owner;
  return {
    statistics: (kind: string) => portal.call('GET', `/admin/statistics/${kind}?${PERIOD}`, { token }),
    list: () => portal.call('GET', '/admin/deliveries', { token }),
    profiles: async () => {
      const calls = Array.from({ length: 20 }, () =>
        portal.call('GET', '/user/profile', { token: player.token }),
      );
      return (await Promise.all(calls)).map(({ statusCode }) => statusCode);
    },
    release: () => holder.query('rollback'),
  };
}

test('many statistics at once leave connections to players', async () => {
  const { statistics, profiles, release } = await useHangingReads();
  const charts = Array.from({ length: 30 }, () => statistics('payment'));
  await until(async () => (await waiting()) > 0);
  const statuses = await profiles();
  const held = await waiting();
  await release();
  expect(statuses).toEqual(statuses.map(() => 200));
  expect(held).toBeLessThanOrEqual(2);
  expect((await Promise.all(charts)).map(({ statusCode }) => statusCode)).toEqual(charts.map(() => 200));
});

test('statistics wait behind the lists of staff, and are refused as they are when too many wait', async () => {
  const { statistics, list, profiles, release } = await useHangingReads();
  const lists = [list(), list()];
  await until(async () => (await waiting()) === 2);
  let isAnswered = false;
  const chart = statistics('character').then((answer) => {
    isAnswered = true;
    return answer;
  });
  expect(new Set(await profiles())).toEqual(new Set([200]));
  expect(isAnswered).toBe(false);
  const more = Array.from({ length: 50 }, () => statistics('game'));
  const refused = await Promise.race(more);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  await release();
  expect((await chart).statusCode).toBe(200);
  expect((await Promise.all(lists)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const statuses = (await Promise.all(more)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status !== 200)).toEqual([503]);
});
