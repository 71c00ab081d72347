import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { entriesOn } from '#test/audit.ts';
import { createOwner, createSignedInPlayer, createStaff } from '#test/account-journeys.ts';
import { useBridgePortal } from '#test/bridge.ts';
import { cancelByHand, auditOf, grantsOf } from '#test/staff-journeys.ts';
import { accountPacks } from '#features/packs/packs.tables.ts';

const portal = await useBridgePortal();
const staff = await createStaff(portal, ['actions']);

const WINTER = '2076-12-24T18:00:00.000Z';
const SPRING = '2077-03-20T08:30:15.000Z';

const perform = (body: Record<string, unknown>, token = staff.token) =>
  portal.call('POST', '/admin/action', { body, token });
const flagsOf = async (id: number) => {
  const { hasClaimedFounderPackage: founder, hasClaimedVeteranPackage: veteran } = accounts;
  const [flags] = await portal.parts.db
    .select({ founder, veteran })
    .from(accounts)
    .where(eq(accounts.id, id));
  return flags;
};
const leaseOf = async (accountId: number) =>
  (await portal.lease()).filter(({ accountDBID }) => accountDBID === accountId);

const listed = async (address: string) => {
  const { rows } = await portal.parts.db.execute(
    sql`select from bridge_addresses where address = ${address}::inet`,
  );
  return rows.length;
};
const entriesOf = (target: string) => entriesOn(portal, target);
const grantFounder = (accountDBID: number, token: string) =>
  perform({ action: 'GRANT_FOUNDER_PACK', accountDBID }, token);

describe.each([
  ['GRANT_VETERAN_PACK', 'Grant Veteran Pack', 'veteran_package', { founder: false, veteran: true }],
  ['GRANT_FOUNDER_PACK', 'Grant Founder Pack', 'founder_package', { founder: true, veteran: false }],
  [
    'GRANT_CONTENT_CREATOR_PACK',
    'Grant Content Creator Pack',
    'content_creator_package',
    { founder: false, veteran: false },
  ],
  ['GRANT_STAFF_PACK', 'Grant Staff Pack', 'staff_package', { founder: false, veteran: false }],
])('%s', (action, title, kind, flags) => {
  test('sends the pack to the game with its end, marks the account, and writes who did it', async () => {
    const { id } = await createSignedInPlayer(portal);
    const response = await perform({ action, accountDBID: id, date: '2076-12-24 18:00:00' });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: `${title} performed successfully.` },
    ]);
    expect(await leaseOf(id)).toMatchObject([
      { effect: 'grant', kind, itemId: null, quantity: 1, availableUntil: WINTER },
    ]);
    expect(await flagsOf(id)).toEqual(flags);
    expect(await auditOf(portal, id)).toEqual([
      {
        kind: 'action.grant_pack',
        staffId: staff.id,
        address: expect.any(String),
        target: String(id),
        before: null,
        reason: null,
        after: {
          action,
          date: WINTER,
          ...(flags.founder && { hasClaimedFounderPackage: true }),
          ...(flags.veteran && { hasClaimedVeteranPackage: true }),
        },
      },
    ]);
  });

  test.each([{}, { date: null }])('is permanent without an end (%j)', async (date) => {
    const { id } = await createSignedInPlayer(portal);
    expect((await perform({ action, accountDBID: id, ...date })).statusCode).toBe(200);
    expect(await grantsOf(portal, id)).toEqual([`pending ${kind}`]);
    expect(await flagsOf(id)).toEqual(flags);
  });

  test('is granted once for twenty concurrent requests, which all succeed', async () => {
    const { id } = await createSignedInPlayer(portal);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => perform({ action, accountDBID: id, date: WINTER })),
    );
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect(responses[0]?.statusCode).toBe(200);
    expect(await grantsOf(portal, id)).toEqual([`pending ${kind} until ${WINTER}`]);
    expect(await auditOf(portal, id)).toHaveLength(1);
  });

  test('is replaced when granted with another end', async () => {
    const { id } = await createSignedInPlayer(portal);
    await perform({ action, accountDBID: id, date: WINTER });
    const [first] = await leaseOf(id);
    await perform({ action, accountDBID: id, date: SPRING });
    await perform({ action, accountDBID: id });
    expect(await grantsOf(portal, id)).toEqual([
      `cancelled ${kind} until ${WINTER}`,
      `cancelled ${kind} until ${SPRING}`,
      `pending ${kind}`,
    ]);
    expect(await leaseOf(id)).toMatchObject([
      { effect: 'revoke', revokesKey: first?.idempotencyKey },
      { effect: 'grant', availableUntil: null },
    ]);
    expect((await auditOf(portal, id)).slice(1)).toMatchObject([
      { before: { date: WINTER }, after: { date: SPRING } },
      { before: { date: SPRING }, after: { date: null } },
    ]);
  });
});

test('concurrent grants with different ends leave exactly one known grant', async () => {
  const { id } = await createSignedInPlayer(portal);
  const dates = Array.from({ length: 10 }, (_, n) => `207${n}-01-01T00:00:00.000Z`);
  const responses = await Promise.all(
    dates.map((date) => perform({ action: 'GRANT_FOUNDER_PACK', accountDBID: id, date })),
  );
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
  const pending = (await grantsOf(portal, id)).filter((grant) => grant.startsWith('pending'));
  const [pack] = await portal.parts.db.select().from(accountPacks).where(eq(accountPacks.accountId, id));
  expect(pending).toEqual([`pending founder_package until ${pack?.availableUntil?.toISOString()}`]);
});

test('different packs of one account are independent', async () => {
  const { id } = await createSignedInPlayer(portal);
  const actions = ['GRANT_VETERAN_PACK', 'GRANT_FOUNDER_PACK', 'GRANT_STAFF_PACK'];
  await Promise.all(actions.map((action) => perform({ action, accountDBID: id })));
  expect((await grantsOf(portal, id)).toSorted()).toEqual([
    'pending founder_package',
    'pending staff_package',
    'pending veteran_package',
  ]);
  expect(await flagsOf(id)).toEqual({ founder: true, veteran: true });
});

test('repeating a grant sends a cancelled delivery again and restores the account’s flag', async () => {
  const { id } = await createSignedInPlayer(portal);
  const grant = () => perform({ action: 'GRANT_VETERAN_PACK', accountDBID: id });
  await grant();
  await portal.parts.db.update(accounts).set({ hasClaimedVeteranPackage: false }).where(eq(accounts.id, id));
  await grant();
  expect(await flagsOf(id)).toMatchObject({ veteran: true });
  expect(await grantsOf(portal, id)).toEqual(['pending veteran_package']);
  const [pack] = await portal.parts.db.select().from(accountPacks).where(eq(accountPacks.accountId, id));
  await cancelByHand(portal, pack?.grantKey ?? '');
  await grant();
  expect(await grantsOf(portal, id)).toEqual(['cancelled veteran_package', 'pending veteran_package']);
  expect(await auditOf(portal, id)).toHaveLength(3);
});

describe('GRANT_WEBAPP_RIGHT', () => {
  test.each([
    ['198.51.100.77', '198.51.100.77'],
    ['2001:DB8:0:0:0:0:0:77', '2001:db8::77'],
  ])('lets the bridge call from %s, once for concurrent requests', async (ip, canonical) => {
    const knock = () => portal.bridge('POST', 'acks', { body: [], address: ip });
    expect((await knock()).statusCode).toBe(403);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => perform({ action: 'GRANT_WEBAPP_RIGHT', ip })),
    );
    for (const response of responses) {
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { message: 'Grant Webapp Right performed successfully.' },
      ]);
    }
    expect((await knock()).statusCode).toBe(200);
    expect(await listed(ip)).toBe(1);
    expect(await entriesOf(canonical)).toMatchObject([
      { kind: 'action.allow_address', staffId: staff.id, accountId: null, after: { ip: canonical } },
    ]);
  });

  test.each([
    undefined,
    '',
    'localhost',
    '10.0.0.0/8',
    '1.2.3',
    "127.0.0.1'; drop table",
    '1.2.3.4, 5.6.7.8',
  ])('refuses %j', async (ip) => {
    const response = await perform({ action: 'GRANT_WEBAPP_RIGHT', ip });
    expect(response.statusCode).toBe(400);
  });
});

describe('access', () => {
  test('is limited to staff of the section', async () => {
    const { id, token } = await createSignedInPlayer(portal);
    const other = await createStaff(portal, ['users', 'benefits', 'orders']);
    const bodies = [
      { action: 'GRANT_STAFF_PACK', accountDBID: id },
      { action: 'GRANT_WEBAPP_RIGHT', ip: '203.0.113.9' },
    ];
    for (const body of bodies) {
      expect((await portal.call('POST', '/admin/action', { body })).statusCode).toBe(401);
      expect((await perform(body, token)).statusCode).toBe(403);
      expect((await perform(body, other.token)).statusCode).toBe(403);
    }
    expect(await grantsOf(portal, id)).toEqual([]);
    expect((await portal.bridge('POST', 'acks', { body: [], address: '203.0.113.9' })).statusCode).toBe(403);
  });

  test('is refused for an account with rights that staff lack, except to the owner', async () => {
    const [superior, owner] = [await createStaff(portal, ['actions', 'users']), await createOwner(portal)];
    const refused = await grantFounder(superior.id, staff.token);
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'You cannot change an account with rights that you lack.',
    ]);
    expect((await grantFounder(owner.id, staff.token)).statusCode).toBe(403);
    expect(await flagsOf(superior.id)).toEqual({ founder: false, veteran: false });
    expect((await grantFounder(superior.id, owner.token)).statusCode).toBe(200);
    expect((await grantFounder(staff.id, superior.token)).statusCode).toBe(200);
  });
});

describe('an invalid action is refused', () => {
  test('for an unknown account', async () => {
    const response = await perform({ action: 'GRANT_STAFF_PACK', accountDBID: 2_147_483_647 });
    expect([response.statusCode, response.json().message]).toEqual([
      404,
      'There is no account with this id.',
    ]);
  });

  test.each([undefined, null, '', '12', 0, -1, 1.5, 2_147_483_648])(
    'for the account id %j',
    async (accountDBID) => {
      const response = await perform({ action: 'GRANT_STAFF_PACK', accountDBID });
      expect(response.statusCode).toBe(400);
      expect(response.json().fields).toEqual({ accountDBID: 'Account DBID is required.' });
    },
  );

  test.each([
    {},
    { action: 'GRANT_EVERYTHING', accountDBID: 1 },
    { action: 'GRANT_STAFF_PACK', accountDBID: 1, date: 'tomorrow' },
    { action: 'GRANT_STAFF_PACK', accountDBID: 1, date: 5 },
  ])('a body such as %j', async (body) => {
    expect((await perform(body)).statusCode).toBe(400);
  });
});
