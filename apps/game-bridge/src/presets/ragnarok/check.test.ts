import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAdapter } from '#presets/rathena/rathena.ts';
import { isMariadbMissing, useMariadbDatabase } from '#test/mariadb-database.ts';
import { createRagnarokTables } from '#test/ragnarok-tables.ts';
import { useRagnarok, VARIANTS } from '#test/ragnarok-game.ts';

const summary = async (adapter: Awaited<ReturnType<typeof createAdapter>>, level: string) =>
  (await adapter.check()).filter((finding) => finding.level === level).map(({ message }) => message);

describe.skipIf(isMariadbMissing()).each(Object.entries(VARIANTS))('the check of %s', (name, variant) => {
  test('finds no error once its own tables are there, and warns of what is a risk', async () => {
    const { adapter } = await useRagnarok(variant);
    expect(await summary(adapter, 'error')).toEqual([]);
    const warnings = (await summary(adapter, 'warning')).join('\n');
    expect(warnings).toContain('within 15 days');
    expect(warnings).toContain('reads its items from files');
    expect(warnings.includes('has no transactions')).toBe(!name.endsWith('on InnoDB'));
  });

  test('creates its own tables and no others', async () => {
    const database = await useMariadbDatabase();
    await createRagnarokTables(database, variant.preset, variant);
    const before = await database.rows('show tables');
    const game = await useRagnarok(variant);
    const after = await game.database.rows(`show tables like 'waygate\\_%'`);
    expect(after).toHaveLength(4);
    expect(await game.database.rows('show tables')).toHaveLength(before.length + 4);
    const engines = await game.database.rows<{ engine: string }>(
      `select engine from information_schema.tables where table_schema = database() and table_name like 'waygate%'`,
    );
    expect(engines.every(({ engine }) => engine === 'InnoDB')).toBe(true);
  });

  test('names a missing column, a missing table and tables of its own that are no good', async () => {
    const { adapter, database, preset } = await useRagnarok(variant);
    const [mails, column] = preset === 'rathena' ? ['mail', 'type'] : ['rodex_mail', 'sender_read'];
    await database.run(`alter table ${mails} drop column ${column}; drop table \`char\`;
      alter table waygate_mails engine = MyISAM; alter table login drop column unban_time`);
    const errors = (await adapter.check()).filter(({ level }) => level === 'error');
    expect(errors.map(({ message }) => message)).toEqual([
      `The table \`${mails}\` has no \`${column}\`.`,
      `The table \`char\` isn't in the database \`${database.name}\`, or the bridge's user may not see it.`,
      expect.stringContaining('`waygate_mails` is of the engine MyISAM'),
      'The table `login` has no `unban_time`.',
    ]);
    expect(errors.every(({ remedy }) => remedy !== undefined)).toBe(true);
    expect(errors.filter(({ fix }) => fix !== undefined)).toHaveLength(1);
  });

  test('delivers step by step while the table of receipts has no transactions', async () => {
    const { adapter, database } = await useRagnarok(variant);
    await adapter.recover();
    expect(adapter.lanes).toBe(name.endsWith('on InnoDB') ? 2 : 1);
    await database.run('alter table waygate_receipts engine = MyISAM');
    await adapter.recover();
    expect(adapter.lanes).toBe(1);
  });

  test('sees that the passwords are stored otherwise', async () => {
    const { adapter, database } = await useRagnarok(variant);
    await database.run(`update login set user_pass = md5('secret5') where userid = 'player5'`);
    expect((await summary(adapter, 'warning')).join('\n')).toContain(
      '1 of the newest 1 passwords look like MD5',
    );
  });
});

describe.skipIf(isMariadbMissing())('the check of rathena', () => {
  const variant = { preset: 'rathena', mails: 'InnoDB', items: 'InnoDB', others: 'InnoDB' } as const;

  test('says that the database can not be reached', async () => {
    const url = 'mysql://bridge@127.0.0.1:1/game';
    const config = { database: url, accountDatabase: url, soap: undefined, options: { passwords: 'plain' } };
    const adapter = await createAdapter(config);
    onTestFinished(() => adapter.close());
    expect(await adapter.check()).toEqual([
      {
        level: 'error',
        message: expect.stringContaining("can't be used"),
        remedy: expect.stringContaining('Start the database server'),
      },
    ]);
  });

  test('takes accounts from another database', async () => {
    const { adapter, database } = await useRagnarok(variant);
    const accounts = await useMariadbDatabase();
    await createRagnarokTables(accounts, 'rathena', variant);
    await adapter.close();
    await database.run('drop table login, waygate_accounts, waygate_locks');
    const config = { database: database.url(), accountDatabase: accounts.url(), soap: undefined };
    const apart = await createAdapter({ ...config, options: { passwords: 'plain' } });
    onTestFinished(() => apart.close());
    for (const { fix } of await apart.check()) await fix?.();
    expect(await summary(apart, 'error')).toEqual([]);
    expect(await accounts.rows(`show tables like 'waygate\\_%'`)).toHaveLength(2);
  });

  test('reports the game as offline when nothing listens where players sign in', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { adapter } = await useRagnarok(variant, { gameAddress: `127.0.0.1:${port}` });
    expect(await adapter.status()).toMatchObject({ isOnline: true });
    server.close();
    await once(server, 'close');
    expect(await adapter.status()).toMatchObject({ isOnline: false });
  });
});
