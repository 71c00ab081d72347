import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { addBridgeToken, selectGameServer } from '#features/game-servers/game-servers.ts';
import { deleteOldSamples } from '#features/game-servers/samples.queries.ts';
import { observeGameServers } from '#features/game-servers/server-metrics.ts';
import { BRIDGE_STATUS, createGameServer, useBridgePortal } from '#test/bridge.ts';

const portal = await useBridgePortal();
const { db } = portal.parts;

const report = (body: object = {}, token = portal.token) =>
  portal.bridge('PUT', 'status', { body: { ...BRIDGE_STATUS, ...body }, token });
const listed = async () => (await portal.call('GET', '/content/servers')).json().servers;
const changedAt = async () => (await selectGameServer(db, 1))?.report?.changedAt.getTime() ?? 0;
/** As if everything that bridges did was so much longer ago. */
const age = (minutes: number) =>
  db.execute(sql`
    with signals as (update last_signals set at = at - make_interval(mins => ${minutes}))
    update game_server_status set reported_at = reported_at - make_interval(mins => ${minutes}),
      changed_at = changed_at - make_interval(mins => ${minutes})`);

beforeEach(async () => {
  await db.execute(sql`truncate game_server_status, game_server_samples`);
  await db.execute(sql`update game_servers set is_listed = id = 1`);
});

describe('a report', () => {
  test("is answered with the server's id and the portal's time", async () => {
    const before = Date.now();
    const response = await report();
    expect(response.statusCode).toBe(200);
    const { serverId, now } = response.json();
    expect(serverId).toBe(1);
    expect(Math.abs(Date.parse(now) - before)).toBeLessThan(5000);
  });

  test('is kept, and the next one replaces it', async () => {
    const accounts = {
      scheme: 'srp6',
      login: { min: 3, max: 16, characters: 'letters_digits' },
      password: { min: 4, max: 16, characters: 'printable_ascii' },
      isCaseSensitive: false,
      canRename: false,
      canClaim: true,
    };
    await report({
      needsCharacter: true,
      expiresAfterDays: 30,
      accounts,
      capacity: 500,
      gameVersion: '3.3.5a',
    });
    expect(await selectGameServer(db, 1)).toMatchObject({
      needsCharacter: true,
      report: { expiresAfterDays: 30, accountRules: { ...accounts, parameters: {} }, gameVersion: '3.3.5a' },
    });
    await report({ adapter: 'sql', playersOnline: 3 });
    expect(await selectGameServer(db, 1)).toMatchObject({
      needsCharacter: false,
      report: { adapter: 'sql', accountRules: null, capacity: null, playersOnline: 3 },
    });
  });

  test('moves the time of the last change only when the game goes up or down', async () => {
    await report();
    await age(10);
    const first = await changedAt();
    await report({ playersOnline: 99 });
    expect(await changedAt()).toBe(first);
    await report({ isOnline: false, playersOnline: 0 });
    expect(await changedAt()).toBeGreaterThan(first);
  });

  test('is one sample a minute, however often and in parallel it comes, and nobody plays while it is offline', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, players) => report({ playersOnline: players })));
    await report({ isOnline: false, playersOnline: 40 });
    const { rows } = await db.execute<{ minutes: number; last: number }>(sql`
      select count(*)::int as minutes,
        (select players_online from game_server_samples order by minute desc limit 1) as last
      from game_server_samples`);
    // Two, if the minute ended in between.
    expect(rows[0]?.minutes).toBeLessThanOrEqual(2);
    expect(rows[0]?.last).toBe(0);
  });

  test.each([
    ['without players', { playersOnline: undefined }],
    ['with too many players', { playersOnline: 1_000_001 }],
    ['with a fraction of a player', { playersOnline: 1.5 }],
    ['with an unknown guarantee', { guarantee: 'at_least_once' }],
    ['with a long adapter', { adapter: 'x'.repeat(61) }],
    ['with a character that no database stores', { adapter: 'a\u0000b' }],
    ['with a capacity of 0', { capacity: 0 }],
    ['with accounts without a scheme', { accounts: {} }],
  ])('is refused %s', async (_, body) => {
    const response = await report(body);
    expect([response.statusCode, response.json().code]).toEqual([400, 'validation_failed']);
  });
});

describe('the public list', () => {
  test('shows a server whose bridge never reported as unknown', async () => {
    expect(await listed()).toEqual([
      {
        serverId: 1,
        name: 'Game server',
        slug: 'main',
        status: 'unknown',
        playersOnline: 0,
        capacity: null,
        gameVersion: null,
        offlineSince: null,
        needsCharacter: false,
      },
    ]);
  });

  test('shows players while the game is online, and since when it is offline', async () => {
    await report({ capacity: 100 });
    expect(await listed()).toMatchObject([
      { status: 'online', playersOnline: 12, capacity: 100, offlineSince: null },
    ]);
    await report({ isOnline: false });
    const [offline] = await listed();
    expect(offline).toMatchObject({ status: 'offline', playersOnline: 0 });
    expect(Date.now() - Date.parse(offline.offlineSince)).toBeLessThan(60_000);
  });

  test('shows a server as unknown since the last report of a bridge that is silent', async () => {
    await report();
    await age(2);
    expect(await listed()).toMatchObject([{ status: 'online' }]);
    await age(2);
    const reportedAt = (await selectGameServer(db, 1))?.report?.reportedAt;
    expect(await listed()).toMatchObject([
      { status: 'unknown', playersOnline: 0, offlineSince: reportedAt?.toISOString() },
    ]);
    // It asks for deliveries again.
    await db.execute(sql`insert into last_signals values ('game lease 1', now())`);
    expect(await listed()).toMatchObject([{ status: 'online', playersOnline: 12 }]);
  });

  test('leaves out hidden servers, and has the others in their order', async () => {
    const [second, third, hidden] = [
      await createGameServer(db),
      await createGameServer(db),
      await createGameServer(db),
    ];
    await db.execute(sql`update game_servers set position = 7 where id = ${second}`);
    await db.execute(sql`update game_servers set position = 3 where id = ${third}`);
    await db.execute(sql`update game_servers set is_listed = false where id = ${hidden}`);
    const ids = (await listed()).map(({ serverId }: { serverId: number }) => serverId);
    expect(ids).toEqual([1, third, second]);
  });

  test('may be kept, and is revalidated', async () => {
    const { headers } = await portal.app.inject('/api/content/servers');
    expect(headers).toMatchObject({
      etag: expect.any(String),
      'cache-control': expect.stringContaining('public'),
    });
  });
});

test('samples are kept for 90 days', async () => {
  const serverId = await createGameServer(db);
  await db.execute(sql`
    insert into game_server_samples (server_id, minute, players_online)
    select ${serverId}, floor(extract(epoch from now()) / 60)::int - days * 24 * 60, days
    from unnest(array[0, 89, 91]) as days`);
  await deleteOldSamples(db);
  const { rows } = await db.execute(sql`select players_online as days from game_server_samples order by 1`);
  expect(rows).toEqual([{ days: 0 }, { days: 89 }]);
});

test('metrics have each server by its short name', async () => {
  const serverId = await createGameServer(db);
  const slug = (await selectGameServer(db, serverId))?.slug;
  const token = await addBridgeToken(db, 'test', serverId);
  await db.execute(sql`insert into bridge_addresses (address, server_id) values ('127.0.0.1', ${serverId})`);
  observeGameServers(portal.parts.metrics, db);
  await report({ playersOnline: 31 }, token);
  const { body } = await portal.parts.metrics.render();
  expect(body).toContain(`waygate_game_server_players_online{server="${slug}"} 31\n`);
  expect(body).toContain(`waygate_game_server_online{server="${slug}"} 1\n`);
  expect(body).toContain('waygate_game_server_online{server="main"} 0\n');
  expect(body).toContain('waygate_game_server_last_report_timestamp_seconds{server="main"} 0\n');
});
