import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteUnusedAccounts, KEEPING_COLUMNS } from '#features/accounts/unused-accounts.queries.ts';
import { registerPlayer, signIn, usePortal } from '#test/account-journeys.ts';

const portal = await usePortal();

/** Makes every account as old as it must be, and a minute older. */
const age = (days: number) =>
  portal.parts.db.execute(
    sql`update accounts set registered_at = now() - make_interval(days => ${days}) - interval '1 minute'`,
  );
const markMailsSent = () => portal.parts.db.execute(sql`update mails set sent_at = now()`);
const idsLeft = async () => {
  const { rows } = await portal.parts.db.execute<{ id: number }>(sql`select id from accounts`);
  return new Set(rows.map(({ id }) => id));
};

// Accounts of other tests are in use.
beforeEach(() =>
  portal.parts.db.execute(sql`update accounts set email_confirmed_at = now(), registered_at = now()`),
);

describe('the removal of unused accounts', () => {
  test('takes an account that was never confirmed nor signed in to, after 7 days', async () => {
    const { username, email } = await registerPlayer(portal);
    await markMailsSent();
    await age(6);
    expect(await deleteUnusedAccounts(portal.parts.db)).toBe(0);
    await age(7);
    expect(await deleteUnusedAccounts(portal.parts.db)).toBe(1);
    // The name and the address are free again.
    expect(await registerPlayer(portal, { username, email })).toMatchObject({ username });
  });

  test('waits for the confirmation mail, which an outage may hold back', async () => {
    await registerPlayer(portal);
    await age(8);
    expect(await deleteUnusedAccounts(portal.parts.db)).toBe(0);
    await markMailsSent();
    expect(await deleteUnusedAccounts(portal.parts.db)).toBe(1);
  });

  test('keeps an account that was confirmed or signed in to', async () => {
    const [confirmed, used] = [await registerPlayer(portal), await registerPlayer(portal)];
    await signIn(portal, used);
    await portal.parts.db.execute(
      sql`update accounts set email_confirmed_at = now() where id = ${confirmed.id}`,
    );
    await markMailsSent();
    await age(400);
    expect(await deleteUnusedAccounts(portal.parts.db)).toBe(0);
  });

  test.each([
    ['rights', (id: number) => sql`update accounts set web_mgt = 2 where id = ${id}`],
    ['a named section', (id: number) => sql`update accounts set sections = '{polls}' where id = ${id}`],
    ['the rank of an owner', (id: number) => sql`update accounts set permission = 32 where id = ${id}`],
    ['a ban', (id: number) => sql`insert into bans (account_id, description) values (${id}, 'Bot')`],
    [
      'a character',
      (id: number) => sql`
      insert into characters (account_id, name, level, class) values (${id}, 'Ana', 1, 'Mage')`,
    ],
    [
      'an entry in the audit log',
      (id: number) => sql`
      insert into audit_entries (staff_id, kind, target, account_id) values (${id}, 'user.edit', 'x', ${id})`,
    ],
  ])('keeps an account with %s', async (_, name) => {
    const { id } = await registerPlayer(portal);
    await portal.parts.db.execute(name(id));
    await markMailsSent();
    await age(8);
    expect(await deleteUnusedAccounts(portal.parts.db)).toBe(0);
  });

  test('knows every foreign key that keeps an account', async () => {
    const { rows } = await portal.parts.db.execute<{ name: string }>(sql`
      select conrelid::regclass || '.' || attname as name
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and confrelid = 'accounts'::regclass and confdeltype not in ('c', 'n')`);
    expect(rows.length).toBeGreaterThan(5);
    expect(KEEPING_COLUMNS).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
  });

  test('never takes an account whose sign-in comes at the same moment', async () => {
    const players = await Promise.all(Array.from({ length: 12 }, () => registerPlayer(portal)));
    await markMailsSent();
    await age(8);
    const [signedIn] = await Promise.all([
      Promise.allSettled(players.map((player) => signIn(portal, player))),
      ...Array.from({ length: 4 }, () => deleteUnusedAccounts(portal.parts.db)),
    ]);
    const left = await idsLeft();
    expect(players.map(({ id }) => left.has(id))).toEqual(
      signedIn.map(({ status }) => status === 'fulfilled'),
    );
  });
});
