import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createAccountEraser } from '#features/privacy/erasures.jobs.ts';
import { eraseDueAccount, finishErasure } from '#features/privacy/erase.service.ts';
import { PERSONAL_DATA } from '#features/privacy/personal-data.ts';
import { attemptSignIn, createSignedInPlayer, type Player, usePortal } from '#test/account-journeys.ts';
import { ADDRESSES, createFullAccount, dumpDatabase, findIn, MARK } from './full-account.ts';

const portal = await usePortal();
const { parts, call } = portal;

const request = ({ token, password }: Player & { token: string }) =>
  call('POST', '/user/privacy/erasure', { token, body: { password } });

const makeDue = (id: number) =>
  parts.db.execute(
    sql`update account_erasures set due_at = now() - interval '1 second' where account_id = ${id}`,
  );

/** As long after the erasure as the second pass waits. */
const waitForSecondPass = (id: number, hours = 2) =>
  parts.db.execute(
    sql`update account_erasures set erased_at = now() - make_interval(hours => ${hours}) where account_id = ${id}`,
  );

const readAccount = async (id: number) => {
  const { rows } = await parts.db.execute(sql`select * from accounts where id = ${id}`);
  return rows[0];
};

async function createDuePlayer() {
  const player = await createSignedInPlayer(portal);
  await request(player);
  await makeDue(player.id);
  return player;
}

describe('an erased account', () => {
  test('is found nowhere in a dump of the database', async () => {
    const player = await createFullAccount(portal);
    const before = await dumpDatabase(portal);
    const filled = new Set(findIn(before, [MARK, ...ADDRESSES]).map((line) => line.split(':')[0]));
    const personal = Object.entries(PERSONAL_DATA).filter(([, { erasure }]) => erasure.by !== 'time');
    // What has no free text, or belongs to the simulated provider, is not filled with the mark.
    const unmarked = [
      'account_benefits',
      'account_packs',
      'drop_adjustments',
      'drop_claims',
      'drop_minutes',
      'drop_rule_failures',
      'drop_totals',
      'known_devices',
      'passkey_challenges',
      'recovery_codes',
      'sandbox_events',
      'sandbox_sessions',
      'sessions',
      'twitch_link_attempts',
      'twitch_streamers',
    ];
    expect(
      personal.map(([name]) => name).filter((name) => !filled.has(name) && !unmarked.includes(name)),
    ).toEqual([]);

    expect((await request(player)).statusCode).toBe(200);
    await makeDue(player.id);
    // Limits of an address that was only typed may be a stranger's: they end by themselves, before 14 days are over.
    await parts.db.execute(sql`delete from rate_limits where key like ${`%:${MARK}.new@example.com`}`);
    await createAccountEraser(parts)({});
    const atOnce = findIn(await dumpDatabase(portal), [MARK, ...ADDRESSES]);
    // The game account is still to be locked.
    expect(atOnce.filter((line) => !line.startsWith('game_accounts:'))).toEqual([]);
    await parts.db.execute(sql`update game_accounts set is_locked = true where account_id = ${player.id}`);
    await waitForSecondPass(player.id);
    await createAccountEraser(parts)({});
    expect(findIn(await dumpDatabase(portal), [MARK, ...ADDRESSES])).toEqual([]);
  });

  test('keeps its books and its place in the audit log', async () => {
    const player = await createSignedInPlayer(portal);
    const [product] = (await parts.db.execute<{ id: number }>(sql`select min(id) as id from products`)).rows;
    await parts.db.execute(sql`
      insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, state, expires_at, paid_at)
      values (${player.id}, ${product?.id}, 'Lantern chest', 499, 'stripe', false, 'paid', now(), '2026-01-02')`);
    await parts.db.execute(sql`
      insert into audit_entries (staff_id, kind, target, account_id, after)
      values (${player.id}, 'user.update', ${String(player.id)}, ${player.id}, '{"userName": "older", "permission": 3}')`);
    await request(player);
    await makeDue(player.id);
    expect(await eraseDueAccount(parts, player.id)).toBe(true);
    const { rows: kept } = await parts.db.execute(
      sql`select price_cents, paid_at::date::text as paid_on from orders where account_id = ${player.id}`,
    );
    expect(kept).toEqual([{ price_cents: 499, paid_on: '2026-01-02' }]);
    const { rows: entries } = await parts.db.execute(
      sql`select kind, after from audit_entries where account_id = ${player.id}`,
    );
    expect(entries).toEqual([{ kind: 'user.update', after: { userName: '[erased]', permission: 3 } }]);
  });

  test('has a name that says so, no sessions and no way to sign in', async () => {
    const player = await createDuePlayer();
    expect(await eraseDueAccount(parts, player.id)).toBe(true);
    expect(await readAccount(player.id)).toMatchObject({
      user_name: `deleted-${player.id}`,
      email: `deleted-${player.id}@deleted.invalid`,
      last_ip: null,
      last_login_at: null,
    });
    const { rows } = await parts.db.execute(
      sql`select * from account_activity where account_id = ${player.id}`,
    );
    expect(rows).toMatchObject([
      {
        last_ip: null,
        last_login_ip: null,
        last_login_at: null,
        last_active_on: null,
        previous_active_on: null,
      },
    ]);
    expect((await call('GET', '/user/profile', { token: player.token })).statusCode).toBe(401);
    expect((await attemptSignIn(portal, player)).statusCode).toBe(401);
    expect((await attemptSignIn(portal, { ...player, username: `deleted-${player.id}` })).statusCode).toBe(
      401,
    );
  });

  test('gets another name when a player has taken it', async () => {
    const player = await createDuePlayer();
    const other = await createSignedInPlayer(portal);
    await parts.db.execute(
      sql`update accounts set user_name = ${`Deleted-${player.id}`} where id = ${other.id}`,
    );
    expect(await eraseDueAccount(parts, player.id)).toBe(true);
    expect(await readAccount(player.id)).toMatchObject({
      user_name: expect.stringMatching(new RegExp(`^deleted-${player.id}-[0-9a-f]+$`)),
    });
  });

  test('gets another address when an account has taken it', async () => {
    const player = await createDuePlayer();
    const other = await createSignedInPlayer(portal);
    await parts.db.execute(
      sql`update accounts set email = ${`Deleted-${player.id}@deleted.invalid`} where id = ${other.id}`,
    );
    expect(await eraseDueAccount(parts, player.id)).toBe(true);
    expect(await readAccount(player.id)).toMatchObject({
      email: expect.stringMatching(/^deleted-[0-9a-f-]{36}@deleted\.invalid$/),
    });
  });

  test('leaves nothing to other accounts that is theirs', async () => {
    const player = await createDuePlayer();
    const other = await createSignedInPlayer(portal);
    await parts.db.execute(sql`
      insert into audit_entries (staff_id, kind, target, account_id, before, reason) values
        (${other.id}, 'user.update', '1', ${player.id}, ${{ email: other.email }}, null),
        (${other.id}, 'user.update', '1', ${other.id}, ${{ email: other.email }}, 'asked by mail')`);
    await eraseDueAccount(parts, player.id);
    const { rows } = await parts.db.execute(
      sql`select before, reason from audit_entries where account_id = ${other.id}`,
    );
    expect(rows).toEqual([{ before: { email: other.email }, reason: 'asked by mail' }]);
  });

  test('leaves no address that a request in flight writes after it', async () => {
    const player = await createDuePlayer();
    await eraseDueAccount(parts, player.id);
    await parts.db.execute(sql`
      update account_activity set last_ip = '198.51.100.77', last_active_on = current_date where account_id = ${player.id}`);
    await waitForSecondPass(player.id);
    expect(await finishErasure(parts, player.id)).toBe(true);
    const { rows } = await parts.db.execute(
      sql`select last_ip, last_active_on from account_activity where account_id = ${player.id}`,
    );
    expect(rows).toEqual([{ last_ip: null, last_active_on: null }]);
  });

  test('forgets a game account that its game never locks after 30 days', async () => {
    const player = await createDuePlayer();
    await parts.db.execute(sql`
      insert into game_accounts (server_id, account_id, login, state) values (1, ${player.id}, 'hero77', 'active')`);
    await eraseDueAccount(parts, player.id);
    await waitForSecondPass(player.id);
    expect(await finishErasure(parts, player.id)).toBe(false);
    await waitForSecondPass(player.id, 31 * 24);
    expect(await finishErasure(parts, player.id)).toBe(true);
  });
});

describe('an erasure waits', () => {
  test('until it is due', async () => {
    const player = await createSignedInPlayer(portal);
    await request(player);
    await createAccountEraser(parts)({});
    expect(await readAccount(player.id)).toMatchObject({ user_name: player.username, erased_at: null });
  });

  test('for an open checkout', async () => {
    const player = await createDuePlayer();
    const [product] = (await parts.db.execute<{ id: number }>(sql`select min(id) as id from products`)).rows;
    await parts.db.execute(sql`
      insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, state, expires_at)
      values (${player.id}, ${product?.id}, 'Lantern chest', 499, 'stripe', false, 'pending', now())`);
    expect(await eraseDueAccount(parts, player.id)).toBe(false);
    await parts.db.execute(sql`update orders set state = 'expired' where account_id = ${player.id}`);
    expect(await eraseDueAccount(parts, player.id)).toBe(true);
  });

  test('while the account has rights', async () => {
    const player = await createDuePlayer();
    await parts.db.execute(sql`update accounts set web_mgt = 2 where id = ${player.id}`);
    expect(await eraseDueAccount(parts, player.id)).toBe(false);
  });
});

describe('at the same moment', () => {
  test('an undo and the erasure never both win', async () => {
    const players = await Promise.all(Array.from({ length: 8 }, createDuePlayer));
    const outcomes = await Promise.all(
      players.map(async (player) => {
        const [isErased, undone] = await Promise.all([
          eraseDueAccount(parts, player.id),
          call('DELETE', '/user/privacy/erasure', { token: player.token }),
        ]);
        return { isErased, isUndone: undone.statusCode === 200, account: await readAccount(player.id) };
      }),
    );
    for (const { isErased, isUndone, account } of outcomes) {
      expect(isUndone).toBe(!isErased);
      expect(account?.['erased_at'] !== null).toBe(isErased);
    }
  });

  test('two workers erase an account once', async () => {
    const player = await createDuePlayer();
    const erased = await Promise.all([1, 2, 3].map(() => eraseDueAccount(parts, player.id)));
    expect(erased.filter(Boolean)).toHaveLength(1);
  });

  test('a sign-in leaves no session of an erased account', async () => {
    const players = await Promise.all(Array.from({ length: 8 }, createDuePlayer));
    await Promise.all(
      players.flatMap((player) => [attemptSignIn(portal, player), eraseDueAccount(parts, player.id)]),
    );
    const ids = sql.param(players.map(({ id }) => id));
    const { rows } = await parts.db.execute(sql`
      select from sessions where account_id = any(${ids}::int[])
      union all select from accounts where id = any(${ids}::int[]) and erased_at is null
      union all select from account_activity where account_id = any(${ids}::int[]) and coalesce(last_ip, last_login_at::text) is not null`);
    expect(rows).toEqual([]);
  });
});

test('an erasure that breaks off in the middle changes nothing but that it has begun', async () => {
  const player = await createDuePlayer();
  await parts.db.execute(sql`
    create function break_off() returns trigger language plpgsql as $$ begin
      if new.erased_at is not null then raise exception 'killed'; end if;
      return new;
    end $$`);
  await parts.db.execute(
    sql`create trigger break_off before update on account_erasures for each row execute function break_off()`,
  );
  // As its first transaction leaves it, which is kept.
  await parts.db.execute(sql`update account_erasures set begun_at = now() where account_id = ${player.id}`);
  const before = await dumpDatabase(portal);
  await expect(createAccountEraser(parts)({})).rejects.toThrow('could not be erased');
  expect(await dumpDatabase(portal)).toEqual(before);
  await parts.db.execute(sql`drop function break_off cascade`);
  expect(await eraseDueAccount(parts, player.id)).toBe(true);
});
