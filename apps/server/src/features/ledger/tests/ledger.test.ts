import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { captureLog } from '#test/captured-log.ts';
import { createTestAccount } from '#test/factories.ts';
import { useTestParts } from '#test/test-parts.ts';
import { createLedgerChecker } from '#features/ledger/ledger.jobs.ts';
import { selectBalances } from '#features/ledger/ledger.queries.ts';
import { postTransaction } from '#features/ledger/ledger.service.ts';

const parts = await useTestParts();

const post = (idempotencyKey: string, accountId: number, amount: number) =>
  parts.db.transaction((tx) =>
    postTransaction(tx, {
      idempotencyKey,
      reason: 'test',
      entries: [{ accountId, currency: 'premium', amount }],
    }),
  );

const count = async (query: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await parts.db.execute<{ count: number }>(query);
  return rows[0]?.count ?? -1;
};

describe('posting', () => {
  test('moves coins to the account, with the counter entry on the house account', async () => {
    const accountId = await createTestAccount(parts.db);
    await parts.db.transaction((tx) =>
      postTransaction(tx, {
        idempotencyKey: 'both coins',
        reason: 'test',
        entries: [
          { accountId, currency: 'premium', amount: 500 },
          { accountId, currency: 'second', amount: 70 },
        ],
      }),
    );
    await post('spent', accountId, -800);
    expect(await selectBalances(parts.db, accountId)).toEqual({ premium: -300, second: 70 });
    const sum = sql`select sum(amount)::int as count from ledger_entries`;
    expect(await count(sum)).toBe(0);
  });

  test('counts once for 100 concurrent callers with one key', async () => {
    const accountId = await createTestAccount(parts.db);
    const posted = await Promise.all(Array.from({ length: 100 }, () => post('same key', accountId, 25)));
    expect(posted.filter(Boolean)).toHaveLength(1);
    expect(await selectBalances(parts.db, accountId)).toEqual({ premium: 25, second: 0 });
  });

  test('sums exactly for 100 concurrent keys to one account', async () => {
    const accountId = await createTestAccount(parts.db);
    await Promise.all(Array.from({ length: 100 }, (_, index) => post(`key ${index}`, accountId, index - 20)));
    expect(await selectBalances(parts.db, accountId)).toEqual({ premium: 4950 - 2000, second: 0 });
  });

  test('across accounts in opposite orders never deadlocks', async () => {
    const [a, b] = [await createTestAccount(parts.db), await createTestAccount(parts.db)];
    const transfer = (index: number) =>
      parts.db.transaction((tx) =>
        postTransaction(tx, {
          idempotencyKey: `transfer ${index}`,
          reason: 'test',
          entries: [
            { accountId: index % 2 ? a : b, currency: 'second', amount: 3 },
            { accountId: index % 2 ? b : a, currency: 'second', amount: -3 },
          ],
        }),
      );
    await Promise.all(Array.from({ length: 60 }, (_, index) => transfer(index)));
    expect(await selectBalances(parts.db, a)).toEqual({ premium: 0, second: 0 });
    expect(await selectBalances(parts.db, b)).toEqual({ premium: 0, second: 0 });
  });

  test('leaves neither coins nor its key when rolled back', async () => {
    const accountId = await createTestAccount(parts.db);
    const broken = parts.db.transaction(async (tx) => {
      await postTransaction(tx, {
        idempotencyKey: 'rolled back',
        reason: 'test',
        entries: [{ accountId, currency: 'premium', amount: 5 }],
      });
      throw new Error('afterwards');
    });
    await expect(broken).rejects.toThrow('afterwards');
    expect(await selectBalances(parts.db, accountId)).toEqual({ premium: 0, second: 0 });
    expect(await post('rolled back', accountId, 5)).toBe(true);
  });
});

describe('the database itself refuses', () => {
  test.each([
    [
      'an entry without its other side',
      sql`insert into ledger_entries (transaction_id, currency, amount)
        select max(id), 'premium', 5 from ledger_transactions`,
    ],
    [
      'two sides of different coins',
      sql`insert into ledger_entries (transaction_id, currency, amount)
        select max(id), coin, amount from ledger_transactions,
          (values ('premium', 5), ('second', -5)) as sides (coin, amount) group by coin, amount`,
    ],
    [
      'balanced entries added to an old transaction',
      sql`
        insert into ledger_entries (transaction_id, currency, amount)
        select max(id), 'premium', amount from ledger_transactions, (values (5), (-5)) as sides (amount) group by amount`,
    ],
    ['changed entries', sql`update ledger_entries set amount = amount + 1`],
    ['deleted entries', sql`delete from ledger_entries`],
    ['truncated entries', sql`truncate ledger_entries`],
    ['changed transactions', sql`update ledger_transactions set reason = 'another'`],
    ['deleted transactions', sql`delete from ledger_transactions`],
    ['truncated transactions', sql`truncate ledger_transactions cascade`],
    ['written balances', sql`update coin_balances set amount = 1000000`],
    ['added balances', sql`insert into coin_balances select id, 'second', 5 from accounts limit 1`],
    ['deleted balances', sql`delete from coin_balances`],
    ['truncated balances', sql`truncate coin_balances`],
    ['a truncation that cascades', sql`truncate accounts cascade`],
  ])('%s', async (_, statement) => {
    await post(`before ${_}`, await createTestAccount(parts.db), 10);
    const all = sql`select count(*)::int + sum(abs(amount))::int as count from ledger_entries`;
    const before = await count(all);
    await expect(parts.db.execute(statement)).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/^(23514|23001)$/) },
    });
    expect(await count(all)).toBe(before);
  });
});

test('the nightly check logs nothing for a consistent ledger, and names what drifted', async () => {
  const { log, lines } = captureLog();
  const check = createLedgerChecker({ ...parts, log });
  const accountId = await createTestAccount(parts.db);
  await post('to be checked', accountId, 40);
  await check({});
  expect(lines()).toEqual([]);
  expect((await parts.metrics.render()).body).toContain('waygate_ledger_drift 0');

  // As a superuser with triggers off could do it.
  await parts.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update coin_balances set amount = 41 where account_id = ${accountId}`);
    await tx.execute(sql`update ledger_entries set balance = 7 where account_id = ${accountId}`);
    await tx.execute(sql`insert into ledger_entries (transaction_id, account_id, currency, amount)
      select max(id), null, 'second', 9 from ledger_transactions`);
  });
  await check({});
  expect(lines()).toMatchObject([
    {
      level: 50,
      drift: {
        balanceCount: 1,
        balances: [{ accountId, currency: 'premium', balance: 41, entries: 40 }],
        entryCount: 1,
        entries: [{ entryId: expect.any(Number), balance: 7, running: 40 }],
        transactionCount: 1,
        transactions: [{ currency: 'second', sum: 9 }],
      },
    },
  ]);
  expect((await parts.metrics.render()).body).toContain('waygate_ledger_drift 3');
});
