import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSignedInPlayer } from '#test/account-journeys.ts';
import { makeAllDue, queueItems, readDeliveries, useBridgePortal } from '#test/bridge.ts';
import { addServer } from '#test/second-server.ts';
import { updateGameAccountDeliveriesDue } from '#features/deliveries/waiting-deliveries.queries.ts';
import { cancelDelivery, markDelivered } from '#features/deliveries/dead-deliveries.service.ts';
import { dropKey } from '#features/deliveries/delivery-keys.rules.ts';
import { withdrawDeliveries } from '#features/deliveries/deliveries.service.ts';
import { characters, deliveries } from '#features/deliveries/deliveries.tables.ts';

const portal = await useBridgePortal();
const north = await addServer(portal, { needsCharacter: true });
const { serverId } = north;
const { db } = portal.parts;
beforeEach(async () => {
  await db.delete(deliveries);
  await db.delete(characters);
});

const KARA = { characterId: '150', name: 'Kara', level: 12, class: 'Warden' };
const OREN = { characterId: '151', name: 'Oren', level: 40, class: 'Stormcaller' };
const report = (accountDBID: number, ...of: object[]) =>
  north.bridge('PUT', 'characters', { body: { accounts: [{ accountDBID, characters: of }] } });
const player = await createSignedInPlayer(portal);
const awaiting = async (token = player.token) => {
  const response = await portal.call('GET', '/user/deliveries/awaiting', { token });
  expect(response.statusCode).toBe(200);
  return response.json().deliveries;
};
const choose = (id: number | string, characterId: unknown, token = player.token) =>
  portal.call('POST', `/user/deliveries/${id}/character`, { token, body: { characterId } });
const queue = (count = 1, changes = {}) =>
  queueItems(portal, count, { accountId: player.id, serverId, ...changes });
const rows = () => readDeliveries(db);
const lose = async () => {
  const leased = await north.lease();
  const gone = leased.map(({ id }) => ({ id, result: 'character_missing' as const }));
  expect(await north.acknowledge(gone)).toEqual(leased.map(() => 'rescheduled'));
};
const putOff = async (
  problem: 'no_game_account' | 'character_offline' | 'character_online' | 'inbox_full',
) => {
  const leased = await north.lease();
  await north.acknowledge(leased.map(({ id }) => ({ id, result: 'retry', problem })));
  expect(await north.lease()).toEqual([]);
};

describe('a delivery without a character', () => {
  test('waits where the game server needs one, and nowhere else', async () => {
    await queue();
    await queueItems(portal, 1, { accountId: player.id });
    expect((await rows()).map(({ state }) => state)).toEqual(['awaiting_character', 'pending']);
    expect(await north.lease()).toEqual([]);
  });

  test('is for the only character of the account there', async () => {
    await report(player.id, KARA);
    await portal.bridge('PUT', 'characters', {
      body: { accounts: [{ accountDBID: player.id, characters: [OREN] }] },
    });
    await queue();
    expect(await rows()).toMatchObject([{ state: 'pending', characterId: '150', characterName: 'Kara' }]);
  });

  test('waits where there are several, but one with a character is sent to it', async () => {
    await report(player.id, KARA, OREN);
    await queue();
    await queue(1, { characterId: '151' });
    expect(await rows()).toMatchObject([
      { state: 'awaiting_character', characterId: null, characterName: null },
      { state: 'pending', characterId: '151', characterName: 'Oren' },
    ]);
  });

  test('is sent when the first character is reported', async () => {
    await queue(2);
    expect(await awaiting()).toHaveLength(2);
    await report(player.id, KARA);
    expect(await awaiting()).toEqual([]);
    expect(await north.lease()).toMatchObject([{ characterId: '150' }, { characterId: '150' }]);
  });
});

test('what waits is called as its reward is', async () => {
  await db.execute(sql`insert into twitch_seasons (name, starts_at) values ('Embers', now())`);
  const { rows: rewards } = await db.execute<{ reference: string }>(sql`
    insert into twitch_rewards (title, required_minutes, season, type, item_id)
    select 'Lantern ' || n, 1, twitch_seasons.id, 'viewer', n from twitch_seasons, generate_series(1, 50) n
    returning reference`);
  const accountReference = randomUUID();
  for (const { reference: rewardReference } of rewards)
    await queue(1, { idempotencyKey: dropKey({ accountReference, rewardReference }) });
  const labels = (await awaiting()).map(({ label }: { label: string }) => label);
  expect(labels).toEqual(rewards.map((_, n) => `Lantern ${n + 1}`));
});

describe('a delivery whose character is gone', () => {
  test('waits for its player, who gives it and all that wait alike to another', async () => {
    await report(player.id, KARA, OREN);
    await queue(2, { characterId: '149', characterName: 'Gone' });
    await queue(1, { characterId: '148', characterName: 'Gone before' });
    await lose();
    const listed = await awaiting();
    expect(listed).toMatchObject([
      { serverId, serverName: 'North', characterName: 'Gone', label: 'Item 1', quantity: 1 },
      { characterName: 'Gone' },
      { characterName: 'Gone before' },
    ]);
    const response = await choose(listed[1].deliveryId, '151');
    expect(response.statusCode).toBe(200);
    expect(response.json().deliveries).toMatchObject([{ characterName: 'Gone before' }]);
    expect(await north.lease()).toMatchObject([
      { characterId: '151', characterName: 'Oren' },
      { characterId: '151', characterName: 'Oren' },
    ]);
    // Repeated: nothing changes.
    const again = await choose(listed[1].deliveryId, '151');
    expect([again.statusCode, again.json().deliveries]).toMatchObject([200, [{}]]);
    expect((await choose(listed[1].deliveryId, '150')).statusCode).toBe(409);
  });

  test('goes to one character for ten different choices at once', async () => {
    const all = Array.from({ length: 10 }, (_, n) => ({ ...KARA, characterId: `${n}`, name: `K${n}` }));
    await report(player.id, ...all);
    await queue(5, { characterId: '149' });
    await lose();
    const listed = await awaiting();
    const responses = await Promise.all(
      all.map(({ characterId }, n) => choose(listed[n % 5].deliveryId, characterId)),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(9);
    const chosen = new Set((await rows()).map(({ characterId }) => characterId));
    expect(chosen.size).toBe(1);
    expect(await north.lease()).toHaveLength(5);
  });

  test('goes nowhere or to its character when staff cancel it at the same time', async () => {
    await report(player.id, KARA, OREN);
    for (let round = 0; round < 10; round += 1) {
      await db.delete(deliveries);
      const [queued] = await queue(1, { characterId: '149' });
      await lose();
      const [{ id } = { id: 0 }] = await rows();
      await Promise.all([
        choose(id, '150'),
        db.transaction((tx) => withdrawDeliveries(tx, [queued?.idempotencyKey ?? ''])),
      ]);
      expect((await rows()).map(({ effect, state }) => `${effect} ${state}`)).toEqual([
        'grant cancelled',
        'revoke pending',
      ]);
    }
  });

  test('stays on hold when its player chooses while the payment is disputed', async () => {
    await report(player.id, KARA, OREN);
    await queue(1, { characterId: '149' });
    await lose();
    const [{ id } = { id: 0 }] = await rows();
    await db.execute(sql`update deliveries set available_at = 'infinity'`);
    expect((await choose(id, '150')).statusCode).toBe(200);
    expect(await north.lease()).toEqual([]);
    await db.execute(sql`update deliveries set available_at = now()`);
    expect(await north.lease()).toHaveLength(1);
  });

  test('can be cancelled without a revocation if the game never got it, and be marked as delivered', async () => {
    await queue(2);
    const [first, second] = await rows();
    await db.transaction((tx) => cancelDelivery(tx, first?.id ?? 0));
    await db.transaction((tx) => markDelivered(tx, second?.id ?? 0));
    expect((await rows()).map(({ effect, state }) => `${effect} ${state}`)).toEqual([
      'grant cancelled',
      'grant applied',
    ]);
  });
});

describe('a choice is refused', () => {
  test('for the delivery of another account, and for characters that are not the own ones there', async () => {
    const other = await createSignedInPlayer(portal);
    await report(player.id, KARA, OREN);
    await report(other.id, { ...KARA, characterId: '300' }, { ...OREN, characterId: '301' });
    await portal.bridge('PUT', 'characters', {
      body: { accounts: [{ accountDBID: player.id, characters: [{ ...KARA, characterId: '9' }] }] },
    });
    await queue();
    const [{ deliveryId }] = await awaiting();
    expect(await awaiting(other.token)).toEqual([]);
    expect((await choose(deliveryId, '300', other.token)).statusCode).toBe(404);
    expect((await choose(2_000_000_000, '150')).statusCode).toBe(404);
    for (const foreign of ['300', '9', 'Kara']) {
      const response = await choose(deliveryId, foreign);
      expect(response.statusCode).toBe(400);
      expect(response.json().fields).toEqual({
        characterId: 'You have no such character on this game server.',
      });
    }
    expect(await awaiting()).toHaveLength(1);
  });

  test.each(['', 5, null, 'a\u0000b', 'a\nb', 'x'.repeat(65)])(
    'for the character id %j',
    async (characterId) => {
      await queue();
      const [{ deliveryId }] = await awaiting();
      expect((await choose(deliveryId, characterId)).statusCode).toBe(400);
    },
  );

  test('for ids that are none, and without a session', async () => {
    for (const id of ['0', 'x', '99999999999999999999'])
      expect((await choose(id, '150')).statusCode).toBeGreaterThanOrEqual(400);
    expect((await portal.call('GET', '/user/deliveries/awaiting')).statusCode).toBe(401);
    expect((await portal.call('POST', '/user/deliveries/1/character', { body: {} })).statusCode).toBe(401);
  });
});

describe('what waits for the player is sent at once', () => {
  test('when the game account becomes active', async () => {
    await queue(2, { characterId: '150' });
    await putOff('no_game_account');
    await db.transaction((tx) =>
      updateGameAccountDeliveriesDue(tx, { serverId: 1, accountIds: [player.id] }),
    );
    expect(await north.lease()).toEqual([]);
    await db.transaction((tx) => updateGameAccountDeliveriesDue(tx, { serverId, accountIds: [player.id] }));
    expect(await north.lease()).toHaveLength(2);
    // One whose payment is disputed stays on hold.
    await db.execute(sql`
      update deliveries set state = 'pending', problem = 'no_game_account', available_at = 'infinity'`);
    await db.transaction((tx) => updateGameAccountDeliveriesDue(tx, { serverId, accountIds: [player.id] }));
    expect(await north.lease()).toEqual([]);
  });

  test('when its character is online', async () => {
    await queue(1, { characterId: '150' });
    await putOff('character_offline');
    await report(player.id, KARA, { ...OREN, online: true });
    expect(await north.lease()).toEqual([]);
    await report(player.id, { ...KARA, online: true });
    expect(await north.lease()).toHaveLength(1);
  });

  test('when none of the characters is online any more', async () => {
    await queue(1, { characterId: '150' });
    await putOff('character_online');
    await report(player.id, KARA, { ...OREN, online: true });
    expect(await north.lease()).toEqual([]);
    await report(player.id, KARA, OREN);
    expect(await north.lease()).toHaveLength(1);
  });

  test('but not what waits for something else', async () => {
    await queue(1, { characterId: '150' });
    await putOff('inbox_full');
    await report(player.id, { ...KARA, online: true });
    await db.transaction((tx) => updateGameAccountDeliveriesDue(tx, { serverId, accountIds: [player.id] }));
    expect(await north.lease()).toEqual([]);
    await makeAllDue(db);
    expect(await north.lease()).toHaveLength(1);
  });
});
