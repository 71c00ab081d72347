import { createHash } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMariadbDatabase, isMariadbMissing, type MariadbDatabase } from '#test/mariadb-database.ts';
import { startMariadb } from '#test/mariadb.ts';
import { createMetin2Tables } from '#test/metin2-tables.ts';
import { accountsOf, makeWork, runKilled, type Work } from '#test/preset-kill-run.ts';
import type { StandInPortal } from '#test/stand-in-portal.ts';
import { createAdapter } from './metin2.ts';

const SEED = Number(process.env.KILL_SEED ?? 7);
const RECIPIENT = { gameAccountId: '5', characterId: null, characterName: null };

function hashPassword(password: string): string {
  const once = createHash('sha1').update(password).digest();
  return `*${createHash('sha1').update(once).digest('hex').toUpperCase()}`;
}

function makeCredential(password: string) {
  return { scheme: 'mysql_password' as const, verifier: hashPassword(password) };
}

function makeMetin2Work(): Work {
  return makeWork({ recipients: [RECIPIENT], credential: makeCredential });
}

async function prepare(
  player: MariadbDatabase,
  account: MariadbDatabase,
  engine: 'MyISAM' | 'InnoDB',
): Promise<string> {
  await createMetin2Tables(player, account, engine);
  const config = { database: player.url(), accountDatabase: account.url(), soap: undefined };
  const adapter = await createAdapter({ ...config, options: { allowAlter: true } });
  for (const { fix } of await adapter.check()) await fix?.();
  await adapter.close();
  return `game: metin2\ndatabase: ${config.database}\naccountDatabase: ${config.accountDatabase}`;
}

/** What is in the item shop. */
async function readAwards(player: MariadbDatabase): Promise<string[]> {
  const rows = await player.rows<{ vnum: number; count: number; key: string }>(
    'select vnum, count, waygate_key as `key` from item_award where taken_time is null and mall = 1',
  );
  return rows.map(({ vnum, count, key }) => `${key}: ${count}x${vnum}`).toSorted();
}

/** A revocation bars its grant, or is refused because the game has it. */
function awardsOf({ grants, revocations }: Work, { results }: StandInPortal): string[] {
  const barred = new Set(
    revocations.filter(({ id }) => results.get(id)?.result !== 'reject').map(({ revokesKey }) => revokesKey),
  );
  return grants
    .filter(({ idempotencyKey }) => !barred.has(idempotencyKey))
    .map(({ idempotencyKey, quantity, itemId }) => `${idempotencyKey}: ${quantity}x${itemId}`)
    .toSorted();
}

async function readAccounts(account: MariadbDatabase): Promise<unknown[]> {
  return account.rows(
    `select a.login, a.password as pass, account_dbid as owner, status <> 'OK' or availDt > now() as isLocked
     from account a left join waygate_accounts on game_account_id = a.id where a.login like 'bridge%' order by a.login`,
  );
}

describe.skipIf(isMariadbMissing())('metin2: each piece of work has its effect once', () => {
  // Of a killed server, tables of MyISAM may lose what was written.
  test('when the bridge is killed again and again, on MyISAM', async () => {
    const [player, account] = [await createMariadbDatabase(), await createMariadbDatabase()];
    onTestFinished(player.drop);
    onTestFinished(account.drop);
    const configuration = await prepare(player, account, 'MyISAM');
    const work = makeMetin2Work();
    const portal = await runKilled({ work, configuration, bridgeKills: 6, seed: SEED });
    expect(await readAwards(player)).toEqual(awardsOf(work, portal));
    expect(await readAccounts(account)).toEqual(accountsOf(work.commands));
    expect(await player.rows(`select 1 from waygate_receipts where state = 'begun'`)).toEqual([]);
  });

  test('when bridge and database are killed again and again, on InnoDB', async () => {
    const server = await startMariadb({ 'innodb-flush-log-at-trx-commit': '1' });
    onTestFinished(server.stop);
    const before = [
      await createMariadbDatabase(server.port),
      await createMariadbDatabase(server.port),
    ] as const;
    const configuration = await prepare(...before, 'InnoDB');
    const work = makeMetin2Work();
    const mariadb = { server, kills: 3 };
    const portal = await runKilled({ work, configuration, bridgeKills: 4, mariadb, seed: SEED });
    const after = await createMariadbDatabase(server.port);
    await after.run(`use ${before[0].name}`);
    expect(await readAwards(after)).toEqual(awardsOf(work, portal));
    expect(await after.rows(`select 1 from waygate_receipts where state = 'begun'`)).toEqual([]);
    await after.run(`use ${before[1].name}`);
    expect(await readAccounts(after)).toEqual(accountsOf(work.commands));
  });
});
