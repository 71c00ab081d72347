import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eraseDueAccount } from '#features/privacy/erase.service.ts';
import { createSignedInPlayer } from '#test/account-journeys.ts';
import { createTestProduct, postCheckout, useShop } from '#test/shop-journeys.ts';

const shop = await useShop({ isWorker: false });
const { db } = shop.parts;

test('a purchase at the same moment is either waited for or refused', async () => {
  const productId = await createTestProduct(shop);
  const buyers = await Promise.all(Array.from({ length: 8 }, () => createSignedInPlayer(shop)));
  await db.execute(sql`
    insert into account_erasures (account_id, due_at)
    select unnest(${sql.param(buyers.map(({ id }) => id))}::int[]), now()`);
  const outcomes = await Promise.all(
    buyers.map(async (buyer) => {
      const [checkout, isErased] = await Promise.all([
        postCheckout(shop, buyer, productId),
        eraseDueAccount(shop.parts, buyer.id),
      ]);
      return { isBought: checkout.statusCode === 200, isErased };
    }),
  );
  expect(outcomes.filter(({ isBought, isErased }) => isBought === isErased)).toEqual([]);
  const { rows } = await db.execute(sql`
    select from orders join accounts on accounts.id = account_id where erased_at is not null`);
  expect(rows).toEqual([]);
});
