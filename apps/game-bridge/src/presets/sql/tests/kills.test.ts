import { describe, expect, onTestFinished, test } from 'vitest';
import { openGameDatabase } from '#database/open-game-database.ts';
import { accountsTable } from '#game-accounts.ts';
import { receiptsTable } from '#receipts.ts';
import { createMariadbDatabase, isMariadbMissing } from '#test/mariadb-database.ts';
import { startMariadb } from '#test/mariadb.ts';
import { isPostgresMissing, usePostgresDatabase } from '#test/postgres-database.ts';
import { startPostgres } from '#test/postgres.ts';
import { makeWork, runKilled } from '#test/preset-kill-run.ts';

const SEED = Number(process.env.KILL_SEED ?? 11);

/** No unique keys: what is done twice is there twice. */
const TABLES = [
  'create table mails (delivery varchar(100) not null, item integer not null, amount integer not null)',
  'create table accounts (id integer not null, login varchar(30) not null)',
  `insert into accounts values (1, 'root')`,
];
const STATEMENTS = `
statements:
  grant:
    item: insert into mails (delivery, item, amount) values (:key, :itemId, :quantity)
  revoke:
    item: delete from mails where delivery = :revokesKey
  accounts:
    exists: select id from accounts where login = :login
    create: insert into accounts (id, login) select max(id) + 1, :login from accounts
    setPassword: update accounts set login = login where id = :gameAccountId
    lock: update accounts set login = login where id = :gameAccountId
    unlock: update accounts set login = login where id = :gameAccountId
accounts:
  scheme: sha1
  login: { min: 3, max: 30, characters: word }
  password: { min: 6, max: 40, characters: printable_ascii }
  isCaseSensitive: true
`;

const credential = (verifier: string) => ({ scheme: 'sha1' as const, verifier });
const line = (delivery: string, item: number | null, amount: number) => `${delivery} ${amount}x${item}`;

const SERVERS = [
  {
    name: 'mysql' as const,
    isMissing: isMariadbMissing(),
    start: async () => {
      const server = await startMariadb({ 'innodb-flush-log-at-trx-commit': '1' });
      return { server, address: async () => (await createMariadbDatabase(server.port)).url() };
    },
  },
  {
    name: 'postgres' as const,
    isMissing: isPostgresMissing(),
    start: async () => {
      const server = await startPostgres();
      return { server, address: () => usePostgresDatabase(server.port) };
    },
  },
];

describe.each(SERVERS)('statements on $name', ({ name, isMissing, start }) => {
  test.skipIf(isMissing)(
    'have each effect once when bridge and database are killed again and again',
    { timeout: 400_000 },
    async () => {
      const { server, address } = await start();
      onTestFinished(server.stop);
      const url = await address();
      const game = await openGameDatabase(url);
      onTestFinished(game.close);
      for (const table of [...TABLES, receiptsTable(name), accountsTable(name)]) await game.execute(table);
      const work = makeWork({ recipients: [{}], credential });
      const mariadb = { server, kills: 3 };
      const configuration = `game: sql\ndatabase: ${url}\n${STATEMENTS}`;
      const portal = await runKilled({ work, configuration, bridgeKills: 4, mariadb, seed: SEED });

      const results = [...work.grants, ...work.revocations].map(({ id }) => portal.results.get(id)?.result);
      expect(results.every((result) => result === 'applied' || result === 'duplicate')).toBe(true);
      const revoked = new Set(work.revocations.map(({ revokesKey }) => revokesKey));
      const expected = work.grants.filter(({ idempotencyKey }) => !revoked.has(idempotencyKey));
      const mails = await game.query<{ delivery: string; item: number; amount: number }>(
        'select * from mails',
      );
      expect(mails.map(({ delivery, item, amount }) => line(delivery, item, amount)).toSorted()).toEqual(
        expected
          .map(({ idempotencyKey, itemId, quantity }) => line(idempotencyKey, itemId, quantity))
          .toSorted(),
      );
      const accounts = await game.query<{ login: string }>(
        'select login from accounts where id > 1 order by id',
      );
      expect(accounts.map(({ login }) => login).toSorted()).toEqual(
        [...new Set(work.commands.map(({ login }) => login))].toSorted(),
      );
    },
  );
});
