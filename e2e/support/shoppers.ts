import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import type { Portal } from './portal.ts';

const RETRY_MS = 100;
const CALL_TIMEOUT_MS = 10_000;

const checkoutSchema = z.object({ url: z.string() });

/** A signed-in account that buys over HTTP. */
export type Shopper = { accountId: number; token: string };

/** A product of one stack of items and some coins. */
export const BUNDLE = { itemId: 77_001, items: 3, coins: 100, priceCents: 250 };

/** Accounts that are signed in, and the product they buy; written in one go, since signing in is tested elsewhere. */
export async function openShop(
  portal: Portal,
  count: number,
): Promise<{ shoppers: Shopper[]; productId: number }> {
  const rows = await portal.sql<{ id: number }>(
    `insert into accounts (user_name, email, password_hash)
     select 'Shopper_' || n, 'shopper-' || n || '@example.test', 'nobody signs in with this'
     from generate_series(1, $1::int) as n returning id`,
    [count],
  );
  const shoppers = await signInAs(
    portal,
    rows.map(({ id }) => id),
  );
  return { shoppers, productId: await addBundle(portal, BUNDLE.itemId) };
}

/** Sessions of these accounts. */
export async function signInAs({ sql }: Portal, accountIds: number[]): Promise<Shopper[]> {
  const signedIn = accountIds.map((accountId) => ({
    accountId,
    token: randomBytes(32).toString('base64url'),
  }));
  await sql('insert into sessions (token_hash, account_id) select * from unnest($1::bytea[], $2::int[])', [
    signedIn.map(({ token }) => createHash('sha256').update(token).digest()),
    accountIds,
  ]);
  return signedIn;
}

/** A product like the bundle, of this item. */
export async function addBundle({ sql }: Portal, itemId: number): Promise<number> {
  const [product] = await sql<{ id: number }>(
    `insert into products (storefront, name, price_cents) values ('shop', 'Bundle', $1) returning id`,
    [BUNDLE.priceCents],
  );
  if (!product) throw new Error('The product was not made.');
  await sql(
    `insert into product_lines (product_id, position, kind, quantity, item_id, label)
     values ($1, 1, 'item', $2, $3, 'Lantern'), ($1, 2, 'premium_coins', $4, null, 'Coins')`,
    [product.id, BUNDLE.items, itemId, BUNDLE.coins],
  );
  return product.id;
}

/** Writes a gift of two draughts, and coins if there are any. @returns its id */
export async function makeGift(
  { sql }: Portal,
  { name, itemId, coins = 0 }: { name: string; itemId: number; coins?: number },
): Promise<number> {
  const [product] = await sql<{ id: number }>(
    `insert into products (storefront, name, price_cents, custom_icon_url)
     values ('donation', $1, 499, '/assets/images/shop/default.png') returning id`,
    [name],
  );
  await sql(
    `insert into product_lines (product_id, position, kind, quantity, item_id, label)
     select $1::int, 0, 'item', 2, $2::int, 'Ember Draught'
     union all select $1::int, 1, 'premium_coins', $3::int, null, 'Coins' where $3::int > 0`,
    [product?.id, itemId, coins],
  );
  return product?.id ?? 0;
}

/** Has the signed-in account go to a product's checkout. */
export async function goToCheckout(page: Page, productId: number): Promise<void> {
  const url = await page.evaluate(async (id) => {
    const { accessToken } = JSON.parse(localStorage.getItem('user') ?? '{}');
    const answer = await fetch('/api/stripe/create-checkout-session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ productId: id }),
    });
    return (await answer.json()).url;
  }, productId);
  await page.goto(url);
}

/**
 * Buys one in the sandbox, whatever happens to the portal meanwhile: each step is repeated until it is answered.
 *
 * @param originNow where the portal is; it moves when it is started again
 * @returns the id of the checkout that was paid
 */
export async function buy(originNow: () => string, shopper: Shopper, productId: number): Promise<string> {
  const checkout = await openCheckout(originNow, shopper, productId);
  await payInSandbox(originNow, checkout);
  return checkout.sessionId;
}

export type Checkout = { sessionId: string; path: string };

/** Opens a checkout, or gets the one that is open. Repeated until it is answered. */
export async function openCheckout(
  originNow: () => string,
  { token }: Shopper,
  productId: number,
): Promise<Checkout> {
  const { url } = await untilAnswered(async () => {
    const answer = await fetch(`${originNow()}/api/stripe/create-checkout-session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ productId }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`The checkout answered ${answer.status}.`);
    return checkoutSchema.parse(await answer.json());
  });
  const path = new URL(url).pathname;
  return { path, sessionId: path.split('/').at(-1) ?? '' };
}

/** Pays on the sandbox's page, unless that has happened. Repeated until it is answered. */
export async function payInSandbox(originNow: () => string, { path }: Checkout): Promise<void> {
  await untilAnswered(async () => {
    const page = await read(`${originNow()}${path}`);
    const formToken = /name="token" value="([^"]+)"/.exec(page)?.[1];
    // Without a form there is nothing left to pay.
    if (formToken === undefined) return;
    const answer = await fetch(`${originNow()}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: formToken, action: 'pay', terms: 'accepted' }).toString(),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    if (answer.status !== 303) throw new Error(`The payment answered ${answer.status}.`);
  });
}

async function read(address: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`);
  return answer.text();
}

/** For as long as the test runs. */
export async function untilAnswered<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch {
      // The portal is away, or was killed before it answered; the test's own time ends an endless wait.
      await pause(RETRY_MS);
    }
  }
}
