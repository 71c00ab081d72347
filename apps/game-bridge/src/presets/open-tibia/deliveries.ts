import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { Applied } from '#adapter.ts';
import type { GameConnection, GameDatabase } from '#database/game-database.ts';
import { findMappedAccount } from '#game-accounts.ts';
import { applyOnce, NotApplied, type StoredReceipt } from '#receipts.ts';
import type { OpenTibiaServer } from './open-tibia.ts';
import type { Effect, OpenTibiaOptions } from './options.ts';

export type DeliveryContext = {
  database: GameDatabase;
  server: OpenTibiaServer;
  options: OpenTibiaOptions;
};

/** What a delivery added, kept in its receipt: a revocation takes back exactly this, whatever is configured by then. */
type Added = { accountId: number; amounts: Record<string, number> };

const DAY_SECONDS = 86_400;
const MAX_COINS = 4_294_967_295;
const MAX_PREMIUM_DAYS = 20_000;
const PREMIUM = 'premiumDays';

/** Adds coins or premium time, in one transaction with the receipt. */
export async function applyDelivery(context: DeliveryContext, delivery: Delivery): Promise<Applied> {
  let detail: string | undefined;
  const applied = await applyOnce(context.database, delivery, {
    grant: async (connection) => {
      const amounts = amountsOf(context, delivery);
      const accountId = await lockAccount(connection, delivery.accountDBID);
      if (PREMIUM in amounts) await refuseWhileOnline(connection, accountId);
      for (const [name, amount] of Object.entries(amounts)) {
        await add(connection, context.server, { accountId, name, amount, key: delivery.idempotencyKey });
      }
      return { reference: writeAdded({ accountId, amounts }) };
    },
    revoke: async (connection, revocation, granted) => {
      const missing = await takeBack(connection, context.server, revocation, granted);
      detail =
        missing.length === 0 ? undefined : `Not taken back, because it was used: ${missing.join(', ')}.`;
    },
  });
  return applied.is === 'applied' && detail !== undefined ? { ...applied, detail } : applied;
}

function amountsOf({ server, options }: DeliveryContext, delivery: Delivery): Record<string, number> {
  const { kind, itemId, quantity } = delivery;
  const effect: Effect | undefined =
    kind === 'item'
      ? options.items[String(itemId)]
      : (options.kinds[`${kind}:${itemId}`] ?? options.kinds[kind]);
  if (!effect) throw new NotApplied({ is: 'rejected', why: explainUnmapped(server, delivery) });
  if ((effect[PREMIUM] ?? 0) * quantity > MAX_PREMIUM_DAYS) {
    throw new NotApplied({
      is: 'rejected',
      why: `More than ${MAX_PREMIUM_DAYS} days don't fit into the account.`,
    });
  }
  return Object.fromEntries(
    Object.entries(effect).flatMap(([name, each]) => (each === undefined ? [] : [[name, each * quantity]])),
  );
}

function explainUnmapped({ name, coins }: OpenTibiaServer, { kind, itemId }: Delivery): string {
  const effect = Object.keys(coins)[0] ?? PREMIUM;
  if (kind === 'item') {
    return (
      `This bridge brings no items into ${name}. Map item ${itemId} in its configuration, such as ` +
      `"items: { ${itemId}: { ${effect}: 1 } }", restart it and send this again; or hand it over in the game.`
    );
  }
  return `${name} has no '${kind}'. Map it in the bridge's configuration, such as "kinds: { ${kind}: { ${effect}: 1 } }".`;
}

/** Locked, so that neither another bridge nor a careful game changes it in between. */
async function lockAccount(connection: GameConnection, accountDBID: number): Promise<number> {
  const mapped = await findMappedAccount(connection, accountDBID);
  const [row] = await connection.query<{ id: number }>('select id from accounts where id = :id for update', {
    id: mapped?.gameAccountId ?? '0',
  });
  if (row) return row.id;
  const why = 'The player has no account in this game yet. It is delivered as soon as there is one.';
  throw new NotApplied({ is: 'later', why, problem: 'no_game_account' });
}

/** The game keeps the end of premium time in memory while a character is online, and may write it back. */
async function refuseWhileOnline(connection: GameConnection, accountId: number): Promise<void> {
  const [online] = await connection.query<{ name: string }>(
    `select p.name from players p join players_online o on o.player_id = p.id where p.account_id = :accountId limit 1`,
    { accountId },
  );
  if (!online) return;
  const why = `${online.name} is online. Premium time is added after the player has left the game.`;
  throw new NotApplied({ is: 'later', why, problem: 'character_online' });
}

type Addition = { accountId: number; name: string; amount: number; key: string };

async function add(
  connection: GameConnection,
  server: OpenTibiaServer,
  { accountId, name, amount, key }: Addition,
): Promise<void> {
  if (name === PREMIUM) {
    const { column, alsoSet } = server.premium;
    await connection.execute(
      `update accounts set ${column} = greatest(${column}, unix_timestamp()) + :seconds ${alsoSet} where id = :accountId`,
      { accountId, seconds: amount * DAY_SECONDS },
    );
    return;
  }
  const coins = coinsOf(server, name);
  // Never a value that was read before: the game may have changed it.
  const { affectedRows } = await connection.execute(
    `update accounts set ${coins.column} = ${coins.column} + :amount
     where id = :accountId and ${coins.column} <= :most`,
    { accountId, amount, most: MAX_COINS - amount },
  );
  if (affectedRows === 0) {
    throw new NotApplied({ is: 'rejected', why: `${amount} more ${name} don't fit into the account.` });
  }
  await recordCoins(connection, { accountId, type: 1, coinType: coins.transactionType, amount, key });
}

async function takeBack(
  connection: GameConnection,
  server: OpenTibiaServer,
  { idempotencyKey }: Delivery,
  granted: StoredReceipt,
): Promise<string[]> {
  const { accountId, amounts } = readAdded(granted.reference ?? '');
  if (PREMIUM in amounts) await refuseWhileOnline(connection, accountId);
  const missing: string[] = [];
  for (const [name, amount] of Object.entries(amounts)) {
    const taken =
      name === PREMIUM
        ? await takePremium(connection, server, { accountId, days: amount })
        : await takeCoins(connection, server, { accountId, name, amount, key: idempotencyKey });
    if (taken < amount) missing.push(`${amount - taken} of ${amount} ${name}`);
  }
  return missing;
}

/** Never below zero. @returns how many there were to take */
async function takeCoins(
  connection: GameConnection,
  server: OpenTibiaServer,
  { accountId, name, amount, key }: Addition,
): Promise<number> {
  const { column, transactionType } = coinsOf(server, name);
  const [row] = await connection.query<{ left: number }>(
    `select ${column} as \`left\` from accounts where id = :accountId for update`,
    { accountId },
  );
  const taken = Math.min(amount, row?.left ?? 0);
  if (taken === 0) return 0;
  await connection.execute(`update accounts set ${column} = ${column} - :taken where id = :accountId`, {
    accountId,
    taken,
  });
  await recordCoins(connection, { accountId, type: 2, coinType: transactionType, amount: taken, key });
  return taken;
}

/** @returns how many days were left to take, where a begun day counts */
async function takePremium(
  connection: GameConnection,
  { premium: { column, alsoSet } }: OpenTibiaServer,
  { accountId, days }: { accountId: number; days: number },
): Promise<number> {
  const [row] = await connection.query<{ left: number }>(
    `select greatest(0, cast(${column} as signed) - unix_timestamp()) as \`left\` from accounts
     where id = :accountId for update`,
    { accountId },
  );
  const left = row?.left ?? 0;
  const seconds = Math.min(left, days * DAY_SECONDS);
  await connection.execute(
    `update accounts set ${column} = ${column} - :seconds ${alsoSet} where id = :accountId and ${column} >= :seconds`,
    { accountId, seconds },
  );
  return Math.min(days, Math.ceil(left / DAY_SECONDS));
}

type CoinRecord = { accountId: number; type: 1 | 2; coinType: number; amount: number; key: string };

/** The game's own list of movements, which players see in the store. */
async function recordCoins(
  connection: GameConnection,
  { accountId, type, coinType, amount, key }: CoinRecord,
): Promise<void> {
  await connection.execute(
    `insert into coins_transactions (account_id, type, coin_type, amount, description)
     values (:accountId, :type, :coinType, :amount, :description)`,
    { accountId, type, coinType, amount, description: `Waygate ${key}` },
  );
}

function coinsOf({ name: server, coins }: OpenTibiaServer, name: string): OpenTibiaServer['coins'][string] {
  const column = coins[name];
  if (!column) throw new NotApplied({ is: 'rejected', why: `${server} has no '${name}'.` });
  return column;
}

/** Such as `12 coins=250 premiumDays=7`: a receipt has room for 100 characters. */
function writeAdded({ accountId, amounts }: Added): string {
  return [accountId, ...Object.entries(amounts).map(([name, amount]) => `${name}=${amount}`)].join(' ');
}

function readAdded(reference: string): Added {
  const [accountId, ...parts] = reference.split(' ');
  const amounts = parts.map((part) => part.split('=')).map(([name = '', amount]) => [name, Number(amount)]);
  return { accountId: Number(accountId), amounts: Object.fromEntries(amounts) };
}
