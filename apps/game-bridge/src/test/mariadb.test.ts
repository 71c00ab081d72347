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
    await expect(before.rows('select 1')).rejects.toThrow(/closed|lost|refused/i);
    await server.start();
    const after = await createMariadbDatabase(server.port);
    expect(await after.rows(`select id from ${before.name}.a`)).toEqual([{ id: 7 }]);
    await after.drop();
  });
});
