import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { createMariadbDatabase, isMariadbMissing } from '#test/mariadb-database.ts';
import { startMariadb } from '#test/mariadb.ts';
import { accountsOf, makeCommands, runKilled } from '#test/preset-kill-run.ts';
import { type Outcomes, runAndKill } from '#test/run-and-kill.ts';
import { makeRevocation } from '#test/deliveries.ts';
import { createGame, grant, openAdapter, OPTIONS, PREMIUM_COLUMN, type ServerName } from './game-tables.ts';

const PAIRS = 20;
const COUNT = 50;
const DAY = 86_400;
const SEED = Number(process.env.KILL_SEED ?? 7);

describe.skipIf(isMariadbMissing()).each<ServerName>(['canary', 'tfs'])('%s under kill -9', (server) => {
  test(
    'applies every grant and revocation once while bridge and MariaDB are killed',
    { timeout: 300_000 },
    async () => {
      const mariadb = await startMariadb({ 'innodb-flush-log-at-trx-commit': '1' });
      onTestFinished(mariadb.stop);
      const game = await createGame(server, mariadb.port);
      const adapter = await openAdapter(server, game);
      await adapter.close();

      // Twenty that are revoked, some before they were granted, and ten that stay: five items and five of the club.
      const revoked = Array.from({ length: PAIRS }, () => grant());
      const kept = Array.from({ length: COUNT - PAIRS * 2 }, (_, index) =>
        index % 2 === 0 ? grant() : grant({ kind: 'club_days', itemId: null, quantity: 3 }),
      );
      const pairs = revoked.flatMap((delivery, index) =>
        index % 4 === 0 ? [makeRevocation(delivery), delivery] : [delivery, makeRevocation(delivery)],
      );
      const config = {
        database: game.url(),
        accountDatabase: game.url(),
        soap: undefined,
        options: OPTIONS[server],
      };
      const outcomes: Outcomes = new Map();
      const run = { name: server, config, deliveries: [...pairs, ...kept], outcomes };
      let kills = 0;
      let crashes = 0;
      for (let round = 0; outcomes.size < COUNT && round < 200; round += 1) {
        const isCrashing = round % 4 === 3;
        const crash = isCrashing ? sleep(250 + Math.random() * 250).then(mariadb.kill) : undefined;
        // Short at first, so that a quick machine is killed often enough; longer later, so that a slow one is done in time.
        if (await runAndKill({ ...run, killWithinMs: 10 + 10 * round })) kills += 1;
        if (!isCrashing) continue;
        await crash;
        await mariadb.start();
        crashes += 1;
      }
      expect(outcomes.size).toBe(COUNT);
      expect(kills + crashes).toBeGreaterThan(3);
      expect([...outcomes.values()].every((is) => is === 'applied' || is === 'duplicate')).toBe(true);

      const after = await createMariadbDatabase(mariadb.port);
      const [account] = await after.rows<Record<string, number>>(
        `select *, unix_timestamp() as now from ${game.name}.accounts where id = 2`,
      );
      const club = kept.length / 2;
      expect(account?.['coins'] ?? 0).toBe(server === 'canary' ? 250 * club : 0);
      const premium = Number(account?.['lastday'] ?? account?.['premium_ends_at']) - Number(account?.['now']);
      const days = club * 3 + (server === 'tfs' ? 30 * club : 0);
      expect(premium / DAY).toBeGreaterThan(days - 0.01);
      expect(premium / DAY).toBeLessThanOrEqual(days);
      const receipts = await after.rows<{ state: string; number: number }>(
        `select state, count(*) as number from ${game.name}.waygate_receipts group by state`,
      );
      const states = Object.fromEntries(receipts.map(({ state, number }) => [state, number]));
      expect(states['given']).toBe(kept.length);
      expect(states['done']).toBe(PAIRS);
      expect((states['barred'] ?? 0) + (states['taken_back'] ?? 0)).toBe(PAIRS);
      await after.drop();
    },
  );

  test('makes, changes and locks accounts beside deliveries while bridge and MariaDB are killed', async () => {
    const mariadb = await startMariadb({ 'innodb-flush-log-at-trx-commit': '1' });
    onTestFinished(mariadb.stop);
    const game = await createGame(server, mariadb.port);
    const adapter = await openAdapter(server, game);
    await adapter.close();
    const grants = Array.from({ length: 30 }, () => grant({ kind: 'club_days', itemId: null, quantity: 1 }));
    const revocations = grants.filter((_, place) => place % 3 === 0).map((each) => makeRevocation(each));
    const commands = makeCommands((password) => ({
      scheme: 'sha1',
      verifier: createHash('sha1').update(password).digest('hex'),
    }));
    const work = { grants, revocations, commands };
    const configuration = `game: ${server}\ndatabase: ${game.url()}\n${stringify(OPTIONS[server])}`;
    await runKilled({
      work,
      configuration,
      bridgeKills: 4,
      mariadb: { server: mariadb, kills: 3 },
      seed: SEED,
    });

    const after = await createMariadbDatabase(mariadb.port);
    await after.run(`use ${game.name}`);
    const accounts = await after.rows(
      `select name as login, password as pass, account_dbid as owner, b.account_id is not null as isLocked
       from accounts a left join waygate_accounts on game_account_id = a.id left join account_bans b on b.account_id = a.id
       where a.name like 'bridge%' order by a.name`,
    );
    expect(accounts).toEqual(accountsOf(commands));
    const column = PREMIUM_COLUMN[server];
    const [premium] = await after.rows<{ days: number }>(
      `select (${column} - unix_timestamp()) / ${DAY} as days from accounts where id = 2`,
    );
    expect(Number(premium?.days)).toBeGreaterThan(20 - 0.01);
    expect(Number(premium?.days)).toBeLessThanOrEqual(20);
    await after.drop();
  });
});
