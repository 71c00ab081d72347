import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { hashToken } from '#platform/auth/tokens.ts';
import { createOwner, createSignedInPlayer, createStaff, type Player } from '#test/account-journeys.ts';
import { useBridgePortal } from '#test/bridge.ts';
import { cancelByHand, auditOf, grantsOf } from '#test/staff-journeys.ts';
import { accountBenefits } from '#features/benefits/benefits.tables.ts';
import { createBenefit } from '#features/benefits/admin/benefits.service.ts';

const portal = await useBridgePortal();
const staff = await createStaff(portal, ['benefits']);

const WINTER = '2026-12-24T18:00:00.000Z';
const SPRING = '2027-03-20T08:30:15.000Z';

type Body = Record<string, unknown>;
const create = (body: Body, token = staff.token) =>
  portal.call('POST', '/admin/createBenefit', { body, token });
const update = (accountId: number, body: Body, token = staff.token) =>
  portal.call('PUT', `/admin/userBenefits/${accountId}`, { body, token });
const remove = (accountId: number, body: Body, token = staff.token) =>
  portal.call('POST', `/admin/deleteBenefit/${accountId}`, { body, token });
const list = async (query = '', token = staff.token) => {
  const response = await portal.call('GET', `/admin/userBenefits?${query}`, { token });
  expect(response.statusCode).toBe(200);
  return response.json();
};
const benefitsOf = (accountId: number) =>
  portal.parts.db.select().from(accountBenefits).where(eq(accountBenefits.accountId, accountId));
const auditEntries = (accountId: number) => auditOf(portal, accountId);
const grants = (accountId: number) => grantsOf(portal, accountId);

const leaseOf = async (accountId: number) =>
  (await portal.lease()).filter(({ accountDBID }) => accountDBID === accountId);

const sortedStatuses = (responses: { statusCode: number }[]) =>
  responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
const give = (from: { token: string }, to: Player, benefitId: number) =>
  create({ accountDBID: to.id, benefitId, availableUntil: WINTER }, from.token);
const found = async (search: string) =>
  (await list(`search=${encodeURIComponent(search)}&sort=benefitId`)).benefits.map(
    ({ benefitId }: { benefitId: number }) => benefitId,
  );

async function giveBenefit(benefitId = 17) {
  const { id } = await createSignedInPlayer(portal);
  const response = await create({ accountDBID: id, benefitId, availableUntil: WINTER });
  expect(response.statusCode).toBe(200);
  return id;
}

describe('adding a benefit', () => {
  test('lists it, sends it to the game and writes who did it', async () => {
    const { id, username } = await createSignedInPlayer(portal);
    const response = await create({ accountDBID: id, benefitId: 17, availableUntil: '2026-12-24 18:00:00' });
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Benefit added successfully!' }]);
    expect(await list(`search=${id}`)).toMatchObject({
      benefits: [{ accountDBID: id, userName: username, benefitId: 17, availableUntil: WINTER, revision: 1 }],
    });
    expect(await leaseOf(id)).toMatchObject([
      {
        idempotencyKey: expect.stringMatching(new RegExp(`^benefit:${id}:17:[\\w-]{22}$`)),
        effect: 'grant',
        accountDBID: id,
        kind: 'benefit',
        itemId: 17,
        quantity: 1,
        availableUntil: WINTER,
      },
    ]);
    expect(await auditEntries(id)).toEqual([
      {
        kind: 'benefit.create',
        staffId: staff.id,
        address: expect.any(String),
        target: `${id}/17`,
        before: null,
        reason: null,
        after: { accountDBID: id, benefitId: 17, availableUntil: WINTER },
      },
    ]);
  });

  test('conflicts when the account already has it, and changes nothing', async () => {
    const id = await giveBenefit();
    const response = await create({ accountDBID: id, benefitId: 17, availableUntil: SPRING });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'conflict',
      message: 'This account has this benefit already.',
    });
    expect(await grants(id)).toEqual([`pending 17 until ${WINTER}`]);
    expect(await auditEntries(id)).toHaveLength(1);
  });

  test('happens once for ten concurrent requests, and reports a conflict to nine', async () => {
    const { id } = await createSignedInPlayer(portal);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => create({ accountDBID: id, benefitId: 3, availableUntil: WINTER })),
    );
    expect(sortedStatuses(responses)).toEqual([200, ...Array(9).fill(409)]);
    expect(await grants(id)).toEqual([`pending 3 until ${WINTER}`]);
    expect(await auditEntries(id)).toHaveLength(1);
  });

  test('reports an unknown account in a sentence', async () => {
    const response = await create({ accountDBID: 2_147_483_647, benefitId: 1, availableUntil: WINTER });
    expect([response.statusCode, response.json().message]).toEqual([
      404,
      'There is no account with this id.',
    ]);
  });

  test.each([
    {},
    { accountDBID: 1, benefitId: 1 },
    { accountDBID: 1, availableUntil: WINTER },
    { accountDBID: '1', benefitId: 1, availableUntil: WINTER },
    { accountDBID: 1, benefitId: 0, availableUntil: WINTER },
    { accountDBID: 1, benefitId: 2_147_483_648, availableUntil: WINTER },
    { accountDBID: 1, benefitId: 1, availableUntil: null },
    { accountDBID: 1, benefitId: 1, availableUntil: 'soon' },
    { accountDBID: 1, benefitId: 1, availableUntil: '2026-02-31 99:00:00' },
  ])('of %j is refused', async (body) => {
    expect((await create(body)).statusCode).toBe(400);
  });
});

describe('changing the end date', () => {
  test('sends the new grant before revoking the old one, and logs the previous value', async () => {
    const id = await giveBenefit();
    const [first] = await leaseOf(id);
    await portal.acknowledge([{ id: first?.id ?? 0, result: 'applied' }]);
    const response = await update(id, { benefitId: 17, date: SPRING, revision: 1 });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: 'Benefit updated successfully!' },
    ]);
    expect(await leaseOf(id)).toMatchObject([
      { effect: 'grant', itemId: 17, availableUntil: SPRING },
      { effect: 'revoke', revokesKey: first?.idempotencyKey, itemId: 17, availableUntil: WINTER },
    ]);
    expect(await benefitsOf(id)).toMatchObject([{ availableUntil: new Date(SPRING), revision: 2 }]);
    expect((await auditEntries(id)).at(-1)).toMatchObject({
      kind: 'benefit.update',
      target: `${id}/17`,
      before: { availableUntil: WINTER },
      after: { availableUntil: SPRING },
    });
  });

  test('only replaces a delivery the game has not seen', async () => {
    const id = await giveBenefit();
    await update(id, { benefitId: 17, date: SPRING });
    expect(await grants(id)).toEqual([`cancelled 17 until ${WINTER}`, `pending 17 until ${SPRING}`]);
  });

  test('to the same date changes nothing and succeeds', async () => {
    const id = await giveBenefit();
    for (const _ of [1, 2]) {
      const response = await update(id, { benefitId: 17, date: WINTER, revision: 1 });
      expect(response.statusCode).toBe(200);
    }
    expect(await grants(id)).toEqual([`pending 17 until ${WINTER}`]);
    expect(await auditEntries(id)).toHaveLength(1);
  });

  test('to the same date sends it again when its delivery was cancelled manually', async () => {
    const id = await giveBenefit();
    const [benefit] = await benefitsOf(id);
    await cancelByHand(portal, benefit?.grantKey ?? '');
    await update(id, { benefitId: 17, date: WINTER });
    expect(await grants(id)).toEqual([`cancelled 17 until ${WINTER}`, `pending 17 until ${WINTER}`]);
  });

  test('shows the current value when another editor changed it meanwhile', async () => {
    const id = await giveBenefit();
    await update(id, { benefitId: 17, date: SPRING, revision: 1 });
    const response = await update(id, { benefitId: 17, date: '2028-01-01 00:00:00', revision: 1 });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'conflict',
      current: { accountDBID: id, benefitId: 17, availableUntil: SPRING, revision: 2 },
    });
    expect(await benefitsOf(id)).toMatchObject([{ availableUntil: new Date(SPRING) }]);
  });

  test('succeeds for one of eight editors of the same version', async () => {
    const id = await giveBenefit();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        update(id, { benefitId: 17, date: `2027-01-0${n + 1} 00:00:00`, revision: 1 }),
      ),
    );
    expect(sortedStatuses(responses)).toEqual([200, ...Array(7).fill(409)]);
    const pending = (await grants(id)).filter((grant) => grant.startsWith('pending'));
    const [benefit] = await benefitsOf(id);
    expect(pending).toEqual([`pending 17 until ${benefit?.availableUntil.toISOString()}`]);
  });

  test('leaves exactly the listed grant after many unversioned edits', async () => {
    const id = await giveBenefit();
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => update(id, { benefitId: 17, date: `2027-01-0${n + 1} 00:00:00` })),
    );
    const [benefit] = await benefitsOf(id);
    expect(benefit?.revision).toBe(9);
    const pending = (await grants(id)).filter((grant) => grant.startsWith('pending'));
    expect(pending).toEqual([`pending 17 until ${benefit?.availableUntil.toISOString()}`]);
  });

  test('reports a missing benefit in a sentence', async () => {
    const { id } = await createSignedInPlayer(portal);
    const response = await update(id, { benefitId: 5, date: WINTER });
    expect([response.statusCode, response.json().message]).toEqual([
      404,
      'This account does not have this benefit.',
    ]);
    expect((await update(2_147_483_647, { benefitId: 5, date: WINTER })).statusCode).toBe(404);
  });

  test.each([
    {},
    { benefitId: 17 },
    { benefitId: 17, date: '' },
    { benefitId: 17, date: WINTER, revision: 1.5 },
  ])('to %j is refused', async (body) => {
    expect((await update(await giveBenefit(), body)).statusCode).toBe(400);
  });
});

describe('removing a benefit', () => {
  test('removes it from the list and the game, and logs the previous value', async () => {
    const id = await giveBenefit();
    const [first] = await leaseOf(id);
    const response = await remove(id, { benefitId: 17 });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: 'Benefit removed successfully!' },
    ]);
    expect(await benefitsOf(id)).toEqual([]);
    expect(await leaseOf(id)).toMatchObject([{ effect: 'revoke', revokesKey: first?.idempotencyKey }]);
    expect((await auditEntries(id)).at(-1)).toMatchObject({
      kind: 'benefit.delete',
      before: { accountDBID: id, benefitId: 17, availableUntil: WINTER },
      after: null,
    });
  });

  test('and adding it again creates a new grant', async () => {
    const id = await giveBenefit();
    await remove(id, { benefitId: 17 });
    await create({ accountDBID: id, benefitId: 17, availableUntil: WINTER });
    expect(await grants(id)).toEqual([`cancelled 17 until ${WINTER}`, `pending 17 until ${WINTER}`]);
  });

  test('happens once for two requests, and a concurrent change leaves nothing in the game', async () => {
    const id = await giveBenefit();
    const removals = [remove(id, { benefitId: 17 }), remove(id, { benefitId: 17 })];
    const responses = await Promise.all([...removals, update(id, { benefitId: 17, date: SPRING })]);
    expect(sortedStatuses(responses.slice(0, 2))).toEqual([200, 404]);
    expect(await benefitsOf(id)).toEqual([]);
    expect((await grants(id)).filter((grant) => !grant.startsWith('cancelled'))).toEqual([]);
  });

  test('is refused for a missing benefit or an invalid id', async () => {
    const { id } = await createSignedInPlayer(portal);
    expect((await remove(id, { benefitId: 5 })).statusCode).toBe(404);
    expect((await remove(id, {})).statusCode).toBe(400);
  });
});

describe('access', () => {
  test('is limited to staff of the section', async () => {
    const id = await giveBenefit();
    const [player, other] = [
      await createSignedInPlayer(portal),
      await createStaff(portal, ['users', 'actions']),
    ];
    const attempts = (token: string | undefined) => [
      portal.call('GET', '/admin/userBenefits', { ...(token && { token }) }),
      ...[
        'POST /admin/createBenefit',
        `PUT /admin/userBenefits/${id}`,
        `POST /admin/deleteBenefit/${id}`,
      ].map((route) => {
        const [method, path] = route.split(' ');
        const body = { accountDBID: id, benefitId: 17, availableUntil: SPRING, date: SPRING };
        // The routes above are written this way.
        return portal.call(method as 'POST', path ?? '', { body, ...(token && { token }) });
      }),
    ];
    const statuses = async (token?: string) =>
      (await Promise.all(attempts(token))).map(({ statusCode }) => statusCode);
    expect(await statuses()).toEqual([401, 401, 401, 401]);
    expect(await statuses(player.token)).toEqual([403, 403, 403, 403]);
    expect(await statuses(other.token)).toEqual([403, 403, 403, 403]);
    expect(await grants(id)).toEqual([`pending 17 until ${WINTER}`]);
  });

  test('is refused for an account with rights that staff lack, except to the owner', async () => {
    const [superior, owner] = [await createStaff(portal, ['benefits', 'news']), await createOwner(portal)];
    const body = { accountDBID: superior.id, benefitId: 1, availableUntil: WINTER };
    const refused = await create(body);
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'You cannot change an account with rights that you lack.',
    ]);
    expect((await create({ ...body, accountDBID: owner.id })).statusCode).toBe(403);
    expect((await create(body, owner.token)).statusCode).toBe(200);
    expect((await update(superior.id, { benefitId: 1, date: SPRING })).statusCode).toBe(403);
    expect((await remove(superior.id, { benefitId: 1 })).statusCode).toBe(403);
    expect(await grants(superior.id)).toEqual([`pending 1 until ${WINTER}`]);
  });

  test('is refused with a right that was just revoked', async () => {
    const [former, { id }] = [await createStaff(portal, ['benefits']), await createSignedInPlayer(portal)];
    const viewer = {
      accountId: former.id,
      userName: former.username,
      permission: 0,
      webMgt: 3,
      sections: [],
      sessionHash: hashToken(former.token),
      isSudo: true,
      isFactorMissing: false,
    };
    await portal.parts.db.update(accounts).set({ webMgt: 1 }).where(eq(accounts.id, former.id));
    const benefit = { accountId: id, benefitId: 1, availableUntil: new Date(WINTER) };
    await expect(
      createBenefit(portal.parts.db, { viewer, address: '127.0.0.1' }, benefit),
    ).rejects.toMatchObject({ code: 'forbidden' });
    expect(await grants(id)).toEqual([]);
  });

  test('is granted to two members of staff who edit each other at once', async () => {
    const [a, b] = [await createStaff(portal, ['benefits']), await createStaff(portal, ['benefits'])];
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, n) => [give(a, b, n + 1), give(b, a, n + 1)]).flat(),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200));
  });
});

describe('the list', () => {
  test('matches the first digits of either id, but no names', async () => {
    const { id, username } = await createSignedInPlayer(portal);
    await portal.parts.db.delete(accountBenefits);
    for (const benefitId of [7, 71, 717, 8]) {
      await create({ accountDBID: id, benefitId, availableUntil: WINTER });
    }
    expect(await found('71')).toEqual([71, 717]);
    expect(await found(' 717 ')).toEqual([717]);
    expect(await found(String(id))).toEqual([7, 8, 71, 717]);
    expect(await found(String(id).slice(0, -1) || '7')).toEqual(expect.arrayContaining([7]));
    for (const nothing of ['9', '0', '07', '99999999999', '-7', '7%', '7_', username, '%', "7' or 1=1"]) {
      expect([nothing, await found(nothing)]).toEqual([nothing, []]);
    }
  });

  test('can be limited to one account', async () => {
    const [a, b] = [await giveBenefit(900_031), await giveBenefit(900_031)];
    await create({ accountDBID: a, benefitId: 900_032, availableUntil: WINTER });
    expect(await list(`account=${a}`)).toMatchObject({
      benefits: [
        { accountDBID: a, benefitId: 900_031 },
        { accountDBID: a, benefitId: 900_032 },
      ],
      total: 2,
    });
    expect(await list(`account=${b}&search=900031`)).toMatchObject({
      benefits: [{ accountDBID: b }],
      total: 1,
    });
    expect(await list(`account=${b}&search=900032`)).toMatchObject({ benefits: [], total: 0 });
  });

  test('is sorted and paged, with every benefit on exactly one page', async () => {
    await portal.parts.db.delete(accountBenefits);
    const players = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
    for (const [place, player] of players.entries()) {
      for (let n = 1; n <= 6; n += 1) {
        const availableUntil = `20${30 + ((n * 7 + place) % 12)}-01-01 00:00:00`;
        await create({ accountDBID: player.id, benefitId: n, availableUntil });
      }
    }
    type Entry = { accountDBID: number; benefitId: number; availableUntil: string };
    const key = (entry: Entry) => `${entry.accountDBID}/${entry.benefitId}`;
    const values: Record<string, (entry: Entry) => number> = {
      accountDBID: (entry) => entry.accountDBID,
      benefitId: (entry) => entry.benefitId,
      availableUntil: (entry) => Date.parse(entry.availableUntil),
    };
    for (const [name, valueOf] of Object.entries(values)) {
      const pages = [await list(`sort=${name}`), await list(`sort=${name}&page=2`)];
      const entries: Entry[] = pages.flatMap(({ benefits }) => benefits);
      expect(new Set(entries.map(key)).size).toBe(12);
      expect(entries.map(valueOf)).toEqual(entries.map(valueOf).toSorted((a, b) => a - b));
      const descending = await list(`sort=-${name}&pageSize=50`);
      expect(descending.benefits.map(key)).toEqual(entries.map(key).toReversed());
      expect(descending).toMatchObject({ total: 12, totalIsExact: true });
    }
    expect((await list('pageSize=all')).benefits).toHaveLength(12);
    expect((await list('page=3')).benefits).toEqual([]);
  });

  test.each(['sort=userName', 'page=0', 'pageSize=20', `search=${'1'.repeat(300)}`])(
    'refuses %s',
    async (query) => {
      const response = await portal.call('GET', `/admin/userBenefits?${query}`, { token: staff.token });
      expect(response.statusCode).toBe(400);
    },
  );
});
