import { and, count, eq, like, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { type PaymentFinding, paymentFindings } from './payment-setup.tables.ts';

/**
 * Replaces what the previous check has found; what persists keeps its time. Findings of requests stay for a week, since a
 * check can't try permissions to write.
 *
 * @param isStart drops those as well, since the key may be another one
 * @returns the findings that are new
 */
export async function replaceFindings(
  db: Db,
  findings: PaymentFinding[],
  { isStart }: { isStart: boolean },
): Promise<PaymentFinding[]> {
  const isChecked = or(eq(paymentFindings.source, 'check'), like(paymentFindings.detail, '%\\_read'));
  const isOld = lt(paymentFindings.seenAt, sql`now() - interval '7 days'`);
  const found = findings.map(({ kind, detail }) => `${kind} ${detail}`);
  const isGone = sql`${paymentFindings.kind} || ' ' || ${paymentFindings.detail} <> all (${sql.param(found)}::text[])`;
  await db.delete(paymentFindings).where(and(isGone, isStart ? undefined : or(isChecked, isOld)));
  if (findings.length === 0) return [];
  return db
    .insert(paymentFindings)
    .values(findings.map((finding) => ({ ...finding, source: 'check' as const })))
    .onConflictDoNothing()
    .returning({ kind: paymentFindings.kind, detail: paymentFindings.detail });
}

/** @returns whether it is new */
export async function upsertRequestFinding(db: Db, finding: PaymentFinding): Promise<boolean> {
  const [row] = await db
    .insert(paymentFindings)
    .values({ ...finding, source: 'request' })
    .onConflictDoUpdate({
      target: [paymentFindings.kind, paymentFindings.detail],
      set: { seenAt: sql`now()` },
    })
    .returning({ isNew: sql<boolean>`xmax = 0` });
  return row?.isNew === true;
}

export async function countFindings(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(paymentFindings);
  return row?.count ?? 0;
}
