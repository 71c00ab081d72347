import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createSignedInPlayer } from '#test/account-journeys.ts';
import { useBridgePortal } from '#test/bridge.ts';

const portal = await useBridgePortal();

const put = (accounts: unknown) => portal.bridge('PUT', 'characters', { body: { accounts } });
const listOf = async (token: string) => {
  const response = await portal.call('GET', '/user/characters', { token });
  expect(response.statusCode).toBe(200);
  return response.json().characters;
};
/** As players see those that were reported without an id. */
const shown = (...reported: (typeof KARA)[]) =>
  reported.map((character) => ({ ...character, characterId: character.name, serverId: 1, online: false }));
const KARA = { name: 'Kara', level: 12, class: 'Warden' };
const OREN = { name: 'Oren', level: 40, class: 'Stormcaller' };

test('an account has no characters before a report', async () => {
  const { token } = await createSignedInPlayer(portal);
  expect(await listOf(token)).toEqual([]);
});

test('a report replaces the characters of its accounts only', async () => {
  const [a, b] = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
  const first = await put([
    { accountDBID: a.id, characters: [KARA, OREN] },
    { accountDBID: b.id, characters: [KARA] },
  ]);
  expect([first.statusCode, first.json()]).toEqual([200, { updated: 2 }]);
  expect(await listOf(a.token)).toEqual(shown(OREN, KARA));
  const risen = { ...KARA, level: 13 };
  expect((await put([{ accountDBID: a.id, characters: [risen] }])).json()).toEqual({ updated: 1 });
  expect(await listOf(a.token)).toEqual(shown(risen));
  expect(await listOf(b.token)).toEqual(shown(KARA));
  await put([{ accountDBID: a.id, characters: [] }]);
  expect(await listOf(a.token)).toEqual([]);
});

test('unknown accounts are skipped and not counted', async () => {
  const { id, token } = await createSignedInPlayer(portal);
  const response = await put([
    { accountDBID: 2_147_483_647, characters: [KARA] },
    { accountDBID: id, characters: [OREN] },
  ]);
  expect(response.json()).toEqual({ updated: 1 });
  expect(await listOf(token)).toEqual(shown(OREN));
  expect((await put([{ accountDBID: 2_147_483_646, characters: [KARA] }])).json()).toEqual({ updated: 0 });
  expect((await put([])).json()).toEqual({ updated: 0 });
});

test('the last entry wins when an account or a name appears twice', async () => {
  const { id, token } = await createSignedInPlayer(portal);
  const risen = { ...KARA, level: 99 };
  const response = await put([
    { accountDBID: id, characters: [OREN] },
    { accountDBID: id, characters: [KARA, risen] },
  ]);
  expect(response.json()).toEqual({ updated: 1 });
  expect(await listOf(token)).toEqual(shown(risen));
});

test('concurrent reports about the same accounts leave one of them complete', async () => {
  const players = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
  const report = (n: number) => {
    const accounts = players.map(({ id }) => ({
      accountDBID: id,
      characters: [KARA, OREN].map((character) => ({ ...character, level: n })),
    }));
    return put(n % 2 ? accounts : accounts.toReversed());
  };
  const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => report(n + 1)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  const [ofA, ofB] = [await listOf(players[0]?.token ?? ''), await listOf(players[1]?.token ?? '')];
  expect(ofA).toHaveLength(2);
  expect(ofA[0].level).toBe(ofA[1].level);
  expect(ofB).toEqual(ofA);
});

test('a report of the maximum size is accepted', async () => {
  const { id, token } = await createSignedInPlayer(portal);
  const characters = Array.from({ length: 50 }, (_, n) => ({
    name: `${n}`.padEnd(40, '界'),
    level: 9999,
    class: '界'.repeat(40),
  }));
  const accounts = Array.from({ length: 200 }, (_, n) => ({
    accountDBID: n === 0 ? id : 1e9 + n,
    characters,
  }));
  const response = await put(accounts);
  expect([response.statusCode, response.json()]).toEqual([200, { updated: 1 }]);
  expect(await listOf(token)).toHaveLength(50);
});

test.each([
  ['no list', {}],
  ['no account', [{ characters: [] }]],
  ['account 0', [{ accountDBID: 0, characters: [] }]],
  ['an account past 32 bits', [{ accountDBID: 2_147_483_648, characters: [] }]],
  ['no characters', [{ accountDBID: 1 }]],
  ['no name', [{ accountDBID: 1, characters: [{ ...KARA, name: '' }] }]],
  ['a name of two lines', [{ accountDBID: 1, characters: [{ ...KARA, name: 'a\nb' }] }]],
  ['a name with a zero byte', [{ accountDBID: 1, characters: [{ ...KARA, name: 'a\u0000b' }] }]],
  ['a long name', [{ accountDBID: 1, characters: [{ ...KARA, name: 'x'.repeat(41) }] }]],
  ['level 0', [{ accountDBID: 1, characters: [{ ...KARA, level: 0 }] }]],
  ['half a level', [{ accountDBID: 1, characters: [{ ...KARA, level: 1.5 }] }]],
  ['51 characters', [{ accountDBID: 1, characters: Array.from({ length: 51 }, () => KARA) }]],
  ['201 accounts', Array.from({ length: 201 }, () => ({ accountDBID: 1, characters: [] }))],
])('a report with %s is refused', async (_, accounts) => {
  expect((await put(accounts)).statusCode).toBe(400);
});

test('characters are shown to their own account only', async () => {
  expect((await portal.call('GET', '/user/characters')).statusCode).toBe(401);
  const { rows } = await portal.parts.db.execute(sql`
    select account_id from characters c where not exists (select from accounts a where a.id = c.account_id)`);
  expect(rows).toEqual([]);
});
