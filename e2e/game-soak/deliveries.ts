import { setTimeout as pause } from 'node:timers/promises';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { withdrawDeliveries } from '../../apps/server/src/features/deliveries/deliveries.service.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { createLogger } from '../../apps/server/src/platform/logging/logger.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import type { Portal } from '../support/portal.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { untilAnswered } from '../support/shoppers.ts';
import { ITEM_IDS_FROM, type Recipient } from './game.ts';

const WAVE = 25;
const LONGEST_PAUSE_MS = 500;
const WITHDRAWN_SHARE = 0.25;
const LONGEST_WISH_MS = 4000;

/** A grant of the test. */
export type Grant = {
  key: string;
  serverId: number;
  accountId: number;
  recipient: Recipient;
  itemId: number;
  quantity: number;
  isWithdrawn: boolean;
};

export type Player = { accountId: number; recipient: Recipient };

/** One grant after the other for each player in turn, a quarter of which is taken back. */
export function planGrants(
  { serverId, players, count }: { serverId: number; players: Player[]; count: number },
  random: () => number,
): Grant[] {
  return Array.from({ length: count }, (_, place) => {
    const player = players[place % players.length];
    if (!player) throw new Error('There are no players.');
    return {
      ...player,
      key: `soak:${serverId}:${place}`,
      serverId,
      itemId: ITEM_IDS_FROM + place,
      quantity: 1 + (place % 5),
      isWithdrawn: random() < WITHDRAWN_SHARE,
    };
  });
}

/** Queues the grants in waves, for as long as processes are killed, and takes some back a moment later, when they may be on their way. */
export async function queueInWaves(
  { sql, connection }: Portal,
  grants: Grant[],
  { random, progress }: { random: () => number; progress: () => number },
): Promise<void> {
  const database = openDatabase({
    connection: await connection(),
    maxConnections: 2,
    log: createLogger({ level: 'silent' }),
  });
  const withdraw = async ({ key }: Grant) => {
    await pause(random() * LONGEST_WISH_MS);
    // On a busy machine, there may be no connection in time.
    await untilAnswered(() => database.db.transaction((tx) => withdrawDeliveries(tx, [key])));
  };
  const withdrawals: Promise<void>[] = [];
  try {
    for (let from = 0; from < grants.length; from += WAVE) {
      const wave = grants.slice(from, from + WAVE);
      await insertGrants(sql, wave);
      withdrawals.push(...wave.filter(({ isWithdrawn }) => isWithdrawn).map(withdraw));
      while (progress() < from / grants.length) await pause(random() * LONGEST_PAUSE_MS);
    }
  } finally {
    await Promise.all(withdrawals);
    await database.close();
  }
}

/** As an order queues them when it is paid. */
async function insertGrants(sql: Portal['sql'], grants: Grant[]): Promise<void> {
  const column = (valueOf: (grant: Grant) => unknown) => grants.map((grant) => valueOf(grant));
  await sql(
    `insert into deliveries (idempotency_key, account_id, server_id, character_id, character_name, effect, kind, item_id, quantity)
     select key, account_id, server_id, character_id, character_id, 'grant', 'item', item_id, quantity
     from unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::int[], $6::int[])
       as queued (key, account_id, server_id, character_id, item_id, quantity)`,
    [
      column(({ key }) => key),
      column(({ accountId }) => accountId),
      column(({ serverId }) => serverId),
      column(({ recipient }) => recipient.characterId),
      column(({ itemId }) => itemId),
      column(({ quantity }) => quantity),
    ],
  );
}

/** Waits until the portal has nothing left to do. What waits for another try is tried again at once, as if time had passed. */
export async function untilSettled({ sql }: Pick<Portal, 'sql'>, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const [left] = await sql<{ left: number }>(`
      select (select count(*) from deliveries where state in ('pending', 'leased'))
           + (select count(*) from game_account_commands where settled_at is null)
           + (select count(*) from game_accounts a where state = 'active' and is_locked is distinct from exists (
               select from bans where account_id = a.account_id and is_active)) as left`);
    if (Number(left?.left) === 0) return;
    if (Date.now() > deadline) throw new Error(`After ${timeoutMs / 1000} s, ${left?.left} are left to do.`);
    await wake(sql);
    await pause(1000);
  }
}

/** So that there is work for as long as there are kills. */
export async function wakeUntil({ sql }: Pick<Portal, 'sql'>, work: Promise<void>): Promise<void> {
  const isDone = work.then(() => true);
  while (!(await Promise.race([isDone, pause(2000, false)]))) await wake(sql);
}

/** As if the pause after a failure had passed, and the lease of a bridge that was killed. */
async function wake(sql: Portal['sql']): Promise<void> {
  await sql(`
    with chosen as (
      select id from deliveries where state = 'pending' and available_at > now() and available_at < 'infinity'
      order by id for update skip locked
    ) update deliveries set available_at = now() from chosen where deliveries.id = chosen.id`);
  await sql(`
    with chosen as (
      select id from game_account_commands
      where settled_at is null and (
        state = 'waiting' and available_at > now()
        or state = 'leased' and available_at between now() and now() + interval '55 seconds')
      order by id for update skip locked
    ) update game_account_commands as command set available_at = now() from chosen where command.id = chosen.id`);
}
