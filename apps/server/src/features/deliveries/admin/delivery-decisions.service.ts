import type { AuditKind } from '@waygate/contract/audit/audit.schemas';
import {
  asStaff,
  audited,
  changedFields,
  type Spending,
  spendingOfGrant,
  type Staff,
} from '#features/staff/staff.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { invalid, notFound } from '#platform/errors/app-error.ts';
import {
  cancelDelivery,
  markDelivered,
  retryDeadDelivery,
} from '#features/deliveries/dead-deliveries.service.ts';
import {
  type AdminDeliveryRow,
  selectAccountOfDelivery,
  selectDeliveryLocked,
} from './deliveries.admin.queries.ts';

const DECISIONS = {
  'delivery.retry': retryDeadDelivery,
  'delivery.cancel': cancelDelivery,
  'delivery.mark_delivered': markDelivered,
} satisfies Partial<Record<AuditKind, (tx: Transaction, id: number) => Promise<void>>>;

const NO_REASON = 'Please give a reason: it may arrive twice.';

/**
 * Retries or cancels a delivery, or marks it as delivered.
 *
 * @returns the delivery afterwards
 * @throws what `asStaff` throws; notFound; conflict when the delivery's state no longer allows it; invalid
 *   without a reason where nobody knows whether it arrived
 */
export async function decideDelivery(
  db: Database,
  staff: Staff,
  { id, kind, reason }: { id: number; kind: keyof typeof DECISIONS; reason?: string | undefined },
): Promise<AdminDeliveryRow> {
  const accountId = await selectAccountOfDelivery(db, id);
  if (accountId === undefined) throw unknownDelivery();
  // Lock order: account, deliveries, as where purchases and grants are revoked.
  // Each decision may give value: one that cancels a revocation leaves the player the item.
  const right = { section: 'orders', accountId, givesValue: true, mayBeErased: true } as const;
  return asStaff(db, staff, right, async ({ tx }) => {
    const before = await lock(tx, id);
    if (before.state === 'unknown' && reason === undefined) throw invalid(NO_REASON, { reason: NO_REASON });
    await DECISIONS[kind](tx, id);
    const after = await lock(tx, id);
    const changes = changedFields(recorded(before), recorded(after));
    return audited({ kind, target: id, ...changes, spends: spendingOf(before, kind), reason }, after);
  });
}

/**
 * A revocation that never reaches the game leaves the player what was to be revoked. A grant of which nobody knows whether it
 * arrived may arrive a second time.
 */
function spendingOf(delivery: AdminDeliveryRow, kind: keyof typeof DECISIONS): Spending {
  const isRetry = kind === 'delivery.retry';
  const givesMore = delivery.effect === 'revoke' ? !isRetry : isRetry && delivery.state === 'unknown';
  return givesMore ? spendingOfGrant(delivery) : {};
}

async function lock(tx: Transaction, id: number): Promise<AdminDeliveryRow> {
  const row = await selectDeliveryLocked(tx, id);
  if (!row) throw unknownDelivery();
  return row;
}

function unknownDelivery() {
  return notFound('There is no such delivery.');
}

/** The fields that the audit log records. */
function recorded({ state, attempts, lastDetail }: AdminDeliveryRow) {
  return { state, attempts, detail: lastDetail };
}
