import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMariadbDatabase, isMariadbMissing, useMariadbDatabase } from './mariadb-database.ts';
import { startMariadb } from './mariadb.ts';

describe.skipIf(isMariadbMissing())('the MariaDB of the tests', () => {
  test('gives each test a database of its own', async () => {
    const [one, other] = [await useMariadbDatabase(), await useMariadbDatabase()];
    await one.run('create table a (id int); create table b (id int)');
    expect(await one.rows('show tables')).toHaveLength(2);
    expect(await other.rows('show tables')).toEqual([]);
  });

  test('keeps what was committed when the server is killed', async () => {
    const server = await startMariadb({ 'innodb-flush-log-at-trx-commit': '1' });
    onTestFinished(server.stop);
    const before = await createMariadbDatabase(server.port);
    await before.run('create table a (id int) engine=InnoDB; insert into a values (7)');
    await server.kill();
    await expect(before.rows('select 1')).rejects.toThrow(/closed|lost|refused|ended|reset/i);
    await server.start();
    const after = await createMariadbDatabase(server.port);
    expect(await after.rows(`select id from ${before.name}.a`)).toEqual([{ id: 7 }]);
    await after.drop();
  });

  test('is started again when it crashes by itself', async () => {
    const server = await startMariadb({}, { isRevived: true });
    onTestFinished(server.stop);
    const database = await createMariadbDatabase(server.port);
    const [file] = await database.rows<{ Value: string }>(`show variables like 'pid_file'`);
    process.kill(Number(readFileSync(file?.Value ?? '', 'utf8')), 'SIGKILL');
    await expect(database.rows('select 1')).rejects.toThrow(/closed|lost|refused|reset/i);
    await expect
      .poll(() => database.rows('select 1 as one').catch(() => []), { timeout: 30_000 })
      .toEqual([{ one: 1 }]);
  });
});
