import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  createOwner,
  createStaff,
  PASSWORD,
  type Player,
  randomAddress,
  registerPlayer,
  uniqueName,
} from '#test/account-journeys.ts';
import { scansDuring } from '#test/plans.ts';
import { useBanningStaff } from '#test/staff-journeys.ts';
import { accounts, bans } from '#features/identity/accounts.tables.ts';
import { accountActivity } from '#features/identity/activity.tables.ts';
import { latestBan } from '#features/identity/bans.queries.ts';
import { selectRankedAddresses } from '#features/accounts/admin/bans.queries.ts';

const { portal, staff, ban, unban, attempt } = await useBanningStaff();

const register = (address: string) => {
  const username = uniqueName();
  const body = { username, email: `${username}@example.com`, password: PASSWORD };
  return portal.call('POST', '/auth/register', { body, address });
};

/** Somebody who was last at this address. */
async function registerAt(address: string): Promise<Player> {
  const player = await registerPlayer(portal);
  expect((await attempt(player, address)).statusCode).toBe(200);
  return player;
}

/** Somebody banned with the address of their last sign-in. */
async function banWithAddress(address: string): Promise<Player> {
  const culprit = await registerAt(address);
  const response = await ban(culprit.id, { ip: address });
  expect(response.statusCode).toBe(200);
  return culprit;
}

/** Where a proxy in front of the portal may be. */
const OWN_ADDRESSES = [
  '127.0.0.1',
  '127.9.9.9',
  '::1',
  '::ffff:127.0.0.1',
  '10.0.0.7',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.1.1',
  '169.254.1.1',
  '100.64.0.1',
  'fd12:3456:789a:1::5',
  'fe80::1',
];

const OWN = "This address belongs to the portal's own networks: with it, everybody might be kept out.";
const NOT_YOURS =
  'You cannot ban this address: the account was not last at it, or somebody with rights that you lack was. Ban the account without it, or ask an owner.';

const bansOf = (accountId: number) =>
  portal.parts.db.select().from(bans).where(eq(bans.accountId, accountId)).orderBy(bans.id);

/** Why this was refused, with nobody banned. */
async function refusalOf({ id }: Player, { ip, by = staff }: { ip?: string; by?: typeof staff }) {
  const response = await ban(id, { ip }, by);
  if (response.statusCode < 400 || (await bansOf(id)).length > 0) return 'banned';
  return response.json().message;
}

describe('banning an address', () => {
  test('accepts only an address the account last used, except from an owner', async () => {
    const [address, owner] = [randomAddress(), await createOwner(portal)];
    const [culprit, other] = [await registerPlayer(portal), await registerPlayer(portal)];
    expect(await refusalOf(culprit, { ip: address })).toBe(NOT_YOURS);
    expect((await ban(culprit.id, { ip: address }, owner)).statusCode).toBe(200);
    expect((await attempt(other, address)).statusCode).toBe(403);
  });

  test('accepts the address of the last sign-in or visit, or its network', async () => {
    const [one, two] = ['2001:db8:7:1::5', '2001:db8:7:2::5'];
    const culprit = await registerAt(one);
    await portal.parts.db
      .update(accountActivity)
      .set({ lastIp: two })
      .where(eq(accountActivity.accountId, culprit.id));
    for (const ip of ['2001:db8:7:1::9', '2001:db8:7:2::9'])
      expect((await ban(culprit.id, { ip })).statusCode).toBe(200);
    expect((await bansOf(culprit.id)).map(({ network }) => network)).toEqual([
      '2001:db8:7:1::/64',
      '2001:db8:7:2::/64',
    ]);
  });

  test.each(OWN_ADDRESSES)(
    "refuses %s, which belongs to the portal's own networks, even from an owner",
    async (ip) => {
      const [culprit, owner] = [await registerPlayer(portal), await createOwner(portal)];
      expect(await refusalOf(culprit, { ip, by: owner })).toBe(OWN);
      expect(await refusalOf(culprit, { ip })).toBe(NOT_YOURS);
    },
  );

  test.each<[string, { webMgt: number } | { permission: number }]>([
    ['a right', { webMgt: 2 * 5 }],
    ['a permission', { permission: 1 }],
    ['everything', { permission: 32 }],
  ])('is not that of somebody who has %s beyond the rights of who asks', async (_, rank) => {
    const address = randomAddress();
    const [superior, culprit] = [await registerAt(address), await registerAt(address)];
    const peer = await createStaff(portal, ['actions']);
    await attempt(peer, address);
    await portal.parts.db.update(accounts).set(rank).where(eq(accounts.id, superior.id));

    expect(await refusalOf(culprit, { ip: address })).toBe(NOT_YOURS);
    expect(await refusalOf(culprit, {})).toBe(NOT_YOURS);
    expect((await ban(culprit.id, { ip: null })).statusCode).toBe(200);
    expect((await attempt(superior, address)).statusCode).toBe(200);
    await portal.parts.db
      .update(accounts)
      .set({ webMgt: 5, permission: 0 })
      .where(eq(accounts.id, superior.id));
    expect((await ban(culprit.id, { ip: address })).statusCode).toBe(200);
  });

  test('is checked against staff addresses through an index', async () => {
    await portal.parts.db.execute(sql`
      insert into accounts (user_name, email, password_hash)
      select 'filler_' || n, n || '@filler.example', 'none' from generate_series(1, 3000) n`);
    await portal.parts.db.execute(sql`analyze accounts, account_activity`);
    const scans = await scansDuring(portal.parts.database, selectRankedAddresses);
    expect(scans).toEqual([
      expect.stringContaining('account_activity_pkey'),
      expect.stringContaining('account_activity_pkey'),
      expect.stringContaining('accounts_ranked_idx'),
    ]);
  });
});

describe('a banned address', () => {
  test('lets nobody sign in or register, until the ban is lifted', async () => {
    const [address, other] = [randomAddress(), await registerPlayer(portal)];
    const culprit = await banWithAddress(address);

    const refused = [await attempt(other, address), await register(address)];

    for (const response of refused) {
      expect(response.statusCode).toBe(403);
      expect(response.json()).toMatchObject({ code: 'account_banned' });
    }
    expect((await attempt(other)).statusCode).toBe(200);
    expect((await register(randomAddress())).statusCode).toBe(200);
    await unban(culprit.id);
    expect([(await attempt(other, address)).statusCode, (await register(address)).statusCode]).toEqual([
      200, 200,
    ]);
  });

  test('lets players sign in again when the ban expires', async () => {
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

  test('gives its end to accounts with the right password, and its reason to nobody else', async () => {
    const [address, other] = [randomAddress(), await registerPlayer(portal)];
    const culprit = await banWithAddress(address);

    const [known, stranger] = [await attempt(other, address), await register(address)];
    const banned = await attempt(culprit, address);

    expect(known.json().message).toBe('Your address is banned until 3 December 2099 at 14:05 UTC.');
    expect(stranger.json().message).toBe("New accounts can't be created from your network.");
    expect(banned.json().message).toBe(
      'This account is banned until 3 December 2099 at 14:05 UTC. Reason: Used a bot',
    );
  });

  test('says that it is permanent, again without the reason', async () => {
    const [address, other] = [randomAddress(), await registerPlayer(portal)];
    await banWithAddress(address);
    await portal.parts.db.update(bans).set({ endsAt: null });
    expect((await attempt(other, address)).json().message).toBe('Your address is banned permanently.');
  });

  test('is mentioned only after the right password', async () => {
    const [address, other] = [randomAddress(), await registerPlayer(portal)];
    await banWithAddress(address);
    const wrong = await attempt({ ...other, password: 'wrong password' }, address);
    const unknown = await attempt({ ...other, username: uniqueName() }, address);
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
  });

  test('blocks staff, but never an owner', async () => {
    const address = randomAddress();
    const [owner, colleague] = [await createOwner(portal), await createStaff(portal, ['users'])];
    await banWithAddress(address);
    expect((await attempt(colleague, address)).statusCode).toBe(403);
    expect((await attempt(owner, address)).statusCode).toBe(200);
  });

  test('covers the whole network of an IPv6 address', async () => {
    const other = await registerPlayer(portal);
    await banWithAddress('2001:DB8:1:2:0:0:0:5');
    expect((await attempt(other, '2001:db8:1:2:ffff::9')).statusCode).toBe(403);
    expect((await attempt(other, '2001:db8:1:3::5')).statusCode).toBe(200);
  });

  test.each(OWN_ADDRESSES)("never blocks the portal's own networks: %s stays open", async (address) => {
    const other = await registerPlayer(portal);
    const culprit = await banWithAddress(address);
    expect((await attempt(other, address)).statusCode).toBe(200);
    expect((await attempt(culprit)).statusCode).toBe(403);
  });

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
