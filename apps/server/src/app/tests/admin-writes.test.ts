import { readdir } from 'node:fs/promises';
import { auditFieldLabel, auditValueText } from '@waygate/contract/audit/audit-text';
import { API_BASE, type Endpoint } from '@waygate/contract/endpoint';
import { OWN_ACCOUNT_MESSAGE } from '@waygate/contract/own-account';
import type { StaffNeed } from '@waygate/contract/permissions';
import type { Rank } from '@waygate/contract/ranks';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { accounts, bans } from '#features/identity/accounts.tables.ts';
import { sessions } from '#features/sessions/sessions.tables.ts';
import { auditEntries } from '#features/staff/audit.tables.ts';
import { createToken, hashToken } from '#platform/auth/tokens.ts';
import type { Transaction } from '#platform/db/database.ts';
import { createStaffFor, type Player, randomAddress, rankFor, until } from '#test/account-journeys.ts';
import { readContract } from '#test/contract-arbitraries.ts';
import { formPayload } from '#test/forms.ts';
import { countLockWaits } from '#test/locks.ts';
import { useShop } from '#test/shop-journeys.ts';
import { readStaffWrites } from '#test/read-staff-writes.ts';
import type { StaffWrite } from '#test/staff-writes.ts';

/** Reads that are sent by POST only because of their length. */
const READS: [name: string, body: object][] = [
  ['previewMarkdown', { body: 'Some text.' }],
  ['checkBulk', { what: { action: 'GRANT_STAFF_PACK' }, lines: ['1', 'nobody'] }],
];

/** They keep what the caller types, which changes nothing for anybody else: without an audit entry. */
const UNRECORDED = ['Article', 'PatchNote', 'Site'].flatMap((of) => [`save${of}Draft`, `delete${of}Draft`]);

const CONTRACT = await readContract();
const STAFF_WRITES = await readStaffWrites();

const shop = await useShop({ isWorker: false });

function endpointOf(name: string): Endpoint {
  const [, endpoint] = CONTRACT.find(([exported]) => exported === name) ?? [];
  if (!endpoint) throw new Error(`The contract has no ${name}.`);
  return endpoint;
}

function needOf({ access }: Endpoint): StaffNeed {
  const [need] = typeof access !== 'object' ? [] : 'anyOf' in access ? access.anyOf : [access.section];
  if (!need) throw new Error('The endpoint is not for staff.');
  return need;
}

async function send(
  { method, path }: Endpoint,
  token: string,
  { id, params, body, form }: StaffWrite,
): Promise<LightMyRequestResponse> {
  const { headers, payload = body } = form ? await formPayload(form) : {};
  return shop.app.inject({
    method,
    url: `${API_BASE}${path.replace(/:(\w+)/g, (_, name: string) => params?.[name] ?? String(id))}`,
    remoteAddress: randomAddress(),
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });
}

/** What each request writes, even a refused one. */
const REQUEST_TABLES = ['rate_limits', 'activity_days'];
const REQUEST_COLUMNS = ['last_used_at', 'last_ip', 'last_active_on', 'previous_active_on'];

/** A hash of each table, the names of all files, and the number of writes that the provider received. */
async function everything(): Promise<Record<string, unknown>> {
  const { db, config } = shop.parts;
  const statement = await hashes;
  const { rows } = await db.transaction(async (tx) => {
    // Parallel workers would each open every table first, which takes five times as long as reading it.
    await tx.execute(sql`set local max_parallel_workers_per_gather = 0`);
    return tx.execute<{ hashes: Record<string, string | null> }>(statement);
  });
  return {
    files: await readdir(config.dataDir, { recursive: true }),
    providerWrites: shop.stripe.calls.filter(({ method }) => method === 'POST').length,
    ...rows[0]?.hashes,
  };
}

/** One statement for all tables: one for each took most of the time. */
const hashes = createHashes();

async function createHashes(): Promise<SQL> {
  const tables = await shop.parts.db.execute<{ schema: string; name: string }>(sql`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname = 'public' and tablename <> all(${sql.param(REQUEST_TABLES)}::text[])
      or schemaname = 'pgboss' and tablename = 'job'`);
  const ofEach = tables.rows.map(
    ({ schema, name }) => sql`
      select ${name} as name, md5(string_agg(row, ' ' order by row)) as hash
      from (select (to_jsonb(t) - ${sql.param(REQUEST_COLUMNS)}::text[])::text as row
            from ${sql.identifier(schema)}.${sql.identifier(name)} t) rows`,
  );
  return sql`select jsonb_object_agg(name, hash) as hashes from (${sql.join(ofEach, sql` union all `)}) tables`;
}

type Change = (tx: Transaction, ids: { staffId: number; accountId: number }) => Promise<unknown>;

const LOSSES: [what: string, status: number, lose: Change][] = [
  [
    'the right is withdrawn',
    403,
    (tx, { staffId }) =>
      tx.update(accounts).set({ permission: 0, webMgt: 1, sections: [] }).where(eq(accounts.id, staffId)),
  ],
  [
    'the account is banned',
    401,
    (tx, { staffId }) => tx.insert(bans).values({ accountId: staffId, description: 'Left' }),
  ],
  [
    'the session is ended',
    401,
    (tx, { staffId }) => tx.delete(sessions).where(eq(sessions.accountId, staffId)),
  ],
];

const RISE: Change = (tx, { accountId }) =>
  tx.update(accounts).set({ permission: 1 }).where(eq(accounts.id, accountId));

test('every staff endpoint that writes is covered here', () => {
  const writes = CONTRACT.filter(([, { access, method }]) => typeof access === 'object' && method !== 'GET');
  const tried = new Set([...STAFF_WRITES.map(({ name }) => name), ...READS.map(([name]) => name)]);
  expect([...tried].toSorted()).toEqual(writes.map(([name]) => name).toSorted());
});

test.each(READS)('%s writes nothing', async (name, body) => {
  const endpoint = endpointOf(name);
  const { token } = await createStaffFor(shop, needOf(endpoint));
  const before = await everything();
  expect((await send(endpoint, token, { body })).statusCode).toBe(200);
  expect(await everything()).toEqual(before);
});

/** Opens a session of this account, which gets that rank. */
async function signInAs(accountId: number, rank: Rank): Promise<string> {
  const { db } = shop.parts;
  await db
    .update(accounts)
    .set({ ...rank, sections: [...rank.sections] })
    .where(eq(accounts.id, accountId));
  const token = createToken();
  await db.insert(sessions).values({ accountId, tokenHash: hashToken(token) });
  return token;
}

const asTime = (iso: string) => new Date(iso).toUTCString();

/** What staff read of an entry: each field with its value, in words and not in JSON. */
function wordsOf(entry: Record<'before' | 'after', Record<string, unknown> | null> | undefined): string[] {
  return [entry?.before, entry?.after].flatMap((fields) =>
    Object.entries(fields ?? {}).map(
      ([field, value]) => `${auditFieldLabel(field)}: ${auditValueText(field, value, asTime)}`,
    ),
  );
}

describe.each(STAFF_WRITES)('$name, which $action,', ({ name, prepare, ...of }) => {
  const endpoint = endpointOf(name);
  const need = needOf(endpoint);
  let staff: Player & { token: string };
  let write: StaffWrite;
  let before: Record<string, unknown>;
  beforeAll(async () => {
    staff = await createStaffFor(shop, need);
    write = await prepare(shop);
    before = await everything();
  });

  /** The answer to a request that was admitted and then waited for the lock while this change was made. */
  async function answerAfter(change: Change): Promise<LightMyRequestResponse> {
    const { db } = shop.parts;
    const ids = { staffId: staff.id, accountId: write.accountId ?? staff.id };
    const { answer } = await db.transaction(async (tx) => {
      await tx.execute(
        sql`select from accounts where id in (${ids.staffId}, ${ids.accountId}) order by id for update`,
      );
      const sent = send(endpoint, staff.token, write);
      const isAnswered = sent.then(() => true);
      await Promise.race([isAnswered, until(async () => (await countLockWaits(db)) > 0)]);
      await change(tx, ids);
      return { answer: sent };
    });
    return answer;
  }

  /** Restores everything that a change takes away. */
  async function restore(session: string): Promise<void> {
    const { db } = shop.parts;
    await db
      .update(accounts)
      .set({ permission: 0 })
      .where(eq(accounts.id, write.accountId ?? staff.id));
    await db.update(accounts).set(rankFor(need)).where(eq(accounts.id, staff.id));
    await db.delete(bans).where(eq(bans.accountId, staff.id));
    await db.execute(sql`
      insert into sessions select * from jsonb_populate_record(null::sessions, ${session}::jsonb)
      on conflict do nothing`);
  }

  /** The answer after that change, which is undone. */
  async function sendDuring(change: Change): Promise<LightMyRequestResponse> {
    const { rows } = await shop.parts.db.execute<{ own: string }>(
      sql`select to_jsonb(s)::text as own from sessions s where account_id = ${staff.id}`,
    );
    const answer = await answerAfter(change);
    await restore(rows[0]?.own ?? '');
    return answer;
  }

  test.each(LOSSES)('is refused when %s in the meantime', async (_what, status, lose) => {
    const answer = await sendDuring(lose);
    expect([answer.statusCode, answer.body]).toEqual([status, expect.stringContaining('message')]);
  });

  test.runIf(of.isOfAccount)('is refused when the account outranks the staff member meanwhile', async () => {
    const answer = await sendDuring(RISE);
    expect([answer.statusCode, answer.body]).toEqual([403, expect.stringContaining('rights that you lack')]);
  });

  // Once for all refusals above: hashing every table takes longer than they do.
  test('has changed nothing while it was refused', async () => {
    expect(await everything()).toEqual(before);
  });

  test.runIf(of.isOfAccount && of.givesValue)('is done to the own account by owners alone', async () => {
    const own = await prepare(shop);
    const token = await signInAs(own.accountId ?? 0, rankFor(need));
    const beforeOwn = await everything();
    const refused = await send(endpoint, token, own);
    expect([refused.statusCode, refused.json().message]).toEqual([403, OWN_ACCOUNT_MESSAGE]);
    expect(await everything()).toEqual(beforeOwn);
    const answer = await send(endpoint, await signInAs(own.accountId ?? 0, rankFor('owner')), own);
    expect([answer.statusCode, answer.body]).toEqual([
      expect.toSatisfy((status) => status < 300),
      answer.body,
    ]);
  });

  test.runIf(of.isOfAccount && !of.givesValue)('is no gift when done to the own account', async () => {
    const own = await prepare(shop);
    const { body } = await send(endpoint, await signInAs(own.accountId ?? 0, rankFor(need)), own);
    expect(body).not.toContain(OWN_ACCOUNT_MESSAGE);
  });

  test('succeeds for staff who keep the right, with one audit entry that names the account', async () => {
    const answer = await send(endpoint, staff.token, write);
    expect([answer.statusCode, answer.body]).toEqual([
      expect.toSatisfy((status) => status < 300),
      answer.body,
    ]);
    const entries = await shop.parts.db
      .select({ accountId: auditEntries.accountId, before: auditEntries.before, after: auditEntries.after })
      .from(auditEntries)
      .where(eq(auditEntries.staffId, staff.id));
    const expected = UNRECORDED.includes(name) ? [] : [{ accountId: write.accountId ?? null }];
    expect(entries.map(({ accountId }) => ({ accountId }))).toEqual(expected);
    for (const text of wordsOf(entries[0])) expect(text).toMatch(/^[^{}[\]]+: [^{}[\]"]+$/s);
  });
});
