import { isGranted, isReversed, type Order } from './orders.ts';
import type { Random } from './random.ts';
import type { Row } from './rows.ts';
import { after, byTime, DAY } from './times.ts';
import type { World } from './world.ts';

type Currency = 'premium' | 'second';

type Posting = {
  at: Date;
  accountId: number;
  key: string;
  reason: string;
  detail: string | null;
  serverId: number | null;
  coins: Partial<Record<Currency, number>>;
};

/** A gift by staff, of the audit log's entry. */
export type CoinGift = { entryId: number; accountId: number; coins: number; at: Date };

const SPENDING = [
  'Vault page',
  'Dye: Harrow red',
  'Banner of the guild',
  'Hearth travel',
  'Name for a hound',
  'Festival mask',
];
const RETURN_SHARE = 0.06;
const SERVERS = [1, 1, 2];

export type Ledger = Record<'ledger_transactions' | 'ledger_entries' | 'game_coin_totals', Row[]>;

/** Every movement of coins in its order. The database counts the balances. */
export function createLedger(
  world: World,
  { orders, gifts }: { orders: Order[]; gifts: CoinGift[] },
): Ledger {
  const granted = [...orders.filter(isGranted).flatMap(postingsOf), ...gifts.map(giftOf)];
  const postings = [...granted, ...createSpending(world, granted)].toSorted(byTime);
  return {
    ledger_transactions: postings.map(({ key, reason, detail, serverId, at }, place) => ({
      id: place + 1,
      idempotency_key: key,
      reason,
      detail,
      server_id: serverId,
      created_at: at,
    })),
    ledger_entries: postings.flatMap(({ accountId, coins, at }, place) =>
      entriesOf(coins).flatMap(([currency, amount]) => [
        { transaction_id: place + 1, account_id: accountId, currency, amount, created_at: at },
        { transaction_id: place + 1, account_id: null, currency, amount: -amount, created_at: at },
      ]),
    ),
    game_coin_totals: totalsOf(postings),
  };
}

function entriesOf(coins: Posting['coins']): [Currency, number][] {
  // The keys are those of the type.
  return Object.entries(coins).filter(([, amount]) => amount !== 0) as [Currency, number][];
}

function postingsOf(order: Order): Posting[] {
  const coins: Posting['coins'] = {};
  for (const { kind, quantity } of order.lines) {
    if (kind === 'premium_coins') coins.premium = (coins.premium ?? 0) + quantity;
    if (kind === 'second_coins') coins.second = (coins.second ?? 0) + quantity;
  }
  if (Object.keys(coins).length === 0 || !order.paidAt) return [];
  const common = { accountId: order.player.id, detail: order.product.name, serverId: null };
  const grant = { ...common, at: order.paidAt, key: `order:${order.id}:grant`, reason: 'order', coins };
  if (!isReversed(order) || !order.turnedAt) return [grant];
  const taken = Object.fromEntries(entriesOf(coins).map(([currency, amount]) => [currency, -amount]));
  const reversal = {
    at: order.turnedAt,
    key: `order:${order.id}:reversal`,
    reason: 'order reversed',
    coins: taken,
  };
  return [grant, { ...common, ...reversal }];
}

function giftOf({ entryId, accountId, coins, at }: CoinGift): Posting {
  const key = `audit:${entryId}`;
  return {
    at,
    accountId,
    key,
    reason: 'adjusted by staff',
    detail: null,
    serverId: null,
    coins: { premium: coins },
  };
}

/** In games, after each grant that wasn't reversed; a few spendings are returned. */
function createSpending({ random, now }: World, granted: Posting[]): Posting[] {
  const reversed = new Set(
    granted.filter(({ reason }) => reason === 'order reversed').map(({ accountId }) => accountId),
  );
  return granted
    .filter(({ accountId }) => !reversed.has(accountId))
    .flatMap((grant) =>
      entriesOf(grant.coins).flatMap(([currency, amount]) => spend(random, { now, grant, currency, amount })),
    );
}

function spend(
  random: Random,
  given: { now: Date; grant: Posting; currency: Currency; amount: number },
): Posting[] {
  const { now, grant, currency } = given;
  const postings: Posting[] = [];
  let left = given.amount;
  let at = after(grant.at, random.next() * 2 * DAY);
  while (at < now && left > 40 && random.chance(0.75)) {
    const amount = Math.min(left, 20 * random.int(1, 18));
    const serverId = random.pick(SERVERS);
    const common = { accountId: grant.accountId, detail: random.pick(SPENDING), serverId };
    const id = random.uuid();
    postings.push({
      ...common,
      at,
      key: `game:${serverId}:debit:${id}`,
      reason: 'spent in the game',
      coins: { [currency]: -amount },
    });
    left -= amount;
    const returnedAt = after(at, 60_000);
    if (random.chance(RETURN_SHARE) && returnedAt < now) {
      left += amount;
      const coins = { [currency]: amount };
      postings.push({
        ...common,
        at: returnedAt,
        key: `game:${serverId}:credit:${id}`,
        reason: 'returned by the game',
        coins,
      });
    }
    at = after(at, (0.1 + random.next() * 4) * DAY);
  }
  return postings;
}

/** What each server took and returned. */
function totalsOf(postings: Posting[]): Row[] {
  const totals = new Map<
    string,
    { account_id: number; server_id: number; currency: Currency; debited: number; credited: number }
  >();
  for (const { accountId, serverId, coins } of postings) {
    if (serverId === null) continue;
    for (const [currency, amount] of entriesOf(coins)) {
      const key = `${accountId} ${serverId} ${currency}`;
      const known = totals.get(key) ?? {
        account_id: accountId,
        server_id: serverId,
        currency,
        debited: 0,
        credited: 0,
      };
      if (amount < 0) known.debited -= amount;
      else known.credited += amount;
      totals.set(key, known);
    }
  }
  return [...totals.values()];
}
