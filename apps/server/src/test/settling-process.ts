import { sql } from 'drizzle-orm';
import { JOB_DEFINITIONS } from '#app/jobs.ts';
import { requireOpenShop } from '#features/orders/order-parts.ts';
import { createReportingPayments } from '#features/orders/orders.ts';
import type { OrderParts } from '#features/orders/order-parts.ts';
import { sweepPayments } from '#features/orders/payments/payment-sweep.service.ts';
import { settleFoundOrder, settleSeenPayment } from '#features/orders/payments/webhooks.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { type Connection, openDatabase } from '#platform/db/database.ts';
import { startJobs } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';

/** To be run with `SettlingOptions`, as JSON, for its argument: settles as a worker does, and ends. */
export const SETTLING_PROGRAM = import.meta.filename;

export type SettlingOptions = {
  connection: Connection;
  payments: Config['payments'];
  /** Orders that a worker would look at, because an event names them or it is time to. */
  orderIds: number[];
};

if (import.meta.main) await main(JSON.parse(process.argv[2] ?? ''));

async function main({ connection, payments, orderIds }: SettlingOptions) {
  const log = createLogger({ level: 'silent' });
  const { db } = openDatabase({ connection, log });
  const metrics = createMetrics();
  const parts: OrderParts = {
    config: readConfig({}),
    db,
    jobs: await startJobs({ connection, definitions: JOB_DEFINITIONS, isWorker: false, log, metrics }),
    payments: await createReportingPayments(payments, { db, log }),
    log,
    metrics,
  };
  await settleWhatIsListed(parts);
  await Promise.all(orderIds.map((id) => settleOrder(parts, id)));
  process.exit();
}

/** The sweep of a restored portal's first start, and what it queues. */
export async function settleWhatIsListed(parts: OrderParts): Promise<void> {
  await sweepPayments(parts);
  const { rows } = await parts.db.execute<{ name: string; data: Record<string, unknown> }>(sql`
    select name, data from pgboss.job where name in ('orders.settle_reversed', 'orders.settle_seen') and state = 'created'`);
  for (const { name, data } of rows)
    if (name === 'orders.settle_seen')
      await settleSeenPayment(requireOpenShop(parts), data as Parameters<typeof settleSeenPayment>[1]);
    else await settleFoundOrder(requireOpenShop(parts), { orderId: Number(data.orderId) });
}
