import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createOwner,
  createPortal,
  createStaff,
  PASSWORD,
  type Player,
  type Portal,
  randomAddress,
  registerPlayer,
  uniqueName,
} from '#test/account-journeys.ts';
import { bans } from './accounts.tables.ts';
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

/** Somebody banned with the address of their last sign-in. */
async function banWithAddress(address: string): Promise<Player> {
  const culprit = await registerPlayer(portal);
  const response = await ban(culprit.id, { ip: address });
  expect(response.statusCode).toBe(200);
  return culprit;
}

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
