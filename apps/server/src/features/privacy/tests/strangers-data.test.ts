import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { findMentions } from '#features/privacy/erase.queries.ts';
import { eraseDueAccount } from '#features/privacy/erase.service.ts';
import { findPerson } from '#features/privacy/person.queries.ts';
import {
  createOwner,
  createSignedInPlayer,
  createUnconfirmedPlayer,
  until,
  usePortal,
} from '#test/account-journeys.ts';
import { countLockWaits } from '#test/locks.ts';

const portal = await usePortal();
const { db } = portal.parts;

const STAFF_ADDRESS = '198.51.100.1';

const makeDue = (id: number) =>
  db.execute(sql`insert into account_erasures (account_id, due_at) values (${id}, now())`);

async function erase(id: number) {
  await makeDue(id);
  expect(await eraseDueAccount(portal.parts, id)).toBe(true);
}

type Entry = {
  staffId: number;
  kind?: string;
  target?: string;
  accountId?: number;
  before?: object;
  after?: object;
  reason?: string;
};

async function write(entry: Entry): Promise<number> {
  const { staffId, kind = 'user.update', target = '1', accountId = null } = entry;
  const { before = null, after = null, reason = null } = entry;
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into audit_entries (staff_id, address, kind, target, account_id, before, after, reason)
    values (${staffId}, ${STAFF_ADDRESS}, ${kind}, ${target}, ${accountId}, ${before}, ${after}, ${reason})
    returning id::int`);
  return rows[0]?.id ?? 0;
}

const read = async (id: number) => {
  const { rows } = await db.execute(
    sql`select address, target, before, after, reason from audit_entries where id = ${id}`,
  );
  return rows[0];
};

describe('an erasure leaves in the audit log', () => {
  test('values of others that are the same as a name or an address of the player', async () => {
    const owner = await createOwner(portal);
    const [player, other] = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
    await db.execute(sql`
      update accounts set user_name = 'orders', last_ip = ${STAFF_ADDRESS} where id = ${player.id}`);
    await db.execute(sql`
      insert into characters (account_id, name, level, class, server_id, character_id)
      values (${player.id}, '12345', 5, 'mage', 1, '7')`);
    await db.execute(sql`
      insert into twitch_links (account_id, twitch_user_id, login, display_name)
      values (${player.id}, '4711', 'refund', 'Coins')`);
    const staffId = owner.id;
    const kept = [
      { staffId, kind: 'list.read', target: 'orders', after: { list: 'orders', currency: 'coins' } },
      { staffId, kind: 'order.refund', target: '12345', after: { id: '12345' }, reason: 'refund of orders' },
      {
        staffId,
        kind: 'user.ban',
        accountId: other.id,
        target: String(other.id),
        before: { userName: 'orders' },
        after: { ip: STAFF_ADDRESS },
      },
    ];
    const ids: number[] = [];
    for (const entry of kept) ids.push(await write(entry));
    const search = await write({ staffId, kind: 'list.read', target: 'users', after: { search: 'Orders' } });
    const before = await Promise.all(ids.map(read));
    await erase(player.id);
    expect(await Promise.all(ids.map(read))).toEqual(before);
    expect(await read(search)).toMatchObject({ address: STAFF_ADDRESS, after: { search: '[erased]' } });
  });

  test('longer addresses, and what an address was typed for that nobody confirmed', async () => {
    const { id: staffId } = await createOwner(portal);
    const player = await createSignedInPlayer(portal);
    const unconfirmed = await createUnconfirmedPlayer(portal);
    const { email } = player;
    const after = { text: `wrote from x${email}`, payerEmail: `x.${email}` };
    const longer = await write({ staffId, after, reason: `x.${email}, ${email}.au and x-${email}` });
    const typed = await write({ staffId, after: { payerEmail: unconfirmed.email } });
    const own = await write({
      staffId,
      after: { payerEmail: email.toUpperCase() },
      reason: `Mail of <${email}>.`,
    });
    const before = [await read(longer), await read(typed)];
    await erase(player.id);
    await erase(unconfirmed.id);
    expect([await read(longer), await read(typed)]).toEqual(before);
    expect(await read(own)).toMatchObject({
      after: { payerEmail: '[erased]' },
      reason: 'Mail of <[erased]>.',
    });
  });
});

const move = async (staff: { token: string }, id: number, body: object) =>
  expect((await portal.call('PUT', `/admin/users/${id}`, { token: staff.token, body })).statusCode).toBe(200);

const moved = async (isFlagged: boolean) => {
  const staff = await createOwner(portal);
  const player = await createSignedInPlayer(portal);
  const email = `moved-${player.email}`;
  await move(staff, player.id, { email, confirmedEmail: email });
  const { rows } = await db.execute<{ before: object; after: object }>(sql`
    select before, after from audit_entries where account_id = ${player.id} and kind = 'user.update'`);
  expect(rows).toEqual([
    {
      before: { email: player.email, isEmailConfirmed: true },
      after: { email, isEmailConfirmed: true },
    },
  ]);
  if (!isFlagged)
    // As releases wrote it that left out what didn't change.
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`
        update audit_entries set before = before - 'isEmailConfirmed', after = after - 'isEmailConfirmed'
        where account_id = ${player.id}`);
    });
  return { staff, player, email };
};

describe('an address from which staff moved the account', () => {
  test.each([true, false])('is known as confirmed, with the entry saying so: %s', async (isFlagged) => {
    const { player, email } = await moved(isFlagged);
    expect((await findPerson(db, player.id)).emails.toSorted()).toEqual([email, player.email].toSorted());
  });

  test('is known as confirmed by an earlier entry, after another address', async () => {
    const { staff, player, email } = await moved(false);
    const last = `last-${player.email}`;
    await move(staff, player.id, { email: last, isEmailConfirmed: false });
    expect((await findPerson(db, player.id)).emails).toEqual([email]);
  });

  test('stays a stranger’s if nobody confirmed it', async () => {
    const staff = await createOwner(portal);
    const player = await createUnconfirmedPlayer(portal);
    await move(staff, player.id, { email: `other-${player.email}` });
    expect((await findPerson(db, player.id)).emails).toEqual([]);
  });
});

describe('entries about others', () => {
  test('are looked for before the account is locked', async () => {
    const player = await createSignedInPlayer(portal);
    await makeDue(player.id);
    let erased: Promise<boolean> | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(sql`lock table audit_entries in access exclusive mode`);
      erased = eraseDueAccount(portal.parts, player.id);
      await until(async () => (await countLockWaits(db)) > 0);
      // Fails if the erasure holds it.
      await tx.execute(sql`select from accounts where id = ${player.id} for update nowait`);
    });
    expect(await erased).toBe(true);
  });

  test('are found that are written meanwhile', async () => {
    const { id: staffId } = await createOwner(portal);
    const player = await createSignedInPlayer(portal);
    const find = async (earlier?: Awaited<ReturnType<typeof findMentions>>) =>
      db.transaction(async (tx) => findMentions(tx, await findPerson(tx, player.id), earlier));
    const entry = { staffId, kind: 'list.read', target: 'users', after: { search: player.email } };
    const first = await write(entry);
    await db.execute(sql`select pg_sleep(0.01)`);
    const earlier = await find();
    expect(earlier.ids).toEqual([String(first)]);
    const second = await write(entry);
    const both = new Set([String(first), String(second)]);
    expect(new Set((await find(earlier)).ids)).toEqual(both);
    // By a new value, older ones may be found.
    const renamed = await write({ ...entry, after: { search: 'brandnew_name' } });
    await db.execute(sql`update accounts set user_name = 'brandnew_name' where id = ${player.id}`);
    expect(new Set((await find(earlier)).ids)).toEqual(both.add(String(renamed)));
  });

  test('are not looked for again once the account is erased', async () => {
    const player = await createSignedInPlayer(portal);
    await write({ staffId: player.id, accountId: player.id, before: { userName: 'older_name' } });
    await erase(player.id);
    expect(await findPerson(db, player.id)).toMatchObject({ emails: [], wholes: [] });
  });
});

test('an address that was never confirmed leads to no row of a stranger', async () => {
  const player = await createUnconfirmedPlayer(portal);
  await db.execute(sql`update accounts set pending_email = 'pending@example.com' where id = ${player.id}`);
  await db.execute(sql`
    insert into unmatched_payments (provider, is_live, session_id, payment_intent_id, reference, amount_cents, currency,
      payer_name, payer_email, started_at)
    values ('stripe', false, 'cs_77', 'pi_77', 'r77', 499, 'eur', 'Smith', ${player.email}, now())`);
  await db.execute(sql`
    insert into mails (kind, recipient, parameters) values ('reset-password', ${player.email}, '{}')`);
  await db.execute(sql`
    insert into rate_limits (key, used, resets_at) select key, 1, now() + interval '1 hour'
    from unnest(${sql.param([`mail to:hour:${player.email}`, 'mail to:hour:pending@example.com'])}::text[]) as key
    on conflict do nothing`);
  const confirmed = await createSignedInPlayer(portal);
  await db.execute(sql`
    insert into rate_limits (key, used, resets_at) values
      (${`mail to:day:x${confirmed.email}`}, 1, now() + interval '1 hour'),
      (${`change-email to:${confirmed.email}`}, 1, now() + interval '1 hour')`);
  await erase(player.id);
  await erase(confirmed.id);
  const { rows } = await db.execute(sql`
    select payer_email as found from unmatched_payments where session_id = 'cs_77'
    union all select recipient from mails where account_id is null and recipient = ${player.email}
    union all select key from rate_limits where key in (
      ${`mail to:hour:${player.email}`}, 'mail to:hour:pending@example.com', ${`mail to:day:x${confirmed.email}`},
      ${`change-email to:${confirmed.email}`})`);
  expect(rows).toHaveLength(5);
  expect(new Set(rows.map(({ found }) => found))).toEqual(
    new Set([
      player.email,
      `mail to:day:x${confirmed.email}`,
      `mail to:hour:${player.email}`,
      'mail to:hour:pending@example.com',
    ]),
  );
});

test('a visit that another account came by stays', async () => {
  const [player, other] = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
  await db.execute(sql`
    insert into referrals (viewer_id, landing_url, landing_hash, visited_at, source, content) values
      ('shared', 'https://example.com/1', '\\x01', now(), 'one', ''), ('shared', 'https://example.com/2', '\\x02', now(), 'two', '')`);
  await db.execute(sql`
    update accounts set referral_id = (select id from referrals where source = case id when ${player.id} then 'one' else 'two' end)
    where id in (${player.id}, ${other.id})`);
  await erase(player.id);
  const { rows } = await db.execute(sql`
    select source, accounts.id from referrals join accounts on referral_id = referrals.id where viewer_id = 'shared'`);
  expect(rows).toEqual([{ source: 'two', id: other.id }]);
});

test('limits are deleted in the order in which others lock them', async () => {
  const player = await createSignedInPlayer(portal);
  const keys = { low: `b account:${player.id}`, high: `a account:${player.id}` };
  await db.execute(sql`
    insert into rate_limits (key, stage, used, resets_at) values
      (${keys.high}, 3, 1, now() + interval '1 hour'), (${keys.low}, 0, 1, now() + interval '1 hour')`);
  await makeDue(player.id);
  let erased: Promise<boolean> | undefined;
  // Locks by stage, as a request that counts does. The other order would deadlock.
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from rate_limits where key = ${keys.low} for update`);
    erased = eraseDueAccount(portal.parts, player.id);
    await until(async () => (await countLockWaits(db)) > 0);
    await tx.execute(sql`select from rate_limits where key = ${keys.high} for update`);
  });
  expect(await erased).toBe(true);
});
