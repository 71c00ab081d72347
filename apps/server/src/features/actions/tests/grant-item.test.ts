import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createOwner, createSignedInPlayer, createStaff } from '#test/account-journeys.ts';
import { createGameServer, useBridgePortal } from '#test/bridge.ts';

const portal = await useBridgePortal();
const { db } = portal.parts;
const staff = await createStaff(portal, ['actions']);
const owner = await createOwner(portal);

const ITEM = { itemId: 7001, quantity: 2, reason: 'Lost in an outage' };

const grant = (id: number, changes: object = {}, { token } = staff) =>
  portal.call('POST', `/admin/users/${id}/items`, {
    token,
    body: { requestId: randomUUID(), ...ITEM, ...changes },
  });

const deliveriesOf = async (id: number) => {
  const { rows } = await db.execute(sql`
    select item_id as item, quantity, server_id as server, state from deliveries where account_id = ${id} order by id`);
  return rows;
};

const itemsUsed = async (id: number) => {
  const { rows } = await db.execute<{ used: number }>(sql`
    select coalesce(sum(used), 0)::int as used from budget_use where staff_id = ${id} and kind = 'items'`);
  return rows[0]?.used;
};

describe('an item for a player', () => {
  test('is sent to the game once, with a reason in the audit log and counted against the budget', async () => {
    const { id } = await createSignedInPlayer(portal);
    const [requestId, before] = [randomUUID(), await itemsUsed(staff.id)];
    const answers = await Promise.all(Array.from({ length: 6 }, () => grant(id, { requestId })));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    const { deliveryId } = answers[0]?.json() ?? {};
    expect(await deliveriesOf(id)).toEqual([{ item: 7001, quantity: 2, server: 1, state: 'pending' }]);
    expect(await itemsUsed(staff.id)).toBe((before ?? 0) + 2);
    const { rows } = await db.execute(sql`
      select kind, after, reason from audit_entries where account_id = ${id} and staff_id = ${staff.id}`);
    const after = { itemId: 7001, quantity: 2, serverId: 1, deliveryId };
    expect(rows).toEqual([{ kind: 'action.grant_item', after, reason: ITEM.reason }]);
    const leased = (await portal.lease()).filter(({ accountDBID }) => accountDBID === id);
    expect(leased).toMatchObject([{ kind: 'item', itemId: 7001, quantity: 2 }]);
    expect((await grant(id, { requestId, quantity: 3 })).statusCode).toBe(409);
  });

  test('is refused past the budget, and nothing is sent', async () => {
    const { id } = await createSignedInPlayer(portal);
    const poor = await createStaff(portal, ['actions']);
    await db.execute(sql`insert into staff_budgets (staff_id, items) values (${poor.id}, 3)
      on conflict (staff_id) do update set items = 3`);
    const answers = await Promise.all([grant(id, {}, poor), grant(id, {}, poor)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200, 403,
    ]);
    expect(await deliveriesOf(id)).toHaveLength(1);
  });

  test('is not for the own account, except of owners, nor for accounts with more rights', async () => {
    expect((await grant(staff.id)).statusCode).toBe(403);
    expect((await grant(owner.id)).statusCode).toBe(403);
    expect((await grant(owner.id, {}, owner)).statusCode).toBe(200);
    expect((await grant(staff.id, {}, await createStaff(portal, ['users', 'orders']))).statusCode).toBe(403);
  });

  test.each([{ quantity: 0 }, { quantity: 1001 }, { itemId: 0 }, { reason: 'x' }, { requestId: 'x' }])(
    'is refused with %j',
    async (changes) => {
      expect((await grant(staff.id, changes)).statusCode).toBe(400);
    },
  );

  test('names its game server where there are several', async () => {
    const { id } = await createSignedInPlayer(portal);
    const serverId = await createGameServer(db);
    for (const changes of [{}, { serverId: 2_147_483_647 }]) {
      const refused = await grant(id, changes);
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['serverId']]);
    }
    expect((await grant(id, { serverId })).statusCode).toBe(200);
    expect(await deliveriesOf(id)).toMatchObject([{ server: serverId }]);
  });
});
