import { randomUUID } from 'node:crypto';
import type { Section } from '@waygate/contract/permissions';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createOwner, createSignedInPlayer, createStaff } from '#test/account-journeys.ts';
import { startPaidOrder, useShop } from '#test/shop-journeys.ts';

const shop = await useShop({ isWorker: false });
const { db } = shop.parts;
const owner = await createOwner(shop);
const support = await createStaff(shop, ['users']);

const playerOf = async (id: number, { token } = owner) =>
  (await shop.call('GET', `/admin/users/${id}/player`, { token })).json();

const sharedAccounts = async (id: number, query = '', { token } = owner) =>
  (await shop.call('GET', `/admin/users/${id}/shared-address/accounts${query}`, { token })).json();

const addNote = (id: number, text: string, requestId = randomUUID()) =>
  shop.call('POST', `/admin/users/${id}/notes`, { token: support.token, body: { requestId, text } });

const deleteNote = (id: number, noteId: number, { token } = support) =>
  shop.call('DELETE', `/admin/users/${id}/notes/${noteId}`, { token });

const kindsInLog = async (id: number) => {
  const { rows } = await db.execute<{ kind: string }>(
    sql`select kind from audit_entries where account_id = ${id} and kind like 'note.%' order by id`,
  );
  return rows.map(({ kind }) => kind);
};

describe("a player's page", () => {
  test.each<[Section[], string[]]>([
    [['users'], ['characters', 'twitch', 'paid']],
    [
      ['users', 'orders'],
      ['characters', 'twitch'],
    ],
    [['users', 'gameCharacters', 'twitchDrops'], ['paid']],
  ])('leaves out for staff of %j: %j', async (sections, missing) => {
    const { buyer } = await startPaidOrder(shop, { name: 'Chest of the north' });
    await db.execute(
      sql`insert into characters (account_id, name, level, class) values (${buyer.id}, 'Brambleward', 41, 'Vanguard')`,
    );
    const player = await playerOf(buyer.id, await createStaff(shop, sections));
    const whole = await playerOf(buyer.id);
    expect(whole).toMatchObject({
      characters: [{ name: 'Brambleward', level: 41 }],
      twitch: { login: null, streamer: null },
      paid: { orders: 1, sum: 4.99 },
    });
    const left = Object.fromEntries(missing.map((part) => [part, null]));
    expect(player).toEqual({ ...whole, ...left, notes: [], noteCount: 0, sharedAddress: expect.any(Object) });
  });

  test('counts neither test payments nor what a lost dispute returned as paid', async () => {
    const { buyer, orderId } = await startPaidOrder(shop, { name: 'Chest of the north' });
    await db.execute(sql`update orders set is_live = not is_live where id = ${orderId}`);
    expect((await playerOf(buyer.id)).paid).toEqual({ orders: 0, sum: 0 });
    await db.execute(sql`update orders set is_live = not is_live, state = 'disputed' where id = ${orderId}`);
    await db.execute(sql`update orders set state = 'charged_back' where id = ${orderId}`);
    expect((await playerOf(buyer.id)).paid).toEqual({ orders: 1, sum: 0 });
  });

  test('hides notes and addresses of accounts with more rights', async () => {
    const { id } = await createSignedInPlayer(shop);
    await db.execute(sql`update accounts set web_mgt = 7 where id = ${id}`);
    expect(await playerOf(id, support)).toMatchObject({ notes: null, sharedAddress: null, factors: null });
    for (const path of ['shared-address', 'shared-address/accounts']) {
      const { statusCode } = await shop.call('GET', `/admin/users/${id}/${path}`, support);
      expect(statusCode).toBe(403);
    }
  });

  test('shows which second factors an account has, and when staff remove them', async () => {
    const { id } = await createSignedInPlayer(shop);
    expect((await playerOf(id, support)).factors).toEqual({
      hasTotp: false,
      passkeys: 0,
      removalDueAt: null,
    });
    await db.execute(sql`
      with totp as (insert into totp_factors (account_id, key_id, sealed, last_step) values (${id}, 'k', '', 0)),
        passkey as (
          insert into passkeys (account_id, credential_id, public_key, counter, name)
          values (${id}, ${`c${id}`}::bytea, '', 0, 'Phone'))
      insert into factor_removals (account_id, reason, due_at) values (${id}, 'Lost', '2030-01-02T03:04:05Z')`);
    const { factors } = await playerOf(id, support);
    expect(factors).toEqual({ hasTotp: true, passkeys: 1, removalDueAt: expect.any(String) });
    expect(new Date(factors.removalDueAt).toISOString()).toBe('2030-01-02T03:04:05.000Z');
  });

  test('counts and names who shares the address, without staff that the viewer may not edit', async () => {
    const [player, friend, superior] = await Promise.all(
      Array.from({ length: 3 }, () => createSignedInPlayer(shop)),
    );
    if (!player || !friend || !superior) throw new Error('There are three.');
    await db.execute(sql`
      with moved as (
        update accounts set last_ip = '2001:db8:7::' || id, web_mgt = case id when ${superior.id} then 7 else 1 end
        where id in (${player.id}, ${friend.id}, ${superior.id})
      )
      insert into bans (account_id, description) values (${friend.id}, 'Used a bot')`);
    const found = { accountDBID: friend.id, userName: friend.username, banned: true };
    expect((await playerOf(player.id, support)).sharedAddress).toEqual({
      isOwnNetwork: false,
      total: 1,
      totalIsExact: true,
      accounts: [found],
    });
    expect(await sharedAccounts(player.id, '', support)).toEqual({ accounts: [found], before: null });
    expect((await playerOf(player.id)).sharedAddress.total).toBe(2);
    expect((await sharedAccounts(player.id)).accounts).toHaveLength(2);
  });

  test('names no more than twenty and counts no more than a hundred, and lists all by pages', async () => {
    const { id } = await createSignedInPlayer(shop);
    await db.execute(sql`
      with crowd as (
        insert into accounts (user_name, email, password_hash, last_ip)
        select 'crowd_' || n, 'crowd_' || n || '@example.com', 'none', '198.51.100.77' from generate_series(1, 130) n
      )
      update accounts set last_ip = '198.51.100.77' where id = ${id}`);
    const { sharedAddress } = await playerOf(id);
    expect(sharedAddress).toMatchObject({ total: 100, totalIsExact: false });
    expect(sharedAddress.accounts).toHaveLength(20);
    const first = await sharedAccounts(id, `?limit=100&before=${sharedAddress.accounts.at(-1).accountDBID}`);
    const second = await sharedAccounts(id, `?before=${first.before}`);
    expect([first, second].map(({ accounts }) => accounts.length)).toEqual([100, 10]);
    expect(second.before).toBeNull();
    const listed = [...sharedAddress.accounts, ...first.accounts, ...second.accounts];
    const { rows } = await db.execute<{ id: number }>(
      sql`select id from accounts where user_name like 'crowd%' order by id desc`,
    );
    expect(listed.map(({ accountDBID }) => accountDBID)).toEqual(rows.map((row) => row.id));
    await db.execute(
      sql`update accounts set last_ip = '10.1.2.3' where user_name like 'crowd%' or id = ${id}`,
    );
    expect((await playerOf(id)).sharedAddress).toMatchObject({ isOwnNetwork: true, total: 0 });
    expect(await sharedAccounts(id)).toEqual({ accounts: [], before: null });
  });
});

describe('a note', () => {
  test('is written by each of several at once, and deleted once', async () => {
    const { id } = await createSignedInPlayer(shop);
    const texts = Array.from({ length: 6 }, (_, place) => `Note ${place}`);
    const written = await Promise.all(texts.map((text) => addNote(id, text)));
    expect(written.map(({ statusCode }) => statusCode)).toEqual(texts.map(() => 200));
    const { notes } = await playerOf(id, support);
    expect(notes.map(({ text }: { text: string }) => text).toSorted()).toEqual(texts);
    const [note] = notes;
    const deletions = await Promise.all(Array.from({ length: 4 }, () => deleteNote(id, note.noteId)));
    expect(deletions.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      204, 404, 404, 404,
    ]);
    expect(await kindsInLog(id)).toEqual([...texts.map(() => 'note.create'), 'note.delete']);
    expect((await playerOf(id, support)).notes).toHaveLength(5);
  });

  test('is written once by a request that is repeated', async () => {
    const { id } = await createSignedInPlayer(shop);
    const requestId = randomUUID();
    const written = await Promise.all(Array.from({ length: 4 }, () => addNote(id, 'Once', requestId)));
    expect(new Set(written.map((response) => response.json().noteId)).size).toBe(1);
    expect((await addNote(id, 'Another', requestId)).statusCode).toBe(409);
    expect(await playerOf(id, support)).toMatchObject({ notes: [{ text: 'Once' }], noteCount: 1 });
    expect(await kindsInLog(id)).toEqual(['note.create']);
  });

  test('is hidden from the member of staff whom it is about', async () => {
    expect(await playerOf(support.id, support)).toMatchObject({ notes: null, noteCount: null });
    expect((await playerOf(owner.id)).notes).toEqual([]);
  });

  test('is deleted by its author or an owner, at its own account, and changed by nobody', async () => {
    const { id } = await createSignedInPlayer(shop);
    const { noteId, author, canDelete } = (await addNote(id, 'Mine')).json();
    expect([author.userName, canDelete]).toEqual([support.username, true]);
    const colleague = await createStaff(shop, ['users']);
    expect((await playerOf(id, colleague)).notes).toMatchObject([{ canDelete: false }]);
    expect((await deleteNote(id, noteId, colleague)).statusCode).toBe(403);
    expect((await deleteNote(support.id, noteId)).statusCode).toBe(404);
    await expect(db.execute(sql`update staff_notes set text = 'Yours' where id = ${noteId}`)).rejects.toThrow(
      'staff_notes',
    );
    expect((await deleteNote(id, noteId, owner)).statusCode).toBe(204);
  });

  test.each(['', '  ', 'x'.repeat(1001), 'a\u0000b', '\uD800'])('is refused as %j', async (text) => {
    expect((await addNote(support.id, text)).statusCode).toBe(400);
  });

  test('goes with its account', async () => {
    const { rows } = await db.execute(sql`
      select confdeltype from pg_constraint where conname = 'staff_notes_account_id_fkey'`);
    expect(rows).toEqual([{ confdeltype: 'c' }]);
  });
});
