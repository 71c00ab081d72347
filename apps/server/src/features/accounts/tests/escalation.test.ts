import { OWN_ACCOUNT_MESSAGE } from '@waygate/contract/own-account';
import type { Section } from '@waygate/contract/permissions';
import { webMgtOf } from '@waygate/contract/permissions';
import { addTestSections } from '@waygate/contract/tests/test-sections';
import { eq, inArray } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#features/staff/audit.tables.ts';
import {
  createOwner,
  usePortal,
  createSignedInPlayer,
  createStaff,
  type Player,
  registerPlayer,
  signIn,
  until,
} from '#test/account-journeys.ts';
import { countLockWaits } from '#test/locks.ts';
import { accounts, bans } from '#features/identity/accounts.tables.ts';
import { accountActivity } from '#features/identity/activity.tables.ts';

beforeAll(() => addTestSections('events', 'polls'));
const POLLS = 'polls' as Section;

type Person = Player & { token: string };

const portal = await usePortal();
// Each test has the owners it makes, and no others.
beforeEach(() => portal.parts.db.update(accounts).set({ permission: 0 }));

const update = ({ token }: Person, { id }: Player, body: object) =>
  portal.call('PUT', `/admin/users/${id}`, { token, body });
const ban = ({ token }: Person, { id }: Player) =>
  portal.call('POST', '/admin/banUser', {
    token,
    body: { accountDBID: id, endTime: '2099-01-01 00:00:00', description: 'Used a bot', ip: null },
  });
const unban = ({ token }: Person, { id }: Player) =>
  portal.call('POST', '/admin/unbanUser', { token, body: { accountDBID: id } });
const endSessions = ({ token }: Person, { id }: Player) =>
  portal.call('DELETE', `/admin/users/${id}/sessions`, { token });

const accountOf = async ({ id }: Player) => {
  const [account] = await portal.parts.db.select().from(accounts).where(eq(accounts.id, id));
  return account;
};
const staffWith = (...sections: Section[]) => createStaff(portal, sections);

/** Refused, with nothing changed and nothing written into the log. */
async function expectRefusal(
  target: Player,
  attempt: () => Promise<LightMyRequestResponse>,
): Promise<string> {
  const before = await accountOf(target);
  const response = await attempt();
  expect(response.statusCode).toBe(403);
  expect(await accountOf(target)).toEqual(before);
  const actions = await portal.parts.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.accountId, target.id));
  expect(actions).toEqual([]);
  return response.json().message;
}

const NO_RIGHT = 'You do not have the right to do this.';
const LACKED = 'You cannot change an account with rights that you lack.';

describe('staff with account management alone', () => {
  test('cannot grant a right they lack', async () => {
    const [staff, player] = [await staffWith('users'), await registerPlayer(portal)];
    const grant = (webMgt: number) => expectRefusal(player, () => update(staff, player, { webMgt }));
    expect(await grant(3)).toBe('You cannot give or take rights that you lack.');
    expect(await grant(6)).toBe('You cannot give or take rights that you lack.');
    expect(await grant(304_250_263_527_210)).toBe('You cannot give or take rights that you lack.');
  });

  test('can grant and revoke a right they have', async () => {
    const [staff, player] = [await staffWith('users'), await registerPlayer(portal)];
    expect((await update(staff, player, { webMgt: 2 })).json()).toMatchObject({ webMgt: 2 });
    expect((await update(staff, player, { webMgt: 1 })).json()).toMatchObject({ webMgt: 1 });
  });

  test.each<[string, object]>([
    ['raise a permission', { permission: 1 }],
    ['make an owner', { permission: 32 }],
  ])('cannot %s', async (_, body) => {
    const [staff, player] = [await staffWith('users'), await registerPlayer(portal)];
    const message = await expectRefusal(player, () => update(staff, player, body));
    expect(message).toBe('Only an owner can raise a permission.');
  });

  test.each<[string, object]>([
    ['right', { webMgt: 6 }],
    ['right less', { webMgt: 1 }],
    ['permission', { permission: 1 }],
    ['ownership', { permission: 32 }],
  ])('cannot give themselves a %s', async (_, body) => {
    const staff = await staffWith('users');
    const message = await expectRefusal(staff, () => update(staff, staff, body));
    expect(message).toBe('You cannot change your own rights.');
  });

  test('can change the rest of their own account, but not its valuables', async () => {
    const staff = await staffWith('users');
    const gifts = [
      { agaiaCoins: 5 },
      { astrumCoins: 5 },
      { hasClaimedFounderPackage: true },
      { hasClaimedVeteranPackage: true },
      { agaiaClubExpiry: '2099-01-01 00:00:00' },
    ];
    for (const gift of gifts)
      expect(await expectRefusal(staff, () => update(staff, staff, gift))).toBe(OWN_ACCOUNT_MESSAGE);
    const read = { agaiaCoins: 0, hasClaimedFounderPackage: false, agaiaClubExpiry: null };
    const { statusCode } = await update(staff, staff, { ...read, isEmailConfirmed: true, webMgt: 2 });
    expect(statusCode).toBe(200);
  });

  test.each<[string, (staff: Person, superior: Player) => Promise<LightMyRequestResponse>]>([
    ['change the coins', (staff, superior) => update(staff, superior, { agaiaCoins: 5 })],
    ['reset the password', (staff, superior) => update(staff, superior, { password: 'taken over' })],
    ['change the address', (staff, superior) => update(staff, superior, { email: 'thief@example.com' })],
    ['withdraw the rights', (staff, superior) => update(staff, superior, { webMgt: 1 })],
    ['save the form unchanged', (staff, superior) => update(staff, superior, {})],
    ['end the sessions', endSessions],
  ])(
    'cannot %s of an account that has a right they lack, a higher permission, or all',
    async (_, attempt) => {
      const staff = await staffWith('users');
      const ranks = [{ webMgt: 6 }, { webMgt: 3 }, { permission: 1 }, { permission: 31 }, { permission: 32 }];
      for (const rank of ranks) {
        const superior = await createSignedInPlayer(portal);
        await portal.parts.db.update(accounts).set(rank).where(eq(accounts.id, superior.id));
        expect(await expectRefusal(superior, () => attempt(staff, superior))).toBe(LACKED);
        await expect(signIn(portal, superior)).resolves.toBeTruthy();
        expect((await portal.call('GET', '/user/profile', { token: superior.token })).statusCode).toBe(200);
      }
    },
  );

  test('cannot ban or unban anybody', async () => {
    const [staff, player] = [await staffWith('users'), await registerPlayer(portal)];
    expect(await expectRefusal(player, () => ban(staff, player))).toBe(NO_RIGHT);
    expect(await expectRefusal(player, () => unban(staff, player))).toBe(NO_RIGHT);
  });
});

describe('a section beyond the primes', () => {
  test('is neither granted nor withdrawn by staff who lack it', async () => {
    const [staff, player] = [await staffWith('users'), await registerPlayer(portal)];
    const grant = (body: object) => expectRefusal(player, () => update(staff, player, body));
    expect(await grant({ sections: ['polls'] })).toBe('You cannot give or take rights that you lack.');
    expect(await grant({ webMgt: 2, sections: ['events', 'polls'] })).toBe(
      'You cannot give or take rights that you lack.',
    );
  });

  test('is granted and withdrawn by staff who have it, and the audit log says so', async () => {
    const [staff, player] = [await staffWith('users', POLLS), await registerPlayer(portal)];
    const granted = await update(staff, player, { sections: ['polls', 'polls'] });
    expect(granted.json()).toMatchObject({ webMgt: 1, sections: ['polls'] });
    const session = await signIn(portal, player);
    expect(session).toMatchObject({ webMgt: 1, sections: ['polls'] });
    const profile = await portal.call('GET', '/user/profile', { token: session.accessToken });
    expect(profile.json()).toMatchObject({ webMgt: 1, sections: ['polls'] });
    expect((await update(staff, player, { sections: [] })).json()).toMatchObject({ sections: [] });
    const entries = await portal.parts.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.accountId, player.id))
      .orderBy(auditEntries.id);
    expect(entries).toMatchObject([
      { kind: 'user.update', before: { sections: [] }, after: { sections: ['polls'] } },
      { kind: 'user.update', before: { sections: ['polls'] }, after: { sections: [] } },
    ]);
  });

  test('stays as it is when an update leaves the names out, or says the same', async () => {
    const [owner, staff, player] = [
      await createOwner(portal),
      await staffWith('users', POLLS),
      await registerPlayer(portal),
    ];
    await update(owner, player, { sections: ['polls'] });
    const { json } = await update(staff, player, { agaiaCoins: 5 });
    expect(json()).toMatchObject({ agaiaCoins: 5, sections: ['polls'] });
    const same = await update(staff, staff, { sections: ['polls'], isEmailConfirmed: true });
    expect(same.statusCode).toBe(200);
  });

  test.each<[string, (staff: Person, superior: Player) => Promise<LightMyRequestResponse>]>([
    ['change the coins', (staff, superior) => update(staff, superior, { agaiaCoins: 5 })],
    ['withdraw it', (staff, superior) => update(staff, superior, { sections: [] })],
    ['end the sessions', endSessions],
    ['ban', ban],
  ])('keeps staff who lack it from the account: they cannot %s', async (_, attempt) => {
    const staff = await staffWith('users', 'actions');
    for (const sections of [['polls'], ['of a newer version']]) {
      const superior = await createSignedInPlayer(portal);
      await portal.parts.db.update(accounts).set({ sections }).where(eq(accounts.id, superior.id));
      expect(await expectRefusal(superior, () => attempt(staff, superior))).toBe(LACKED);
    }
  });

  test.each([[['polls', 'events']], [[]]])('is no gift to oneself: %j', async (sections) => {
    const staff = await staffWith('users', POLLS);
    const message = await expectRefusal(staff, () => update(staff, staff, { sections }));
    expect(message).toBe('You cannot change your own rights.');
  });

  test.each(['users', 'nothing', '', 7])('is one of those there are, and not %j', async (name) => {
    const [owner, player] = [await createOwner(portal), await registerPlayer(portal)];
    const response = await update(owner, player, { sections: [name] });
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['sections.0']]);
    expect(await accountOf(player)).toMatchObject({ sections: [] });
  });

  test('of a newer version is kept, and opens nothing', async () => {
    const [owner, player] = [await createOwner(portal), await createSignedInPlayer(portal)];
    const sections = ['a newer one', 'users'];
    await portal.parts.db.update(accounts).set({ sections }).where(eq(accounts.id, player.id));
    const list = await portal.call('GET', '/admin/users', { token: player.token });
    expect(list.statusCode).toBe(403);
    const { json } = await update(owner, player, { sections: ['polls'] });
    expect(json()).toMatchObject({ sections: ['a newer one', 'polls', 'users'] });
  });

  test('of a superior keeps the address they were last at from being banned', async () => {
    const [staff, player] = [await staffWith('actions'), await registerPlayer(portal)];
    const superior = await registerPlayer(portal);
    const { db } = portal.parts;
    await db
      .update(accounts)
      .set({ sections: ['polls'] })
      .where(eq(accounts.id, superior.id));
    await db
      .update(accountActivity)
      .set({ lastIp: '203.0.113.77' })
      .where(inArray(accountActivity.accountId, [superior.id, player.id]));
    const response = await portal.call('POST', '/admin/banUser', {
      token: staff.token,
      body: { accountDBID: player.id, endTime: '2099-01-01 00:00:00', description: 'Used a bot' },
    });
    expect(response.statusCode).toBe(403);
  });

  test('of an account keeps its audit entries from staff who lack it', async () => {
    const [owner, player] = [await createOwner(portal), await registerPlayer(portal)];
    const [staff, peer] = [await staffWith('users'), await staffWith('users', POLLS)];
    await update(owner, player, { sections: ['polls'] });
    const count = async ({ token }: Person) =>
      (await portal.call('GET', `/admin/audit?account=${player.id}`, { token })).json().entries.length;
    expect([await count(staff), await count(peer), await count(owner)]).toEqual([0, 1, 1]);
  });
});

describe('staff with account actions', () => {
  test('can ban and unban a peer, but not a superior or an owner', async () => {
    const [staff, peer] = [await staffWith('actions'), await staffWith('actions')];
    for (const superior of [
      await staffWith('users'),
      await staffWith('users', 'actions'),
      await createOwner(portal),
    ]) {
      expect(await expectRefusal(superior, () => ban(staff, superior))).toBe(LACKED);
      expect(await expectRefusal(superior, () => unban(staff, superior))).toBe(LACKED);
      expect((await portal.call('GET', '/user/profile', { token: superior.token })).statusCode).toBe(200);
    }
    expect((await ban(staff, peer)).statusCode).toBe(200);
  });

  test('cannot change an account', async () => {
    const [staff, player] = [await staffWith('actions'), await registerPlayer(portal)];
    expect(await expectRefusal(player, () => update(staff, player, { agaiaCoins: 5 }))).toBe(NO_RIGHT);
    expect(await expectRefusal(player, () => endSessions(staff, player))).toBe(NO_RIGHT);
  });
});

describe('an owner', () => {
  test('promotes and demotes owners and staff, and changes their own rights', async () => {
    const [owner, player] = [await createOwner(portal), await registerPlayer(portal)];
    expect((await update(owner, player, { permission: 32, webMgt: 6 })).statusCode).toBe(200);
    expect((await update(owner, player, { permission: 0, webMgt: 1 })).statusCode).toBe(200);
    expect((await update(owner, owner, { webMgt: 30 })).statusCode).toBe(200);
    expect((await accountOf(owner))?.webMgt).toBe(30);
  });

  test('cannot be demoted or banned as the last owner', async () => {
    const owner = await createOwner(portal);
    const message = await expectRefusal(owner, () => update(owner, owner, { permission: 0 }));
    expect(message).toBe('The last owner stays the owner and cannot be banned.');
    await expectRefusal(owner, () => ban(owner, owner));
  });

  test('cannot step down when the only other owner is or will be banned', async () => {
    const [owner, other] = [await createOwner(portal), await createOwner(portal)];
    await portal.parts.db
      .insert(bans)
      .values({ accountId: other.id, description: 'soon', startsAt: new Date('2098-01-01') });
    await expectRefusal(owner, () => update(owner, owner, { permission: 31 }));
    await portal.parts.db.delete(bans).where(eq(bans.accountId, other.id));
    expect((await update(owner, owner, { permission: 31 })).statusCode).toBe(200);
  });

  test('remains when the last two step down at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const owners = [await createOwner(portal), await createOwner(portal)];
      const answers = await Promise.all(owners.map((owner) => update(owner, owner, { permission: 0 })));
      expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
        200, 403,
      ]);
      expect(await portal.parts.db.$count(accounts, eq(accounts.permission, 32))).toBe(1);
      await portal.parts.db.update(accounts).set({ permission: 0 });
    }
  });

  test('remains when the last two demote or ban each other at once', async () => {
    for (const attack of [(a: Person, b: Person) => update(a, b, { permission: 0 }), ban]) {
      for (let round = 0; round < 4; round += 1) {
        const [a, b] = [await createOwner(portal), await createOwner(portal)];
        const answers = await Promise.all([attack(a, b), attack(b, a)]);
        const codes = answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
        // The second is no owner any more, or has no session.
        expect([
          [200, 401],
          [200, 403],
        ]).toContainEqual(codes);
        await portal.parts.db.update(accounts).set({ permission: 0 });
      }
    }
  });
});

describe('a revoked right', () => {
  test('is gone with the next request of an open session', async () => {
    const [owner, staff] = [await createOwner(portal), await staffWith('users', 'news')];
    const list = () => portal.call('GET', '/admin/users', { token: staff.token });
    expect((await list()).statusCode).toBe(200);
    await update(owner, staff, { webMgt: webMgtOf(['news']) });
    expect((await list()).statusCode).toBe(403);
    const profile = await portal.call('GET', '/user/profile', { token: staff.token });
    expect(profile.json()).toMatchObject({ webMgt: 11 });
    await update(owner, staff, { webMgt: webMgtOf(['users']) });
    expect((await list()).statusCode).toBe(200);
  });

  test.each<[string, (owner: Person, staff: Person) => Promise<LightMyRequestResponse>, number]>([
    ['the right', (owner, staff) => update(owner, staff, { webMgt: 1 }), 403],
    ['the account, by a ban', ban, 401],
    ['the session', endSessions, 401],
  ])('while a request is under way stops it: %s', async (_, withdraw, status) => {
    const [owner, staff, player] = [
      await createOwner(portal),
      await staffWith('users', 'actions'),
      await registerPlayer(portal),
    ];
    const { db, pool } = portal.parts.database;
    const holder = await pool.connect();
    try {
      // Both wait here: the action of the staff behind the one that withdraws.
      await holder.query('begin');
      await holder.query('select from accounts where id = $1 for update', [player.id]);
      await holder.query('select from accounts where id = $1 for update', [staff.id]);
      const withdrawing = withdraw(owner, staff);
      await until(async () => (await countLockWaits(db)) === 1);
      const actions = Promise.all([
        update(staff, player, { webMgt: 2 }),
        ban(staff, player),
        endSessions(staff, player),
      ]);
      await until(async () => (await countLockWaits(db)) === 4);
      await holder.query('rollback');
      expect((await withdrawing).statusCode).toBeLessThan(300);
      expect((await actions).map(({ statusCode }) => statusCode)).toEqual([status, status, status]);
    } finally {
      holder.release();
    }
    expect(await accountOf(player)).toMatchObject({ webMgt: 1 });
  });
});

test('staff who edit each other at once never deadlock', async () => {
  const [a, b] = [await staffWith('users'), await staffWith('users')];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? update(a, b, { agaiaCoins: index }) : update(b, a, { agaiaCoins: index }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
});

test.each(['/admin/users', '/admin/users/1', '/admin/users/1/history'])(
  'nobody without account management reads %s',
  async (path) => {
    const [player, staff] = [await createSignedInPlayer(portal), await staffWith('benefits', 'actions')];
    expect((await portal.call('GET', path)).statusCode).toBe(401);
    expect((await portal.call('GET', path, { token: player.token })).statusCode).toBe(403);
    expect((await portal.call('GET', path, { token: staff.token })).statusCode).toBe(403);
  },
);
