import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts, bans } from '#features/identity/accounts.tables.ts';
import { accountActivity } from '#features/identity/activity.tables.ts';
import { mails } from '#features/mail/mail.tables.ts';
import {
  createOwner,
  createStaff,
  type Player,
  registerPlayer,
  uniqueName,
  usePortal,
} from '#test/account-journeys.ts';

const portal = await usePortal();
const owner = await createOwner(portal);
const support = await createStaff(portal, ['users']);
const peer = await createStaff(portal, ['users']);

type Reader = { token: string };

const get = async ({ token }: Reader, path: string) => {
  const response = await portal.call('GET', path, { token });
  expect(response.statusCode).toBe(200);
  return response.json();
};
const list = (reader: Reader, query: Record<string, string>) =>
  get(reader, `/admin/users?${new URLSearchParams(query)}`);
const idsOf = ({ users }: { users: { accountDBID: number }[] }) => users.map((user) => user.accountDBID);

/** An account with an e-mail of its own, seen at an address, with this rank. */
async function createAccount(rank: Partial<typeof accounts.$inferInsert> = {}): Promise<Player> {
  const username = uniqueName();
  const player = await registerPlayer(portal, { username, email: `z${username.slice(5)}@corp.example` });
  const { db } = portal.parts;
  await db
    .update(accounts)
    .set({ webMgt: 1, ...rank })
    .where(eq(accounts.id, player.id));
  await db
    .update(accountActivity)
    .set({ lastIp: '203.0.113.77', lastLoginIp: '203.0.113.78' })
    .where(eq(accountActivity.accountId, player.id));
  return player;
}

const RANKS: [string, Partial<typeof accounts.$inferInsert>][] = [
  ['an owner', { permission: 32 }],
  ['a superior by permission', { permission: 1 }],
  ['fellow staff with another section', { webMgt: 3 }],
  ['fellow staff with more sections', { webMgt: 6 }],
  ['fellow staff by a name', { sections: ['of-tomorrow'] }],
];

describe.each(RANKS)('%s', (_, rank) => {
  test('has a masked e-mail and masked addresses in the list and in the details', async () => {
    const account = await createAccount(rank);
    const masked = { email: 'z•••@c•••.example', lastIP: '•••', lastLoginIP: '•••', revision: 0 };
    expect(await get(support, `/admin/users/${account.id}`)).toMatchObject(masked);
    expect(await list(support, { search: account.username })).toMatchObject({ users: [masked], total: 1 });
    const whole = { email: account.email, lastIP: '203.0.113.77', lastLoginIP: '203.0.113.78' };
    expect(await get(owner, `/admin/users/${account.id}`)).toMatchObject(whole);
  });

  test('is found by name and id, and never by the e-mail', async () => {
    const account = await createAccount(rank);
    const { email, id, username } = account;
    for (const search of [username, String(id)]) expect(idsOf(await list(support, { search }))).toContain(id);
    for (const search of [
      email,
      email.slice(0, 6),
      email.slice(0, 12),
      email.split('@')[0] ?? '',
      'corp.example',
    ]) {
      expect(idsOf(await list(support, { search, pageSize: '100' }))).not.toContain(id);
      expect(idsOf(await list(owner, { search, pageSize: '100', sort: '-accountDBID' }))).toContain(id);
    }
    expect(await list(support, { search: email })).toMatchObject({ users: [], total: 0 });
  });

  test('has a history without its addresses', async () => {
    const { id, email } = await createAccount(rank);
    await portal.parts.db.insert(bans).values({ accountId: id, description: 'Spam', ip: '203.0.113.79' });
    await portal.parts.db
      .update(mails)
      .set({ failedAt: new Date(), failure: `550 5.1.1 <${email}>: no such user` })
      .where(eq(mails.accountId, id));
    const masked = await get(support, `/admin/users/${id}/history`);
    expect(masked).toMatchObject({
      bans: [{ ip: '•••', description: 'Spam' }],
      mails: [{ recipient: 'z•••@c•••.example', failure: '550 5.1.1 <•••>: no such user' }],
    });
    expect(JSON.stringify(masked)).not.toContain(email);
    expect(await get(owner, `/admin/users/${id}/history`)).toMatchObject({
      bans: [{ ip: '203.0.113.79' }],
      mails: [{ recipient: email, failure: `550 5.1.1 <${email}>: no such user` }],
    });
  });
});

test('players, staff of equal rights and the own account are shown whole', async () => {
  const player = await createAccount();
  for (const { id, email } of [player, peer, support]) {
    expect(await get(support, `/admin/users/${id}`)).toMatchObject({ email });
    expect(idsOf(await list(support, { search: email }))).toEqual([id]);
  }
});

test('own rights above those of others hide nothing of the own account', async () => {
  const chief = await createStaff(portal, ['users', 'benefits']);
  await portal.parts.db.update(accounts).set({ permission: 3 }).where(eq(accounts.id, chief.id));
  expect(await get(chief, `/admin/users/${chief.id}`)).toMatchObject({ email: chief.email });
});

test('an account without an address shows none, masked or not', async () => {
  const { id } = await createAccount({ webMgt: 3 });
  await portal.parts.db
    .update(accountActivity)
    .set({ lastIp: null, lastLoginIp: null })
    .where(eq(accountActivity.accountId, id));
  expect(await get(support, `/admin/users/${id}`)).toMatchObject({ lastIP: null, lastLoginIP: null });
});

test.each(['email', '-email'])('sorted by %s, the place of a masked account says nothing', async (sort) => {
  const word = uniqueName();
  const people = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((letter) =>
      registerPlayer(portal, { username: `${word}${letter}`, email: `${letter}${word}@corp.example` }),
    ),
  );
  const [a, b, c, d, e] = people.map(({ id }) => id);
  for (const id of [b, d])
    await portal.parts.db
      .update(accounts)
      .set({ webMgt: 3 })
      .where(eq(accounts.id, id ?? 0));
  const shown = sort === 'email' ? [a, c, e] : [e, c, a];
  const pages = [];
  for (const page of ['1', '2', '3']) {
    const found = await list(support, { search: word, sort, page, pageSize: '10' });
    expect(found).toMatchObject({ total: 5, totalIsExact: true });
    pages.push(...idsOf(found));
  }
  expect(pages.slice(2)).toEqual(shown);
  expect(new Set(pages.slice(0, 2))).toEqual(new Set([b, d]));

  const whole: number[] = [];
  for (let page = 1; ; page += 1) {
    const ids = idsOf(await list(support, { sort, page: String(page), pageSize: '10' }));
    whole.push(...ids);
    if (ids.length < 10) break;
  }
  expect(new Set(whole).size).toBe(whole.length);
  expect(whole.filter((id) => shown.includes(id))).toEqual(shown);
  for (const id of [b, d, owner.id]) expect(whole.indexOf(id ?? 0)).toBeLessThan(whole.indexOf(peer.id));
});

test('a search of more than a thousand pages through every match once, by e-mail too', async () => {
  const word = `q${uniqueName().slice(5, 12)}`;
  await portal.parts.db.insert(accounts).values(
    Array.from({ length: 1100 }, (_, n) => ({
      userName: `${word}${n}`,
      email: `${String(n).padStart(4, '0')}@${word}.example`,
      passwordHash: 'none',
      webMgt: n % 100 === 5 ? 3 : 1,
    })),
  );
  const emails: string[] = [];
  for (let page = 1; page <= 11; page += 1) {
    const { users } = await list(support, {
      search: word,
      sort: 'email',
      page: String(page),
      pageSize: '100',
    });
    emails.push(...users.map(({ email }: { email: string }) => email));
  }
  expect(emails.filter((email) => /^[01]•••@q•••\.example$/.test(email))).toEqual(emails.slice(0, 11));
  expect(emails.slice(11)).toHaveLength(1089);
  expect(emails.slice(11)).toEqual(emails.slice(11).toSorted());
  expect(new Set(emails.slice(11)).size).toBe(1089);
});

test('a masked e-mail that is sent back is no address', async () => {
  const player = await createAccount();
  const response = await portal.call('PUT', `/admin/users/${player.id}`, {
    token: support.token,
    body: { email: 'z•••@c•••.example' },
  });
  expect([response.statusCode, response.json().message]).toEqual([
    400,
    'Please enter a valid email address.',
  ]);
});
