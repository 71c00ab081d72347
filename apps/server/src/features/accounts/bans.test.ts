import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries } from '#features/audit/audit.tables.ts';
import {
  createOwner,
  createPortal,
  createSignedInPlayer,
  createStaff,
  PASSWORD,
  type Player,
  type Portal,
  randomAddress,
  registerPlayer,
  signIn,
  uniqueName,
} from '#test/account-journeys.ts';
import { bans, sessions } from './accounts.tables.ts';
import { latestBan } from './bans.queries.ts';

let portal: Portal;
let staff: Player & { token: string };
beforeAll(async () => {
  portal = await createPortal();
  staff = await createStaff(portal, ['actions']);
});
afterAll(() => portal.close());

const END = '2099-12-03 14:05:00';

const ban = (accountDBID: number, given: object = {}, { token } = staff) =>
  portal.call('POST', '/admin/banUser', {
    token,
    body: { accountDBID, endTime: END, description: 'Used a bot', ip: null, ...given },
  });
const unban = (accountDBID: number) =>
  portal.call('POST', '/admin/unbanUser', { token: staff.token, body: { accountDBID } });

const attempt = ({ username, password }: Player, address = randomAddress()) =>
  portal.call('POST', '/auth/login', { body: { identifier: username, password }, address });
const register = (address: string) => {
  const username = uniqueName();
  const body = { username, email: `${username}@example.com`, password: PASSWORD };
  return portal.call('POST', '/auth/register', { body, address });
};

const auditOf = (accountId: number) =>
  portal.parts.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.accountId, accountId))
    .orderBy(auditEntries.id);
const bansOf = (accountId: number) =>
  portal.parts.db.select().from(bans).where(eq(bans.accountId, accountId)).orderBy(bans.id);

/** Somebody banned with the address of their last sign-in. */
async function banWithAddress(address: string): Promise<Player> {
  const culprit = await registerPlayer(portal);
  const response = await ban(culprit.id, { ip: address });
  expect(response.statusCode).toBe(200);
  return culprit;
}

describe('a ban', () => {
  test('ends every session at once, tells the player why, and stands in the audit log', async () => {
    const player = await createSignedInPlayer(portal);
    await signIn(portal, player);

    const response = await ban(player.id);

    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ message: `User ${player.username} banned successfully.` });
    expect((await portal.call('GET', '/user/profile', { token: player.token })).statusCode).toBe(401);
    const left = await portal.parts.db.select().from(sessions).where(eq(sessions.accountId, player.id));
    expect(left).toEqual([]);
    const refused = await attempt(player);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      code: 'account_banned',
      message: 'This account is banned until 3 December 2099 at 14:05 UTC. Reason: Used a bot',
    });
    expect(await auditOf(player.id)).toMatchObject([
      {
        kind: 'user.ban',
        staffId: staff.id,
        target: String(player.id),
        before: null,
        after: { endTime: '2099-12-03T14:05:00.000Z', ip: null, description: 'Used a bot' },
      },
    ]);
  });

  test('ends by itself', async () => {
    const player = await createSignedInPlayer(portal);
    const endTime = new Date(Date.now() + 3_600_000).toISOString();
    await ban(player.id, { endTime });
    expect((await attempt(player)).statusCode).toBe(403);
    await portal.parts.db
      .update(bans)
      .set({ startsAt: sql`now() - interval '2 hours'`, endsAt: sql`now()` })
      .where(eq(bans.accountId, player.id));
    await expect(signIn(portal, player)).resolves.toBeTruthy();
    const owner = await createOwner(portal);
    const seen = await portal.call('GET', `/admin/users/${player.id}`, { token: owner.token });
    expect(seen.json()).toMatchObject({ banned: false, bannedUntil: null, banReason: null });
  });

  test('takes the last address when none is named, and none for null', async () => {
    const address = randomAddress();
    const player = await registerPlayer(portal);
    await attempt(player, address);
    await ban(player.id, { ip: undefined });
    await ban(player.id, { ip: null });
    expect(await bansOf(player.id)).toMatchObject([
      { ip: address, network: address },
      { ip: null, network: null },
    ]);
  });

  test('begins now at the latest, whatever the clock of staff says', async () => {
    const player = await createSignedInPlayer(portal);
    await ban(player.id, { startTime: '2098-01-01 00:00:00' });
    await ban(player.id, { startTime: '2026-01-01 00:00:00' });
    expect((await attempt(player)).statusCode).toBe(403);
    const [first, second] = await bansOf(player.id);
    expect(Math.abs(Date.now() - Number(first?.startsAt))).toBeLessThan(10_000);
    expect(second?.startsAt).toEqual(new Date('2026-01-01T00:00:00Z'));
  });

  test('that has ended already is refused', async () => {
    const player = await createSignedInPlayer(portal);
    const response = await ban(player.id, { endTime: '2026-01-01 00:00:00' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      fields: { endTime: 'The end of a ban must be in the future.' },
    });
    expect((await portal.call('GET', '/user/profile', { token: player.token })).statusCode).toBe(200);
    expect([await bansOf(player.id), await auditOf(player.id)]).toEqual([[], []]);
  });

  test.each([
    ['description', { description: '' }, 'Ban End Time and Reason are required.'],
    ['description', { description: undefined }, 'Ban End Time and Reason are required.'],
    ['description', { description: 'x'.repeat(501) }, 'Ban End Time and Reason are required.'],
    ['endTime', { endTime: undefined }, undefined],
    ['endTime', { endTime: 'soon' }, undefined],
    ['ip', { ip: '10.0.0.256' }, undefined],
    ['ip', { ip: 'localhost' }, undefined],
    ['accountDBID', { accountDBID: 0 }, undefined],
  ])('is refused for a bad %s', async (field, given, message = expect.any(String)) => {
    const player = await registerPlayer(portal);
    const response = await ban(player.id, given);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ fields: { [field]: message } });
    expect(await bansOf(player.id)).toEqual([]);
  });

  test('is not for an id that nobody has, nor for oneself', async () => {
    expect((await ban(2_147_483_647)).statusCode).toBe(404);
    const own = await ban(staff.id);
    expect([own.statusCode, own.json().message]).toEqual([403, 'You cannot ban yourself.']);
  });
});

describe('lifting bans', () => {
  test('lifts every one that is not over, and keeps what is over as it was', async () => {
    const player = await registerPlayer(portal);
    await ban(player.id);
    await ban(player.id, { description: 'Twice' });
    await portal.parts.db.insert(bans).values({
      accountId: player.id,
      description: 'Long ago',
      startsAt: new Date('2026-01-01'),
      endsAt: new Date('2026-02-01'),
    });

    const response = await unban(player.id);

    expect(response.json()).toEqual({ message: `User ${player.username} unbanned successfully.` });
    await expect(signIn(portal, player)).resolves.toBeTruthy();
    expect((await bansOf(player.id)).map(({ isActive }) => isActive)).toEqual([false, false, true]);
    expect((await auditOf(player.id)).at(-1)).toMatchObject({
      kind: 'user.unban',
      before: { bans: [{ description: 'Used a bot' }, { description: 'Twice' }] },
    });
  });

  test('once or twice at the same time is one deed', async () => {
    const player = await registerPlayer(portal);
    await ban(player.id);
    const answers = await Promise.all([unban(player.id), unban(player.id), unban(player.id)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const kinds = (await auditOf(player.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(['user.ban', 'user.unban']);
  });

  test('is refused for what is no id, and for one that nobody has', async () => {
    const bad = await portal.call('POST', '/admin/unbanUser', {
      token: staff.token,
      body: { accountDBID: 'x' },
    });
    expect(bad.statusCode).toBe(400);
    expect((await unban(2_147_483_647)).statusCode).toBe(404);
  });

  test('meets a ban at the same time in one order or the other', async () => {
    const player = await registerPlayer(portal);
    const answers = await Promise.all([ban(player.id), unban(player.id), ban(player.id), unban(player.id)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    await unban(player.id);
    await expect(signIn(portal, player)).resolves.toBeTruthy();
  });
});

describe('a banned address', () => {
  test('lets nobody sign in or register, until the ban is lifted', async () => {
    const [address, other] = [randomAddress(), await registerPlayer(portal)];
    const culprit = await banWithAddress(address);

    const refused = [await attempt(other, address), await register(address)];

    for (const response of refused) {
      expect(response.statusCode).toBe(403);
      expect(response.json()).toMatchObject({
        code: 'account_banned',
        message: 'Your address is banned until 3 December 2099 at 14:05 UTC. Reason: Used a bot',
      });
    }
    expect((await attempt(other)).statusCode).toBe(200);
    expect((await register(randomAddress())).statusCode).toBe(200);
    await unban(culprit.id);
    expect([(await attempt(other, address)).statusCode, (await register(address)).statusCode]).toEqual([
      200, 200,
    ]);
  });

  test('opens again when the ban ends by itself', async () => {
    const [address, other] = [randomAddress(), await registerPlayer(portal)];
    const culprit = await banWithAddress(address);
    await portal.parts.db
      .update(bans)
      .set({ endsAt: sql`now()` })
      .where(eq(bans.accountId, culprit.id));
    expect([(await attempt(other, address)).statusCode, (await register(address)).statusCode]).toEqual([
      200, 200,
    ]);
  });

  test('tells only whoever has the right password', async () => {
    const [address, other] = [randomAddress(), await registerPlayer(portal)];
    await banWithAddress(address);
    const wrong = await attempt({ ...other, password: 'wrong password' }, address);
    const unknown = await attempt({ ...other, username: uniqueName() }, address);
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
  });

  test('keeps staff out, but never an owner', async () => {
    const address = randomAddress();
    const [owner, colleague] = [await createOwner(portal), await createStaff(portal, ['users'])];
    await banWithAddress(address);
    expect((await attempt(colleague, address)).statusCode).toBe(403);
    expect((await attempt(owner, address)).statusCode).toBe(200);
  });

  test('is the whole network of an IPv6 address', async () => {
    const other = await registerPlayer(portal);
    await banWithAddress('2001:DB8:1:2:0:0:0:5');
    expect((await attempt(other, '2001:db8:1:2:ffff::9')).statusCode).toBe(403);
    expect((await attempt(other, '2001:db8:1:3::5')).statusCode).toBe(200);
  });

  test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    'is never this machine: %s stays open',
    async (address) => {
      const other = await registerPlayer(portal);
      await banWithAddress(address);
      expect((await attempt(other, address)).statusCode).toBe(200);
    },
  );

  test('is looked up in an index by sign-in and registration', async () => {
    await portal.parts.db.execute(sql`
      insert into bans (account_id, description, network)
      select ${staff.id}, 'filler', '203.0.113.' || n from generate_series(1, 3000) n`);
    await portal.parts.db.execute(sql`update bans set is_active = false where description = 'filler'`);
    await portal.parts.db.execute(sql`analyze bans`);
    const asked = latestBan(sql`bans.network = ${'203.0.113.7'}`);
    const { rows } = await portal.parts.db.execute<{ 'QUERY PLAN': string }>(sql`explain select ${asked}`);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('bans_network_idx');
  });
});

test('a ban holds against a sign-in that is under way', async () => {
  const player = await registerPlayer(portal);
  const [banned, ...attempts] = await Promise.all([
    ban(player.id),
    ...Array.from({ length: 5 }, () => attempt(player)),
  ]);
  expect(banned?.statusCode).toBe(200);
  for (const answer of attempts) {
    const token = answer.json().accessToken ?? 'refused';
    expect((await portal.call('GET', '/user/profile', { token })).statusCode).toBe(401);
  }
  expect((await attempt(player)).statusCode).toBe(403);
});
