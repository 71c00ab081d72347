import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#test/database.ts';
import { createFilledDatabase, heroes, scansDuring } from '#test/plans.ts';
import { selectSweptWork } from '#features/orders/payments/payment-sweep.queries.ts';

const ORDERS = 100_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createFilledDatabase(
    ...heroes(100),
    `insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, reference, state,
                         session_id, payment_intent_id, paid_at, expires_at)
     select 1 + n % 100, 1, 'Chest', 499, 'stripe', true, 'waygate-own-' || n, 'paid', 'cs_' || n, 'pi_' || n, now(), now()
     from generate_series(1, ${ORDERS}) n`,
    `insert into order_payments (session_id, order_id, payment_intent_id, state)
     select 'cs_other_' || id, id, 'pi_other_' || id, 'paid' from orders`,
    `insert into unmatched_payments (provider, is_live, session_id, payment_intent_id, reference, amount_cents, currency, started_at)
     select 'stripe', true, 'cs_lost_' || n, 'pi_lost_' || n, 'waygate-own-lost-' || n, 499, 'eur', now()
     from generate_series(1, ${ORDERS}) n`,
  );
}, 400_000);
afterAll(() => database.drop());

test.each(['refunds', 'disputes', 'sessions'] as const)(
  'a page of %s finds its orders in one statement through indexes',
  async (subject) => {
    const run = {
      provider: 'stripe',
      isLive: true,
      subject,
      beganAt: '',
      listFrom: new Date(),
      wakeFrom: new Date(),
    };
    // Every second one is of an order that is missing.
    const page = Array.from({ length: 100 }, (_, index) => {
      const name = index % 2 === 0 ? `${index * 900 + 1}` : `missing-${index}`;
      return {
        createdAt: new Date(),
        reference: `waygate-own-${name}`,
        sessionId: subject === 'sessions' ? `cs_${name}` : undefined,
        paymentIntentId: `pi_${name}`,
        isSettled: true,
      };
    });
    let missing = 0;
    const scans = await scansDuring(database, async (db) => {
      const { seen } = await selectSweptWork(
        db,
        { ...run, cursor: undefined, ownPrefix: 'waygate-own-' },
        page,
      );
      missing = seen.length;
    });
    expect(missing).toBe(50);
    expect(scans.filter((scan) => scan.startsWith('Seq Scan'))).toEqual([]);
    expect(scans.join()).toContain('orders_reference_key');
  },
);
