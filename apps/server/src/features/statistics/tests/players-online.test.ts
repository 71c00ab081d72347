import type { PlayersOnline } from '@waygate/contract/statistics/statistics.schemas';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { selectPlayersOnline } from '#features/game-servers/samples.queries.ts';
import { createSignedInPlayer, createStaff, usePortal } from '#test/account-journeys.ts';
import { createGameServer } from '#test/bridge.ts';
import { scansDuring } from '#test/plans.ts';

const portal = await usePortal();
const { db } = portal.parts;
const { token } = await createStaff(portal, ['statisticsGame']);

const ask = (given?: string) =>
  portal.call('GET', '/admin/statistics/game/players-online', given ? { token: given } : {});
const read = async (): Promise<PlayersOnline> => (await ask(token)).json();
const sample = (serverId: number, minutesAgo: number, players: number) =>
  db.execute(sql`
    insert into game_server_samples (server_id, minute, players_online)
    values (${serverId}, floor(extract(epoch from now()) / 60)::int - ${minutesAgo}, ${players})`);

beforeEach(async () => {
  await db.execute(sql`truncate game_server_samples`);
});

test('is for staff of the game statistics', async () => {
  const [player, staff] = [await createSignedInPlayer(portal), await createStaff(portal, ['users'])];
  const statuses = [undefined, player.token, staff.token, token].map(
    async (given) => (await ask(given)).statusCode,
  );
  expect(await Promise.all(statuses)).toEqual([401, 403, 403, 200]);
});

test('has 24 hours in quarters, without anything reported', async () => {
  const { stepMinutes, steps, servers } = await read();
  expect([stepMinutes, steps.length]).toEqual([15, 96]);
  const [first = '', last = ''] = [steps[0], steps.at(-1)];
  expect(Date.parse(last) - Date.parse(first)).toBe((24 * 60 - 15) * 60_000);
  expect(Date.now() - Date.parse(last)).toBeLessThan(16 * 60_000);
  expect(Date.parse(last) % (15 * 60_000)).toBe(0);
  expect(servers[0]?.playersOnline).toEqual(Array.from({ length: 96 }, () => null));
});

test('has the most players at once of each step, for each server in its order', async () => {
  const serverId = await createGameServer(db);
  await sample(1, 60, 5);
  await sample(1, 24 * 60 + 30, 500);
  await sample(serverId, 0, 8);
  await sample(serverId, 120, 0);
  const { servers } = await read();
  const reported = servers.map(({ playersOnline }) => playersOnline.filter((players) => players !== null));
  expect(servers.map((server) => server.serverId)).toEqual([1, serverId]);
  expect(reported).toEqual([[5], [0, 8]]);
  expect(servers[1]?.playersOnline.at(-1)).toBe(8);
  // Two minutes of one step.
  await db.execute(sql`
    insert into game_server_samples (server_id, minute, players_online)
    select 1, floor(extract(epoch from now()) / 60 / 15)::int * 15 - 600 + n, n * 10 from generate_series(1, 3) n`);
  expect((await read()).servers[0]?.playersOnline).toContain(30);
});

test('is read along the index, however many samples there are', async () => {
  await db.execute(sql`
    insert into game_server_samples (server_id, minute, players_online)
    select 1, floor(extract(epoch from now()) / 60)::int - n, 7 from generate_series(0, 90 * 24 * 60) n`);
  await db.execute(sql`analyze game_server_samples`);
  const scans = await scansDuring(portal.parts.database, selectPlayersOnline);
  expect(scans.filter((scan) => scan.includes('game_server_samples'))).toEqual([
    expect.stringMatching(/^(Index|Index Only|Bitmap Index) Scan game_server_samples_pkey$/),
  ]);
});
