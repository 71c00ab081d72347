import { expect, test } from '@playwright/test';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { createRandom } from '../../apps/game-bridge/src/test/kill-harness.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { findMariadb } from '../../apps/game-bridge/src/test/mariadb.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import type { Portal } from '../support/portal.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { signInAs } from '../support/shoppers.ts';
import { giveCoins, spendCoins, type Taken } from './coins.ts';
import { type Grant, wakeUntil, planGrants, type Player, queueInWaves, untilSettled } from './deliveries.ts';
import { expectCoins, expectGameAccounts, expectNoPlaintext, expectOnceInGame } from './expectations.ts';
import { joinGame, type Newcomer } from './newcomers.ts';
import { type Kills, openWorld, type Server, type SoakWorld } from './world.ts';

const DELIVERIES = Number(process.env.SOAK_DELIVERIES ?? 500);
const SEED = Number(process.env.KILL_SEED ?? 14);
const KILLS: Kills = { portal: 8, bridge: 8, mariadb: 8 };
/** Fewer than thirty deliveries for each, since that is what the mailbox of rAthena shows. */
const PLAYERS = 24;
const NEWCOMERS = 6;
const PURCHASES = 60;
const SETTLED_WITHIN_MS = 400_000;
const MISSING =
  'MariaDB is missing, so the soak of games on MariaDB is SKIPPED. To run it: apt-get install mariadb-server';

test(`${DELIVERIES} deliveries for each way to be exactly once, to five games at once, survive kill -9 of bridges, portal and MariaDB @desktop`, async () => {
  test.setTimeout(900_000);
  if (!findMariadb()) {
    if (process.env.CI === 'true') throw new Error(MISSING);
    console.warn(`\n!!! ${MISSING}\n`);
    test.skip();
  }
  const startedAt = performance.now();
  const world = await openWorld({ seed: SEED, itemCount: DELIVERIES });
  try {
    await soak(world);
    console.log(describe(world.servers, performance.now() - startedAt));
  } catch (error) {
    const logs = world.servers.map(({ game, bridge }) => `${game.name}:\n${bridge.log().slice(-1500)}`);
    throw new Error(`Seed ${SEED}. The bridges' logs end:\n${logs.join('\n')}`, { cause: error });
  } finally {
    await world.stop();
  }
});

async function soak(world: SoakWorld): Promise<void> {
  const { portal, servers, killAll, progress } = world;
  const random = createRandom(SEED + 1);
  await untilReported(portal(), servers);
  const accountIds = await addAccounts(portal(), PLAYERS, 'Old');
  await giveCoins(portal(), accountIds);
  const grants: Grant[] = [];
  for (const server of servers) {
    const players = await addPlayers(portal(), server, accountIds);
    grants.push(...planGrants({ serverId: server.id, players, count: DELIVERIES }, random));
  }
  const ofServer = ({ id }: Server) => grants.filter(({ serverId }) => serverId === id);
  const killing = killAll(KILLS);
  const [newcomers, taken] = await Promise.all([
    joinGames(world, random),
    Promise.all(
      servers.map((server) => spendCoins({ portal, server, accountIds, count: PURCHASES, random })),
    ),
    wakeUntil(portal(), killing),
    ...servers.map((server) => queueInWaves(portal(), ofServer(server), { random, progress })),
  ] as [Promise<Newcomer[]>, Promise<Taken[]>, ...Promise<void>[]]);
  await untilSettled(portal(), SETTLED_WITHIN_MS);
  await world.stopBridges();
  for (const server of servers) await expectOnceInGame(portal(), server, ofServer(server));
  if (test.info().errors.length > 0) throw new Error('Deliveries are not as they must be.');
  await expectGameAccounts(portal(), newcomers);
  const logs = servers.map(({ bridge }) => bridge.log());
  await expectNoPlaintext(portal(), newcomers, logs);
  await expectCoins(portal(), accountIds, taken);
}

/** Each bridge has told the portal what its game is like. */
async function untilReported({ sql }: Portal, servers: Server[]): Promise<void> {
  await expect
    .poll(async () => (await sql('select 1 from game_server_status')).length, { timeout: 30_000 })
    .toBe(servers.length);
}

async function addAccounts({ sql }: Portal, count: number, name: string): Promise<number[]> {
  const rows = await sql<{ id: number }>(
    `insert into accounts (user_name, email, password_hash, email_confirmed_at)
     select $2 || '_' || n, lower($2) || '-' || n || '@example.test', 'nobody signs in with this', now()
     from generate_series(1, $1::int) as n returning id`,
    [count, name],
  );
  return rows.map(({ id }) => id);
}

/** Players of the game that have claimed their accounts. */
async function addPlayers({ sql }: Portal, { id, game }: Server, accountIds: number[]): Promise<Player[]> {
  const recipients = await game.recipients(accountIds);
  const players = recipients.map((recipient, place) => ({ accountId: accountIds[place] ?? 0, recipient }));
  for (const { accountId, recipient } of players) {
    if (!recipient.account) continue;
    await sql(
      `insert into game_accounts (server_id, account_id, login, game_account_id, state) values ($1, $2, $3, $4, 'active')`,
      [id, accountId, recipient.account.login, recipient.account.id],
    );
  }
  return players;
}

async function joinGames({ portal, servers }: SoakWorld, random: () => number): Promise<Newcomer[]> {
  const accountIds = await addAccounts(portal(), NEWCOMERS * servers.length, 'Fresh');
  const shoppers = await signInAs(portal(), accountIds);
  return Promise.all(
    shoppers.flatMap((shopper, index) => {
      const server = servers[index % servers.length];
      const place = Math.floor(index / servers.length);
      return server ? [joinGame(portal, { server, shopper, place }, random)] : [];
    }),
  );
}

/** For whoever reads the output: how much was killed and repeated. */
function describe(servers: Server[], ms: number): string {
  const counts = servers.map(({ game, bridge }) => {
    const log = bridge.log();
    const count = (text: string) => log.split(text).length - 1;
    return `${game.name}: ${count('"event":"started"')} starts, ${count('"result":"duplicate"')} duplicates, ${count('"event":"game_away"')} outages of the game, ${count('"event":"portal_away"')} of the portal`;
  });
  const kills = KILLS.bridge * servers.length + KILLS.portal + KILLS.mariadb;
  return [`${kills} kills in ${Math.round(ms / 1000)} s`, ...counts].join('\n');
}
