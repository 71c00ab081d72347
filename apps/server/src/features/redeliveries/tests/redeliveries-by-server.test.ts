import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { createOwner } from '#test/account-journeys.ts';
import { auditOf } from '#test/audit.ts';
import { queueItems, readDeliveries, useBridgePortal } from '#test/bridge.ts';
import { redeliveriesBy } from '#test/redeliveries.ts';
import { addServer } from '#test/second-server.ts';

const portal = await useBridgePortal();
const north = await addServer(portal, { name: 'North' });
const { serverId } = north;
const { db } = portal.parts;
const owner = await createOwner(portal);
const byOwner = redeliveriesBy(portal, owner.token);
beforeEach(async () => {
  await db.delete(deliveries);
  await db.execute(sql`delete from redeliveries`);
});

/** Two applied on the first server, three for a character of the second. */
async function applyOnBoth(): Promise<void> {
  await queueItems(portal, 2);
  await queueItems(portal, 3, { serverId, characterId: '150', characterName: 'Kara' });
  await portal.acknowledge((await portal.lease()).map(({ id }) => ({ id, result: 'applied' })));
  await north.acknowledge((await north.lease()).map(({ id }) => ({ id, result: 'applied' })));
}

test('what one game server lost is sent to it alone, under the same keys', async () => {
  await applyOnBoth();
  await db.execute(sql`update deliveries set collected_at = now(), collect_by = now()`);
  expect(await byOwner.preview({ mode: 'same_keys' })).toMatchObject({ deliveries: 5 });
  expect(await byOwner.preview({ mode: 'same_keys', server: serverId })).toMatchObject({ deliveries: 3 });
  expect(await byOwner.redeliver({ mode: 'same_keys', server: serverId })).toBe(3);
  expect(await portal.lease()).toEqual([]);
  expect(await north.lease()).toHaveLength(3);
  const [first, , third] = await readDeliveries(db);
  expect([first?.collectedAt, first?.collectBy]).toEqual([expect.any(Date), expect.any(Date)]);
  expect([third?.collectedAt, third?.collectBy]).toEqual([null, null]);
  const listed = await portal.call('GET', '/admin/redeliveries', { token: owner.token });
  expect(listed.json().redeliveries).toMatchObject([{ serverId, serverName: 'North', waiting: 3 }]);
  expect(await auditOf(portal, 'delivery.redeliver', listed.json().redeliveries[0].id)).toMatchObject([
    { after: { server: serverId } },
  ]);
});

test('a new season of one game server grants to the same characters there', async () => {
  await applyOnBoth();
  expect(await byOwner.redeliver({ mode: 'new_keys', server: serverId })).toBe(3);
  expect(await portal.lease()).toEqual([]);
  expect(await north.lease()).toMatchObject(
    Array.from({ length: 3 }, () => ({ effect: 'grant', characterId: '150', characterName: 'Kara' })),
  );
});

test('what then waits for a character counts as waiting, and an unknown outcome as failed', async () => {
  await applyOnBoth();
  await byOwner.redeliver({ mode: 'same_keys', server: serverId });
  const [a, b] = await north.lease();
  await north.acknowledge([
    { id: a?.id ?? 0, result: 'character_missing' },
    { id: b?.id ?? 0, result: 'unknown' },
  ]);
  const listed = await portal.call('GET', '/admin/redeliveries', { token: owner.token });
  expect(listed.json().redeliveries).toMatchObject([{ waiting: 2, failed: 1 }]);
});

test('a game server that is none is refused, and a repeated request for another one conflicts', async () => {
  await applyOnBoth();
  const request = await byOwner.requestOf({ mode: 'same_keys', server: serverId });
  const missing = await byOwner.send({ ...request, serverId: 2_000_000 });
  expect([missing.statusCode, missing.json().fields]).toEqual([
    400,
    { serverId: 'There is no such game server.' },
  ]);
  for (const odd of [0, -1, 1.5, 'x', 3_000_000_000])
    expect((await byOwner.send({ ...request, serverId: odd })).statusCode).toBe(400);
  const preview = '/admin/redeliveries/preview?mode=same_keys&scope=everything&server=';
  for (const odd of ['0', 'x', '99999999999'])
    expect((await portal.call('GET', `${preview}${odd}`, { token: owner.token })).statusCode).toBe(400);
  expect((await byOwner.send(request)).statusCode).toBe(200);
  expect((await byOwner.send(request)).statusCode).toBe(200);
  expect((await byOwner.send({ ...request, serverId: 1 })).statusCode).toBe(409);
});
