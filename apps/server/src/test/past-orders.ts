import { orders } from '#features/orders/orders.tables.ts';
import type { Portal } from './account-journeys.ts';
import { createTestAccount } from './factories.ts';
import { createTestProduct } from './shop-journeys.ts';

type GivenOrder = Partial<Omit<typeof orders.$inferInsert, 'id'>>;

/** Orders as they would stand after years of trade: paid in test mode, unless said otherwise. */
export async function writePastOrders(portal: Portal, rows: GivenOrder[]): Promise<void> {
  if (rows.length === 0) return;
  const { db } = portal.parts;
  const common = {
    accountId: await createTestAccount(db),
    productId: await createTestProduct(portal),
    productName: 'Lantern chest',
    priceCents: 499,
    provider: 'stripe' as const,
    isLive: false,
    state: 'paid' as const,
    expiresAt: new Date('2026-01-01T00:30:00Z'),
  };
  await db.insert(orders).values(rows.map((row) => ({ ...common, reference: crypto.randomUUID(), ...row })));
}
