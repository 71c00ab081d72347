import { asc, eq } from 'drizzle-orm';
import { auditEntries } from '#features/audit/audit.tables.ts';
import { cancelDelivery } from '#features/deliveries/dead-deliveries.service.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import type { Portal } from './account-journeys.ts';

/** What staff did to the account, oldest first. */
export function deedsOn({ parts }: Pick<Portal, 'parts'>, accountId: number) {
  const { kind, staffId, address, target, before, after } = auditEntries;
  return parts.db
    .select({ kind, staffId, address, target, before, after })
    .from(auditEntries)
    .where(eq(auditEntries.accountId, accountId))
    .orderBy(asc(auditEntries.id));
}

/** `pending 17 until 2026-…` for each grant to the account, oldest first; a kind's name for what has no id. */
export async function grantsOf({ parts }: Pick<Portal, 'parts'>, accountId: number): Promise<string[]> {
  const rows = await parts.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.accountId, accountId))
    .orderBy(asc(deliveries.id));
  return rows
    .filter(({ effect }) => effect === 'grant')
    .map(({ state, kind, itemId, availableUntil }) =>
      [state, itemId ?? kind, availableUntil && `until ${availableUntil.toISOString()}`]
        .filter(Boolean)
        .join(' '),
    );
}

/** As staff does who give a delivery up. */
export async function cancelByHand({ parts }: Pick<Portal, 'parts'>, grantKey: string): Promise<void> {
  const [row] = await parts.db.select().from(deliveries).where(eq(deliveries.idempotencyKey, grantKey));
  if (!row) throw new Error(`There is no delivery ${grantKey}.`);
  await parts.db.transaction((tx) => cancelDelivery(tx, row.id));
}
