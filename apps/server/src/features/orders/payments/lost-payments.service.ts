import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { PaymentProvider, SweptPayment } from '#platform/payments/payment-provider.ts';
import { referencePrefix } from '#features/orders/unmatched/unmatched.queries.ts';

/** A checkout of this installation that was completed at the provider, and whose order this database doesn't have. */
export type LostPayment = { sessionId: string; reference: string; startedAt: Date };

const OVERLAP_MS = 86_400_000;

/**
 * Lists what was bought since a backup that was restored. Changes nothing: the sweep of the next start makes them unmatched
 * payments.
 *
 * @throws PaymentUnavailable, PaymentNotPermitted
 */
export async function listLostPayments(
  db: Db,
  payments: PaymentProvider,
  backupTakenAt: Date,
): Promise<LostPayment[]> {
  const createdFrom = new Date(backupTakenAt.getTime() - OVERLAP_MS);
  const lost: LostPayment[] = [];
  let after: string | undefined;
  do {
    const page = await payments.listForSweep('sessions', { createdFrom, after });
    lost.push(...(await selectLost(db, page.payments)));
    after = page.next;
  } while (after !== undefined);
  return lost;
}

async function selectLost(db: Db, payments: SweptPayment[]): Promise<LostPayment[]> {
  const { rows } = await db.execute<{ reference: string }>(sql`
    select l.reference from unnest(${sql.param(payments.map(({ reference }) => reference ?? null))}::text[]) as l (reference)
    where starts_with(l.reference, ${referencePrefix})
      and not exists (select from orders where orders.reference = l.reference)`);
  const lost = new Set(rows.map(({ reference }) => reference));
  return payments.flatMap(({ reference, sessionId, createdAt: startedAt }) =>
    reference !== undefined && sessionId !== undefined && lost.has(reference)
      ? [{ sessionId, reference, startedAt }]
      : [],
  );
}
