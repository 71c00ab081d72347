import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { useTestDatabase } from '#test/database.ts';
import { createReadGate } from './read-gate.ts';
import { createReadList } from './read-list.ts';

const FIRST = { search: '', page: 1, pageSize: '10' } as const;

/** A pool of this size on a database with the table `things`. */
async function usePool(maxConnections = 10) {
  const database = await useTestDatabase();
  await database.db.execute(sql`create table things ()`);
  const log = createLogger({ level: 'silent' });
  const { db, close } = openDatabase({ connection: database.connection, maxConnections, log });
  onTestFinished(close);
  return { db, outside: database.db };
}

/** A promise to keep lists waiting with, and the means to let them go. */
function useGate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  onTestFinished(() => open());
  return { opened, open };
}

const countThings = sql`select count(*)::int as count from things`;

test('hanging lists leave a connection free, and waiting lists run afterwards', async () => {
  const { db, outside } = await usePool(3);
  const readList = createReadList(createReadGate(db));
  const { opened: hanging, open: go } = useGate();
  let running = 0;
  let most = 0;
  const lists = Array.from({ length: 20 }, () =>
    readList(FIRST, async (tx) => {
      running += 1;
      most = Math.max(most, running);
      await hanging;
      running -= 1;
      return (await tx.execute(countThings)).rows;
    }),
  );
  await expect.poll(() => running).toBe(2);
  expect((await db.execute(countThings)).rows).toEqual([{ count: 0 }]);
  await outside.execute(sql`insert into things default values`);
  go();
  expect(await Promise.all(lists)).toHaveLength(20);
  expect(most).toBe(2);
});

test('a caller is rejected when too many wait', async () => {
  const { db } = await usePool();
  const readList = createReadList(createReadGate(db, { maxWaiting: 1 }));
  const { opened: hanging, open: go } = useGate();
  const read = () => readList(FIRST, () => hanging.then(() => 'read'));
  const admitted = [read(), read(), read()];
  await expect(read()).rejects.toMatchObject({ code: 'unavailable' });
  go();
  expect(await Promise.all(admitted)).toEqual(['read', 'read', 'read']);
});

test('a slow list is cancelled, and the connection’s next query has no time limit', async () => {
  const { db } = await usePool(1);
  const readList = createReadList(createReadGate(db, { statementTimeoutMs: 50 }));
  const slowly = sql`select pg_sleep(30)`;
  await expect(readList(FIRST, (tx) => tx.execute(slowly))).rejects.toMatchObject({
    code: 'unavailable',
    message: 'It takes too long to put this list together. Please narrow it by a search or a filter.',
    cause: { cause: { code: '57014' } },
  });
  const { rows } = await db.execute(sql`select current_setting('statement_timeout') as timeout`);
  expect(rows).toEqual([{ timeout: '15s' }]);
});

test('rows and total come from one snapshot', async () => {
  const { db, outside } = await usePool();
  const counts = await createReadList(createReadGate(db))(FIRST, async (tx) => {
    const before = await tx.execute(countThings);
    await outside.execute(sql`insert into things default values`);
    return [before.rows, (await tx.execute(countThings)).rows];
  });
  expect(counts).toEqual([[{ count: 0 }], [{ count: 0 }]]);
  expect((await db.execute(countThings)).rows).toEqual([{ count: 1 }]);
});

test('errors in a list are reported unchanged', async () => {
  const { db } = await usePool(1);
  const readList = createReadList(createReadGate(db, { atOnce: 1 }));
  const broken = sql`select 1 / 0`;
  await expect(readList(FIRST, (tx) => tx.execute(broken))).rejects.toMatchObject({
    cause: { code: '22012' },
  });
  expect(await readList(FIRST, async () => 'read')).toBe('read');
});
