import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createAdapter as createHercules } from '#presets/hercules/hercules.ts';
import { createAdapter as createRathena } from '#presets/rathena/rathena.ts';
import { createMariadbDatabase, isMariadbMissing, type MariadbDatabase } from '#test/mariadb-database.ts';
import { type MariadbServer, startMariadb } from '#test/mariadb.ts';
import { accountsOf, makeWork, runKilled, type Work } from '#test/preset-kill-run.ts';
import type { StandInPortal } from '#test/stand-in-portal.ts';
import { createRagnarokTables, readInbox } from '#test/ragnarok-tables.ts';
import { fixEverything, type Variant, VARIANTS } from '#test/ragnarok-game.ts';

const CHARACTERS = [150_005, 150_007, 150_008];
const RECIPIENTS = CHARACTERS.map((id) => ({ characterId: String(id) }));
const SEED = Number(process.env.KILL_SEED ?? 7);

async function prepare(database: MariadbDatabase, { preset, ...engines }: Variant): Promise<string> {
  await createRagnarokTables(database, preset, engines);
  await database.run(
    `insert into \`char\` (char_id, account_id, name) values (150007, 2000005, 'Bela'), (150008, 2000005, 'Cora')`,
  );
  const url = database.url();
  const create = preset === 'rathena' ? createRathena : createHercules;
  const options = { passwords: 'plain' };
  const adapter = await create({ database: url, accountDatabase: url, soap: undefined, options });
  await fixEverything(adapter);
  await adapter.close();
  return `game: ${preset}\ndatabase: ${url}\npasswords: plain`;
}

/** What each character's inbox shows. */
async function readEffects(database: MariadbDatabase, { preset }: Variant): Promise<string[]> {
  const inboxes: string[] = [];
  for (const characterId of CHARACTERS) {
    const inbox = await readInbox(database, preset, { characterId, accountId: 2_000_005 });
    inboxes.push(...inbox.map((items) => `${characterId}: ${items}`));
  }
  return inboxes.toSorted();
}

function effectsOf({ grants, revocations }: Work): string[] {
  const revoked = new Set(revocations.map(({ revokesKey }) => revokesKey));
  return grants
    .filter(({ idempotencyKey }) => !revoked.has(idempotencyKey))
    .map(({ characterId, quantity, itemId }) => `${characterId}: ${quantity}x${itemId}`)
    .toSorted();
}

async function readHalfDone(database: MariadbDatabase, { preset }: Variant): Promise<unknown[]> {
  const hidden =
    preset === 'rathena'
      ? 'select id from mail where status = 3'
      : 'select mail_id from rodex_mail where expire_date = 0';
  return database.rows(
    `select idempotency_key from waygate_receipts where state in ('begun', 'written') union all ${hidden}`,
  );
}

async function readAccounts(database: MariadbDatabase): Promise<unknown[]> {
  return database.rows(
    `select userid as login, user_pass as pass, account_dbid as owner,
            state <> 0 or unban_time > unix_timestamp() as isLocked
     from login left join waygate_accounts on game_account_id = account_id
     where userid like 'bridge%' order by userid`,
  );
}

/** Every kind of answer that settled something. */
function outcomes(
  { results, accountResults }: StandInPortal,
  { grants, revocations, commands }: Work,
): string[] {
  const known = ['applied', 'duplicate'];
  const ofDeliveries = [...grants, ...revocations].map(({ id }) => results.get(id)?.result ?? 'none');
  const ofCommands = commands.map(({ id }) => accountResults.get(id)?.result ?? 'none');
  const kinds = [...ofDeliveries.map((result) => (known.includes(result) ? 'known' : result)), ...ofCommands];
  return [...new Set(kinds)].toSorted();
}

const credential = (verifier: string) => ({ scheme: 'plain' as const, verifier });

describe.skipIf(isMariadbMissing())('each piece of work has its effect once', () => {
  // Of a killed server, tables of MyISAM may lose what was written, which the check says.
  const [transactional, others] = [true, false].map((is) =>
    Object.entries(VARIANTS).filter(([name]) => name.endsWith('on InnoDB') === is),
  );
  let server: MariadbServer;
  beforeAll(async () => {
    server = await startMariadb({ 'innodb-flush-log-at-trx-commit': '1' });
  });
  afterAll(() => server.stop());

  test.each(others ?? [])('when the bridge is killed again and again: %s', async (_, variant) => {
    const database = await createMariadbDatabase();
    onTestFinished(database.drop);
    const configuration = await prepare(database, variant);
    const work = makeWork({ recipients: RECIPIENTS, credential });
    const portal = await runKilled({ work, configuration, bridgeKills: 6, seed: SEED });
    expect(await readEnd(database, { portal, work, variant })).toEqual(endOf(work));
  });

  test.each(transactional ?? [])(
    'when bridge and database are killed again and again: %s',
    async (_, variant) => {
      const database = await createMariadbDatabase(server.port);
      const configuration = await prepare(database, variant);
      const work = makeWork({ recipients: RECIPIENTS, credential });
      const mariadb = { server, kills: 3 };
      const portal = await runKilled({ work, configuration, bridgeKills: 4, mariadb, seed: SEED });
      const after = await createMariadbDatabase(server.port);
      await after.run(`use ${database.name}`);
      expect(await readEnd(after, { portal, work, variant })).toEqual(endOf(work));
    },
  );
});

/** What the portal, the game and the bridge have in the end. */
async function readEnd(
  database: MariadbDatabase,
  { portal, work, variant }: { portal: StandInPortal; work: Work; variant: Variant },
) {
  return {
    outcomes: outcomes(portal, work),
    effects: await readEffects(database, variant),
    accounts: await readAccounts(database),
    halfDone: await readHalfDone(database, variant),
  };
}

function endOf(work: Work) {
  return {
    outcomes: ['done', 'known'],
    effects: effectsOf(work),
    accounts: accountsOf(work.commands),
    halfDone: [],
  };
}
