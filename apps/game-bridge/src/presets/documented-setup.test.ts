import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { GameAdapter } from '#adapter.ts';
import { PRESETS } from '#presets.ts';
import { makeCommand, makeGrant, makeRevocation } from '#test/deliveries.ts';
import { isMariadbMissing, type MariadbDatabase, useMariadbDatabase } from '#test/mariadb-database.ts';
import { createMetin2Tables } from '#test/metin2-tables.ts';
import { createRagnarokTables, type Engine } from '#test/ragnarok-tables.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
const GAMES = ['rathena', 'hercules', 'metin2'] as const;
type Game = (typeof GAMES)[number];

/** Has the first statements of the documentation run, for a user and databases of the test. */
async function grantAsDocumented(game: Game, databases: Record<string, MariadbDatabase>): Promise<string> {
  const [main] = Object.values(databases);
  if (!main) throw new Error('There is no database.');
  const user = `bridge_${main.name.slice(-8)}`;
  const text = readFileSync(path.join(ROOT, `docs/games/${game}.md`), 'utf8');
  let statements = /```sql\n([^]*?)```/.exec(text)?.[1] ?? '';
  statements = statements.replaceAll(`'bridge'@`, `'${user}'@`).replace(/ IDENTIFIED BY '[^']*'/, '');
  for (const [name, database] of Object.entries(databases)) {
    statements = statements.replaceAll(`ON ${name}.`, `ON ${database.name}.`);
  }
  await main.run(statements);
  onTestFinished(() => main.run(`drop user '${user}'@'127.0.0.1'`));
  return user;
}

async function prepare(game: Game, engine: Engine) {
  const main = await useMariadbDatabase();
  if (game === 'metin2') {
    const account = await useMariadbDatabase();
    await createMetin2Tables(main, account, engine);
    await main.run(
      `alter table item_award add column waygate_key varchar(120) character set ascii collate ascii_bin null, add unique key waygate_key (waygate_key)`,
    );
    const user = await grantAsDocumented(game, { player: main, account });
    return { database: main.url(user), accountDatabase: account.url(user), options: {} };
  }
  await createRagnarokTables(main, game, { mails: engine, items: engine, others: engine });
  const user = await grantAsDocumented(game, { ragnarok: main });
  return { database: main.url(user), accountDatabase: main.url(user), options: { passwords: 'plain' } };
}

const errorsOf = async (adapter: GameAdapter) =>
  (await adapter.check()).filter(({ level }) => level === 'error').map(({ message }) => message);

describe.skipIf(isMariadbMissing()).each(GAMES)('the documented user of %s', (game) => {
  test.each(['MyISAM', 'InnoDB'] as const)('has every right that it needs, on %s', async (engine) => {
    const preset = await PRESETS[game]?.();
    const adapter = await preset?.createAdapter({ soap: undefined, ...(await prepare(game, engine)) });
    if (!adapter) throw new Error(`There is no preset ${game}.`);
    onTestFinished(() => adapter.close());
    for (const { fix } of await adapter.check()) await fix?.();
    expect(await errorsOf(adapter)).toEqual([]);
    await adapter.recover();
    const grant = makeGrant(game === 'metin2' ? { gameAccountId: '5' } : {});
    expect(await adapter.apply(grant)).toMatchObject({ is: 'applied' });
    const { is } = await adapter.apply(makeRevocation(grant));
    expect(is).toBe(game === 'metin2' ? 'rejected' : 'applied');
    const credential = { scheme: 'plain' as const, verifier: 'opensesame' };
    expect(await adapter.command?.(makeCommand('create', { credential }))).toMatchObject({ is: 'done' });
    for (const kind of ['set_password', 'lock', 'unlock'] as const) {
      expect(await adapter.command?.(makeCommand(kind, { credential }))).toMatchObject({ is: 'done' });
    }
    expect(await adapter.status()).toMatchObject({ playersOnline: 1 });
    expect(await adapter.collected?.()).toEqual([]);
  });
});
