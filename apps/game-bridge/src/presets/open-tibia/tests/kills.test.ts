import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { createMariadbDatabase, isMariadbMissing } from '#test/mariadb-database.ts';
import { type MariadbServer, startMariadb } from '#test/mariadb.ts';
import { accountsOf, makeCommands, runKilled } from '#test/preset-kill-run.ts';
import { makeRevocation } from '#test/deliveries.ts';
import { createGame, grant, openAdapter, OPTIONS, PREMIUM_COLUMN, type ServerName } from './game-tables.ts';

const COUNT = 24;
const REVOKED = COUNT / 3;
/** Of each kind: half of the grants are items, and so are half of those that are revoked. */
const KEPT = (COUNT - REVOKED) / 2;
const DAY = 86_400;
const SEED = Number(process.env.KILL_SEED ?? 7);
const SERVERS: ServerName[] = ['canary', 'tfs'];

function makeWork() {
  const grants = Array.from({ length: COUNT }, (_, place) =>
    place % 2 === 0 ? grant() : grant({ kind: 'club_days', itemId: null, quantity: 3 }),
  );
  // They are leased in random order, so that some come before their grants.
  const revocations = grants.filter((_, place) => place % 3 === 0).map((each) => makeRevocation(each));
  const commands = makeCommands((password) => ({
    scheme: 'sha1',
    verifier: createHash('sha1').update(password).digest('hex'),
  }));
  return { grants, revocations, commands };
}

describe.skipIf(isMariadbMissing())('bridge and MariaDB under kill -9', () => {
  let mariadb: MariadbServer;
  beforeAll(async () => {
    mariadb = await startMariadb({ 'innodb-flush-log-at-trx-commit': '1' });
  });
  afterAll(() => mariadb.stop());

  test.each(SERVERS)('%s has each grant, revocation and change of an account once', async (server) => {
    const game = await createGame(server, mariadb.port);
    const adapter = await openAdapter(server, game);
    await adapter.close();
    const work = makeWork();
    const { results, kills } = await runKilled({
      work,
      configuration: `game: ${server}\ndatabase: ${game.url()}\n${stringify(OPTIONS[server])}`,
      bridgeKills: 4,
      mariadb: { server: mariadb, kills: 3 },
      seed: SEED,
    });
    expect(kills).toBeGreaterThan(3);
    const kinds = [...work.grants, ...work.revocations].map(({ id }) => results.get(id)?.result);
    expect(kinds.every((kind) => kind === 'applied' || kind === 'duplicate')).toBe(true);

    const after = await createMariadbDatabase(mariadb.port);
    await after.run(`use ${game.name}`);
    const accounts = await after.rows(
      `select name as login, password as pass, account_dbid as owner, b.account_id is not null as isLocked
       from accounts a left join waygate_accounts on game_account_id = a.id left join account_bans b on b.account_id = a.id
       where a.name like 'bridge%' order by a.name`,
    );
    expect(accounts).toEqual(accountsOf(work.commands));

    const [account] = await after.rows<Record<string, number>>(
      `select *, (${PREMIUM_COLUMN[server]} - unix_timestamp()) / ${DAY} as days from accounts where id = 2`,
    );
    expect(account?.['coins'] ?? 0).toBe(server === 'canary' ? 250 * KEPT : 0);
    const days = KEPT * 3 + (server === 'tfs' ? 30 * KEPT : 0);
    expect(Number(account?.['days'])).toBeGreaterThan(days - 0.01);
    expect(Number(account?.['days'])).toBeLessThanOrEqual(days);

    const receipts = await after.rows<{ state: string; number: number }>(
      `select state, count(*) as number from waygate_receipts group by state`,
    );
    const states = Object.fromEntries(receipts.map(({ state, number }) => [state, number]));
    expect(states['given']).toBe(KEPT * 2);
    expect(states['done']).toBe(REVOKED);
    expect(states['barred']).toBeGreaterThan(0);
    expect((states['barred'] ?? 0) + (states['taken_back'] ?? 0)).toBe(REVOKED);
    await after.drop();
  });
});
