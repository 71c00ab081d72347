import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Portal } from './portal.ts';

const RETRY_MS = 100;
const CALL_TIMEOUT_MS = 10_000;

/** A signed-in account that buys over HTTP. */
export type Shopper = { accountId: number; token: string };

/** A product of one stack of items and some coins. */
export const BUNDLE = { itemId: 77_001, items: 3, coins: 100, priceCents: 250 };

/** Accounts with sessions of their own, and the product they buy; written in one go, since signing in is tested elsewhere. */
export async function openShop(
  { sql }: Portal,
  count: number,
): Promise<{ shoppers: Shopper[]; productId: number }> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const rows = await sql<{ id: number }>(
    `insert into accounts (user_name, email, password_hash)
     select 'Shopper_' || n, 'shopper-' || n || '@example.test', 'nobody signs in with this'
     from generate_series(1, $1::int) as n returning id`,
    [count],
  );
  const shoppers = rows.map(({ id }, index) => ({ accountId: id, token: tokens[index] ?? '' }));
  await sql('insert into sessions (token_hash, account_id) select * from unnest($1::bytea[], $2::int[])', [
    shoppers.map(({ token }) => createHash('sha256').update(token).digest()),
    shoppers.map(({ accountId }) => accountId),
  ]);
  const [product] = await sql<{ id: number }>(
    `insert into products (storefront, name, price_cents) values ('shop', 'Bundle', $1) returning id`,
    [BUNDLE.priceCents],
  );
  if (!product) throw new Error('The product was not made.');
  await sql(
    `insert into product_lines (product_id, position, kind, quantity, item_id, label)
     values ($1, 1, 'item', $2, $3, 'Lantern'), ($1, 2, 'premium_coins', $4, null, 'Coins')`,
    [product.id, BUNDLE.items, BUNDLE.itemId, BUNDLE.coins],
  );
  return { shoppers, productId: product.id };
}

/**
 * Buys one, whatever happens to the portal meanwhile: each step is repeated until it is answered.
 *
 * @param originNow where the portal is; it moves when it is started again
 * @returns the id of the checkout that was paid
 */
export async function buy(originNow: () => string, { token }: Shopper, productId: number): Promise<string> {
  const session = await untilAnswered(async () => {
    const answer = await fetch(`${originNow()}/api/stripe/create-checkout-session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ productId }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`The checkout answered ${answer.status}.`);
    const { url }: { url: string } = await answer.json();
    return new URL(url).pathname;
  });
  await untilAnswered(async () => {
    const page = await read(`${originNow()}${session}`);
    const formToken = /name="token" value="([^"]+)"/.exec(page)?.[1];
    // Without a form there is nothing left to pay.
    if (formToken === undefined) return;
    const answer = await fetch(`${originNow()}${session}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: formToken, action: 'pay', terms: 'accepted' }).toString(),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    if (answer.status !== 303) throw new Error(`The payment answered ${answer.status}.`);
  });
  return session.split('/').at(-1) ?? '';
}

async function read(address: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`);
  return answer.text();
}

async function untilAnswered<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch {
      // The portal is away, or was killed before it answered; the test's own time ends an endless wait.
      await pause(RETRY_MS);
    }
  }
}
