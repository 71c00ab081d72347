import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  createLeaseRecorder,
  effectiveAccountPolicy,
  FIRST_SERVER_ID,
  selectGameServer,
  selectGameServers,
} from '#features/game-servers/game-servers.ts';
import { useTestDatabase } from '#test/database.ts';

test('a fresh portal has one server, whose bridge never reported', async () => {
  const { db } = await useTestDatabase();
  expect(await selectGameServers(db)).toEqual([
    {
      id: FIRST_SERVER_ID,
      name: 'Game server',
      slug: 'main',
      position: 0,
      isListed: true,
      accountPolicy: null,
      revision: 1,
      needsCharacter: false,
      report: null,
      lastLeaseAt: null,
      isHashingTrusted: false,
      isSilent: false,
    },
  ]);
  expect(await selectGameServer(db, 2)).toBeUndefined();
  // However long ago it fetched deliveries.
  await db.execute(sql`insert into last_signals values ('game lease 1', now() - interval '1 hour')`);
  expect(await selectGameServer(db, 1)).toMatchObject({ isSilent: false });
});

test('remembers the last lease of each server', async () => {
  const { db } = await useTestDatabase();
  await db.execute(sql`insert into game_servers (name, slug, position) values ('North', 'north', 1)`);
  const record = createLeaseRecorder(db);
  await record(2);
  const [first, north] = await selectGameServers(db);
  expect(north?.lastLeaseAt).toBeInstanceOf(Date);
  expect(first?.lastLeaseAt).toBeNull();
  expect(north?.name).toBe('North');
});

test('a bridge is silent after three minutes without a report and without a lease', async () => {
  const { db } = await useTestDatabase();
  await db.execute(sql`
    insert into game_server_status (server_id, adapter, bridge_version, guarantee, needs_character, reports_collected,
      is_online, players_online, reported_at)
    values (1, 'rathena', '1.0.0', 'exactly_once', true, false, true, 7, now() - interval '4 minutes')`);
  const leased = (minutes: number) =>
    db.execute(
      sql`
        insert into last_signals values ('game lease 1', now() - make_interval(mins => ${minutes}))
        on conflict (name) do update set at = excluded.at`,
    );
  await leased(5);
  expect(await selectGameServer(db, 1)).toMatchObject({ isSilent: true, needsCharacter: true });
  await leased(2);
  expect(await selectGameServer(db, 1)).toMatchObject({ isSilent: false, report: { playersOnline: 7 } });
});

test.each([
  [null, null, null],
  [null, 'same_password', null],
  ['srp6', null, 'own_password'],
  ['md5', null, 'own_password'],
  ['plain', 'same_password', 'same_password'],
  ['argon2id_raw', null, 'same_password'],
  ['bcrypt', null, 'same_password'],
  ['bcrypt', 'own_password', 'own_password'],
] as const)('accounts of a game with %s and the policy %s get: %s', (scheme, policy, effective) => {
  const rules = scheme && { scheme, parameters: {} };
  expect(effectiveAccountPolicy(rules, { policy, isTrusted: true })).toBe(effective);
});

test.each([
  { memoryKib: 19_456, passes: 2 },
  { memoryKib: 12_288, passes: 3 },
  { memoryKib: 65_536, passes: 1 },
])('a game that hashes as OWASP advises at least gets the same password: %j', (parameters) => {
  const rules = { scheme: 'argon2id_raw', parameters } as const;
  expect(effectiveAccountPolicy(rules, { policy: null, isTrusted: true })).toBe('same_password');
});

test.each([
  ['argon2id_raw', { memoryKib: 8, passes: 1 }],
  ['argon2id_raw', { memoryKib: 8 }],
  ['argon2id_raw', { memoryKib: 18_432, passes: 2 }],
  ['argon2id_raw', { memoryKib: 1280, passes: 32 }],
  ['bcrypt', { cost: 4 }],
] as const)('%s with %j is weak', (scheme, parameters) => {
  const chosen = { policy: null, isTrusted: true };
  expect(effectiveAccountPolicy({ scheme, parameters }, chosen)).toBe('own_password');
});
