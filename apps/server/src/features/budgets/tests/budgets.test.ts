import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { createFindViewer } from '#features/sessions/sessions.queries.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import {
  callerOf,
  createOwner,
  createSignedInPlayer,
  createStaff,
  type Player,
  usePortal,
  useSecondProcess,
} from '#test/account-journeys.ts';
import { captureLog } from '#test/captured-log.ts';
import { auditOf } from '#test/staff-journeys.ts';

const portal = await usePortal();
const { call, parts } = portal;
const owner = await createOwner(portal);

type Staff = Player & { token: string };

let staff: Staff;
beforeEach(async () => {
  staff = await createStaff(portal, ['users', 'benefits', 'actions']);
});

async function budgetOf({ id }: { id: number }) {
  const response = await call('GET', `/admin/budgets?search=${id}`, { token: owner.token });
  expect(response.statusCode).toBe(200);
  const found = response.json().staff.find(({ accountDBID }: { accountDBID: number }) => accountDBID === id);
  return found;
}

const NO_LIMITS = { coins: null, packs: null, items: null, refunds: null };

async function limit({ id }: { id: number }, limits: object, by = owner.token) {
  const { revision } = await budgetOf({ id });
  const body = { ...NO_LIMITS, ...limits, revision, reason: 'A quiet week' };
  const response = await call('PUT', `/admin/budgets/${id}`, { token: by, body });
  expect([response.statusCode, response.body]).toEqual([200, response.body]);
  return response.json();
}

async function raise({ id }: { id: number }, limits: object, changes: object = {}) {
  const { revision, day } = await budgetOf({ id });
  const body = { ...NO_LIMITS, ...limits, revision, day, reason: 'An outage to make up for', ...changes };
  return call('PUT', `/admin/budgets/${id}/today`, { token: owner.token, body });
}

function grantBenefit(by: Staff, accountDBID: number, benefitId: number, through = call) {
  const body = { accountDBID, benefitId, availableUntil: '2099-01-01 00:00:00' };
  return through('POST', '/admin/createBenefit', { token: by.token, body });
}

function edit(by: Staff, id: number, body: object) {
  return call('PUT', `/admin/users/${id}`, { token: by.token, body });
}

async function benefitsOf(accountId: number): Promise<number> {
  const { rows } = await parts.db.execute<{ count: number }>(
    sql`select count(*)::int as count from account_benefits where account_id = ${accountId}`,
  );
  return rows[0]?.count ?? 0;
}

describe('a budget', () => {
  test('is never exceeded by twenty callers at once in two processes', async () => {
    const player = await createSignedInPlayer(portal);
    const second = await useSecondProcess(portal);
    await limit(staff, { items: 7 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        grantBenefit(staff, player.id, n + 1, n % 2 === 0 ? call : second.call),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(statuses.filter((status) => status === 403)).toHaveLength(13);
    expect(await benefitsOf(player.id)).toBe(7);
    expect((await budgetOf(staff)).today.items).toEqual({ limit: 7, used: 7 });
  });

  test('that does not reach gives nothing away and says what is left', async () => {
    const player = await createSignedInPlayer(portal);
    await limit(staff, { coins: 500 });
    expect((await edit(staff, player.id, { agaiaCoins: 200 })).statusCode).toBe(200);
    const refused = await edit(staff, player.id, { agaiaCoins: 501, userName: `${player.username}x` });
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      code: 'budget_exceeded',
      message: 'You have 300 coins left of your 500 coins for today. Ask an owner to raise your limit.',
      budget: { kind: 'coins', limit: 500, left: 300 },
    });
    const { json } = await call('GET', `/admin/users/${player.id}`, { token: owner.token });
    expect(json()).toMatchObject({ agaiaCoins: 200, userName: player.username });
    expect(await auditOf(portal, player.id)).toHaveLength(1);
    expect((await edit(staff, player.id, { agaiaCoins: 500 })).statusCode).toBe(200);
  });

  test('of coins counts what is added in either currency, and taking away restores nothing', async () => {
    const player = await createSignedInPlayer(portal);
    await limit(staff, { coins: 500 });
    await edit(staff, player.id, { agaiaCoins: 300, astrumCoins: 100 });
    await edit(staff, player.id, { agaiaCoins: 0, astrumCoins: 150 });
    expect((await budgetOf(staff)).today.coins).toEqual({ limit: 500, used: 450 });
    expect((await edit(staff, player.id, { agaiaCoins: 51 })).statusCode).toBe(403);
  });

  test('of packs counts grants and ticked packages, but no shorter grant', async () => {
    const player = await createSignedInPlayer(portal);
    const grant = (date: string | null) =>
      call('POST', '/admin/action', {
        token: staff.token,
        body: { action: 'GRANT_STAFF_PACK', accountDBID: player.id, date },
      });
    expect((await grant('2099-01-01 00:00:00')).statusCode).toBe(200);
    expect((await grant('2099-01-01 00:00:00')).statusCode).toBe(200);
    expect((await grant('2098-01-01 00:00:00')).statusCode).toBe(200);
    expect((await budgetOf(staff)).today.packs.used).toBe(1);
    expect((await grant(null)).statusCode).toBe(200);
    expect((await grant('2097-01-01 00:00:00')).statusCode).toBe(200);
    await edit(staff, player.id, { hasClaimedFounderPackage: true });
    await edit(staff, player.id, { hasClaimedFounderPackage: false });
    expect((await budgetOf(staff)).today.packs.used).toBe(3);
  });

  test('of items counts benefits and club time that are granted or extended', async () => {
    const player = await createSignedInPlayer(portal);
    await grantBenefit(staff, player.id, 17);
    const move = (date: string) =>
      call('PUT', `/admin/userBenefits/${player.id}`, { token: staff.token, body: { benefitId: 17, date } });
    await move('2099-02-01 00:00:00');
    await move('2098-01-01 00:00:00');
    await edit(staff, player.id, { agaiaClubExpiry: '2090-01-01 00:00:00' });
    await edit(staff, player.id, { agaiaClubExpiry: '2089-01-01 00:00:00' });
    expect((await budgetOf(staff)).today.items.used).toBe(3);
  });

  test('limits no owner, whose use is counted all the same', async () => {
    const player = await createSignedInPlayer(portal);
    expect((await edit(owner, player.id, { agaiaCoins: 900_000_000 })).statusCode).toBe(200);
    expect((await budgetOf(owner)).today.coins).toEqual({ limit: null, used: 900_000_000 });
  });

  test('begins again on the next day', async () => {
    const player = await createSignedInPlayer(portal);
    await limit(staff, { items: 1 });
    expect((await grantBenefit(staff, player.id, 1)).statusCode).toBe(200);
    expect((await grantBenefit(staff, player.id, 2)).statusCode).toBe(403);
    await parts.db.execute(sql`update budget_use set day = day - 1 where staff_id = ${staff.id}`);
    expect((await grantBenefit(staff, player.id, 2)).statusCode).toBe(200);
  });

  test('is shown to its staff member', async () => {
    const player = await createSignedInPlayer(portal);
    await limit(staff, { items: 5 });
    await grantBenefit(staff, player.id, 1);
    const own = await call('GET', '/admin/my-budgets', { token: staff.token });
    expect(own.json().today).toMatchObject({ items: { limit: 5, used: 1 }, packs: { used: 0 } });
    const { statusCode } = await call('GET', '/admin/my-budgets', { token: player.token });
    expect(statusCode).toBe(403);
  });

  test('that is refused is counted and logged', async () => {
    const { log, lines } = captureLog();
    const metrics = createMetrics();
    const app = await buildApp({ ...parts, log, metrics }, createFindViewer(parts.db));
    const player = await createSignedInPlayer(portal);
    await limit(staff, { items: 0 });
    await grantBenefit(staff, player.id, 1, callerOf(app));
    const { body } = await metrics.render();
    expect(body).toContain('waygate_budget_refusals_total{kind="items"} 1');
    expect(lines().find(({ msg }) => msg === 'a staff member reached the limit of a budget')).toMatchObject({
      staffId: staff.id,
      kind: 'items',
      limit: 0,
      left: 0,
      reqId: expect.any(String),
    });
    await app.close();
  });
});

describe('a raise', () => {
  test('counts until the end of the day, with an audit entry', async () => {
    const player = await createSignedInPlayer(portal);
    await limit(staff, { items: 1 });
    await grantBenefit(staff, player.id, 1);
    expect((await raise(staff, { items: 2 })).statusCode).toBe(200);
    expect((await grantBenefit(staff, player.id, 2)).statusCode).toBe(200);
    expect((await grantBenefit(staff, player.id, 3)).json().budget).toEqual({
      kind: 'items',
      limit: 2,
      left: 0,
    });
    const entries = await auditOf(portal, staff.id);
    expect(entries.at(-1)).toMatchObject({
      kind: 'budget.raise',
      staffId: owner.id,
      before: { items: null },
      after: { items: 2 },
      reason: 'An outage to make up for',
    });
    await parts.db.execute(sql`update budget_raises set day = day - 1 where staff_id = ${staff.id}`);
    expect((await budgetOf(staff)).today.items.limit).toBe(1);
  });

  test('that raises nothing is refused with the usual limit', async () => {
    await limit(staff, { items: 5 });
    const answer = await raise(staff, { items: 5 });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { items: 'Give more than the usual limit of 5 items, or nothing.' },
    ]);
  });

  test('for a day that is over, and for an owner, is a conflict', async () => {
    const answer = await raise(staff, { items: 1000 }, { day: '2026-01-01' });
    expect([answer.statusCode, answer.json().current.accountDBID]).toEqual([409, staff.id]);
    expect((await raise(owner, { items: 1000 })).statusCode).toBe(409);
  });

  test('is for owners alone, of staff alone', async () => {
    const player = await createSignedInPlayer(portal);
    const body = { ...NO_LIMITS, revision: 0, day: '2026-01-01', reason: 'Because I can' };
    const own = await call('PUT', `/admin/budgets/${staff.id}/today`, { token: staff.token, body });
    expect(own.statusCode).toBe(403);
    const { statusCode } = await call('PUT', `/admin/budgets/${player.id}/today`, {
      token: owner.token,
      body,
    });
    expect(statusCode).toBe(404);
  });
});

describe('limits', () => {
  test('of two owners who edit at once are kept of one, and the other learns of it', async () => {
    const { revision } = await budgetOf(staff);
    const body = { ...NO_LIMITS, revision, reason: 'A new colleague' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        call('PUT', `/admin/budgets/${staff.id}`, { token: owner.token, body: { ...body, items: n + 1 } }),
      ),
    );
    const saved = answers.filter(({ statusCode }) => statusCode === 200);
    expect(saved).toHaveLength(1);
    const kept = saved[0]?.json();
    for (const lost of answers.filter((answer) => answer !== saved[0])) {
      expect([lost.statusCode, lost.json().current.limits.items]).toEqual([409, kept.limits.items]);
    }
    expect(await budgetOf(staff)).toEqual(kept);
  });

  test('by default count for all without their own, once they are changed', async () => {
    const { json } = await call('GET', '/admin/budgets/defaults', { token: owner.token });
    const before = json();
    expect(before).toMatchObject({ coins: 100_000, packs: 50, items: 500, refunds: 100_000 });
    const change = (changes: object) =>
      call('PUT', '/admin/budgets/defaults', {
        token: owner.token,
        body: { ...before, reason: 'Inflation', ...changes },
      });
    expect((await change({ packs: 20 })).json()).toMatchObject({ packs: 20, revision: before.revision + 1 });
    expect((await budgetOf(staff)).today.packs.limit).toBe(20);
    expect((await limit(staff, { packs: 3 })).today.packs.limit).toBe(3);
    const stale = await change({ packs: 30 });
    expect([stale.statusCode, stale.json().current.packs]).toEqual([409, 20]);
    await change({ revision: before.revision + 1 });
  });

  test('saved without a change leave no entry', async () => {
    const first = await limit(staff, { items: 3 });
    expect(await limit(staff, { items: 3 })).toEqual(first);
    expect(await auditOf(portal, staff.id)).toHaveLength(1);
  });

  test.each([
    { items: -1 },
    { items: 1.5 },
    { items: 1_000_000_001 },
    { reason: ' a ' },
    { reason: undefined },
  ])('with %o are refused', async (wrong) => {
    const body = { ...NO_LIMITS, revision: 0, reason: 'A new colleague', ...wrong };
    const answer = await call('PUT', `/admin/budgets/${staff.id}`, { token: owner.token, body });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, Object.keys(wrong)]);
  });
});

test('a reason is kept with the entry of each money decision', async () => {
  const player = await createSignedInPlayer(portal);
  const reason = '  Won the lantern contest  ';
  await edit(staff, player.id, { agaiaCoins: 5, reason });
  await call('POST', '/admin/action', {
    token: staff.token,
    body: { action: 'GRANT_STAFF_PACK', accountDBID: player.id, reason },
  });
  const benefit = { accountDBID: player.id, benefitId: 17, availableUntil: '2099-01-01 00:00:00', reason };
  await call('POST', '/admin/createBenefit', { token: staff.token, body: benefit });
  await call('PUT', `/admin/userBenefits/${player.id}`, {
    token: staff.token,
    body: { benefitId: 17, date: '2098-01-01 00:00:00', reason },
  });
  await call('POST', `/admin/deleteBenefit/${player.id}`, {
    token: staff.token,
    body: { benefitId: 17, reason },
  });
  const entries = await auditOf(portal, player.id);
  expect(entries.map((entry) => [entry.kind, entry.reason])).toEqual(
    ['user.update', 'action.grant_pack', 'benefit.create', 'benefit.update', 'benefit.delete'].map((kind) => [
      kind,
      'Won the lantern contest',
    ]),
  );
  const answer = await edit(staff, player.id, { agaiaCoins: 6, reason: 'x' });
  expect([answer.statusCode, answer.json().fields]).toEqual([
    400,
    { reason: 'Please give a reason of 3 to 500 characters, on one line.' },
  ]);
});
